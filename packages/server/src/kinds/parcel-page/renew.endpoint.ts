import { endpoint, tenant } from '../../http/endpoint.ts'
import { renewLink } from './command.ts'
import { ParcelLinkOut } from './schema.ts'

export const renewParcelLink = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/parcel-link',
    scope: 'shipments:write',
    tag: 'Shoppers',
    summary: 'Renew the link of a parcel page',
    description:
      "Gives the shipment's parcel page a new address, which is its `parcel_url` from now on. The address before shows nothing any more. Also how a page that was withdrawn is opened again.",
    answers: { 200: { description: 'The link', schema: ParcelLinkOut } },
  },
  (context, { params, execute }) => execute(() => renewLink(context.service, tenant(context), params.id)),
)
