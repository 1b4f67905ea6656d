import { Type } from 'typebox'
import { anyEventSchema } from '../domain/events/catalog.ts'
import { endpoint } from '../http/endpoint.ts'
import { IdText, ListOf } from '../http/schemas.ts'
import { answerFeed, FEED_QUERY } from './page.ts'

export const listOperatorEvents = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/events',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: "Read a partner's event feed",
    description: 'As the partner reads it: each partner has a feed of its own, in an order of its own.',
    query: Type.Object({ ...FEED_QUERY, partner_id: IdText('Whose feed') }, { additionalProperties: false }),
    answers: { 200: { description: 'A page of events', schema: ListOf(anyEventSchema()) } },
    errors: ['invalid_cursor', 'validation_failed'],
  },
  ({ service, accept }, { query: { partner_id, ...query } }) => answerFeed(accept, service.db, partner_id, query),
)
