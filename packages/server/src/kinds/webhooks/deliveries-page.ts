import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import { type Static, Type } from 'typebox'
import type { Database } from '../../database/db.ts'
import { decodeCursor, type PageQuery, page } from '../../http/lists.ts'
import { DEFAULT_PAGE, Paging, Time } from '../../http/schemas.ts'
import type { Answer } from '../../service/execute.ts'
import { AMONG_OTHERS, DELIVERY_STATUSES, type DeliveryView, type Webhook } from './model.ts'
import { type DeliveryFilters, listAttempts, listDeliveries, listDeliveriesOfAll } from './queries.ts'
import { deliveryResource } from './resource.ts'

export const DELIVERIES_QUERY = {
  ...Paging,
  status: Type.Optional(Type.Enum([...DELIVERY_STATUSES], { description: 'Only deliveries in this status' })),
}
const DeliveriesQuery = Type.Object(DELIVERIES_QUERY)

/** The query of the deliveries of all webhooks. */
export const ALL_DELIVERIES_QUERY = {
  ...DELIVERIES_QUERY,
  created_after: Type.Optional(Time('Only deliveries of events that occurred after this time')),
  created_before: Type.Optional(Time('Only deliveries of events that occurred before this time')),
}

/** A page of the deliveries of a partner's webhooks, or (null) of everybody's. Errors: `invalid_cursor`. */
export const answerAllDeliveries = async (
  db: Database,
  partnerId: string | null,
  { cursor, limit = DEFAULT_PAGE, ...filters }: DeliveryFilters & PageQuery,
  more: (delivery: DeliveryView) => object = () => ({}),
): Promise<Answer | Refusal> => {
  const after = decodeCursor(cursor)
  if (isRefusal(after)) return after
  const rows = await listDeliveriesOfAll(db, partnerId, filters, after, limit + 1)
  const ids = rows.map(({ id }) => id)
  const attempts = await listAttempts(db, ids, AMONG_OTHERS)
  return page(rows, limit, (delivery) => ({ ...deliveryResource(delivery, attempts), ...more(delivery) }))
}

/** A page of a webhook's deliveries. `more`: what is shown of each in addition. Errors: `invalid_cursor`, then those of `find`. */
export const answerDeliveries = async (
  db: Database,
  query: Static<typeof DeliveriesQuery>,
  find: () => Promise<Webhook | Refusal>,
  more: (delivery: DeliveryView) => object = () => ({}),
): Promise<Answer | Refusal> => {
  const after = decodeCursor(query.cursor)
  if (isRefusal(after)) return after
  const webhook = await find()
  if (isRefusal(webhook)) return webhook
  const rows = await listDeliveries(db, webhook.id, query.status ?? null, after, (query.limit ?? DEFAULT_PAGE) + 1)
  const ids = rows.map(({ id }) => id)
  const attempts = await listAttempts(db, ids, AMONG_OTHERS)
  return page(rows, query.limit, (delivery) => ({ ...deliveryResource(delivery, attempts), ...more(delivery) }))
}
