import { VERDICTS } from '@backhaul/core/carrier-invoice.ts'
import { ZERO } from '@backhaul/core/money.ts'
import { showAs } from '../../http/show-as.ts'
import type { InvoiceRow, LineRow } from './model.ts'
import { CarrierInvoice, CarrierInvoiceLine } from './schema.ts'

const NONE = { lines: 0, open_lines: 0, billed_cents: ZERO, difference_cents: ZERO }

/** The invoice as the API shows it (docs/operating/money.md#invoices-of-carriers). */
export const invoiceResource = (row: InvoiceRow) =>
  showAs(CarrierInvoice, row, {
    lines: row.line_count,
    verdicts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, row.verdicts[verdict] ?? NONE])),
  })

export const lineResource = (row: LineRow) => showAs(CarrierInvoiceLine, row)
