import { emptied, endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { removeTariff as remove } from './tariffs.ts'

export const removeTariff = endpoint(
  {
    method: 'DELETE',
    path: '/v2/ops/tariffs/:carrier/:country/:effective_on',
    ...OPS,
    summary: 'Remove a tariff',
    description:
      'Removes a tariff. The previous tariff applies again, or the rate card if there is none. Existing shipments keep the price they were sold at.',
    answers: { 204: { description: 'Removed' } },
  },
  ({ service, caller }, { params }) => emptied(remove(service, actingOperator(caller), params)),
)
