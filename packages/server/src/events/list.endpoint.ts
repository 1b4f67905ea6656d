import { Type } from 'typebox'
import { anyEventSchema, EVENT_TYPES } from '../domain/events/catalog.ts'
import { invalidField, refuse } from '../domain/refusal.ts'
import { endpoint } from '../http/endpoint.ts'
import { DEFAULT_EVENTS_PAGE, ListOf, MAX_EVENTS_PAGE, Time } from '../http/schemas.ts'
import type { Answer } from '../service/execute.ts'
import { EVENT_ID, FEED_ORDERS, findPosition, readFeed, readFeedBackward } from './feed.ts'

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
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_EVENTS_PAGE, description: `How many at most; ${DEFAULT_EVENTS_PAGE} when absent.` }),
        ),
        cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
        after: Type.Optional(Type.String({ description: 'An eventID: the page begins after it.' })),
        order: Type.Optional(
          Type.Enum([...FEED_ORDERS], {
            description:
              '`oldest` unless given: the order to follow the feed in. `newest` begins at its end and goes backward, for people who look; page it with `cursor`, and not with `after`.',
          }),
        ),
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
    errors: ['invalid_cursor', 'validation_failed'],
  },
  async ({ service, caller }, { query }) => {
    const partner_id = caller.partner.id
    const limit = query.limit ?? DEFAULT_EVENTS_PAGE
    if (query.order === 'newest' && query.after !== undefined)
      return invalidField('/after', 'absent', 'must be absent with the order newest; pass the next_cursor of the page as cursor')
    const afterId = query.cursor === undefined ? query.after : Buffer.from(query.cursor, 'base64url').toString('latin1')
    const after = afterId !== undefined && EVENT_ID.test(afterId) ? await findPosition(service.db, partner_id, afterId) : null
    if (afterId !== undefined && !after) {
      const name = query.cursor === undefined ? 'after' : 'cursor'
      return refuse('invalid_cursor', `The parameter ${name} does not name an event of this feed; start without it.`, { parameter: name })
    }
    const filters = {
      partner_id,
      types: query.type ?? null,
      shipment: query.shipment ?? null,
      created_after: query.created_after ?? null,
      created_before: query.created_before ?? null,
      limit: limit + 1,
    }
    const rows = await (query.order === 'newest'
      ? readFeedBackward(service.db, { ...filters, before: after })
      : readFeed(service.db, { ...filters, after }))
    return feedPage(rows.slice(0, limit), rows.length > limit)
  },
)

/** Joins the stored bytes of the records: nothing is parsed or serialized again. */
const feedPage = (rows: { id: string; body: string }[], has_more: boolean): Answer => {
  const last = rows.at(-1)
  const next = has_more && last ? JSON.stringify(Buffer.from(last.id).toString('base64url')) : 'null'
  const body = `{"object":"list","data":[${rows.map((row) => row.body).join(',')}],"has_more":${has_more},"next_cursor":${next}}`
  return { status: 200, body }
}
