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
      'Lists all your events, oldest first by default. The records are exactly those that webhooks deliver. To page, pass the eventID of your last record as `after`. You see each event exactly once, in an order that never changes, even while new events are written.',
    filters: FEED_QUERY,
  },
  ({ service, caller, accept }, query) => answerFeed(accept, service, caller.partner.id, query),
)

export const listOperatorEvents = listEndpoint(
  {
    ...EVENTS,
    ...OPS,
    path: '/v2/ops/events',
    summary: 'Read the event feed of one partner or of all',
    description:
      'Lists the events of one partner as the partner reads them; each partner has a feed with its own order. To list the newest events of all partners, omit `partner_id` and send `order=newest`. In that list, `created_after` and `created_before` are real time; for a sandbox partner whose clock is ahead, both move ahead by the same difference, in whole hours.',
    filters: {
      ...FEED_QUERY,
      partner_id: IdText('Partner whose feed is read; if absent, all feeds are read, and `order` must be `newest`'),
    },
  },
  ({ service, accept }, { partner_id = null, ...query }) => answerFeed(accept, service, partner_id, query),
)
