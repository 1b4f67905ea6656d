import { encryptSecret, newWebhookSecret, ROTATION_MS } from '../../delivery/secrets.ts'
import { endpoint } from '../../http/endpoint.ts'
import { iso } from '../../process/clock.ts'
import { changeWebhook } from './command.ts'
import { decideRotation } from './decide.ts'
import { RotatedSecret } from './schema.ts'

export const rotateWebhookSecret = endpoint(
  {
    method: 'POST',
    path: '/v2/webhooks/:id/rotate-secret',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: "Rotate a webhook's secret",
    description:
      'Creates a new secret. For 24 hours of real time, the previous secret signs `X-Service-Signature` and the new secret signs `X-Service-Signature-Next`. After that, only the new secret signs. With `signing: standard`, `webhook-signature` has both signatures during these 24 hours.',
    answers: { 200: { description: 'The new secret', schema: RotatedSecret } },
  },
  (context, { params, execute }) =>
    changeWebhook(context, execute, params.id, async (webhook) => {
      const { service } = context
      const secret = newWebhookSecret(webhook.signing)
      const now_ms = service.clock.now()
      const previous_valid_until = iso(now_ms + ROTATION_MS)
      const next = decideRotation(webhook, encryptSecret(service, webhook.id, secret), previous_valid_until, iso(now_ms))
      return { next, status: 200, body: { secret, previous_valid_until }, grants: { scopes: ['webhooks:manage'] } }
    }),
)
