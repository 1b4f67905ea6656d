import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { IdText, ListOf, Paging } from '../../http/schemas.ts'
import { listAllPartnersWebhooks } from './queries.ts'
import { HealthFilter, OpsWebhook } from './schema.ts'
import { answerWebhooks } from './webhooks-page.ts'

export const listOperatorWebhooks = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/webhooks',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List the webhooks of all partners',
    description: 'Newest first, without their secrets. Only their partner changes them.',
    query: Type.Object(
      {
        ...Paging,
        partner_id: Type.Optional(IdText('Only of this partner')),
        status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
        health: HealthFilter,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of webhooks', schema: ListOf(OpsWebhook) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) =>
    answerWebhooks(
      service.db,
      query,
      ({ after, limit }, filters) => listAllPartnersWebhooks(service.db, filters, after, limit),
      ({ partner_id }) => ({ partner_id }),
    ),
)
