import { isRefusal, refuse } from '@backhaul/core/refusal.ts'
import { announce } from '../../delivery/announce.ts'
import { endpoint } from '../../http/endpoint.ts'
import { partnerNow } from '../../service/service.ts'
import { DUE_NOW, decideRedelivery } from './decide.ts'
import { AMONG_OTHERS } from './model.ts'
import { findDelivery, findWebhook, listAttempts } from './queries.ts'
import { deliveryResource } from './resource.ts'
import { DeliveryOut } from './schema.ts'

export const redeliver = endpoint(
  {
    method: 'POST',
    path: '/v2/webhook-deliveries/:id/redeliver',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'Send a delivery again',
    description:
      'Queues one more attempt immediately, with the same bytes and the same eventID. If the attempt fails, the retry schedule continues from the number of this attempt.',
    answers: { 202: { description: 'The pending delivery', schema: DeliveryOut } },
    errors: ['delivery_not_possible'],
  },
  async (context, { params, execute }) => {
    const { service } = context
    let webhook_id = ''
    const outcome = await execute(async () => {
      const delivery = await findDelivery(service.db, context.caller.partner.id, params.id, service.config.retentionDays)
      if (!delivery) return refuse('not_found', 'You have no delivery with this id.', { field: 'id' })
      const { type, next_attempt_at, ...row } = delivery
      webhook_id = row.webhook_id
      const now = await partnerNow(service, row.partner_id)
      const due_now = context.caller.partner.clock_offset_s ? now : DUE_NOW
      const next = decideRedelivery(row, await findWebhook(service.db, row.partner_id, webhook_id), due_now)
      if (isRefusal(next)) return next
      const shown = { ...row, ...next, type, next_attempt_at: next ? now : next_attempt_at }
      const body = deliveryResource(shown, await listAttempts(service.db, [row.id], AMONG_OTHERS))
      return { status: 202, body, plan: next ? { updates: [['deliveries', next]] } : {} }
    })
    if (!isRefusal(outcome)) await announce(webhook_id)
    return outcome
  },
)
