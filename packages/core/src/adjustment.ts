import { MAX_MINOR_UNITS, type Money } from './money.ts'

export const ADJUSTMENT_REASONS = ['reweigh', 'dimension', 'address', 'service', 'other'] as const
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number]

export const DISPUTE_OUTCOMES = ['upheld', 'rejected'] as const
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]
export const DISPUTE_STATUSES = ['open', ...DISPUTE_OUTCOMES] as const

/** The most that one adjustment may add or take. */
export const MAX_DELTA_CENTS = MAX_MINOR_UNITS

/** One row of `adjustments`: a correction of a price after the fact (docs/guide/money.md#adjustments). */
export interface AdjustmentRow {
  id: string
  partner_id: string
  shipment_id: string
  /** Signed cents. */
  delta_amount: Money
  currency: string
  reason: AdjustmentReason
  /** Pounds; null when an adjustment by hand names none. */
  original_weight: number | null
  new_weight: number | null
  dispute_status: (typeof DISPUTE_STATUSES)[number] | null
  dispute_reason: string | null
  source: 'counter' | 'discrepancy' | 'manual'
  disputed_at: string | null
  resolved_at: string | null
  created_at: string
  version: number
}
