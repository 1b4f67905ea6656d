import { MANIFEST_STATUSES } from '@backhaul/core/manifest.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { IdText, ListOf, LocalDate, Paging } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { listManifests as list } from './queries.ts'
import { manifestResource } from './resource.ts'
import { ManifestOut } from './schema.ts'

export const listManifests = endpoint(
  {
    method: 'GET',
    path: '/v2/manifests',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Manifests',
    summary: 'List manifests',
    description: 'Newest first. Filters combine.',
    query: Type.Object(
      {
        ...Paging,
        store_id: Type.Optional(IdText('Of this store')),
        date: Type.Optional(LocalDate('Of this store-local day')),
        status: Type.Optional(Type.Enum([...MANIFEST_STATUSES])),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of manifests', schema: ListOf(ManifestOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    pageOf(query, (part, filters) => list(context.service.db, { ...storeReachOf(context.caller), ...part }, filters), manifestResource),
)
