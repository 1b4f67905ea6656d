import type { StoreBlock } from './store-block.ts'
import type { Row } from './tables.ts'

export const SWEEP_STATUSES = ['ordered', 'closed'] as const

/**
 * One row of `sweeps`: a carrier's visit to a store on a day. `version` is raised whenever a booking joins the sweep or is cancelled.
 * Therefore no command can decide on a set of pickups that another command is changing (docs/guide/counters.md#sweeps).
 */
export interface SweepRow extends Omit<StoredSweep, 'dp'> {
  /** The carrier's code. */
  carrier: string
}

/**
 * The row as stored. The carrier's column is still called `dp`, which is also the public name in the API and the event. Until a migration
 * renames the column, only the code outside SQL says `carrier`.
 */
export interface StoredSweep extends Row<'sweeps'> {
  /** The store as it was when the visit was ordered. */
  store: StoreBlock
  status: (typeof SWEEP_STATUSES)[number]
}

export const readSweepRow = ({ dp, ...sweep }: StoredSweep): SweepRow => ({ ...sweep, carrier: dp })
export const storedSweep = ({ carrier, ...sweep }: SweepRow): StoredSweep => ({ ...sweep, dp: carrier })
