import { invalidField } from '@backhaul/core/refusal.ts'
import { TENDER_STATUSES } from '@backhaul/core/tender.ts'
import { Type } from 'typebox'
import { ownerShown, readOwned } from '../../http/endpoint.ts'
import { pagedList } from '../../http/list-endpoint.ts'
import { OwnerFilter, Text, Time } from '../../http/schemas.ts'
import { tenantOfNetwork } from '../../service/reach.ts'
import { listTenders as list, tenderPosition } from './queries.ts'
import { tenderResource } from './resource.ts'
import { TenderOut } from './schema.ts'
import { currentStatuses, MAX_EXPIRED_BY_LIST } from './statuses.ts'

export const listTenders = pagedList(
  {
    path: '/v2/tenders',
    scope: 'shipments:read',
    tag: 'Tenders',
    summary: 'List tenders',
    description: "Newest first, each with its members' current statuses. Filters combine.",
    filters: {
      carrier: Text(50, 'For the carrier with this code'),
      status: Type.Enum([...TENDER_STATUSES]),
      discrepancy: Type.Enum(['short', 'over'], { description: 'Accepted with fewer pieces than it was sent with, or with more' }),
      accepted_after: Time('Accepted later than this, latest acceptance first; only together with `discrepancy`'),
      dismissed: Type.Enum(['false'], {
        description: 'Without those whose discrepancy was dismissed; only together with `accepted_after`',
      }),
      ...OwnerFilter,
    },
    page: 'A page of tenders',
    item: TenderOut,
  },
  async ({ service, caller }, part, { partner_id, ...filters }) => {
    if (filters.accepted_after !== undefined && filters.discrepancy === undefined)
      return invalidField('?accepted_after', 'requires', 'can only be given together with discrepancy')
    if (filters.dismissed !== undefined && filters.accepted_after === undefined)
      return invalidField('?dismissed', 'requires', 'can only be given together with accepted_after')
    const rows = await readOwned(tenantOfNetwork(caller), partner_id, (tenant) => list(service.db, { tenant, ...part }, filters))
    const statuses = await currentStatuses(service, rows.slice(0, part.limit - 1), MAX_EXPIRED_BY_LIST)
    return rows.map((row) => ({ ...row, statuses }))
  },
  (row, context) => ({ ...tenderResource(row, row.statuses), ...ownerShown(context, row) }),
  tenderPosition,
)
