import type { StoreBlock } from './store-block.ts'
import type { Row } from './tables.ts'

export const MANIFEST_STATUSES = ['open', 'closed'] as const

/**
 * One row of `manifests`: what a store took in on a day. At most one is open per (partner, store, store-local day). Every parcel counted and
 * the closing raise `version`: of two concurrent commands the second decides again, and a parcel then opens the next manifest.
 * docs/guide/counters.md#manifests.
 */
export interface ManifestRow extends Row<'manifests'> {
  store: StoreBlock
  status: (typeof MANIFEST_STATUSES)[number]
}
