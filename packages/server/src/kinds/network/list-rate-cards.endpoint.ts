import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageByKey } from '../../http/lists.ts'
import { ListOf, Paging, Text } from '../../http/schemas.ts'
import { listRateCards as list } from './rate-cards.ts'
import { rateCardResource } from './resource.ts'
import { RateCardOut } from './schema.ts'

export const listRateCards = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/rate-cards',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List rate cards',
    description: 'What each carrier charges for each destination country. Sorted by carrier and country.',
    query: Type.Object(
      { ...Paging, carrier: Type.Optional(Text(40, 'Only of this carrier')), country: Type.Optional(Text(2, 'Only for this country')) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of rate cards', schema: ListOf(RateCardOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) => {
    const cards = await list(service.db, query.carrier ?? null, query.country ?? null)
    return pageByKey(cards, query, ({ carrier, country }) => `${carrier}/${country}`, rateCardResource)
  },
)
