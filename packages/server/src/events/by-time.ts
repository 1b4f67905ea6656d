// Where in a partner's feed the events of a time are. The feed's order is that of transactions, not of times: created_at is a clock's time
// (of one of several processes, in a sandbox advanced by the partner), read up to a minute before the event commits. So an index on times
// cannot say where in the feed a time begins or ends. `events_by_time` can, as it sums up stretches of the feed: for each 1,024 events
// their place, their earliest time, and the latest time of all up to there.
//
// Promise: the places found leave out no event of the times asked for, whatever any clock showed. Below the oldest transaction in flight a
// feed never changes (feed.ts), and only what lies there is summed up; what came since is always looked through. What clocks decide is
// the cost alone: with times in the order of the feed, but for a minute, a search reads some rows of an index and at most a few thousand
// events, however many there are. A clock that was set back makes stretches `is_late`, which are looked for apart.
//
// Workers keep the table (sum-up.ts), and so do readers: who finds a whole stretch that is not summed up does it first. That is one reading
// of each event, once, and costs those who write events nothing.
import { type Database, Unavailable } from '../platform/db.ts'

/** A place in the feed. */
export interface FeedPosition {
  xid: string
  seq: number
}

const STRETCH = 1024
/** Stretches that one statement sums up. */
const AT_ONCE = 32
/** After that the reader is told to come back; what was summed up stays. */
const SEARCH_PATIENCE_MS = 15_000
/** How much later than its own an event may find another's time before it. */
const LATE = "interval '1 minute'"

/** The last place that is summed up. `latest` never falls along the feed, so its order is the feed's. */
const LAST = 'order by latest desc, xid desc, seq desc limit 1'
const LAST_OF_ALL = `last as materialized (select xid, seq, latest from events_by_time where partner_id = $1 ${LAST})`
const BEHIND_LAST = `partner_id = $1 and (xid, seq) > (coalesce((select xid from last), '0'::xid8), coalesce((select seq from last), 0))
  and xid < pg_snapshot_xmin(pg_current_snapshot())`

const SUM_UP = `
  with ${LAST_OF_ALL},
  numbered as materialized (
    select xid, seq, created_at, row_number() over (order by events.xid, events.seq) as nth
      from events where ${BEHIND_LAST} order by events.xid, events.seq limit ${STRETCH * AT_ONCE}),
  stretches as (
    select (nth - 1) / ${STRETCH} as stretch, min(created_at) as earliest, max(created_at) as latest
      from numbered group by 1 having count(*) = ${STRETCH}),
  summed_up as (
    select stretch, earliest, greatest(max(latest) over upto, (select latest from last)) as latest,
           greatest(max(latest) over before, (select latest from last)) as before
      from stretches window upto as (order by stretch), before as (order by stretch rows between unbounded preceding and 1 preceding))
  insert into events_by_time (partner_id, xid, seq, earliest, latest, is_late)
  select $1, n.xid, n.seq, s.earliest, s.latest, coalesce(s.earliest < s.before - ${LATE}, false)
    from summed_up s join numbered n on n.nth = (s.stretch + 1) * ${STRETCH}
  on conflict do nothing`

/** Partners that one statement looks at: it reads up to a stretch of an index for each. */
const PARTNERS_AT_ONCE = 100
const BEHIND = `
  select p.id, exists (
           select from (
             select from events e
              where e.partner_id = p.id and e.xid < pg_snapshot_xmin(pg_current_snapshot())
                and (e.xid, e.seq) > (coalesce((select xid from events_by_time where partner_id = p.id ${LAST}), '0'::xid8),
                                      coalesce((select seq from events_by_time where partner_id = p.id ${LAST}), 0))
              order by e.xid, e.seq offset ${STRETCH - 1} limit 1) whole) as is_behind
    from (select id from partners where id > $1 order by id limit ${PARTNERS_AT_ONCE}) p order by p.id`

