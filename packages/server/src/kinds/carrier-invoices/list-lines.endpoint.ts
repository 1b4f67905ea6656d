import { INVOICE_LINE_STATES, VERDICTS } from '@backhaul/core/carrier-invoice.ts'
import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { listEndpoint, OPS } from '../../http/list-endpoint.ts'
import { IdText } from '../../http/schemas.ts'
import { invoiceNotFound } from './command.ts'
import { findInvoice, listLines } from './queries.ts'
import { lineResource } from './resource.ts'
import { CarrierInvoiceLine } from './schema.ts'

const CSV = { csv: new Csv(CarrierInvoiceLine), name: 'carrier-invoice-lines' }

export const listCarrierInvoiceLines = listEndpoint(
  {
    ...OPS,
    path: '/v2/ops/carrier-invoices/:id/lines',
    summary: 'List lines of an invoice of a carrier',
    description:
      'In the order of the file, each with what is owed for it, the evidence, and what was decided. With `Accept: text/csv` it is the result of the audit as a file, such as what is disputed, for the carrier.',
    filters: {
      verdict: Type.Enum([...VERDICTS], { description: 'Only with this verdict' }),
      state: Type.Enum([...INVOICE_LINE_STATES], { description: 'Only in this state' }),
      shipment_id: IdText('Only of this parcel'),
    },
    page: 'A page of lines',
    item: CarrierInvoiceLine,
  },
  async (context, query, { id }) => {
    const { db } = context.service
    if (!(await findInvoice(db, id))) return invoiceNotFound()
    return listOf(context, CSV, query, (part, filters) => listLines(db, id, part, filters), lineResource)
  },
)
