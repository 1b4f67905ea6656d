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
    description:
      'The parcel page shows nothing any more, and `parcel_url` is null, until the link is renewed. Withdrawing it again changes nothing.',
    answers: { 200: { description: 'The link, withdrawn', schema: ParcelLinkOut } },
  },
  (context, { params, execute }) => execute(() => withdrawLink(context.service, tenant(context), params.id)),
)
