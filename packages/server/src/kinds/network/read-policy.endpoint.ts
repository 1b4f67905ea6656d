import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { policyResource, readPolicy as read } from './policy.ts'
import { PolicyOut } from './schema.ts'

export const readPolicy = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/policy',
    ...OPS,
    summary: 'Read the policy',
    description: 'What you refuse of what the interface accepts. Every rule is shown, also those that have their default.',
    answers: { 200: { description: 'The policy', schema: PolicyOut } },
  },
  async ({ service }) => answer(200, policyResource(await read(service))),
)
