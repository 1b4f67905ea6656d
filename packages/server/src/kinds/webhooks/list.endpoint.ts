import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { listWebhooks } from './queries.ts'
import { HealthFilter, WebhookOut } from './schema.ts'
import { answerWebhooks } from './webhooks-page.ts'

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
    query: Type.Object({ ...Paging, health: HealthFilter }, { additionalProperties: false }),
    answers: { 200: { description: 'A page of webhooks', schema: ListOf(WebhookOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    answerWebhooks(context.service.db, query, ({ after, limit }, { health }) =>
      listWebhooks(context.service.db, context.caller.partner.id, health, after, limit),
    ),
)
