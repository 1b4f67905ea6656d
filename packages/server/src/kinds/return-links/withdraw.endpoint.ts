import { endpoint } from '../../http/endpoint.ts'
import { withdrawLink } from './command.ts'
import { ReturnLinkOut } from './schema.ts'

export const withdrawReturnLink = endpoint(
  {
    method: 'DELETE',
    path: '/v2/return-links/:id',
    scope: 'shipments:write',
    tag: 'Shoppers',
    summary: 'Withdraw a return link',
    description:
      'Withdraws the link. Its page can no longer be opened. Shipments that it created do not change. Repeating the request changes nothing.',
    answers: { 200: { description: 'The withdrawn link', schema: ReturnLinkOut } },
  },
  ({ service, caller }, { params, execute }) => execute(() => withdrawLink(service, caller, params.id)),
)
