import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { decideLines } from './command.ts'
import { MOST_LINES } from './model.ts'
import { CarrierInvoiceDecision, DecidedCarrierInvoice } from './schema.ts'

export const decideCarrierInvoice = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/carrier-invoices/:id/decisions',
    ...OPS,
    summary: 'Decide lines of an invoice of a carrier',
    description: `Approves lines, disputes them, notes how the carrier settled a dispute, or opens them again: the lines that are named, or the first ${MOST_LINES} with a verdict. All of them or none.`,
    body: CarrierInvoiceDecision,
    answers: { 200: { description: 'The invoice, and how many lines were decided', schema: DecidedCarrierInvoice } },
    errors: ['invoice_line_decided', 'invoice_line_not_disputable'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => decideLines(service, actingOperator(caller), params.id, body)),
)
