import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { policyResource, readPolicy as read } from './policy.ts'
import { PolicyOut } from './schema.ts'

export const readPolicy = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/policy',
    ...OPS,
    summary: 'Read the policy',
    description:
      'Returns the policy: which requests you refuse although the API accepts them. Every rule is listed, including rules with their default.',
    answers: { 200: { description: 'The policy', schema: PolicyOut } },
  },
  async ({ service }) => answer(200, policyResource(await read(service))),
)
