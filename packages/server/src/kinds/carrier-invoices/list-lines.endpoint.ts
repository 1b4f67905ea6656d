import { INVOICE_LINE_STATES, VERDICTS } from '@backhaul/core/carrier-invoice.ts'
import { Type } from 'typebox'
import { Csv, listOf } from '../../http/csv.ts'
import { endpoint } from '../../http/endpoint.ts'
import { IdText, ListOf, Paging } from '../../http/schemas.ts'
import { invoiceNotFound } from './command.ts'
import { findInvoice, listLines } from './queries.ts'
import { lineResource } from './resource.ts'
import { CarrierInvoiceLine } from './schema.ts'

const CSV = { csv: new Csv(CarrierInvoiceLine), name: 'carrier-invoice-lines' }

export const listCarrierInvoiceLines = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/carrier-invoices/:id/lines',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List lines of an invoice of a carrier',
    description:
      'In the order of the file, each with what is owed for it, the evidence, and what was decided. With `Accept: text/csv` it is the result of the audit as a file, such as what is disputed, for the carrier.',
    query: Type.Object(
      {
        ...Paging,
        verdict: Type.Optional(Type.Enum([...VERDICTS], { description: 'Only with this verdict' })),
        state: Type.Optional(Type.Enum([...INVOICE_LINE_STATES], { description: 'Only in this state' })),
        shipment_id: Type.Optional(IdText('Only of this parcel')),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of lines', schema: ListOf(CarrierInvoiceLine) } },
    errors: ['not_found', 'invalid_cursor'],
  },
  async (context, { params, query }) => {
    const { db } = context.service
    if (!(await findInvoice(db, params.id))) return invoiceNotFound()
    return listOf(context, CSV, query, (part, filters) => listLines(db, params.id, part, filters), lineResource)
  },
)
