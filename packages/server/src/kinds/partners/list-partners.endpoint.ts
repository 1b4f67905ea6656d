import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { listPartners } from './queries.ts'
import { partnerResource } from './resource.ts'
import { PartnerOut } from './schema.ts'

export const listAllPartners = pagedList(
  {
    ...OPS,
    path: '/v2/ops/partners',
    summary: 'List partners',
    description: 'Lists partners, newest first.',
    page: 'A page of partners',
    item: PartnerOut,
  },
  ({ service }, { after, limit }) => listPartners(service.db, after, limit),
  partnerResource,
)
