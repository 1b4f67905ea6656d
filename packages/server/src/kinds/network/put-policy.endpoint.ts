import { endpoint, OPS, shown } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { policyResource, putPolicy } from './policy.ts'
import { PolicyOut, PolicyPut } from './schema.ts'

export const setPolicy = endpoint(
  {
    method: 'PUT',
    path: '/v2/ops/policy',
    ...OPS,
    summary: 'Set the policy',
    description:
      'Sets what you refuse of what the interface accepts, for all partners and operators: the whole policy at once. It holds in the processes of this machine when the answer comes, and in all others two seconds later. A command that is being carried out at that moment is decided by the policy that it has read.',
    body: PolicyPut,
    answers: { 200: { description: 'The policy', schema: PolicyOut } },
  },
  ({ service, caller }, { body }) =>
    shown(
      putPolicy(service, actingOperator(caller), () => body),
      policyResource,
    ),
)
