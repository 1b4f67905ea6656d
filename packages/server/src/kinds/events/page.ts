import { SCAN_EVENTS } from '@backhaul/core/events/by-scan.ts'
import { EVENT_TYPES, type EventType } from '@backhaul/core/events/catalog.ts'
import { isId } from '@backhaul/core/ids.ts'
import { invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { type Static, Type } from 'typebox'
import type { Database } from '../../database/db.ts'
import { LIST_ORDERS } from '../../database/list-rows.ts'
import { Csv, csvAnswer, wantsCsv } from '../../http/csv.ts'
import { DEFAULT_EVENTS_PAGE, MAX_EVENTS_PAGE, Time } from '../../http/schemas.ts'
import type { Answer } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { findPosition, readFeed, readFeedBackward, type StoredEvent } from './feed.ts'
import { findAnyPosition, readFeedOfAll } from './feed-of-all.ts'

export const EventsLimit = Type.Integer({
  minimum: 1,
  maximum: MAX_EVENTS_PAGE,
  description: `Maximum number of events; ${DEFAULT_EVENTS_PAGE} when absent.`,
})
export const FEED_QUERY = {
  limit: Type.Optional(EventsLimit),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
  after: Type.Optional(Type.String({ description: 'An eventID: the page begins after it.' })),
  order: Type.Optional(
    Type.Enum([...LIST_ORDERS], {
      description:
        '`oldest` when absent: the order for following the feed. `newest` starts at the end and goes backward, for people who look at the feed; page it with `cursor`, not with `after`.',
    }),
  ),
  type: Type.Optional(Type.Array(Type.Enum([...EVENT_TYPES]), { description: 'Only these types; repeat the parameter for several.' })),
  scans: Type.Optional(Type.Enum(['true'], { description: 'Only events of scans that moved a parcel.' })),
  shipment: Type.Optional(Type.String({ maxLength: 100, description: 'Only events of this shipment.' })),
  created_after: Type.Optional(Time('Only events created after this time')),
  created_before: Type.Optional(Time('Only events created before this time')),
}
const FeedQuery = Type.Object(FEED_QUERY)

type Query = Static<typeof FeedQuery>
type Events = Pick<Service, 'db' | 'archive'>

const placeOf = (db: Database, partner_id: string | null, id: string) =>
  partner_id === null ? findAnyPosition(db, id) : findPosition(db, partner_id, id)

interface FeedRows {
  rows: { id: string; body: string }[]
  has_more: boolean
}

/**
 * Answers the feed of a partner, or of all partners if `partner_id` is null (newest first only). The answer is one page, or the complete
 * feed as CSV. Errors: `invalid_cursor`, `validation_failed`.
 */
export const answerFeed = async (accept: string, service: Events, partner_id: string | null, query: Query): Promise<Answer | Refusal> => {
  if (partner_id === null && query.order !== 'newest')
    return invalidField(
      '?order',
      'newest',
      'must be "newest" if partner_id is absent, because each partner has a separate feed; to follow one feed, send partner_id',
    )
  if (!wantsCsv(accept)) {
    const page = await readFeedRows(service, partner_id, query, query.limit ?? DEFAULT_EVENTS_PAGE)
    return isRefusal(page) ? page : feedPage(page.rows, page.has_more)
  }
  return csvAnswer(CSV, 'events', query, async (cursor, limit) => {
    const page = await readFeedRows(service, partner_id, { ...query, ...(cursor !== undefined && { cursor }) }, limit)
    if (isRefusal(page)) return page
    const last = page.rows.at(-1)
    return { rows: page.rows.map(({ body }) => csvRow(body)), next: page.has_more && last ? cursorOf(last) : null }
  })
}

/** `scans` and `type` together select events that match both. */
const typesOf = ({ type, scans }: Query): EventType[] | null => {
  if (!scans) return type ?? null
  return SCAN_EVENTS.filter((one) => type?.includes(one) ?? true)
}

const readFeedRows = async (service: Events, partner_id: string | null, query: Query, limit: number): Promise<FeedRows | Refusal> => {
  const { db } = service
  const isNewest = query.order === 'newest'
  if (isNewest && query.after !== undefined)
    return invalidField(
      '/after',
      'absent',
      'must be absent if order is "newest"; to get the next page, send next_cursor of the previous page as cursor',
    )
  const afterId = query.cursor === undefined ? query.after : Buffer.from(query.cursor, 'base64url').toString('latin1')
  const after = afterId !== undefined && isId('event', afterId) ? await placeOf(db, partner_id, afterId) : null
  if (afterId !== undefined && !after) {
    const name = query.cursor === undefined ? 'after' : 'cursor'
    return refuse('invalid_cursor', `The parameter "${name}" does not name an event of this feed; start without this parameter.`, {
      parameter: name,
    })
  }
  const filters = {
    types: typesOf(query),
    shipment: query.shipment ?? null,
    created_after: query.created_after ?? null,
    created_before: query.created_before ?? null,
    limit: limit + 1,
  }
  if (partner_id === null) {
    const rows = await readFeedOfAll(db, { ...filters, before: after })
    return withBodies(service, rows, limit)
  }
  const rows = await (isNewest
    ? readFeedBackward(db, { ...filters, partner_id, before: after })
    : readFeed(db, { ...filters, partner_id, after }))
  return withBodies(service, rows, limit)
}

/**
 * Reads the first `limit` of these rows with their bodies, and finds out whether there are more. Reads fewer rows if their bodies are in
 * too many objects of the archive.
 */
export const withBodies = async (
  { archive }: Pick<Service, 'archive'>,
  found: readonly StoredEvent[],
  limit: number,
): Promise<FeedRows> => {
  const rows = await archive.bodies(found.slice(0, limit))
  return { rows, has_more: found.length > rows.length }
}

const cursorOf = ({ id }: { id: string }): string => Buffer.from(id).toString('base64url')

/** The columns that all events have, for sorting and filtering. `record` is the whole event as JSON. */
const CSV = new Csv(
  Type.Object({
    eventID: Type.String(),
    event: Type.String(),
    eventDateTime: Type.String(),
    status: Type.String(),
    shipment: Type.String(),
    tracking: Type.String(),
    orderID: Type.String(),
    summary: Type.String(),
    record: Type.String(),
  }),
)

const csvRow = (record: string): string => {
  const { eventID, event, event_info, identifiers } = JSON.parse(record)
  const { eventDateTime, status, summary } = event_info
  const { shipment, tracking, orderID } = identifiers
  return CSV.row({ eventID, event, eventDateTime, status, shipment, tracking, orderID, summary, record })
}

/** A page of events. It joins the stored bytes of the records, without parsing or serializing them. */
export const feedPage = (rows: { id: string; body: string }[], has_more: boolean): Answer => {
  const last = rows.at(-1)
  const next = has_more && last ? JSON.stringify(cursorOf(last)) : 'null'
  const body = `{"object":"list","data":[${rows.map((row) => row.body).join(',')}],"has_more":${has_more},"next_cursor":${next}}`
  return { status: 200, body }
}
