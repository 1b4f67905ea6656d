import { AnyEvent } from '@backhaul/core/events/any-event.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { endpoint, tenant } from '../../http/endpoint.ts'
import { DEFAULT_EVENTS_PAGE, ListOf, MAX_EVENTS_PAGE, Order } from '../../http/schemas.ts'
import { EVENT_ID, findPosition, readEventsOfShipment } from '../events/feed.ts'
import { feedPage, withBodies } from '../events/page.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'

export const listShipmentEvents = endpoint(
  {
    method: 'GET',
    path: '/v2/shipments/:id/events',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Events',
    summary: "List a shipment's events",
    description:
      'What happened to one parcel, as exactly the records that webhooks deliver, from whichever end is asked for. Whoever may read the shipment may read them, an operator too; to follow all events, read the feed.',
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_EVENTS_PAGE, description: `How many at most; ${DEFAULT_EVENTS_PAGE} when absent.` }),
        ),
        cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
        order: Order,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of events', schema: ListOf(AnyEvent) } },
    errors: ['not_found', 'invalid_cursor'],
  },
  async (context, { params, query: { limit = DEFAULT_EVENTS_PAGE, cursor, order = 'newest' } }) => {
    const { service } = context
    const shipment = await loadShipment(service, tenant(context), params.id)
    if (!shipment) return shipmentNotFound()
    const afterId = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('latin1')
    const after = EVENT_ID.test(afterId) ? await findPosition(service.db, shipment.partner_id, afterId) : null
    if (cursor !== undefined && !after)
      return refuse('invalid_cursor', 'The cursor was not issued by this list; start without one.', { parameter: 'cursor' })
    const rows = await readEventsOfShipment(service.db, shipment.id, order, after, limit + 1)
    const page = await withBodies(service, rows, limit)
    return feedPage(page.rows, page.has_more)
  },
)
