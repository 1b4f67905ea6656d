import { keyedList, OPS } from '../../http/list-endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { listRateCards as list } from './rate-cards.ts'
import { rateCardResource } from './resource.ts'
import { RateCardOut } from './schema.ts'

export const listRateCards = keyedList(
  {
    ...OPS,
    path: '/v2/ops/rate-cards',
    summary: 'List rate cards',
    description: 'Lists the prices of each carrier for each destination country, sorted by carrier and country.',
    filters: { carrier: Text(40, 'Only rate cards of this carrier'), country: Text(2, 'Only rate cards for this country') },
    page: 'A page of rate cards',
    item: RateCardOut,
  },
  ({ service }, { carrier = null, country = null }) => list(service.db, carrier, country),
  ({ carrier, country }) => `${carrier}/${country}`,
  rateCardResource,
)
