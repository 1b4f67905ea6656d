import { endpoint } from '../http/endpoint.ts'
import { resolveAdjustment } from './command.ts'
import { AdjustmentOut, AdjustmentResolve } from './schema.ts'

export const resolveDispute = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/adjustments/:id/resolve',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Resolve a dispute',
    description: "Ends the open dispute of any partner's adjustment. Fires nothing; the partner polls.",
    body: AdjustmentResolve,
    answers: { 200: { description: 'The adjustment', schema: AdjustmentOut } },
    errors: ['validation_failed', 'not_found', 'adjustment_not_disputed'],
  },
  (context, { params, body, execute }) => resolveAdjustment(context, execute, params.id, body.outcome),
)
