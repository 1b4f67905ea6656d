import { endpoint, tenant } from '../../http/endpoint.ts'
import { withdrawLink } from './command.ts'
import { ParcelLinkOut } from './schema.ts'

export const withdrawParcelLink = endpoint(
  {
    method: 'DELETE',
    path: '/v2/shipments/:id/parcel-link',
    scope: 'shipments:write',
    tag: 'Shoppers',
    summary: 'Withdraw the link of a parcel page',
    description: 'Closes the parcel page and sets `parcel_url` to null, until the link is renewed. Repeating the request changes nothing.',
    answers: { 200: { description: 'The withdrawn link', schema: ParcelLinkOut } },
  },
  (context, { params, execute }) => execute(() => withdrawLink(context.service, tenant(context), params.id)),
)
