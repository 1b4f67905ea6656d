import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Database } from '../../database/db.ts'
import { answer } from '../../http/endpoint.ts'
import { wholeList } from '../../http/lists.ts'
import type { Answer } from '../../service/execute.ts'
import { AMONG_OTHERS, type DeliveryView } from './model.ts'
import { findSentEvent, listAttempts, listDeliveriesOfEvent } from './queries.ts'
import { deliveryResource } from './resource.ts'

/** What became of one event at each webhook. `more`: what is shown of a delivery in addition. */
export const answerDeliveriesOfEvent = async (
  db: Database,
  tenant: string | null,
  id: string,
  more: (delivery: DeliveryView) => object = () => ({}),
): Promise<Answer | Refusal> => {
  const event = await findSentEvent(db, tenant, id)
  if (!event) return refuse('not_found', `No event ${tenant === null ? '' : 'of yours '}has this id; check it.`, { field: 'id' })
  const deliveries = await listDeliveriesOfEvent(db, event)
  const attempts = await listAttempts(
    db,
    deliveries.map((delivery) => delivery.id),
    AMONG_OTHERS,
  )
  return answer(200, wholeList(deliveries.map((delivery) => ({ ...deliveryResource(delivery, attempts), ...more(delivery) }))))
}
