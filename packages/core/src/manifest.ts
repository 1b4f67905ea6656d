import type { StoreBlock } from './store-block.ts'
import type { Row } from './tables.ts'

export const MANIFEST_STATUSES = ['open', 'closed'] as const

/**
 * One row of `manifests`: the parcels that a store took in on one day. At most one is open per (partner, store, store-local day). Counting
 * a parcel and closing the manifest both raise `version`. If two commands run concurrently, the second decides again, and its parcel opens
 * the next manifest (docs/guide/counters.md#manifests).
 */
export interface ManifestRow extends Row<'manifests'> {
  store: StoreBlock
  status: (typeof MANIFEST_STATUSES)[number]
}
