import { isRefusal } from '../domain/refusal.ts'
import { answer, endpoint } from '../http/endpoint.ts'
import { actingOperator } from '../service/audit.ts'
import { changeKey } from './commands.ts'
import { keyResource } from './resource.ts'
import { KeyChange, KeyOut } from './schema.ts'

export const updateKey = endpoint(
  {
    method: 'PATCH',
    path: '/v2/ops/keys/:id',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Change a key',
    description:
      'What it may do, from where, how often, and whom events name. What is not given stays; a list is replaced whole, the scopes by a role too. The key and its secrets stay as they are. Every process goes by it within a second. A revoked key is gone.',
    body: KeyChange,
    answers: { 200: { description: 'The key', schema: KeyOut } },
    errors: ['validation_failed', 'not_found'],
  },
  async ({ service, caller }, { params, body }) => {
    const key = await changeKey(service, actingOperator(caller), params.id, body)
    return isRefusal(key) ? key : answer(200, keyResource(key))
  },
)
