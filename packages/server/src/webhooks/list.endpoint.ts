import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { decodeCursor, page } from '../http/lists.ts'
import { DEFAULT_PAGE, ListOf, Paging } from '../http/schemas.ts'
import { isRefusal } from '../platform/refusal.ts'
import { partnerId } from './command.ts'
import { webhookResource } from './resource.ts'
import { WebhookOut } from './schema.ts'
import { listWebhooks } from './store.ts'

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
  async (context, { query }) => {
    const after = decodeCursor(query.cursor)
    if (isRefusal(after)) return after
    const rows = await listWebhooks(context.service.db, partnerId(context), after, (query.limit ?? DEFAULT_PAGE) + 1)
    return page(rows, query.limit, webhookResource)
  },
)
