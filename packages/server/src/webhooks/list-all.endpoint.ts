import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { pageOf } from '../http/lists.ts'
import { IdText, ListOf, Paging } from '../http/schemas.ts'
import { listAllPartnersWebhooks } from './queries.ts'
import { webhookResource } from './resource.ts'
import { OpsWebhook } from './schema.ts'

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
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of webhooks', schema: ListOf(OpsWebhook) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) =>
    pageOf(
      query,
      ({ after, limit }, filters) => listAllPartnersWebhooks(service.db, filters, after, limit),
      (webhook) => ({ ...webhookResource(webhook), partner_id: webhook.partner_id }),
    ),
)
