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
    summary: 'List lines of a carrier invoice',
    description:
      'Lists the lines in the order of the file, each with the amount owed, the evidence and the decision. With `Accept: text/csv`, the answer is a CSV file with the result of the audit, which you can send to the carrier, for example with only the disputed lines.',
    filters: {
      verdict: Type.Enum([...VERDICTS], { description: 'Only lines with this verdict' }),
      state: Type.Enum([...INVOICE_LINE_STATES], { description: 'Only lines in this state' }),
      shipment_id: IdText('Only lines of this parcel'),
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
