import { VERDICTS } from '@backhaul/core/carrier-invoice.ts'
import { ZERO } from '@backhaul/core/money.ts'
import type { InvoiceRow, LineRow } from './model.ts'

const NONE = { lines: 0, open_lines: 0, billed_cents: ZERO, difference_cents: ZERO }

/** The invoice as the API shows it (docs/operating/money.md#invoices-of-carriers). */
export const invoiceResource = (row: InvoiceRow) => ({
  id: row.id,
  object: 'carrier_invoice' as const,
  carrier: row.carrier,
  number: row.number,
  currency: row.currency,
  issued_on: row.issued_on,
  import_id: row.import_id,
  actor: row.actor,
  lines: row.line_count,
  open_lines: row.open_lines,
  billed_cents: row.billed_cents,
  expected_cents: row.expected_cents,
  agreed_cents: row.agreed_cents,
  open_cents: row.open_cents,
  disputed_cents: row.disputed_cents,
  credited_cents: row.credited_cents,
  verdicts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, row.verdicts[verdict] ?? NONE])),
  created_at: row.created_at,
})

export const lineResource = (row: LineRow) => ({
  id: row.id,
  object: 'carrier_invoice_line' as const,
  invoice_id: row.invoice_id,
  line: row.line,
  number: row.number,
  reference: row.reference,
  charge: row.charge,
  description: row.description,
  weight: row.weight,
  amount_cents: row.amount_cents,
  shipment_id: row.shipment_id,
  verdict: row.verdict,
  reason: row.reason,
  doubled_of: row.doubled_of,
  expected_cents: row.expected_cents,
  difference_cents: row.difference_cents,
  state: row.state,
  agreed_cents: row.agreed_cents,
  note: row.note,
  decided_at: row.decided_at,
  decided_by: row.decided_by,
  evidence: row.evidence,
})
