import { ownedList } from '../../http/list-endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { partnerNow } from '../../service/service.ts'
import { listLinks } from './queries.ts'
import { returnLinkResource } from './resource.ts'
import { ReturnLinkOut } from './schema.ts'

export const listReturnLinks = ownedList(
  {
    path: '/v2/return-links',
    scope: 'shipments:read',
    tag: 'Shoppers',
    summary: 'List return links',
    description: 'Lists return links, newest first, including links that can no longer be used.',
    filters: { order_id: Text(255, 'Only links with this order number') },
    page: 'A page of links',
    item: ReturnLinkOut,
  },
  async (service, window, { order_id }) => {
    const rows = await listLinks(service.db, { ...window, order_id })
    const times = new Map<string, string>()
    for (const { partner_id } of rows) if (!times.has(partner_id)) times.set(partner_id, await partnerNow(service, partner_id))
    return rows.map((row) => ({ ...row, now: times.get(row.partner_id) as string }))
  },
  (row, { service, caller }) => returnLinkResource(row, service.links, row.now, caller),
)
