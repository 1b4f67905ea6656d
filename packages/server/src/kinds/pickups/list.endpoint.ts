import { PICKUP_STATUSES } from '@backhaul/core/pickup.ts'
import { Type } from 'typebox'
import { endpoint, ownerShown, readOwned } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { IdText, ListOf, LocalDate, OwnerFilter, Paging } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { listPickups as list } from './queries.ts'
import { pickupResource } from './resource.ts'
import { PickupOut } from './schema.ts'

export const listPickups = endpoint(
  {
    method: 'GET',
    path: '/v2/pickups',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Pickups',
    summary: 'List pickups',
    description: 'Newest first. Filters combine.',
    query: Type.Object(
      {
        ...Paging,
        shipment_id: Type.Optional(IdText('Of this shipment')),
        sweep_id: Type.Optional(IdText('Booked on this sweep')),
        store_id: Type.Optional(IdText('At this store')),
        date: Type.Optional(LocalDate('On this store-local day')),
        status: Type.Optional(Type.Enum([...PICKUP_STATUSES])),
        ...OwnerFilter,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of pickups', schema: ListOf(PickupOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    pageOf(
      query,
      (part, { partner_id, ...filters }) => {
        const { tenant, store } = storeReachOf(context.caller)
        return readOwned(tenant, partner_id, (own) => list(context.service.db, { tenant: own, store, ...part }, filters))
      },
      (row) => ({ ...pickupResource(row), ...ownerShown(context, row) }),
    ),
)
