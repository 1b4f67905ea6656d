import { emptied, endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { removeInvoice } from './command.ts'

export const removeCarrierInvoice = endpoint(
  {
    method: 'DELETE',
    path: '/v2/ops/carrier-invoices/:id',
    ...OPS,
    summary: 'Remove a carrier invoice',
    description:
      'Removes an invoice that was sent by mistake, so that its number can be sent again. An invoice with a decided line cannot be removed.',
    answers: { 204: { description: 'Removed' } },
    errors: ['invoice_line_decided'],
  },
  ({ service, caller }, { params }) => emptied(removeInvoice(service, actingOperator(caller), params.id)),
)
