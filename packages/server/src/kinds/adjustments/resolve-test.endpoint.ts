import { endpoint, tenant } from '../../http/endpoint.ts'
import { operatorOf } from '../../service/audit.ts'
import { resolveAdjustment } from './command.ts'
import { AdjustmentOut, AdjustmentResolve } from './schema.ts'

export const resolveTestDispute = endpoint(
  {
    method: 'POST',
    path: '/v2/test/adjustments/:id/resolve',
    scope: 'shipments:write',
    tag: 'Sandbox',
    summary: 'Resolve a dispute in the sandbox',
    description: 'Resolves a dispute as the operator does in production, so that you can test both outcomes.',
    body: AdjustmentResolve,
    answers: { 200: { description: 'The adjustment', schema: AdjustmentOut } },
    errors: ['adjustment_not_disputed'],
  },
  (context, { params, body, execute }) =>
    execute(() =>
      resolveAdjustment(context.service, { tenant: tenant(context), actor: operatorOf(context.caller) }, params.id, body.outcome),
    ),
)
