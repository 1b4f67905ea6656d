import type { Parcel } from './shipment.ts'
import type { Row } from './tables.ts'

/** Stages at which a parcel can be found to differ. */
export const STAGES = ['dropoff', 'sort'] as const
export type Stage = (typeof STAGES)[number]

/** `late_custody`: a scan that arrived after its shipment expired or was cancelled shows that the network had the parcel (ADR 30). */
export const DISCREPANCY_REASONS = ['late_custody'] as const

/**
 * One row of `discrepancies`: a parcel that differs from its shipment (docs/guide/money.md#discrepancies). Rows never change.
 * `adjustment_id`: null if the discrepancy is not chargeable.
 */
export interface DiscrepancyRow extends Row<'discrepancies'> {
  stage: Stage
  /** Null: the reason is that the measured parcel differs from the declared one. */
  reason: (typeof DISCREPANCY_REASONS)[number] | null
  declared: Parcel
  observed: Parcel
}
