import { isRefusal } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { answer, endpoint } from '../../http/endpoint.ts'
import { Time } from '../../http/schemas.ts'
import { partnerNow } from '../../service/service.ts'
import { loadWebhook } from './command.ts'
import { decideRecovery } from './decide.ts'
import { countRecoverable } from './queries.ts'
import { RecoveryPreview } from './schema.ts'

export const previewRecovery = endpoint(
  {
    method: 'GET',
    path: '/v2/webhooks/:id/recovery',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'Count what a recovery would send',
    description: 'Returns how many deliveries `POST /v2/webhooks/{id}/recover` with the same `since` would queue now. Queues nothing.',
    query: Type.Object(
      { since: Time('Counts deliveries of events from this time on; at most 30 days back') },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'The number of deliveries', schema: RecoveryPreview } },
    errors: ['delivery_not_possible'],
  },
  async (context, { params, query }) => {
    const webhook = await loadWebhook(context, params.id)
    if (isRefusal(webhook)) return webhook
    const { service } = context
    const now = await partnerNow(service, webhook.partner_id)
    const next = decideRecovery(webhook, query.since, now)
    if (isRefusal(next)) return next
    const since = next.recover_since as string
    const count = await countRecoverable(service.db, webhook.id, since, now)
    return answer(200, { object: 'webhook_recovery_preview', webhook_id: webhook.id, since, count })
  },
)
