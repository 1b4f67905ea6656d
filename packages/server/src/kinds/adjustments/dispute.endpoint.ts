import { endpoint } from '../../http/endpoint.ts'
import { disputeAdjustment as dispute } from './command.ts'
import { AdjustmentDispute, AdjustmentOut } from './schema.ts'

export const disputeAdjustment = endpoint(
  {
    method: 'POST',
    path: '/v2/adjustments/:adj_id/dispute',
    scope: 'shipments:write',
    partner_only: true,
    tag: 'Adjustments',
    summary: 'Dispute an adjustment',
    description:
      'Disputes an adjustment and fires adjustment.disputed. An adjustment can be disputed only once. The operator resolves the dispute. In the sandbox, resolve it yourself with POST /v2/test/adjustments/{id}/resolve.',
    body: AdjustmentDispute,
    answers: { 200: { description: 'The adjustment with its open dispute', schema: AdjustmentOut } },
    errors: ['adjustment_already_disputed'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => dispute(service, caller, params.adj_id, body.reason)),
)
