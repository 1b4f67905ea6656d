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
      'The customs declaration CN 23 of the Universal Postal Union, filled in with what is declared now, on as many pages as the items need. What is missing stays empty, to be written by hand; without any item it is refused.',
    answers: { 200: { description: 'The document', content: ['application/pdf'] } },
    errors: ['customs_not_needed', 'customs_incomplete'],
  },
  (context, { params }) => printCustoms(context, params.id, 'cn23'),
)
