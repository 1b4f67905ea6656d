import { invalidField, isRefusal } from '@backhaul/core/refusal.ts'
import { TENDER_STATUSES } from '@backhaul/core/tender.ts'
import { Type } from 'typebox'
import { endpoint, ownerShown, readOwned } from '../../http/endpoint.ts'
import { decodeCursor, page } from '../../http/lists.ts'
import { DEFAULT_PAGE, ListOf, OwnerFilter, Paging, Text, Time } from '../../http/schemas.ts'
import { tenantOfNetwork } from '../../service/reach.ts'
import { listTenders as list, tenderPosition } from './queries.ts'
import { tenderResource } from './resource.ts'
import { TenderOut } from './schema.ts'
import { currentStatuses, MAX_EXPIRED_BY_LIST } from './statuses.ts'

export const listTenders = endpoint(
  {
    method: 'GET',
    path: '/v2/tenders',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Tenders',
    summary: 'List tenders',
    description: "Newest first, each with its members' current statuses. Filters combine.",
    query: Type.Object(
      {
        ...Paging,
        carrier: Type.Optional(Text(50, 'For the carrier with this code')),
        status: Type.Optional(Type.Enum([...TENDER_STATUSES])),
        discrepancy: Type.Optional(
          Type.Enum(['short', 'over'], { description: 'Accepted with fewer pieces than it was sent with, or with more' }),
        ),
        accepted_after: Type.Optional(Time('Accepted later than this, latest acceptance first; only together with `discrepancy`')),
        dismissed: Type.Optional(
          Type.Enum(['false'], { description: 'Without those whose discrepancy was dismissed; only together with `accepted_after`' }),
        ),
        ...OwnerFilter,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of tenders', schema: ListOf(TenderOut) } },
    errors: ['validation_failed', 'invalid_cursor'],
  },
  async (context, { query }) => {
    const { cursor, limit, partner_id, ...filters } = query
    const { service } = context
    if (filters.accepted_after !== undefined && filters.discrepancy === undefined)
      return invalidField('?accepted_after', 'requires', 'can only be given together with discrepancy')
    if (filters.dismissed !== undefined && filters.accepted_after === undefined)
      return invalidField('?dismissed', 'requires', 'can only be given together with accepted_after')
    const after = decodeCursor(cursor)
    if (isRefusal(after)) return after
    const part = { after, limit: (limit ?? DEFAULT_PAGE) + 1 }
    const rows = await readOwned(tenantOfNetwork(context.caller), partner_id, (own) => list(service.db, { tenant: own, ...part }, filters))
    const statuses = await currentStatuses(service, rows.slice(0, limit ?? DEFAULT_PAGE), MAX_EXPIRED_BY_LIST)
    return page(rows, limit, (row) => ({ ...tenderResource(row, statuses), ...ownerShown(context, row) }), tenderPosition(filters))
  },
)
