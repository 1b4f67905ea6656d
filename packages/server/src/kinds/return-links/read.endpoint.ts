import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { partnerNow } from '../../service/service.ts'
import { linkNotFound } from './command.ts'
import { findReturnLink } from './queries.ts'
import { returnLinkResource } from './resource.ts'
import { ReturnLinkOut } from './schema.ts'

export const readReturnLink = endpoint(
  {
    method: 'GET',
    path: '/v2/return-links/:id',
    scope: 'shipments:read',
    tag: 'Shoppers',
    summary: 'Read a return link',
    description: 'Returns what the link offers, whether it can still be used, and the shipments that it created.',
    answers: { 200: { description: 'The link', schema: ReturnLinkOut } },
  },
  async (context, { params }) => {
    const { service } = context
    const link = await findReturnLink(service.db, tenant(context), params.id)
    if (!link) return linkNotFound()
    return answer(200, returnLinkResource(link, service.links, await partnerNow(service, link.partner_id), context.caller))
  },
)
