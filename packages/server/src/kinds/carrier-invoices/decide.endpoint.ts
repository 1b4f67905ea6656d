import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { decideLines } from './command.ts'
import { MAX_LINES } from './model.ts'
import { CarrierInvoiceDecision, DecidedCarrierInvoice } from './schema.ts'

export const decideCarrierInvoice = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/carrier-invoices/:id/decisions',
    ...OPS,
    summary: 'Decide lines of a carrier invoice',
    description: `Approves lines, disputes them, records how the carrier settled a dispute, or reopens them. The request applies to the lines in \`line_ids\`, or to the first ${MAX_LINES} lines with the given \`verdict\`. It decides all of them or none.`,
    body: CarrierInvoiceDecision,
    answers: { 200: { description: 'The invoice, and the number of decided lines', schema: DecidedCarrierInvoice } },
    errors: ['invoice_line_decided', 'invoice_line_not_disputable'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => decideLines(service, actingOperator(caller), params.id, body)),
)
