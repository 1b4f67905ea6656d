import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { decodeCursor, page } from '../../http/lists.ts'
import { DEFAULT_PAGE, ListOf, Paging, Text } from '../../http/schemas.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { storeResource } from '../resource.ts'
import { StoreOut } from '../schema.ts'
import { listStores } from '../stores.ts'

export const listAllStores = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/stores',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List stores',
    description: 'Newest first, also those that are not in use.',
    query: Type.Object(
      { ...Paging, code: Type.Optional(Text(40, 'With this code')), country: Type.Optional(Text(2, 'In this country')) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of stores', schema: ListOf(StoreOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) => {
    const { cursor, limit, ...filter } = query
    const after = decodeCursor(cursor)
    if (isRefusal(after)) return after
    return page(await listStores(service.db, filter, after, (limit ?? DEFAULT_PAGE) + 1), limit, storeResource)
  },
)
