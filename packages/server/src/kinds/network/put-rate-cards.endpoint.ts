import { isRefusal } from '@backhaul/core/refusal.ts'
import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { putRateCards, type RateCard } from './rate-cards.ts'
import { rateCardResource } from './resource.ts'
import { RateCardOut, RateCardPut } from './schema.ts'

export const setRateCard = endpoint(
  {
    method: 'PUT',
    path: '/v2/ops/rate-cards/:carrier/:country',
    ...OPS,
    summary: 'Replace a rate card',
    description:
      'Replaces all prices of the carrier for the destination country. A lane is a service level and a zone; lanes that are not on the card are not served. Existing shipments keep the price they were sold at.',
    body: RateCardPut,
    answers: { 200: { description: 'The rate card', schema: RateCardOut } },
  },
  async ({ service, caller }, { params, body }) => {
    const { carrier, country } = params
    const written = await putRateCards(service, actingOperator(caller), [{ carrier, country, rates: body.rates }])
    return isRefusal(written) ? written : answer(200, rateCardResource(written[0] as RateCard))
  },
)
