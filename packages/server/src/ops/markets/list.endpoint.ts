import { answer, endpoint } from '../../http/endpoint.ts'
import { whole } from '../../http/lists.ts'
import { ListOf } from '../../http/schemas.ts'
import { listMarkets } from '../places.ts'
import { marketResource } from '../resource.ts'
import { MarketOut } from '../schema.ts'

export const listAllMarkets = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/markets',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List markets',
    description: 'All of them at once, by country: there are few.',
    answers: { 200: { description: 'All markets', schema: ListOf(MarketOut) } },
    errors: [],
  },
  async ({ service }) => answer(200, whole((await listMarkets(service.db)).map(marketResource))),
)
