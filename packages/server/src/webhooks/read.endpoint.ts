import { isRefusal } from '../domain/refusal.ts'
import { answer, endpoint } from '../http/endpoint.ts'
import { loadWebhook } from './command.ts'
import { webhookResource } from './resource.ts'
import { WebhookOut } from './schema.ts'

export const readWebhook = endpoint(
  {
    method: 'GET',
    path: '/v2/webhooks/:id',
    auth: 'signed',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'Read a webhook',
    description: 'Without its secret, which is shown only when it is created.',
    answers: { 200: { description: 'The webhook', schema: WebhookOut } },
    errors: ['not_found'],
  },
  async (context, { params }) => {
    const webhook = await loadWebhook(context, params.id)
    return isRefusal(webhook) ? webhook : answer(200, webhookResource(webhook))
  },
)
