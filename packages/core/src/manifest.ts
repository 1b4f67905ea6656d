import type { StoreBlock } from './store-block.ts'
import type { Row } from './tables.ts'

export const MANIFEST_STATUSES = ['open', 'closed'] as const

/**
 * One row of `manifests`: the parcels that a store accepted on one day. At most one is open per (partner, store, store-local day). Both
 * counting a parcel and closing the manifest raise `version`. If a parcel is counted while the manifest is being closed, the second command
 * decides again, and the parcel opens the next manifest (docs/guide/counters.md#manifests).
 */
export interface ManifestRow extends Row<'manifests'> {
  store: StoreBlock
  status: (typeof MANIFEST_STATUSES)[number]
}
