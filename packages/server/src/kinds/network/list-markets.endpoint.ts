import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageByKey } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { listMarkets as list } from './places.ts'
import { marketResource } from './resource.ts'
import { MarketOut } from './schema.ts'

export const listMarkets = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/markets',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List markets',
    description: 'Sorted by country.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of markets', schema: ListOf(MarketOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) => pageByKey(await list(service.db), query, ({ country }) => country, marketResource),
)
