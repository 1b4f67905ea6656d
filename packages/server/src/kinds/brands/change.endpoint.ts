import { isRefusal } from '@backhaul/core/refusal.ts'
import { endpoint, tenant } from '../../http/endpoint.ts'
import { changeBrand, loadBrand } from './command.ts'
import { BrandChange, BrandOut } from './schema.ts'

export const updateBrand = endpoint(
  {
    method: 'PATCH',
    path: '/v2/partners/:id/brand',
    scope: 'shipments:write',
    tag: 'Shoppers',
    summary: 'Change how the pages of shoppers look',
    description:
      'Fields that are not given stay as they are; null removes. A color that cannot be read on a page is shown darker on light pages, and lighter on dark ones. Of a logo the picture itself is kept, without texts and places in its file.',
    body: BrandChange,
    answers: { 200: { description: 'The brand', schema: BrandOut } },
  },
  (context, { params, body, execute }) =>
    execute(async () => {
      const brand = await loadBrand(context.service, tenant(context), params.id)
      return isRefusal(brand) ? brand : changeBrand(context.service, brand, body)
    }),
)
