import { Type } from 'typebox'
import { isRefusal } from '../domain/refusal.ts'
import { endpoint } from '../http/endpoint.ts'
import { decodeCursor, page } from '../http/lists.ts'
import { DEFAULT_PAGE, ListOf, Paging } from '../http/schemas.ts'
import { loadWebhook } from './command.ts'
import { AMONG_OTHERS, DELIVERY_STATUSES } from './model.ts'
import { listAttempts, listDeliveries } from './queries.ts'
import { deliveryResource } from './resource.ts'
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
    query: Type.Object(
      { ...Paging, status: Type.Optional(Type.Enum([...DELIVERY_STATUSES], { description: 'Only deliveries in this status' })) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of deliveries', schema: ListOf(DeliveryOut) } },
    errors: ['invalid_cursor', 'not_found'],
  },
  async (context, { params, query }) => {
    const after = decodeCursor(query.cursor)
    if (isRefusal(after)) return after
    const webhook = await loadWebhook(context, params.id)
    if (isRefusal(webhook)) return webhook
    const { db } = context.service
    const rows = await listDeliveries(db, webhook.id, query.status ?? null, after, (query.limit ?? DEFAULT_PAGE) + 1)
    const ids = rows.map(({ id }) => id)
    const attempts = await listAttempts(db, ids, AMONG_OTHERS)
    return page(rows, query.limit, (delivery) => deliveryResource(delivery, attempts))
  },
)
