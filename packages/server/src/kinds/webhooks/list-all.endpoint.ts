import { Type } from 'typebox'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { IdText } from '../../http/schemas.ts'
import { withHealth } from './health.ts'
import { listAllPartnersWebhooks } from './queries.ts'
import { webhookResource } from './resource.ts'
import { HealthFilter, OpsWebhook } from './schema.ts'

export const listOperatorWebhooks = pagedList(
  {
    ...OPS,
    path: '/v2/ops/webhooks',
    summary: 'List the webhooks of all partners',
    description: 'Newest first, without their secrets. Only their partner changes them.',
    filters: {
      partner_id: IdText('Only of this partner'),
      status: Type.Enum(['enabled', 'disabled']),
      health: HealthFilter,
    },
    page: 'A page of webhooks',
    item: OpsWebhook,
  },
  async ({ service: { db } }, { after, limit }, filters) => withHealth(db, await listAllPartnersWebhooks(db, filters, after, limit)),
  (webhook) => ({ ...webhookResource(webhook, webhook.saved), partner_id: webhook.partner_id }),
)
