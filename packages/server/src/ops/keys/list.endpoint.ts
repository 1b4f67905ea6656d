import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { decodeCursor, page } from '../../http/lists.ts'
import { DEFAULT_PAGE, IdText, ListOf, Paging } from '../../http/schemas.ts'
import { keyResource } from '../../partners/resource.ts'
import { KeyOut } from '../../partners/schema.ts'
import { listKeys } from '../../partners/store.ts'
import { isRefusal } from '../../platform/refusal.ts'

export const listAllKeys = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/keys',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List keys',
    description: 'Newest first, revoked ones included, without their secrets.',
    query: Type.Object(
      {
        ...Paging,
        partner_id: Type.Optional(IdText('Only keys of this partner')),
        kind: Type.Optional(Type.Enum(['partner', 'operator'])),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of keys', schema: ListOf(KeyOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) => {
    const after = decodeCursor(query.cursor)
    if (isRefusal(after)) return after
    const { partner_id, kind, limit } = query
    return page(await listKeys(service.db, { partner_id, kind, after, limit: (limit ?? DEFAULT_PAGE) + 1 }), limit, keyResource)
  },
)
