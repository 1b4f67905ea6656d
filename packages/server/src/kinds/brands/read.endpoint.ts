import { isRefusal } from '@backhaul/core/refusal.ts'
import { answer, endpoint, tenant } from '../../http/endpoint.ts'
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
  async (context, { params }) => {
    const brand = await loadBrand(context.service, tenant(context), params.id)
    return isRefusal(brand) ? brand : answer(200, brandResource(brand))
  },
)
