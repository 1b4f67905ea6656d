import type { StoreBlock } from './store-block.ts'
import type { Row } from './tables.ts'

export const SWEEP_STATUSES = ['ordered', 'closed'] as const

/**
 * One row of `sweeps`: a carrier's visit to a store on a day. Every booking that joins it and every cancellation raises `version`, so that
 * none of them decides on a set of pickups that another is changing (docs/guide/counters.md#sweeps).
 */
export interface SweepRow extends Omit<StoredSweep, 'dp'> {
  /** Its code. */
  carrier: string
}

/**
 * The row as the table has it: there the carrier's column is still called `dp`. Until a migration renames it, it is called `carrier` from
 * here on, and `dp` only in SQL, in the API and in the event, where the name is public.
 */
export interface StoredSweep extends Row<'sweeps'> {
  /** As the store was when the visit was ordered. */
  store: StoreBlock
  status: (typeof SWEEP_STATUSES)[number]
}

export const readSweepRow = ({ dp, ...sweep }: StoredSweep): SweepRow => ({ ...sweep, carrier: dp })
export const storedSweep = ({ carrier, ...sweep }: SweepRow): StoredSweep => ({ ...sweep, dp: carrier })
