// The audit feed. Its order is (xid, seq): the id of the transaction that wrote an event, then the order within that transaction.
//
// Promise: a reader that pages with `after` while writers commit sees every event exactly once, in an order that never changes.
// Transactions get their id at their first write and commit in any order, so a page stops below the oldest transaction still in flight
// (pg_snapshot_xmin). Any later commit has an id at or above that one and sorts after everything already shown. A client that has received
// the answer to a command finds the command's events here, because a page waits up to a second for transactions that hold them back. Two
// events of one subject are in causal order, because the later command began after the earlier one had committed (commit/committer.ts).
//
// The price: any transaction in the PostgreSQL cluster that has written and stays open holds back the end of the feed. Nothing is lost or
// reordered in the meantime, and webhooks do not wait for it. Not promised: an order between different partners.
//
// Transaction ids mean nothing in another cluster. So `xid`, and the limit below which a page stops, are places in the feed that `feed_xid`
// computes from transaction ids. In a restored database `feed_xid` adds an offset, so that the feed continues after its last event
// (storage/restored-feed.ts).

import type { EventType } from '@backhaul/core/events/catalog.ts'
import { isId } from '@backhaul/core/ids.ts'
import type { EventFrame } from '../../commit/stored.ts'
import type { Database } from '../../database/db.ts'
import type { ListOrder } from '../../database/list-rows.ts'
import { closedEdges, eventById, type FeedRange, HORIZON, inShipmentsTime, rangesFrom } from '../../storage/event-ranges.ts'
import { type FeedPosition, findBounds } from './by-time.ts'

/**
 * The columns needed to get the bytes of an event. `body` says where the bytes are or in which form they are stored
 * (storage/event-archive.ts).
 */
export const STORED = 'id, partner_id, type, subject, body'
export interface StoredEvent extends EventFrame {
  body: string
}

const ALL: FeedRange = { from: null, to: null }

export interface FeedRow extends FeedPosition, StoredEvent {
  /** Whether it is certain that no more events will appear before this one. */
  settled: boolean
}

export interface FeedFilter {
  partner_id: string
  after: FeedPosition | null
  /** The last place to read. Null if the whole feed is read. */
  until: FeedPosition | null
  /** Only events before this place are read. Null if there is no limit. */
  before: FeedPosition | null
  order: ListOrder
  types: EventType[] | null
  shipment: string | null
  created_after: string | null
  created_before: string | null
  limit: number
}

/** The place of an event in the partner's feed. Null if the partner has no such event. */
export const findPosition = (db: Database, partnerId: string, eventId: string): Promise<FeedPosition | null> =>
  db.one<FeedPosition>('event_position', `select xid::text, seq from ${eventById('partner_id, xid, seq', '$1')} e where partner_id = $2`, [
    eventId,
    partnerId,
  ])

/** Null if the partner has no such event. */
export const findEvent = (db: Database, partnerId: string, eventId: string): Promise<StoredEvent | null> =>
  db.one<StoredEvent>('event', `select ${STORED} from ${eventById(STORED, '$1')} e where partner_id = $2`, [eventId, partnerId])

/** Finds an event of any partner. */
export const findAnyEvent = async (db: Database, eventId: string): Promise<StoredEvent | null> =>
  isId('event', eventId) ? db.one<StoredEvent>('event_any', `select ${STORED} from ${eventById(STORED, '$1')} e`, [eventId]) : null

/**
 * Events of one shipment, from either end. No event is held back: each event of a shipment changes its version, so its events are written
 * one after another, and none appears before one that is already shown.
 */
export const readEventsOfShipment = (
  db: Database,
  shipmentId: string,
  order: ListOrder,
  after: FeedPosition | null,
  limit: number,
): Promise<StoredEvent[]> => {
  const direction = order === 'newest' ? 'desc' : 'asc'
  const beyond = after ? `and (xid, seq) ${order === 'newest' ? '<' : '>'} ($3::xid8, $4::bigint)` : ''
  return db.query<StoredEvent>(
    `shipment_events_${order}${after ? '_after' : ''}`,
    `select ${STORED} from events where shipment_id = $1 ${beyond} and ${inShipmentsTime('$1')} order by events.xid ${direction}, events.seq ${direction} limit $2`,
    after ? [shipmentId, limit, after.xid, after.seq] : [shipmentId, limit],
  )
}

