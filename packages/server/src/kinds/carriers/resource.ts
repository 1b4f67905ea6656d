import type { CarrierBookingRow } from '@backhaul/core/carrier-booking.ts'
import type { CarrierScanRow } from '@backhaul/core/carrier-scan.ts'
import type { Similar } from './queries.ts'

/** `suggestions`: looked up for the list of the inbox alone. */
export const unmatchedResource = (row: CarrierScanRow & { suggestions?: readonly Similar[] }) => ({
  id: row.id,
  object: 'unmatched_scan' as const,
  carrier: row.carrier,
  number: row.number,
  code: row.code,
  kind: row.kind,
  occurred_at: row.occurred_at,
  reference: row.facts.reference ?? null,
  place: {
    facility: row.facts.facility ?? null,
    city: row.facts.city ?? null,
    state: row.facts.state ?? null,
    postal_code: row.facts.postal_code ?? null,
    country: row.facts.country ?? null,
  },
  state: row.state,
  reason: row.reason,
  shipment_id: row.shipment_id,
  scan_id: row.scan_id,
  import_id: row.import_id,
  line: row.line,
  tender_id: row.tender_id,
  note: row.note,
  created_at: row.created_at,
  resolved_at: row.resolved_at,
  resolved_by: row.resolved_by,
  suggestions: (row.suggestions ?? []).map(({ shipment_id, number }) => ({ shipment_id, number })),
})

export const bookingResource = (row: CarrierBookingRow) => ({
  id: row.id,
  object: 'carrier_booking' as const,
  carrier: row.carrier,
  shipment_id: row.shipment_id,
  state: row.state,
  number: row.number,
  error: row.error,
  tries: row.tries,
  next_try_at: row.state === 'due' || row.state === 'voiding' ? row.due_at : null,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
