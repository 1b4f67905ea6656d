import type { AdjustmentRow } from '@backhaul/core/adjustment.ts'

/** The adjustment as the API shows it (docs/guide/money.md#adjustments). */
export const adjustmentResource = (row: AdjustmentRow) => ({
  id: row.id,
  object: 'adjustment',
  shipment_id: row.shipment_id,
  delta_amount: row.delta_amount,
  currency: row.currency,
  reason: row.reason,
  original_weight: row.original_weight,
  new_weight: row.new_weight,
  dispute_status: row.dispute_status,
  dispute_reason: row.dispute_reason,
  source: row.source,
  disputed_at: row.disputed_at,
  resolved_at: row.resolved_at,
  created_at: row.created_at,
})
