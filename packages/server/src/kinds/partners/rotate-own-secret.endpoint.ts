import { endpoint } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { rotateOwnSecret } from './own-keys.ts'
import { RotatedSecretOut } from './schema.ts'

export const rotateOwnKeySecret = endpoint(
  {
    method: 'POST',
    path: '/v2/keys/:id/rotate-secret',
    scope: null,
    partner_only: true,
    tag: 'Keys',
    summary: 'Rotate the signing secret of one of your keys',
    description:
      'Replaces the signing secret of a key. Only this answer contains the new secret. It is valid immediately; the previous secret remains valid for 24 hours. A key can rotate its own secret. A person who signed in with the access `partner` can rotate the secrets of all keys that have no more rights than the session. The audit trail records who did it.',
    answers: { 200: { description: 'The new secret', schema: RotatedSecretOut } },
  },
  async ({ service, caller }, { params, execute }) => {
    const outcome = await execute(() => rotateOwnSecret(service, actingOperator(caller), caller, params.id))
    await service.keyCache.forget(params.id)
    return outcome
  },
)
