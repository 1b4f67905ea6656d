import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { recheckLines } from './command.ts'
import { MAX_LINES } from './model.ts'
import { CarrierInvoiceRecheck, RecheckedCarrierInvoice } from './schema.ts'

export const recheckCarrierInvoice = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/carrier-invoices/:id/recheck',
    ...OPS,
    summary: 'Compare lines of a carrier invoice again',
    description: `Compares open lines again, because the amount owed for a parcel, or the parcel that a number matches, may have changed. The request applies to the lines in \`line_ids\`, or to the first ${MAX_LINES} lines with the given \`verdict\`, and to all other open lines of the same parcels on the invoice. Decided lines do not change.`,
    body: CarrierInvoiceRecheck,
    answers: { 200: { description: 'The invoice, and the number of lines that changed', schema: RecheckedCarrierInvoice } },
    errors: ['invoice_line_decided'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => recheckLines(service, actingOperator(caller), params.id, body)),
)
