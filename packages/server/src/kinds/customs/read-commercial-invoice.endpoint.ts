import { endpoint } from '../../http/endpoint.ts'
import { printCustoms } from './print.ts'

export const readCommercialInvoice = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/customs/commercial-invoice',
    scope: 'shipments:read',
    tag: 'Customs',
    summary: 'Print the commercial invoice',
    description:
      'The invoice for customs, filled in with what is declared now, on as many pages as the items need. What is missing stays empty, to be written by hand; without any item it is refused.',
    answers: { 200: { description: 'The document', content: ['application/pdf'] } },
    errors: ['customs_not_needed', 'customs_incomplete'],
  },
  (context, { params }) => printCustoms(context, params.id, 'commercial-invoice'),
)
