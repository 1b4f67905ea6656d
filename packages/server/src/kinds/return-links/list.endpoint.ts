import { tenant } from '../../http/endpoint.ts'
import { listEndpoint } from '../../http/list-endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { Text } from '../../http/schemas.ts'
import { partnerNow } from '../../service/service.ts'
import { listLinks, type ReturnLinkRow } from './queries.ts'
import { returnLinkResource } from './resource.ts'
import { ReturnLinkOut } from './schema.ts'

export const listReturnLinks = listEndpoint(
  {
    path: '/v2/return-links',
    scope: 'shipments:read',
    tag: 'Shoppers',
    summary: 'List return links',
    description: 'Newest first, those of no more use included.',
    filters: { order_id: Text(255, 'With this order number') },
    page: 'A page of links',
    item: ReturnLinkOut,
  },
  async (context, query) => {
    const { service } = context
    const times = new Map<string, string>()
    return pageOf(
      query,
      async (slice, { order_id }) => {
        const rows = await listLinks(service.db, { ...slice, tenant: tenant(context), order_id })
        for (const { partner_id } of rows) if (!times.has(partner_id)) times.set(partner_id, await partnerNow(service, partner_id))
        return rows
      },
      (row: ReturnLinkRow) => returnLinkResource(row, service.links, times.get(row.partner_id) as string, context.caller),
    )
  },
)
