import { AnyEvent } from '@backhaul/core/events/any-event.ts'
import { isId } from '@backhaul/core/ids.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { tenant } from '../../http/endpoint.ts'
import { listEndpoint } from '../../http/list-endpoint.ts'
import { DEFAULT_EVENTS_PAGE, Order } from '../../http/schemas.ts'
import { findPosition, readEventsOfShipment } from '../events/feed.ts'
import { EventsLimit, feedPage, withBodies } from '../events/page.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'

export const listShipmentEvents = listEndpoint(
  {
    path: '/v2/shipments/:id/events',
    scope: 'shipments:read',
    tag: 'Events',
    summary: "List a shipment's events",
    description:
      'Returns the events of one parcel, exactly as webhooks deliver them, newest or oldest first. Anyone who may read the shipment may read them, including operators. To follow all events, read the feed.',
    filters: { limit: EventsLimit, order: Order },
    page: 'A page of events',
    item: AnyEvent,
  },
  async (context, { limit = DEFAULT_EVENTS_PAGE, cursor, order = 'newest' }, { id }) => {
    const { service } = context
    const shipment = await loadShipment(service, tenant(context), id)
    if (!shipment) return shipmentNotFound()
    const afterId = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('latin1')
    const after = isId('event', afterId) ? await findPosition(service.db, shipment.partner_id, afterId) : null
    if (cursor !== undefined && !after)
      return refuse('invalid_cursor', 'The cursor was not issued by this list; start without a cursor.', { parameter: 'cursor' })
    const rows = await readEventsOfShipment(service.db, shipment.id, order, after, limit + 1)
    const page = await withBodies(service, rows, limit)
    return feedPage(page.rows, page.has_more)
  },
)
