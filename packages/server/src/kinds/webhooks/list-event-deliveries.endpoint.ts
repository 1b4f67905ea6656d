import { endpoint } from '../../http/endpoint.ts'
import { ListOf } from '../../http/schemas.ts'
import { answerDeliveriesOfEvent } from './event-deliveries.ts'
import { DeliveryOut } from './schema.ts'

export const listEventDeliveries = endpoint(
  {
    method: 'GET',
    path: '/v2/events/:id/deliveries',
    auth: 'signed',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: "List an event's deliveries",
    description:
      'What became of one event at each webhook that wants it, each with its attempts; of a webhook that was deleted, read the delivery by its id.',
    answers: { 200: { description: 'Its deliveries, all of them', schema: ListOf(DeliveryOut) } },
    errors: ['not_found'],
  },
  ({ service, caller }, { params }) => answerDeliveriesOfEvent(service.db, caller.partner.id, params.id),
)
