export const TENDER_STATUSES = ['created', 'accepted', 'cancelled'] as const
export const HANDOFFS = ['inject', 'collect'] as const
export type Handoff = (typeof HANDOFFS)[number]

/** One row of `tenders`: shipments that are handed to a carrier together (docs/guide/counters.md#tenders). */
export interface TenderRow {
  id: string
  partner_id: string
  /** Code. */
  carrier: string
  handoff: Handoff
  /** Code of the facility where the handover takes place. */
  facility: string | null
  shipment_ids: string[]
  piece_count: number
  piece_count_received: number | null
  status: (typeof TENDER_STATUSES)[number]
  accepted_by: string | null
  accepted_at: string | null
  /** `delta`: received less expected. */
  discrepancy: { type: 'short' | 'over'; delta: number } | null
  /** Members that the carrier said it did not find, and that were left where they were. */
  missing_shipment_ids: string[]
  cancelled_at: string | null
  /** Why nobody needs to clear up the discrepancy anymore. */
  dismissal: { note: string; dismissed_by: string; dismissed_at: string } | null
  created_at: string
  version: number
}
