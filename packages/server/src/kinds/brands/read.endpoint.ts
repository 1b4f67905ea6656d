import { endpoint, shown, tenant } from '../../http/endpoint.ts'
import { brandResource, loadBrand } from './command.ts'
import { BrandOut } from './schema.ts'

export const readBrand = endpoint(
  {
    method: 'GET',
    path: '/v2/partners/:id/brand',
    scope: 'shipments:read',
    tag: 'Shoppers',
    summary: 'Read how the pages of shoppers look',
    description: 'Color and logo of a partner: your own, or as an operator that of any. The id is the `partner_id` of your credentials.',
    answers: { 200: { description: 'The brand', schema: BrandOut } },
  },
  (context, { params }) => shown(loadBrand(context.service, tenant(context), params.id), brandResource),
)
