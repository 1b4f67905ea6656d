import { pagedList } from '../../http/list-endpoint.ts'
import { withHealth } from './health.ts'
import { listWebhooks } from './queries.ts'
import { webhookResource } from './resource.ts'
import { HealthFilter, WebhookOut } from './schema.ts'

export const listAllWebhooks = pagedList(
  {
    path: '/v2/webhooks',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Newest first, without their secrets.',
    filters: { health: HealthFilter },
    page: 'A page of webhooks',
    item: WebhookOut,
  },
  async ({ service: { db }, caller }, { after, limit }, { health }) =>
    withHealth(db, await listWebhooks(db, caller.partner.id, health, after, limit)),
  (webhook) => webhookResource(webhook, webhook.saved),
)
