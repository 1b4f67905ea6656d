import { endpoint } from '../../http/endpoint.ts'
import { ListOf } from '../../http/schemas.ts'
import { answerDeliveriesOfEvent } from './event-deliveries.ts'
import { OpsDelivery } from './schema.ts'

export const listOperatorEventDeliveries = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/events/:id/deliveries',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: "List the deliveries of a partner's event",
    description: 'What became of one event of any partner at each of its webhooks, with the attempts.',
    answers: { 200: { description: 'Its deliveries, all of them', schema: ListOf(OpsDelivery) } },
    errors: ['not_found'],
  },
  ({ service }, { params }) => answerDeliveriesOfEvent(service.db, null, params.id, ({ partner_id }) => ({ partner_id })),
)
