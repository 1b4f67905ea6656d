import { refuse } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { ListOf } from '../../http/schemas.ts'
import { answerDeliveries, DELIVERIES_QUERY } from './deliveries-page.ts'
import { findAnyWebhook } from './queries.ts'
import { OpsDelivery } from './schema.ts'

export const listOperatorDeliveries = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/webhooks/:id/deliveries',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: "List the deliveries of a partner's webhook",
    description: 'Newest first, each with its attempts.',
    query: Type.Object(DELIVERIES_QUERY, { additionalProperties: false }),
    answers: { 200: { description: 'A page of deliveries', schema: ListOf(OpsDelivery) } },
    errors: ['invalid_cursor', 'not_found'],
  },
  ({ service: { db } }, { params, query }) =>
    answerDeliveries(
      db,
      query,
      async () => (await findAnyWebhook(db, params.id)) ?? refuse('not_found', 'No webhook has this id; check it.', { field: 'id' }),
      ({ partner_id }) => ({ partner_id }),
    ),
)
