import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint } from '../../http/endpoint.ts'
import { ONE_DELIVERY } from './model.ts'
import { findDelivery, listAttempts } from './queries.ts'
import { deliveryResource } from './resource.ts'
import { DeliveryOut } from './schema.ts'

export const readDelivery = endpoint(
  {
    method: 'GET',
    path: '/v2/webhook-deliveries/:id',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'Read a delivery',
    description: 'Returns one event for one webhook, with its attempts. Also works after the webhook was deleted.',
    answers: { 200: { description: 'The delivery', schema: DeliveryOut } },
  },
  async (context, { params }) => {
    const { db, config } = context.service
    const delivery = await findDelivery(db, context.caller.partner.id, params.id, config.retentionDays)
    if (!delivery) return refuse('not_found', 'You have no delivery with this id.', { field: 'id' })
    return answer(200, deliveryResource(delivery, await listAttempts(db, [delivery.id], ONE_DELIVERY)))
  },
)