/**
 * The statement of one page. If several types are requested, it reads as many events of each type as a page shows, because a search for
 * rare types would otherwise read the whole feed. `order by` names the table, because `xid` alone would mean the selected text, where `10`
 * sorts before `9`. Each combination of filters is a separate statement, so that each has its own plan and index.
 */
const statementOf = (filter: FeedFilter, range: FeedRange): { name: string; text: string; values: (string | number | string[])[] } => {
  const isNewest = filter.order === 'newest'
  const values: (string | number | string[])[] = [filter.partner_id, filter.limit]
  const where = ['partner_id = $1']
  const add = (name: string, condition: (parameter: string) => string, value: string | string[] | null): string => {
    if (value === null) return ''
    values.push(value)
    where.push(condition(`$${values.length}`))
    return name
  }
  let name = isNewest ? 'feed_newest' : 'feed'
  // Excludes events that are not settled: earlier events may still appear before them, and a reader that pages backward does not wait for
  // those.
  if (isNewest) where.push(`xid < ${HORIZON}`)
  if (filter.after) {
    values.push(filter.after.xid, filter.after.seq)
    where.push('(xid, seq) > ($3::xid8, $4::bigint)')
    name += '_after'
  }
  if (filter.until) {
    values.push(filter.until.xid, filter.until.seq)
    where.push(`(xid, seq) <= ($${values.length - 1}::xid8, $${values.length}::bigint)`)
    name += '_until'
  }
  if (filter.before) {
    values.push(filter.before.xid, filter.before.seq)
    where.push(`(xid, seq) < ($${values.length - 1}::xid8, $${values.length}::bigint)`)
    name += '_before'
  }
  const onlyType = filter.types?.length === 1 ? (filter.types[0] as EventType) : null
  name += add('_type', (p) => `type = ${p}`, onlyType)
  const types = onlyType || !filter.types ? null : [...new Set(filter.types)]
  // A shipment has few events, so a search for rare types among them needs no separate read for each type.
  const isMerged = types !== null && filter.shipment === null
  name += add('_types', (p) => (isMerged ? 'type = t.name' : `type = any(${p}::text[])`), types)
  const listed = `$${values.length}::text[]`
  name += add('_shipment', (p) => `shipment_id = ${p} and ${inShipmentsTime(p)}`, filter.shipment)
  name += add('_from', (p) => `created_at > ${p}::timestamptz`, filter.created_after)
  name += add('_to', (p) => `created_at < ${p}::timestamptz`, filter.created_before)
  name += add('_in', (p) => `xid >= ${p}::xid8`, range.from)
  name += add('_below', (p) => `xid < ${p}::xid8`, range.to)
  const columns = `${STORED}, xid::text, seq, xid < ${HORIZON} as settled`
  const order = isNewest ? 'events.xid desc, events.seq desc' : 'events.xid, events.seq'
  const page = (what: string): string => `select ${what} from events where ${where.join(' and ')} order by ${order} limit $2`
  if (!isMerged) return { name, text: page(columns), values }
  const ofEach = `unnest(${listed}) as t (name) cross join lateral (${page(`${STORED}, xid, seq`)}) as events`
  return { name, text: `select ${columns} from ${ofEach} order by ${order} limit $2`, values }
}

const queryRange = (db: Database, filter: FeedFilter, range: FeedRange): Promise<FeedRow[]> => {
  const { name, text, values } = statementOf(filter, range)
  return db.query<FeedRow>(name, text, values)
}

/**
 * Reads the page from the partition in which it begins, with a statement that touches no other partition. If the page is not full, a second
 * statement reads all partitions that follow. Only the last partitions still get events, and one statement reads them all, so no event that
 * commits between the two statements is missed.
 */
