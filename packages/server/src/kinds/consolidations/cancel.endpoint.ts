import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { cancelConsolidation as cancel } from './command.ts'
import { ConsolidationOut } from './schema.ts'

export const cancelConsolidation = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/consolidations/:id/cancel',
    ...OPS,
    summary: 'Cancel a consolidation',
    description:
      'Cancels a consolidation before its parcels are counted. Its tenders and sweeps do not change, and can join another consolidation.',
    answers: { 200: { description: 'The consolidation', schema: ConsolidationOut } },
    errors: ['consolidation_not_open'],
  },
  ({ service, caller }, { params, execute }) => execute(() => cancel(service, actingOperator(caller), params.id)),
)
