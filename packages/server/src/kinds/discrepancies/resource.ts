import type { DiscrepancyRow } from '@backhaul/core/discrepancy.ts'
import { parcelResource } from '../shipments/resource.ts'

/** The discrepancy as the API shows it. */
export const discrepancyResource = (row: DiscrepancyRow) => ({
  id: row.id,
  object: 'discrepancy',
  shipment_id: row.shipment_id,
  stage: row.stage,
  reason: row.reason,
  declared: parcelResource(row.declared),
  observed: parcelResource(row.observed),
  chargeable: row.chargeable,
  adjustment_id: row.adjustment_id,
  store_id: row.store_id,
  created_at: row.created_at,
})
