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
      "Gives the shipment's parcel page a new address, which becomes its `parcel_url`. The previous address stops working. This also reopens a withdrawn page.",
    answers: { 200: { description: 'The link', schema: ParcelLinkOut } },
  },
  (context, { params, execute }) => execute(() => renewLink(context.service, tenant(context), params.id)),
)
