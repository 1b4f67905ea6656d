import { endpoint, OPS, shown } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { putMarket } from './places.ts'
import { marketResource } from './resource.ts'
import { MarketOut, MarketPut } from './schema.ts'

export const setMarket = endpoint(
  {
    method: 'PUT',
    path: '/v2/ops/markets/:country',
    ...OPS,
    summary: 'Set a market',
    description:
      'Sets how the carrier for a destination country is chosen: always the same carrier, or the cheapest at injection. Existing shipments keep the carrier and currency they were sold with.',
    body: MarketPut,
    answers: { 200: { description: 'The market', schema: MarketOut } },
  },
  ({ service, caller }, { params, body }) => shown(putMarket(service, actingOperator(caller), params.country, body), marketResource),
)
