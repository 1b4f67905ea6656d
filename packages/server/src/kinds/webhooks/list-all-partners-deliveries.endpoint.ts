import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { IdText, ListOf } from '../../http/schemas.ts'
import { ALL_DELIVERIES_QUERY, answerAllDeliveries } from './deliveries-page.ts'
import { OpsDelivery } from './schema.ts'

export const listAllPartnersDeliveries = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/webhook-deliveries',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List the deliveries of all webhooks of all partners',
    description: 'Newest first, each with its attempts; of the webhooks that there are. Times are those of their partners.',
    query: Type.Object(
      { ...ALL_DELIVERIES_QUERY, partner_id: Type.Optional(IdText('Only of this partner')) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of deliveries', schema: ListOf(OpsDelivery) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) => answerAllDeliveries(service.db, query.partner_id ?? null, query, ({ partner_id }) => ({ partner_id })),
)
