import { endpoint } from '../../http/endpoint.ts'
import { printCustoms } from './print.ts'

export const readCn23 = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/customs/cn23',
    scope: 'shipments:read',
    tag: 'Customs',
    summary: 'Print the CN 23',
    description:
      'Returns the customs declaration CN 23 of the Universal Postal Union, filled in with the current declaration, on as many pages as the items need. Missing values remain empty, to be written by hand. If the declaration has no items, the request is refused.',
    answers: { 200: { description: 'The document', content: ['application/pdf'] } },
    errors: ['customs_not_needed', 'customs_incomplete'],
  },
  (context, { params }) => printCustoms(context, params.id, 'cn23'),
)
