import type { StoreBlock } from './store-block.ts'
import type { Row } from './tables.ts'

export const SWEEP_STATUSES = ['ordered', 'closed'] as const

/**
 * One row of `sweeps`: a carrier's visit to a store on a day. Every booking that joins it and every cancellation raises `version`, so that
 * none of them decides on a set of pickups that another is changing (docs/guide/counters.md#sweeps).
 */
export interface SweepRow extends Omit<StoredSweep, 'dp'> {
  /** The carrier's code. */
  carrier: string
}

/**
 * The row as stored. The table still calls the carrier's column `dp`. Until a migration renames it, the code says `carrier`. Only SQL, the
 * API and the event say `dp`, which is a public name there.
 */
export interface StoredSweep extends Row<'sweeps'> {
  /** The store as it was when the visit was ordered. */
  store: StoreBlock
  status: (typeof SWEEP_STATUSES)[number]
}

export const readSweepRow = ({ dp, ...sweep }: StoredSweep): SweepRow => ({ ...sweep, carrier: dp })
export const storedSweep = ({ carrier, ...sweep }: SweepRow): StoredSweep => ({ ...sweep, dp: carrier })
