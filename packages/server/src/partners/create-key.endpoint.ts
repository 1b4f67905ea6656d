import { endpoint } from '../http/endpoint.ts'
import { actingOperator } from '../service/audit.ts'
import { addKey } from './commands.ts'
import { CredentialsOut, KeyCreate } from './schema.ts'

export const createKey = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/keys',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Create a key',
    description:
      "Of a partner or of the operator. The key and its signing secret are in this answer only. What a partner's key may do is said by a role or by its scopes; it never has the scope ops.",
    body: KeyCreate,
    answers: { 201: { description: 'The credentials', schema: CredentialsOut } },
    errors: ['validation_failed', 'not_found'],
  },
  ({ service, caller }, { body, execute }) => execute(() => addKey(service, actingOperator(caller), body)),
)
