import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { addKey, afterKey } from './commands.ts'
import { CredentialsOut, KeyCreate } from './schema.ts'

export const createKey = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/keys',
    ...OPS,
    summary: 'Create a key',
    description:
      "Creates a key for a partner or for the operator. Only this answer contains the key and its signing secret. Give a role or scopes for a partner's key; it can never have the scope ops. An operator's key gets at most the scopes and addresses of the key that makes the request, and exactly these if none are given.",
    body: KeyCreate,
    answers: { 201: { description: 'The credentials', schema: CredentialsOut } },
    errors: ['not_found'],
  },
  async ({ service, caller }, { body, execute }) => {
    const actor = actingOperator(caller)
    return afterKey(service, actor, await execute(() => addKey(service, actor, caller.key, body)))
  },
)
