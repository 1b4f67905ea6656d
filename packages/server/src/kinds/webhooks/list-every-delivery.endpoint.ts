import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { ListOf } from '../../http/schemas.ts'
import { ALL_DELIVERIES_QUERY, answerAllDeliveries } from './deliveries-page.ts'
import { DeliveryOut } from './schema.ts'

export const listEveryDelivery = endpoint(
  {
    method: 'GET',
    path: '/v2/webhook-deliveries',
    auth: 'signed',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'List the deliveries of all webhooks',
    description:
      'Newest first, each with its attempts; of the webhooks that there are. What a deleted one was sent is found by its events.',
    query: Type.Object(ALL_DELIVERIES_QUERY, { additionalProperties: false }),
    answers: { 200: { description: 'A page of deliveries', schema: ListOf(DeliveryOut) } },
    errors: ['invalid_cursor'],
  },
  ({ service, caller }, { query }) => answerAllDeliveries(service.db, caller.partner.id, query),
)
