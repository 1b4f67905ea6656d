import type { Status } from '@backhaul/core/shipment.ts'
import type { TenderRow } from '@backhaul/core/tender.ts'

/** The tender as the API shows it, with its members' statuses of this moment (docs/guide/counters.md#tenders). */
export const tenderResource = (row: TenderRow, statuses: ReadonlyMap<string, Status>) => ({
  id: row.id,
  object: 'tender',
  carrier: row.carrier,
  handoff: row.handoff,
  facility: row.facility,
  status: row.status,
  piece_count: row.piece_count,
  piece_count_received: row.piece_count_received,
  shipment_ids: row.shipment_ids,
  shipments: row.shipment_ids.map((id) => ({ id, status: statuses.get(id) })),
  accepted_by: row.accepted_by,
  accepted_at: row.accepted_at,
  discrepancy: row.discrepancy,
  missing_shipment_ids: row.missing_shipment_ids,
  cancelled_at: row.cancelled_at,
  dismissal: row.dismissal,
  created_at: row.created_at,
})
