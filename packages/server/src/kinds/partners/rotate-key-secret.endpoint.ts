import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { rotateSecret } from './commands.ts'
import { RotatedSecretOut } from './schema.ts'

export const rotateKeySecret = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/keys/:id/rotate-secret',
    ...OPS,
    summary: "Rotate a key's signing secret",
    description:
      'Replaces the signing secret of a key. Only this answer contains the new secret. It is valid immediately; the previous secret remains valid for 24 hours.',
    answers: { 200: { description: 'The new secret', schema: RotatedSecretOut } },
  },
  async ({ service, caller }, { params, execute }) => {
    const outcome = await execute(() => rotateSecret(service, actingOperator(caller), params.id))
    await service.keyCache.forget(params.id)
    return outcome
  },
)
