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
    summary: 'Change the branding of shopper pages',
    description:
      'Changes color and logo. Absent fields do not change; null removes a value. A color that is hard to read is shown darker on light pages and lighter on dark pages. Only the picture of a logo is stored; texts and locations in its file are removed.',
    body: BrandChange,
    answers: { 200: { description: 'The brand', schema: BrandOut } },
  },
  (context, { params, body, execute }) =>
    execute(async () => {
      const brand = await loadBrand(context.service, tenant(context), params.id)
      return isRefusal(brand) ? brand : changeBrand(context.service, brand, body)
    }),
)
