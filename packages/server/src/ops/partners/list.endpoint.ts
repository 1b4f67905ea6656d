import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { decodeCursor, page } from '../../http/lists.ts'
import { DEFAULT_PAGE, ListOf, Paging } from '../../http/schemas.ts'
import { partnerResource } from '../../partners/resource.ts'
import { PartnerOut } from '../../partners/schema.ts'
import { listPartners } from '../../partners/store.ts'
import { isRefusal } from '../../platform/refusal.ts'

export const listAllPartners = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/partners',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List partners',
    description: 'Newest first.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of partners', schema: ListOf(PartnerOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) => {
    const after = decodeCursor(query.cursor)
    if (isRefusal(after)) return after
    return page(await listPartners(service.db, after, (query.limit ?? DEFAULT_PAGE) + 1), query.limit, partnerResource)
  },
)
