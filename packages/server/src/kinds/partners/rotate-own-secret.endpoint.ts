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
    summary: 'Rotate the signing secret of a key of yours',
    description:
      'Only this answer contains the new secret. It is valid at once; the previous one stays valid for 24 hours. A key rotates its own secret; somebody who signed in with the access `partner` those of all keys that can do no more than this session. The audit trail of the operator says who did it.',
    answers: { 200: { description: 'The new secret', schema: RotatedSecretOut } },
  },
  async ({ service, caller }, { params, execute }) => {
    const outcome = await execute(() => rotateOwnSecret(service, actingOperator(caller), caller, params.id))
    await service.keyCache.forget(params.id)
    return outcome
  },
)
