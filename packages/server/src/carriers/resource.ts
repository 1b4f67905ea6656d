import type { CarrierScanRow } from '../domain/carrier-scan.ts'

const time = (text: string | null): string | null => text && new Date(text).toISOString()

export const unmatchedResource = (row: CarrierScanRow) => ({
  id: row.id,
  object: 'unmatched_scan' as const,
  carrier: row.carrier,
  number: row.number,
  code: row.code,
  kind: row.kind,
  occurred_at: time(row.occurred_at),
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
  created_at: time(row.created_at),
  resolved_at: time(row.resolved_at),
  resolved_by: row.resolved_by,
})
