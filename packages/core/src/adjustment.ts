import { MAX_MINOR_UNITS } from './money.ts'
import type { Row } from './tables.ts'

export const ADJUSTMENT_REASONS = ['reweigh', 'dimension', 'address', 'service', 'other'] as const
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number]

export const DISPUTE_OUTCOMES = ['upheld', 'rejected'] as const
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]
export const DISPUTE_STATUSES = ['open', ...DISPUTE_OUTCOMES] as const

/** Maximum amount that one adjustment may add or deduct. */
export const MAX_DELTA_CENTS = MAX_MINOR_UNITS

/** One row of `adjustments`: a correction to a price that was already agreed (docs/guide/money.md#adjustments). Weights are in pounds. */
export interface AdjustmentRow extends Row<'adjustments'> {
  reason: AdjustmentReason
  dispute_status: (typeof DISPUTE_STATUSES)[number] | null
  source: 'counter' | 'discrepancy' | 'manual'
}
