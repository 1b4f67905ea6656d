import { endpoint, OPS, tenant } from '../../http/endpoint.ts'
import { operatorOf } from '../../service/audit.ts'
import { resolveAdjustment } from './command.ts'
import { AdjustmentOut, AdjustmentResolve } from './schema.ts'

export const resolveDispute = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/adjustments/:id/resolve',
    ...OPS,
    summary: 'Resolve a dispute',
    description: "Ends the open dispute about any partner's adjustment. Fires no event, so the partner must poll for the result.",
    body: AdjustmentResolve,
    answers: { 200: { description: 'The adjustment', schema: AdjustmentOut } },
    errors: ['adjustment_not_disputed'],
  },
  (context, { params, body, execute }) =>
    execute(() =>
      resolveAdjustment(context.service, { tenant: tenant(context), actor: operatorOf(context.caller) }, params.id, body.outcome),
    ),
)
