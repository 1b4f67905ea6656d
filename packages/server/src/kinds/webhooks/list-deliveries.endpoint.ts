import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { ListOf } from '../../http/schemas.ts'
import { loadWebhook } from './command.ts'
import { answerDeliveries, DELIVERIES_QUERY } from './deliveries-page.ts'
import { DeliveryOut } from './schema.ts'

export const listWebhookDeliveries = endpoint(
  {
    method: 'GET',
    path: '/v2/webhooks/:id/deliveries',
    auth: 'signed',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: "List a webhook's deliveries",
    description: 'Newest first, each with its attempts.',
    query: Type.Object(DELIVERIES_QUERY, { additionalProperties: false }),
    answers: { 200: { description: 'A page of deliveries', schema: ListOf(DeliveryOut) } },
    errors: ['invalid_cursor', 'not_found'],
  },
  (context, { params, query }) => answerDeliveries(context.service.db, query, () => loadWebhook(context, params.id)),
)
