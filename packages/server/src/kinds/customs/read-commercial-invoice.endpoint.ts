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
      'Returns the invoice for customs, filled in with the current declaration, on as many pages as the items need. Missing values remain empty, to be written by hand. If the declaration has no items, the request is refused.',
    answers: { 200: { description: 'The document', content: ['application/pdf'] } },
    errors: ['customs_not_needed', 'customs_incomplete'],
  },
  (context, { params }) => printCustoms(context, params.id, 'commercial-invoice'),
)
