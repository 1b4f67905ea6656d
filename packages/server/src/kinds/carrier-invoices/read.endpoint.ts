import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { invoiceNotFound } from './command.ts'
import { findInvoice } from './queries.ts'
import { invoiceResource } from './resource.ts'
import { CarrierInvoice } from './schema.ts'

export const readCarrierInvoice = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/carrier-invoices/:id',
    ...OPS,
    summary: 'Read a carrier invoice',
    description: 'Returns the invoice with its sums, its lines by verdict, and how much of it is decided.',
    answers: { 200: { description: 'The invoice', schema: CarrierInvoice } },
  },
  async ({ service }, { params }) => {
    const row = await findInvoice(service.db, params.id)
    return row ? answer(200, invoiceResource(row)) : invoiceNotFound()
  },
)
