import { type Static, Type } from 'typebox'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { decodeCursor, page } from '../http/lists.ts'
import { DEFAULT_PAGE, Paging } from '../http/schemas.ts'
import type { Database } from '../platform/db.ts'
import type { Answer } from '../service/execute.ts'
import { AMONG_OTHERS, DELIVERY_STATUSES, type DeliveryView, type Webhook } from './model.ts'
import { listAttempts, listDeliveries } from './queries.ts'
import { deliveryResource } from './resource.ts'

export const DELIVERIES_QUERY = {
  ...Paging,
  status: Type.Optional(Type.Enum([...DELIVERY_STATUSES], { description: 'Only deliveries in this status' })),
}
const DeliveriesQuery = Type.Object(DELIVERIES_QUERY)

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
