export const PICKUP_STATUSES = ['scheduled', 'cancelled'] as const

/** One row of `pickups`: a carrier is to collect a shipment at a store. At most one is live per shipment: docs/guide/counters.md#pickups. */
export interface PickupRow {
  id: string
  partner_id: string
  shipment_id: string
  store_id: string
  sweep_id: string
  /** What a person reads out: `7K3F-9QXM`. */
  confirmation: string
  /** Store-local day, YYYY-MM-DD. */
  date: string
  /** Store-local HH:MM. */
  window_start: string
  window_end: string
  package_count: number
  status: (typeof PICKUP_STATUSES)[number]
  cancelled_at: string | null
  created_at: string
  version: number
}
