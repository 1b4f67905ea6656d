import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { recheckLines } from './command.ts'
import { MOST_LINES } from './model.ts'
import { CarrierInvoiceRecheck, RecheckedCarrierInvoice } from './schema.ts'

export const recheckCarrierInvoice = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/carrier-invoices/:id/recheck',
    ...OPS,
    summary: 'Compare lines of an invoice of a carrier again',
    description: `What is owed for a parcel may have changed since, or its number become known. Open lines are compared again, those that are named or the first ${MOST_LINES} with a verdict, and with each all open ones of its parcel. What is decided stays.`,
    body: CarrierInvoiceRecheck,
    answers: { 200: { description: 'The invoice, and how many lines are different now', schema: RecheckedCarrierInvoice } },
    errors: ['invoice_line_decided'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => recheckLines(service, actingOperator(caller), params.id, body)),
)
