import { Type } from 'typebox'
import { anyEventSchema, EVENT_TYPES } from '../domain/events/catalog.ts'
import { refuse } from '../domain/refusal.ts'
import { endpoint } from '../http/endpoint.ts'
import { DEFAULT_EVENTS_PAGE, ListOf, MAX_EVENTS_PAGE, Time } from '../http/schemas.ts'
import { EVENT_ID, findPosition, readFeed } from './feed.ts'
import { feedPage } from './page.ts'

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
      'All your events, oldest first, as exactly the records that webhooks deliver. To page, pass the eventID of the last record you have as `after`: you see each event exactly once, in an order that never changes, even while new events are written.',
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_EVENTS_PAGE, description: `How many at most; ${DEFAULT_EVENTS_PAGE} when absent.` }),
        ),
        cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
        after: Type.Optional(Type.String({ description: 'An eventID: the page begins after it.' })),
        type: Type.Optional(
          Type.Array(Type.Enum([...EVENT_TYPES]), { description: 'Only these types; repeat the parameter for several.' }),
        ),
        shipment: Type.Optional(Type.String({ maxLength: 100, description: 'Only events of this shipment.' })),
        created_after: Type.Optional(Time('Only events created after this time')),
        created_before: Type.Optional(Time('Only events created before this time')),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of events', schema: ListOf(anyEventSchema()) } },
    errors: ['invalid_cursor'],
  },
  async ({ service, caller }, { query }) => {
    const partner_id = caller.partner.id
    const limit = query.limit ?? DEFAULT_EVENTS_PAGE
    const afterId = query.cursor === undefined ? query.after : Buffer.from(query.cursor, 'base64url').toString('latin1')
    const after = afterId !== undefined && EVENT_ID.test(afterId) ? await findPosition(service.db, partner_id, afterId) : null
    if (afterId !== undefined && !after) {
      const name = query.cursor === undefined ? 'after' : 'cursor'
      return refuse('invalid_cursor', `The parameter ${name} does not name an event of this feed; start without it.`, { parameter: name })
    }
    const rows = await readFeed(service.db, {
      partner_id,
      after,
      types: query.type ?? null,
      shipment: query.shipment ?? null,
      created_after: query.created_after ?? null,
      created_before: query.created_before ?? null,
      limit: limit + 1,
    })
    return feedPage(rows.slice(0, limit), rows.length > limit)
  },
)
