import { isRefusal } from '@backhaul/core/refusal.ts'
import { answer, endpoint } from '../../http/endpoint.ts'
import { loadWebhook } from './command.ts'
import { readHealth } from './health.ts'
import { webhookResource } from './resource.ts'
import { WebhookOut } from './schema.ts'

export const readWebhook = endpoint(
  {
    method: 'GET',
    path: '/v2/webhooks/:id',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'Read a webhook',
    description:
      'Returns the webhook without its secret, which is shown only at creation. `health` says since when the webhook has been failing, why, and what happens next.',
    answers: { 200: { description: 'The webhook', schema: WebhookOut } },
  },
  async (context, { params }) => {
    const webhook = await loadWebhook(context, params.id)
    if (isRefusal(webhook)) return webhook
    return answer(200, webhookResource(webhook, await readHealth(context.service.db, [webhook.id])))
  },
)
