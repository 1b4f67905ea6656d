import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { revokeKey } from './commands.ts'
import { KeyOut } from './schema.ts'

export const revokeApiKey = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/keys/:id/revoke',
    ...OPS,
    summary: 'Revoke a key',
    description: 'Revokes a key permanently. Every process refuses the key within a second. Repeating the request changes nothing.',
    answers: { 200: { description: 'The key', schema: KeyOut } },
  },
  async ({ service, caller }, { params, execute }) => {
    const outcome = await execute(() => revokeKey(service, actingOperator(caller), params.id))
    await service.keyCache.forget(params.id)
    return outcome
  },
)
