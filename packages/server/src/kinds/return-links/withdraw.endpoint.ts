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
    description: 'Its page shows nothing any more. The shipments that it made stay as they are. Withdrawing it again changes nothing.',
    answers: { 200: { description: 'The link, withdrawn', schema: ReturnLinkOut } },
  },
  ({ service, caller }, { params, execute }) => execute(() => withdrawLink(service, caller, params.id)),
)
