import { isRefusal } from '@backhaul/core/refusal.ts'
import { endpoint } from '../../http/endpoint.ts'
import { partnerNow } from '../../service/service.ts'
import { changeWebhook } from './command.ts'
import { decideRecovery } from './decide.ts'
import { countRecoverable } from './queries.ts'
import { RecoverRequest, Recovery } from './schema.ts'

export const recoverWebhook = endpoint(
  {
    method: 'POST',
    path: '/v2/webhooks/:id/recover',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'Recover deliveries',
    description:
      'Queues again every delivery since the given time that did not succeed (`skipped` or `exhausted`), in the order of the events. Goes back at most 30 days.',
    body: RecoverRequest,
    answers: { 202: { description: 'The number of deliveries that are queued again', schema: Recovery } },
    errors: ['delivery_not_possible'],
  },
  (context, { params, body, execute }) =>
    changeWebhook(context, execute, params.id, async (webhook) => {
      const { service } = context
      const now = await partnerNow(service, webhook.partner_id)
      const next = decideRecovery(webhook, body.since, now)
      if (isRefusal(next)) return next
      const since = next.recover_since as string
      const queued = await countRecoverable(service.db, webhook.id, since, now)
      return { next, status: 202, body: { object: 'webhook_recovery', webhook_id: webhook.id, since, queued } }
    }),
)
