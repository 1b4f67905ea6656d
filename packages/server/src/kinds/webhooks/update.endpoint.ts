import { endpoint } from '../../http/endpoint.ts'
import { partnerNow } from '../../service/service.ts'
import { changeWebhook } from './command.ts'
import { checkFields, decideUpdate, type WebhookChange } from './decide.ts'
import { readHealth } from './health.ts'
import { webhookResource } from './resource.ts'
import { WebhookOut, WebhookUpdate } from './schema.ts'

export const updateWebhook = endpoint(
  {
    method: 'PATCH',
    path: '/v2/webhooks/:id',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description:
      'Changes a webhook. The change applies from the next attempt, including deliveries that are already waiting. While a webhook is disabled, its deliveries are kept as `skipped`; recover them after you enable it again.',
    body: WebhookUpdate,
    answers: { 200: { description: 'The webhook', schema: WebhookOut } },
    errors: ['webhook_url_not_allowed'],
  },
  async (context, { params, body, execute }) => {
    const { service } = context
    const refusal = checkFields(body, { allowPrivate: service.config.privateWebhooks })
    if (refusal) return refusal
    return changeWebhook(context, execute, params.id, async (webhook) => {
      const next = decideUpdate(webhook, body as WebhookChange, await partnerNow(service, webhook.partner_id))
      return { next, status: 200, body: webhookResource(next, await readHealth(context.service.db, [webhook.id])) }
    })
  },
)
