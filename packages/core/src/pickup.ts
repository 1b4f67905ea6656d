import type { Row } from './tables.ts'

export const PICKUP_STATUSES = ['scheduled', 'cancelled'] as const

/**
 * One row of `pickups`: a carrier is to collect a shipment at a store. At most one is live per shipment (docs/guide/counters.md#pickups).
 * `confirmation`: a code that a person reads out, such as `7K3F-9QXM`. The date and the times of the window are store-local.
 * `collected_at`: time of the first scan of its collection.
 */
export interface PickupRow extends Row<'pickups'> {
  status: (typeof PICKUP_STATUSES)[number]
}

/** Whether a collection at this time belongs to the pickup, because the pickup was booked and not cancelled at that time. */
export const isCollection = ({ cancelled_at, created_at }: PickupRow, occurred_at: string): boolean =>
  occurred_at >= created_at && (cancelled_at === null || occurred_at < cancelled_at)

/** Returns the pickup after a scan of its collection, with the time of the earliest scan. Null: the scan changes nothing. */
export const collectedAt = (pickup: PickupRow, occurred_at: string): PickupRow | null => {
  if (pickup.collected_at !== null && pickup.collected_at <= occurred_at) return null
  return { ...pickup, collected_at: occurred_at, version: pickup.version + 1 }
}
