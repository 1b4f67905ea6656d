import { endpoint, OPS, tenant } from '../../http/endpoint.ts'
import { operatorOf } from '../../service/audit.ts'
import { resolveClaim as resolve } from './command.ts'
import { ClaimOut, ClaimResolve } from './schema.ts'

export const resolveClaim = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/claims/:id/resolve',
    ...OPS,
    summary: 'Resolve a claim',
    description: "Approves, denies or closes any partner's claim. Fires no event, so the partner must poll for the result.",
    body: ClaimResolve,
    answers: { 200: { description: 'The claim', schema: ClaimOut } },
    errors: ['claim_already_resolved'],
  },
  (context, { params, body, execute }) =>
    execute(() => resolve(context.service, { tenant: tenant(context), actor: operatorOf(context.caller) }, params.id, body)),
)
