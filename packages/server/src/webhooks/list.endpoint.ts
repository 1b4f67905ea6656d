import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { pageOf } from '../http/lists.ts'
import { ListOf, Paging } from '../http/schemas.ts'
import { listWebhooks } from './queries.ts'
import { webhookResource } from './resource.ts'
import { WebhookOut } from './schema.ts'

export const listAllWebhooks = endpoint(
  {
    method: 'GET',
    path: '/v2/webhooks',
    auth: 'signed',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Newest first, without their secrets.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of webhooks', schema: ListOf(WebhookOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    pageOf(query, ({ after, limit }) => listWebhooks(context.service.db, context.caller.partner.id, after, limit), webhookResource),
)
