import { endpoint, tenant } from '../../http/endpoint.ts'
import { operatorOf } from '../../service/audit.ts'
import { resolveClaim } from './command.ts'
import { ClaimOut, ClaimResolve } from './schema.ts'

export const resolveTestClaim = endpoint(
  {
    method: 'POST',
    path: '/v2/test/claims/:id/resolve',
    scope: 'shipments:write',
    tag: 'Sandbox',
    summary: 'Resolve a claim in the sandbox',
    description: 'Resolves a claim as the operator does in production, so that you can test every outcome.',
    body: ClaimResolve,
    answers: { 200: { description: 'The claim', schema: ClaimOut } },
    errors: ['claim_already_resolved'],
  },
  (context, { params, body, execute }) =>
    execute(() => resolveClaim(context.service, { tenant: tenant(context), actor: operatorOf(context.caller) }, params.id, body)),
)
