import { Type } from 'typebox'
import { answer, endpoint } from '../../http/endpoint.ts'
import { whole } from '../../http/lists.ts'
import { ListOf, Text } from '../../http/schemas.ts'
import { listRateCards } from '../rate-cards.ts'
import { rateCardResource } from '../resource.ts'
import { RateCardOut } from '../schema.ts'

export const listAllRateCards = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/rate-cards',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List rate cards',
    description: 'What each carrier charges for each destination country; all at once.',
    query: Type.Object(
      { carrier: Type.Optional(Text(40, 'Only of this carrier')), country: Type.Optional(Text(2, 'Only for this country')) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'All rate cards', schema: ListOf(RateCardOut) } },
    errors: [],
  },
  async ({ service }, { query }) =>
    answer(200, whole((await listRateCards(service.db, query.carrier ?? null, query.country ?? null)).map(rateCardResource))),
)
