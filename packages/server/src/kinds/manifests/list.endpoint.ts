import { MANIFEST_STATUSES } from '@backhaul/core/manifest.ts'
import { Type } from 'typebox'
import { ownedList } from '../../http/list-endpoint.ts'
import { IdText, LocalDate } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { listManifests as list } from './queries.ts'
import { manifestResource } from './resource.ts'
import { ManifestOut } from './schema.ts'

export const listManifests = ownedList(
  {
    path: '/v2/manifests',
    scope: 'shipments:read',
    tag: 'Manifests',
    summary: 'List manifests',
    description: 'Lists manifests, newest first. Filters combine.',
    filters: {
      store_id: IdText('Only manifests of this store'),
      date: LocalDate('Only manifests of this store-local day'),
      status: Type.Enum([...MANIFEST_STATUSES]),
    },
    page: 'A page of manifests',
    item: ManifestOut,
  },
  ({ db }, window, filters) => list(db, window, filters),
  manifestResource,
  storeReachOf,
)
