import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Database } from '../../database/db.ts'
import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { wholeList } from '../../http/lists.ts'
import { ListOf } from '../../http/schemas.ts'
import type { Answer } from '../../service/execute.ts'
import { findSentEvent, listDeliveriesOfEvent, withAttempts } from './queries.ts'
import { deliveryResource } from './resource.ts'
import { DeliveryOut, OpsDelivery } from './schema.ts'

/** The deliveries of one event, one for each webhook. `tenant` is null for operators, who also see the partner. */
const answerDeliveries = async (db: Database, tenant: string | null, id: string): Promise<Answer | Refusal> => {
  const event = await findSentEvent(db, tenant, id)
  if (!event) return refuse('not_found', `No event with this id exists${tenant === null ? '' : ' for your account'}.`, { field: 'id' })
  const deliveries = await withAttempts(db, await listDeliveriesOfEvent(db, event))
  const owner = tenant === null && { partner_id: event.partner_id }
  return answer(200, wholeList(deliveries.map((delivery) => ({ ...deliveryResource(delivery, delivery.made), ...owner }))))
}

export const listEventDeliveries = endpoint(
  {
    method: 'GET',
    path: '/v2/events/:id/deliveries',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: "List an event's deliveries",
    description:
      'Lists the deliveries of one event to each webhook that wants it, each with its attempts. For a deleted webhook, read the delivery by its id.',
    answers: { 200: { description: 'All deliveries of the event', schema: ListOf(DeliveryOut) } },
  },
  ({ service, caller }, { params }) => answerDeliveries(service.db, caller.partner.id, params.id),
)

export const listOperatorEventDeliveries = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/events/:id/deliveries',
    ...OPS,
    summary: "List the deliveries of a partner's event",
    description: 'Lists the deliveries of an event of any partner to each of its webhooks, with the attempts.',
    answers: { 200: { description: 'All deliveries of the event', schema: ListOf(OpsDelivery) } },
  },
  ({ service }, { params }) => answerDeliveries(service.db, null, params.id),
)
