import { endpoint, OPS, shown } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { changeKey } from './commands.ts'
import { keyResource } from './resource.ts'
import { KeyChange, KeyOut } from './schema.ts'

export const updateKey = endpoint(
  {
    method: 'PATCH',
    path: '/v2/ops/keys/:id',
    ...OPS,
    summary: 'Change a key',
    description:
      "Changes the rights of a key, its source addresses, its rate limit, the signature that it requires, and the contact that events show. Absent fields do not change. A list is replaced as a whole; a role replaces the scopes too. The key itself and its secrets do not change. Every process applies the change within a second. A revoked key cannot be changed (404). An operator can give another operator's key at most the scopes and addresses of the operator's own key.",
    body: KeyChange,
    answers: { 200: { description: 'The key', schema: KeyOut } },
  },
  ({ service, caller }, { params, body }) => shown(changeKey(service, actingOperator(caller), caller.key, params.id, body), keyResource),
)
