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
  /** When the parcel was collected, by the first such scan. Null: none is known. */
  collected_at: string | null
  cancelled_at: string | null
  created_at: string
  version: number
}

/** Whether a collection at this time is that of the pickup: it was booked by then, and not cancelled yet. */
export const isCollection = ({ cancelled_at, created_at }: PickupRow, occurred_at: string): boolean =>
  occurred_at >= created_at && (cancelled_at === null || occurred_at < cancelled_at)

/** The pickup after a scan of its collection; null: the scan says nothing new. Of several scans, the first that happened counts. */
export const collectedAt = (pickup: PickupRow, occurred_at: string): PickupRow | null => {
  if (pickup.collected_at !== null && pickup.collected_at <= occurred_at) return null
  return { ...pickup, collected_at: occurred_at, version: pickup.version + 1 }
}
