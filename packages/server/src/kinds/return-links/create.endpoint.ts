import { endpoint } from '../../http/endpoint.ts'
import { createLink } from './command.ts'
import { ReturnLinkCreate, ReturnLinkOut } from './schema.ts'

export const createReturnLink = endpoint(
  {
    method: 'POST',
    path: '/v2/return-links',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Shoppers',
    summary: 'Make a return link',
    description:
      'A page on which a shopper starts the return of an order, without an account: checks the address, chooses a label or a QR, and gets to the parcel page. The shipment is one like every other, with the same events. However often the form is sent, it makes as many shipments as the link says.',
    body: ReturnLinkCreate,
    answers: { 201: { description: 'The link', schema: ReturnLinkOut } },
    errors: ['not_found', 'customs_incomplete'],
  },
  ({ service, caller }, { body, execute }) => execute(() => createLink(service, caller, body)),
)
