import { invalidField } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { IdText, ListOf, Paging } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { listAtStore } from './queries.ts'
import { parcelAtStoreResource } from './resource.ts'
import { ParcelAtStore } from './schema.ts'

export const listParcelsAtStore = endpoint(
  {
    method: 'GET',
    path: '/v2/parcels',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Parcels',
    summary: 'List what is at a counter',
    description:
      'The parcels that a counter took in and that nobody has collected or scanned elsewhere since; those that are there longest first.',
    query: Type.Object(
      { ...Paging, store_id: Type.Optional(IdText('The counter; a session at a counter may leave it out')) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of parcels', schema: ListOf(ParcelAtStore) } },
    errors: ['validation_failed', 'invalid_cursor'],
  },
  async (context, { query }) => {
    const { tenant, store } = storeReachOf(context.caller)
    const asked = query.store_id ?? store
    if (asked === null) return invalidField('?store_id', 'required', 'is required; name the counter')
    return pageOf(
      query,
      async ({ after, limit }) => (store !== null && store !== asked ? [] : listAtStore(context.service.db, tenant, asked, after, limit)),
      parcelAtStoreResource,
    )
  },
)
