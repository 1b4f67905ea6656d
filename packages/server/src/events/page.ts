import { type Static, Type } from 'typebox'
import { EVENT_TYPES } from '../domain/events/catalog.ts'
import { type Refusal, refuse } from '../domain/refusal.ts'
import { DEFAULT_EVENTS_PAGE, MAX_EVENTS_PAGE, Time } from '../http/schemas.ts'
import type { Database } from '../platform/db.ts'
import type { Answer } from '../service/execute.ts'
import { EVENT_ID, findPosition, readFeed } from './feed.ts'

/** The query of a feed. */
export const FEED_QUERY = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_EVENTS_PAGE, description: `How many at most; ${DEFAULT_EVENTS_PAGE} when absent.` }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
  after: Type.Optional(Type.String({ description: 'An eventID: the page begins after it.' })),
  type: Type.Optional(Type.Array(Type.Enum([...EVENT_TYPES]), { description: 'Only these types; repeat the parameter for several.' })),
  shipment: Type.Optional(Type.String({ maxLength: 100, description: 'Only events of this shipment.' })),
  created_after: Type.Optional(Time('Only events created after this time')),
  created_before: Type.Optional(Time('Only events created before this time')),
}
const FeedQuery = Type.Object(FEED_QUERY)

/** A page of one partner's feed. Errors: `invalid_cursor`. */
export const readFeedPage = async (db: Database, partner_id: string, query: Static<typeof FeedQuery>): Promise<Answer | Refusal> => {
  const limit = query.limit ?? DEFAULT_EVENTS_PAGE
  const afterId = query.cursor === undefined ? query.after : Buffer.from(query.cursor, 'base64url').toString('latin1')
  const after = afterId !== undefined && EVENT_ID.test(afterId) ? await findPosition(db, partner_id, afterId) : null
  if (afterId !== undefined && !after) {
    const name = query.cursor === undefined ? 'after' : 'cursor'
    return refuse('invalid_cursor', `The parameter ${name} does not name an event of this feed; start without it.`, { parameter: name })
  }
  const rows = await readFeed(db, {
    partner_id,
    after,
    types: query.type ?? null,
    shipment: query.shipment ?? null,
    created_after: query.created_after ?? null,
    created_before: query.created_before ?? null,
    limit: limit + 1,
  })
  return feedPage(rows.slice(0, limit), rows.length > limit)
}

/** A page of events. Joins the stored bytes of the records: nothing is parsed or serialized again. */
export const feedPage = (rows: { id: string; body: string }[], has_more: boolean): Answer => {
  const last = rows.at(-1)
  const next = has_more && last ? JSON.stringify(Buffer.from(last.id).toString('base64url')) : 'null'
  const body = `{"object":"list","data":[${rows.map((row) => row.body).join(',')}],"has_more":${has_more},"next_cursor":${next}}`
  return { status: 200, body }
}
