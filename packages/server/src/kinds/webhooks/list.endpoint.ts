import { Type } from 'typebox'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { IdText } from '../../http/schemas.ts'
import { withHealth } from './health.ts'
import { listAllPartnersWebhooks, listWebhooks } from './queries.ts'
import { webhookResource } from './resource.ts'
import { HealthFilter, OpsWebhook, WebhookOut } from './schema.ts'

export const listAllWebhooks = pagedList(
  {
    path: '/v2/webhooks',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Lists webhooks, newest first, without their secrets.',
    filters: { health: HealthFilter },
    page: 'A page of webhooks',
    item: WebhookOut,
  },
  async ({ service: { db }, caller }, { after, limit }, { health }) =>
    withHealth(db, await listWebhooks(db, caller.partner.id, health, after, limit)),
  (webhook) => webhookResource(webhook, webhook.saved),
)

export const listOperatorWebhooks = pagedList(
  {
    ...OPS,
    path: '/v2/ops/webhooks',
    summary: 'List the webhooks of all partners',
    description: 'Lists webhooks, newest first, without their secrets. Only the partner of a webhook can change it.',
    filters: { partner_id: IdText('Only webhooks of this partner'), status: Type.Enum(['enabled', 'disabled']), health: HealthFilter },
    page: 'A page of webhooks',
    item: OpsWebhook,
  },
  async ({ service: { db } }, { after, limit }, filters) => withHealth(db, await listAllPartnersWebhooks(db, filters, after, limit)),
  (webhook) => ({ ...webhookResource(webhook, webhook.saved), partner_id: webhook.partner_id }),
)
