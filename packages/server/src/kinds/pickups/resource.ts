import type { PickupRow } from '@backhaul/core/pickup.ts'

/** The pickup as the API shows it (docs/guide/counters.md#pickups). */
export const pickupResource = (row: PickupRow) => ({
  id: row.id,
  object: 'pickup',
  shipment_id: row.shipment_id,
  store_id: row.store_id,
  sweep_id: row.sweep_id,
  confirmation_code: row.confirmation,
  date: row.date,
  window_start: row.window_start,
  window_end: row.window_end,
  package_count: row.package_count,
  status: row.status,
  collected_at: row.collected_at,
  created_at: row.created_at,
  cancelled_at: row.cancelled_at,
})
