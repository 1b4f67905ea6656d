import type { StoreBlock } from './store-block.ts'

export const SWEEP_STATUSES = ['ordered', 'closed'] as const

/**
 * One row of `sweeps`: a carrier's visit to a store on a day. Every booking that joins it and every cancellation raises `version`, so that
 * none of them decides on a set of pickups that another is changing (docs/guide/counters.md#sweeps).
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
  carrier: string
  status: (typeof SWEEP_STATUSES)[number]
  created_at: string
  closed_at: string | null
  version: number
}

/**
 * The row as the table has it: there the carrier's column is still called `dp`. Until a migration renames it, it is called `carrier` from
 * here on, and `dp` only in SQL, in the API and in the event, where the name is public.
 */
export type StoredSweep = Omit<SweepRow, 'carrier'> & { dp: string }

export const readSweepRow = ({ dp, ...sweep }: StoredSweep): SweepRow => ({ ...sweep, carrier: dp })
export const storedSweep = ({ carrier, ...sweep }: SweepRow): StoredSweep => ({ ...sweep, dp: carrier })
