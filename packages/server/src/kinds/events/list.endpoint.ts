import { AnyEvent } from '@backhaul/core/events/any-event.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { ListOf } from '../../http/schemas.ts'
import { answerFeed, FEED_QUERY } from './page.ts'

export const listEvents = endpoint(
  {
    method: 'GET',
    path: '/v2/events',
    auth: 'signed',
    scope: 'events:read',
    partner_only: true,
    tag: 'Events',
    summary: 'Read the event feed',
    description:
      'All your events, oldest first unless asked otherwise, as exactly the records that webhooks deliver. To page, pass the eventID of the last record you have as `after`: you see each event exactly once, in an order that never changes, even while new events are written.',
    query: Type.Object(FEED_QUERY, { additionalProperties: false }),
    answers: { 200: { description: 'A page of events', schema: ListOf(AnyEvent) } },
    errors: ['invalid_cursor', 'validation_failed'],
  },
  ({ service, caller, accept }, { query }) => answerFeed(accept, service, caller.partner.id, query),
)
