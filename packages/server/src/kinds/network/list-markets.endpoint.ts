import { keyedList, OPS } from '../../http/list-endpoint.ts'
import { listMarkets as list } from './places.ts'
import { marketResource } from './resource.ts'
import { MarketOut } from './schema.ts'

export const listMarkets = keyedList(
  {
    ...OPS,
    path: '/v2/ops/markets',
    summary: 'List markets',
    description: 'Lists markets, sorted by country.',
    page: 'A page of markets',
    item: MarketOut,
  },
  ({ service }) => list(service.db),
  ({ country }) => country,
  marketResource,
)
