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
    summary: 'Create a return link',
    description:
      'Creates a page on which a shopper starts the return of an order without an account. The shopper checks the address, chooses a label or a QR, and gets to the parcel page. The shipment is like any other and fires the same events. However often the form is sent, the link creates at most `max_shipments` shipments.',
    body: ReturnLinkCreate,
    answers: { 201: { description: 'The link', schema: ReturnLinkOut } },
    errors: ['not_found', 'customs_incomplete'],
  },
  ({ service, caller }, { body, execute }) => execute(() => createLink(service, caller, body)),
)
