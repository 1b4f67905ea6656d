import { AnyEvent } from '@backhaul/core/events/any-event.ts'
import { listEndpoint, OPS } from '../../http/list-endpoint.ts'
import { IdText } from '../../http/schemas.ts'
import { answerFeed, FEED_QUERY } from './page.ts'

const EVENTS = { page: 'A page of events', item: AnyEvent }

export const listEvents = listEndpoint(
  {
    ...EVENTS,
    path: '/v2/events',
    scope: 'events:read',
    partner_only: true,
    tag: 'Events',
    summary: 'Read the event feed',
    description:
      'All your events, oldest first unless asked otherwise, as exactly the records that webhooks deliver. To page, pass the eventID of the last record you have as `after`: you see each event exactly once, in an order that never changes, even while new events are written.',
    filters: FEED_QUERY,
  },
  ({ service, caller, accept }, query) => answerFeed(accept, service, caller.partner.id, query),
)

export const listOperatorEvents = listEndpoint(
  {
    ...EVENTS,
    ...OPS,
    path: '/v2/ops/events',
    summary: 'Read the event feed of a partner, or of all',
    description:
      'As the partner reads it: each partner has a feed of its own, in an order of its own. Without `partner_id`, and with `order=newest`, the newest events of all partners: then `created_after` and `created_before` are real time, and a sandbox partner whose clock is ahead is read at the same distance from its own now.',
    filters: { ...FEED_QUERY, partner_id: IdText('Whose feed; absent: those of all, with `order=newest`') },
  },
  ({ service, accept }, { partner_id = null, ...query }) => answerFeed(accept, service, partner_id, query),
)
