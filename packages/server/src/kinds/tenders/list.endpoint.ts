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
    description: 'Lists tenders, newest first, each with the current statuses of its members. Filters combine.',
    filters: {
      carrier: Text(50, 'Only tenders to the carrier with this code'),
      status: Type.Enum([...TENDER_STATUSES]),
      discrepancy: Type.Enum(['short', 'over'], {
        description: 'Only tenders that were accepted with fewer pieces than expected (`short`), or with more (`over`)',
      }),
      accepted_after: Time('Only tenders accepted after this time, latest acceptance first; only together with `discrepancy`'),
      dismissed: Type.Enum(['false'], {
        description: 'Only tenders whose discrepancy was not dismissed; only together with `accepted_after`',
      }),
      ...OwnerFilter,
    },
    page: 'A page of tenders',
    item: TenderOut,
  },
  async ({ service, caller }, part, { partner_id, ...filters }) => {
    if (filters.accepted_after !== undefined && filters.discrepancy === undefined)
      return invalidField('?accepted_after', 'requires', 'can be sent only together with the parameter discrepancy')
    if (filters.dismissed !== undefined && filters.accepted_after === undefined)
      return invalidField('?dismissed', 'requires', 'can be sent only together with the parameter accepted_after')
    const rows = await readOwned(tenantOfNetwork(caller), partner_id, (tenant) => list(service.db, { tenant, ...part }, filters))
    const statuses = await currentStatuses(service, rows.slice(0, part.limit - 1), MAX_EXPIRED_BY_LIST)
    return rows.map((row) => ({ ...row, statuses }))
  },
  (row, context) => ({ ...tenderResource(row, row.statuses), ...ownerShown(context, row) }),
  tenderPosition,
)
