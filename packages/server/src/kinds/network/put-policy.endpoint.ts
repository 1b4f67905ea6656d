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
      'Sets the whole policy, for all partners and operators: which requests you refuse although the API accepts them. It is in force in the processes of this machine when the answer arrives, and in all others two seconds later. A command in progress at that moment follows the policy that it has read.',
    body: PolicyPut,
    answers: { 200: { description: 'The policy', schema: PolicyOut } },
  },
  ({ service, caller }, { body }) =>
    shown(
      putPolicy(service, actingOperator(caller), () => body),
      policyResource,
    ),
)
