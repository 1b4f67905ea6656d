import { refuse } from '@backhaul/core/refusal.ts'
import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { ONE_DELIVERY } from './model.ts'
import { findDelivery, listAttempts } from './queries.ts'
import { deliveryResource } from './resource.ts'
import { OpsDelivery } from './schema.ts'

export const readOperatorDelivery = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/webhook-deliveries/:id',
    ...OPS,
    summary: "Read a partner's delivery",
    description: 'Returns a delivery of any partner: one event for one webhook, with its attempts.',
    answers: { 200: { description: 'The delivery', schema: OpsDelivery } },
  },
  async ({ service }, { params }) => {
    const delivery = await findDelivery(service.db, null, params.id, service.config.retentionDays)
    if (!delivery) return refuse('not_found', 'No delivery with this id exists.', { field: 'id' })
    const attempts = await listAttempts(service.db, [delivery.id], ONE_DELIVERY)
    return answer(200, { ...deliveryResource(delivery, attempts), partner_id: delivery.partner_id })
  },
)
