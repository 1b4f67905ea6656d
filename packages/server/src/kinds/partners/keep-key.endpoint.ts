import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { keepKey } from './commands.ts'
import { KeyOut } from './schema.ts'

export const keepApiKey = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/keys/:id/keep',
    ...OPS,
    summary: 'Keep a key whose creator left',
    description: 'Keeps the key valid and removes it from the list of undecided keys. The alternative is to revoke the key.',
    answers: { 200: { description: 'The key', schema: KeyOut } },
  },
  ({ service, caller }, { params, execute }) => execute(() => keepKey(service, actingOperator(caller), params.id)),
)
