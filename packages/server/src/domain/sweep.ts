import type { StoreBlock } from './store-block.ts'

export const SWEEP_STATUSES = ['ordered', 'closed'] as const

/**
 * One row of `sweeps`: a carrier's visit to a store on a day. Every booking that joins it and every cancellation raises `version`, so that
 * none of them decides on a set of pickups that another is changing. Contract §11.
 */
export interface SweepRow {
  id: string
  partner_id: string
  store_id: string
  /** As the store was when the visit was ordered. */
  store: StoreBlock
  /** Store-local day, YYYY-MM-DD. */
  sweep_date: string
  /** The carrier's code. */
  dp: string
  status: (typeof SWEEP_STATUSES)[number]
  created_at: string
  closed_at: string | null
  version: number
}
