import type { Parcel } from './shipment.ts'
import type { Row } from './tables.ts'

/** Where a parcel can be found to differ. */
export const STAGES = ['dropoff', 'sort'] as const
export type Stage = (typeof STAGES)[number]

/** `late_custody`: a scan that came after its shipment expired or was cancelled shows that the network had the parcel (ADR 30). */
export const DISCREPANCY_REASONS = ['late_custody'] as const

/**
 * One row of `discrepancies`: a parcel that is not as its shipment says (docs/guide/money.md#discrepancies). Never changed once written.
 * `adjustment_id`: null if it is not chargeable.
 */
export interface DiscrepancyRow extends Row<'discrepancies'> {
  stage: Stage
  /** Null: it measured differently than declared. */
  reason: (typeof DISCREPANCY_REASONS)[number] | null
  declared: Parcel
  observed: Parcel
}
