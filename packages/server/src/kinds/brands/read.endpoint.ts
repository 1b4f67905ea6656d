import { endpoint, shown, tenant } from '../../http/endpoint.ts'
import { brandResource, loadBrand } from './command.ts'
import { BrandOut } from './schema.ts'

export const readBrand = endpoint(
  {
    method: 'GET',
    path: '/v2/partners/:id/brand',
    scope: 'shipments:read',
    tag: 'Shoppers',
    summary: 'Read the branding of shopper pages',
    description:
      'Returns the color and logo of a partner. A partner can read only its own; an operator can read the branding of any partner. The id is the `partner_id` of the credentials.',
    answers: { 200: { description: 'The brand', schema: BrandOut } },
  },
  (context, { params }) => shown(loadBrand(context.service, tenant(context), params.id), brandResource),
)
