import { AnyEvent } from '@backhaul/core/events/any-event.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { IdText, ListOf } from '../../http/schemas.ts'
import { answerFeed, FEED_QUERY } from './page.ts'

export const listOperatorEvents = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/events',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Read the event feed of a partner, or of all',
    description:
      'As the partner reads it: each partner has a feed of its own, in an order of its own. Without `partner_id`, and with `order=newest`, the newest events of all partners: then `created_after` and `created_before` are real time, and a sandbox partner whose clock is ahead is read at the same distance from its own now.',
    query: Type.Object(
      { ...FEED_QUERY, partner_id: Type.Optional(IdText('Whose feed; absent: those of all, with `order=newest`')) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of events', schema: ListOf(AnyEvent) } },
    errors: ['invalid_cursor', 'validation_failed'],
  },
  ({ service, accept }, { query: { partner_id, ...query } }) => answerFeed(accept, service, partner_id ?? null, query),
)