const queryRows = async (db: Database, filter: FeedFilter): Promise<FeedRow[]> => {
  const isBackward = filter.order === 'newest'
  const last =
    filter.until && filter.before ? (isBefore(filter.until, filter.before) ? filter.until : filter.before) : (filter.until ?? filter.before)
  const [start, end] = isBackward ? [last, filter.after] : [filter.after, last]
  // A shipment has few events, and the index by shipment finds them.
  const ranges = filter.shipment === null ? rangesFrom(await closedEdges(db), start?.xid ?? null, end?.xid ?? null, isBackward) : [ALL]
  const rows: FeedRow[] = []
  for (const range of ranges)
    if (rows.length < filter.limit) rows.push(...(await queryRange(db, { ...filter, limit: filter.limit - rows.length }, range)))
  return rows
}

/** Pauses between reads of a page whose end is held back, one second in total. */
const PAUSES_MS = [2, 4, 8, 16, 32, 64, 128, 256, 490]

const isBefore = (one: FeedPosition, other: FeedPosition): boolean => {
  const [a, b] = [BigInt(one.xid), BigInt(other.xid)]
  return a === b ? one.seq < other.seq : a < b
}

const later = (one: FeedPosition | null, other: FeedPosition | null): FeedPosition | null =>
  one && other ? (isBefore(one, other) ? other : one) : (one ?? other)

/**
 * Reads one page, oldest first. The page has all events that had committed when the request arrived, unless an open transaction holds them
 * back for more than a second.
 */
export const readFeed = async (db: Database, asked: Omit<FeedFilter, 'until' | 'before' | 'order'>): Promise<FeedRow[]> => {
  const filter: FeedFilter = { ...asked, until: null, before: null, order: 'oldest' }
  // A shipment has so few events that filtering them by time needs no index.
  if (filter.shipment !== null || (filter.created_after === null && filter.created_before === null)) return readPart(db, filter)
  const { from, to, looked_at } = await findBounds(db, filter.partner_id, filter.created_after, filter.created_before)
  const after = later(filter.after, from)
  const rows = to && (!after || isBefore(after, to)) ? await readPart(db, { ...filter, after, until: to }) : []
  const limit = filter.limit - rows.length
  return limit === 0 ? rows : rows.concat(await readPart(db, { ...filter, after: later(after, looked_at), limit }))
}

type BackwardRange = Omit<FeedFilter, 'until' | 'after' | 'order'>

/**
 * Reads one page backward from `before` (null for the end), newest first. A reader that continues sees each event once, in the reverse
 * order of the feed. Events that are not settled when the first page is read are left out. They appear at the top when a first page is read
 * again.
 */
export const readFeedBackward = async (db: Database, asked: BackwardRange): Promise<FeedRow[]> => {
  const filter: FeedFilter = { ...asked, until: null, after: null, order: 'newest' }
  const read = (part: FeedFilter): Promise<FeedRow[]> => queryRows(db, part)
  if (filter.shipment !== null || (filter.created_after === null && filter.created_before === null)) return read(filter)
  const { from, to, looked_at } = await findBounds(db, filter.partner_id, filter.created_after, filter.created_before)
  const rows = await read({ ...filter, after: later(from, looked_at) })
  const limit = filter.limit - rows.length
  if (limit === 0 || !to) return rows
  return rows.concat(await read({ ...filter, after: from, until: to, limit }))
}

const readPart = async (db: Database, filter: FeedFilter): Promise<FeedRow[]> => {
  let rows = await queryRows(db, filter)
  const last = BigInt(rows.at(-1)?.xid ?? 0)
  for (const pause_ms of PAUSES_MS) {
    if (rows.every((row) => row.settled || BigInt(row.xid) > last)) break
    await new Promise((resolve) => setTimeout(resolve, pause_ms))
    rows = await queryRows(db, filter)
  }
  const end = rows.findIndex((row) => !row.settled)
  return end < 0 ? rows : rows.slice(0, end)
}
