import { isRefusal } from '../domain/refusal.ts'
import { endpoint } from '../http/endpoint.ts'
import { actingOperator } from '../service/audit.ts'
import { revokeKey } from './commands.ts'
import { keyResource } from './resource.ts'
import { KeyOut } from './schema.ts'

export const revokeApiKey = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/keys/:id/revoke',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Revoke a key',
    description: 'Permanent; every process refuses the key within a second. Revoking it again changes nothing.',
    answers: { 200: { description: 'The key', schema: KeyOut } },
    errors: ['not_found'],
  },
  ({ service, caller }, { params, execute }) =>
    execute(async () => {
      const key = await revokeKey(service, actingOperator(caller), params.id)
      return isRefusal(key) ? key : { status: 200, body: keyResource(key), plan: {} }
    }),
)
