import type { Parcel } from '../shipments/model.ts'

export const STAGES = ['dropoff', 'sort'] as const
export type Stage = (typeof STAGES)[number]

/** One row of `discrepancies`: a parcel that measured otherwise than it was declared; contract §10. Never changed once it is written. */
export interface DiscrepancyRow {
  id: string
  partner_id: string
  shipment_id: string
  stage: Stage
  declared: Parcel
  observed: Parcel
  chargeable: boolean
  /** Null when it is not chargeable. */
  adjustment_id: string | null
  store_id: string | null
  created_at: string
}