/** Of the next partners after this id: those with a stretch that is not summed up, and the last one looked at; null: there are no more. */
export const findBehind = async (db: Database, after: string): Promise<{ behind: string[]; last: string | null }> => {
  const rows = await db.query<{ id: string; is_behind: boolean }>('feed_behind', BEHIND, [after])
  const last = rows.length < PARTNERS_AT_ONCE ? null : (rows.at(-1)?.id ?? null)
  return { behind: rows.filter((row) => row.is_behind).map(({ id }) => id), last }
}

export interface Bounds {
  /** Everything up to here is of other times; null: nothing is. */
  from: FeedPosition | null
  /** Between here and `looked_at`, everything is of other times; null: everything up to `looked_at` is. */
  to: FeedPosition | null
  /** Up to here the feed is summed up. */
  looked_at: FeedPosition | null
}

interface BoundsRow {
  from_xid: string | null
  from_seq: number
  to_xid: string | null
  to_seq: number
  last_xid: string | null
  last_seq: number
  is_behind: boolean
}

// `to` is the last stretch with an earlier event than $3. One that is not late begins at most LATE before the latest time of those
// before it, so it comes no later than right behind the first stretch whose latest time is LATE after $3.
const BOUNDS = `
  with ${LAST_OF_ALL},
  first as (select xid, seq from events_by_time where partner_id = $1 and latest <= $2::timestamptz ${LAST}),
  reach as materialized (
    select latest, xid, seq from events_by_time
     where partner_id = $1 and latest >= $3::timestamptz + ${LATE} order by latest, xid, seq limit 1),
  regular as (
    select xid, seq from events_by_time
     where partner_id = $1 and earliest < $3::timestamptz
       and (latest, xid, seq) <= (coalesce((select latest from reach), 'infinity'), coalesce((select xid from reach), '0'::xid8),
                                  coalesce((select seq from reach), 0)) ${LAST}),
  late as (
    select xid, seq from events_by_time
     where partner_id = $1 and is_late and earliest < $3::timestamptz order by xid desc, seq desc limit 1),
  until as (select xid, seq from (select * from regular union all select * from late) u order by xid desc, seq desc limit 1)
  select (select xid::text from first) as from_xid, (select seq from first) as from_seq,
         (select xid::text from until) as to_xid, (select seq from until) as to_seq,
         (select xid::text from last) as last_xid, (select seq from last) as last_seq,
         exists (select from (select from events where ${BEHIND_LAST} order by events.xid, events.seq offset ${STRETCH - 1} limit 1) e)
           as is_behind`

const place = (xid: string | null, seq: number): FeedPosition | null => (xid === null ? null : { xid, seq })

/** Readers of one feed sum it up once. */
const summingUp = new Map<string, Promise<unknown>>()

/** Sums up the next stretches of a feed, some at a time. */
export const sumUp = (db: Database, partnerId: string): Promise<unknown> => {
  const underWay = summingUp.get(partnerId)
  if (underWay) return underWay
  const begun = db.query('feed_sum_up', SUM_UP, [partnerId]).finally(() => summingUp.delete(partnerId))
  summingUp.set(partnerId, begun)
  return begun
}

/**
 * Where events of this partner created after `after` and before `before` (null: whenever) may be. Throws Unavailable when the feed is so
 * long, and so little of it summed up, that it takes longer than anybody should wait.
 */
export const findBounds = async (db: Database, partnerId: string, after: string | null, before: string | null): Promise<Bounds> => {
  const give_up_ms = performance.now() + SEARCH_PATIENCE_MS
  const values = [partnerId, after ?? '-infinity', before ?? 'infinity']
  for (;;) {
    const row = (await db.one<BoundsRow>('feed_bounds', BOUNDS, values)) as BoundsRow
    if (!row.is_behind) {
      return {
        from: place(row.from_xid, row.from_seq),
        to: place(row.to_xid, row.to_seq),
        looked_at: place(row.last_xid, row.last_seq),
      }
    }
    if (performance.now() > give_up_ms) throw new Unavailable('the times of a long feed are being summed up')
    await sumUp(db, partnerId)
  }
}
