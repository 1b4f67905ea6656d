// The events of all partners, newest first, for operators. A page merges the partners' feeds in the order of their transactions. From each
// feed it reads as many events as a page shows, backward from the end of the period to its start (by-time.ts). So a page costs the same no
// matter how long the feeds are. It reads index entries first, and then only the events shown.
//
// A period is in real time. For a sandbox partner whose clock is ahead, the period is moved forward by the same number of whole hours, as
// on the Today page (kinds/today/queries.ts).
import type { EventType } from '@backhaul/core/events/catalog.ts'
import type { Database } from '../../database/db.ts'
import { closedEdges, eventById, type FeedRange, HORIZON, rangesFrom } from '../../storage/event-ranges.ts'
import { type FeedPosition, waitForSums } from './by-time.ts'
import { STORED, type StoredEvent } from './feed.ts'

export interface FilterOfAll {
  /** Only events before this place are read. Null if there is no limit. */
  before: FeedPosition | null
  types: readonly EventType[] | null
  shipment: string | null
  created_after: string | null
  created_before: string | null
  limit: number
}

/** Finds the place of an event in the feed, whichever partner it belongs to. */
export const findAnyPosition = (db: Database, eventId: string): Promise<FeedPosition | null> =>
  db.one<FeedPosition>('event_position_any', `select xid::text, seq from ${eventById('xid, seq', '$1')} e`, [eventId])

/**
 * SQL: how far a partner's clock is ahead of real time, rounded to whole hours, so that a full hour on that clock is also a full hour of
 * real time.
 */
export const HOURS_AHEAD = "date_trunc('hour', now() + make_interval(secs => clock_offset_s)) - date_trunc('hour', now())"
const LAST_XID = "'18446744073709551615'::xid8"
const LAST_SEQ = '9223372036854775807'

/** SQL: the end of the last stretch before which all events are older than the period. No event of the period is before this place. */
const FIRST = (after: string): string => `
  left join lateral (
    select xid, seq from events_by_time where partner_id = ps.id and latest <= ${after} + ps.ahead
     order by latest desc, xid desc, seq desc limit 1) f on true`

/**
 * SQL: a place after which there is no event of the period. It is the end of the first stretch that reaches one minute beyond the period,
 * because an event may be a minute late. If later stretches are late and contain events of the period, it is the end of the last of them.
 * The part that is not summed up is always searched, as a separate range.
 */
const LAST = (before: string): string => `
  left join lateral (
    select xid, seq from events_by_time where partner_id = ps.id and latest >= ${before} + ps.ahead + interval '1 minute'
     order by latest, xid, seq limit 1) r on true
  left join lateral (
    select xid, seq from events_by_time where partner_id = ps.id and is_late and earliest < ${before} + ps.ahead
     order by xid desc, seq desc limit 1) l on (l.xid, l.seq) > (r.xid, r.seq)
  left join lateral (
    select xid, seq from events_by_time where partner_id = ps.id order by latest desc, xid desc, seq desc limit 1) s on r.xid is not null`

const rangesOf = (after: string | null, before: string | null): string => `
  bounds as materialized (
    select ps.id, ps.ahead, ${after ? 'f.xid' : "'0'::xid8"} as from_xid, ${after ? 'f.seq' : '0::bigint'} as from_seq,
           ${before ? 'coalesce(l.xid, r.xid), coalesce(l.seq, r.seq), s.xid, s.seq' : 'null::xid8, null::bigint, null::xid8, null::bigint'}
      from ps ${after ? FIRST(after) : ''} ${before ? LAST(before) : ''}),
  ranges (id, ahead, from_xid, from_seq, to_xid, to_seq) as materialized (
    select b.id, b.ahead, b.from_xid, b.from_seq, b.to_xid, b.to_seq from bounds as b (id, ahead, from_xid, from_seq, to_xid, to_seq, end_xid, end_seq)
    union all
    select b.id, b.ahead, b.end_xid, b.end_seq, null, null
      from bounds as b (id, ahead, from_xid, from_seq, to_xid, to_seq, end_xid, end_seq) where b.end_xid is not null)`

/** Reads a page: first from the partition in which it begins, and then from all earlier partitions. */
export const readFeedOfAll = async (db: Database, filter: FilterOfAll): Promise<StoredEvent[]> => {
  if (filter.created_after !== null || filter.created_before !== null) await waitForSums(db)
  const rows: StoredEvent[] = []
  for (const range of rangesFrom(await closedEdges(db), filter.before?.xid ?? null, null, true))
    if (rows.length < filter.limit) rows.push(...(await readRange(db, { ...filter, limit: filter.limit - rows.length }, range)))
  return rows
}

/** Each combination of filters is a separate statement, so that each has its own plan and index. */
const readRange = (db: Database, filter: FilterOfAll, range: FeedRange): Promise<StoredEvent[]> => {
  const values: (string | number | readonly string[])[] = [filter.limit]
  let name = 'feed_of_all'
  const given = <T extends string | readonly string[]>(what: string, value: T | null): string | null => {
    if (value === null) return null
    values.push(value)
    name += `_${what}`
    return `$${values.length}`
  }
  const [only = null, second] = filter.types ?? []
  const type = given('type', filter.types && second === undefined ? only : null)
  const types = given('types', filter.types && (second !== undefined || only === null) ? filter.types : null)
  const shipment = given('shipment', filter.shipment)
  const from = given('from', filter.created_after)
  const to = given('to', filter.created_before)
  const [after, before] = [from && `${from}::timestamptz`, to && `${to}::timestamptz`]
  const xid = given('before', filter.before?.xid ?? null)
  if (filter.before) values.push(filter.before.seq)
  const beforeSeq = `$${values.length}`
  const [since, below] = [given('in', range.from), given('below', range.to)]
  const where = [
    `partner_id = r.id and xid < ${HORIZON}`,
    "(xid, seq) > (coalesce(r.from_xid, '0'::xid8), coalesce(r.from_seq, 0))",
    before && `(xid, seq) <= (coalesce(r.to_xid, ${LAST_XID}), coalesce(r.to_seq, ${LAST_SEQ}))`,
    xid && `(xid, seq) < (${xid}::xid8, ${beforeSeq}::bigint)`,
    since && `xid >= ${since}::xid8`,
    below && `xid < ${below}::xid8`,
    type && `type = ${type}`,
    types && `type = any (${types}::text[])`,
    shipment && `shipment_id = ${shipment}`,
    after && `created_at > ${after} + r.ahead`,
    before && `created_at < ${before} + r.ahead`,
  ]
  return db.query<StoredEvent>(
    name,
    `with ps as materialized (
       select id, ${HOURS_AHEAD} as ahead from partners ${shipment ? `where id = (select partner_id from shipments where id = ${shipment})` : ''}),
     ${rangesOf(after, before)}
     select ${STORED.replaceAll(/\w+/g, 'e.$&')}
       from (
         select k.* from ranges r cross join lateral (
           select partner_id, xid, seq from events where ${where.filter((one) => one !== null).join(' and ')}
            order by events.xid desc, events.seq desc limit $1) k
          order by k.xid desc, k.seq desc limit $1) k
       join events e on e.partner_id = k.partner_id and e.xid = k.xid and e.seq = k.seq
      order by e.xid desc, e.seq desc`,
    values as never,
  )
}
