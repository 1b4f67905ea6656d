import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { readHealth } from './health.ts'
import { findAnyWebhook } from './queries.ts'
import { webhookResource } from './resource.ts'
import { OpsWebhook } from './schema.ts'

export const readOperatorWebhook = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/webhooks/:id',
    ...OPS,
    summary: "Read a partner's webhook",
    description: 'Returns a webhook of any partner, without its secret.',
    answers: { 200: { description: 'The webhook', schema: OpsWebhook } },
  },
  async ({ service }, { params }) => {
    const webhook = await findAnyWebhook(service.db, params.id)
    if (!webhook) return refuse('not_found', 'No webhook with this id exists.', { field: 'id' })
    return answer(200, { ...webhookResource(webhook, await readHealth(service.db, [webhook.id])), partner_id: webhook.partner_id })
  },
)
