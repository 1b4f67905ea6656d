import type { StoreBlock } from './store-block.ts'

export const MANIFEST_STATUSES = ['open', 'closed'] as const

/**
 * One row of `manifests`: what a store took in on a day. At most one is open per (partner, store, store-local day). Every parcel counted and
 * the closing raise `version`: of two concurrent commands the second decides again, and a parcel then opens the next manifest.
 * docs/guide/counters.md#manifests.
 */
export interface ManifestRow {
  id: string
  partner_id: string
  store_id: string
  store: StoreBlock
  /** Store-local day, YYYY-MM-DD. */
  manifest_date: string
  status: (typeof MANIFEST_STATUSES)[number]
  package_count: number
  created_at: string
  closed_at: string | null
  version: number
}
