import { Type } from 'typebox'
import { isRefusal } from '../domain/refusal.ts'
import { TENDER_STATUSES } from '../domain/tender.ts'
import { endpoint, tenant } from '../http/endpoint.ts'
import { decodeCursor, page } from '../http/lists.ts'
import { DEFAULT_PAGE, ListOf, Paging, Text } from '../http/schemas.ts'
import { expireOverdue } from '../shipments/load.ts'
import { listTenders as list, readStatuses } from './queries.ts'
import { tenderResource } from './resource.ts'
import { TenderOut } from './schema.ts'

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
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of tenders', schema: ListOf(TenderOut) } },
    errors: ['invalid_cursor'],
  },
  async (context, { query }) => {
    const { cursor, limit, ...filters } = query
    const { service } = context
    const after = decodeCursor(cursor)
    if (isRefusal(after)) return after
    const rows = await list(service.db, { tenant: tenant(context), after, limit: (limit ?? DEFAULT_PAGE) + 1 }, filters)
    for (const partnerId of new Set(rows.map((row) => row.partner_id))) await expireOverdue(service, partnerId)
    const statuses = await readStatuses(
      service.db,
      rows.flatMap((row) => row.shipment_ids),
    )
    return page(rows, limit, (row) => tenderResource(row, statuses))
  },
)
