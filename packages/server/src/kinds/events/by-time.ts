// Finds the events of a period in a partner's feed. The feed is in the order of transactions, not of times. An event's created_at comes
// from the clock of the process that writes it, up to a minute before the event commits, and a sandbox partner may have advanced that
// clock. So an index on created_at cannot find the place in the feed where a period begins or ends. The table `events_by_time` can. It sums
// up the feed in stretches of 64 events. (Stretches that earlier versions of the program wrote have 256 or 1,024 events.) Each row has the
// end of a stretch, its earliest time, and the latest time in the feed up to its end.
//
// Promise: a search misses no event of the period, no matter what any clock showed. Below the oldest transaction in flight the feed never
// changes (feed.ts), and only that part is summed up; newer events are always searched. Clocks affect only the cost. As long as times
// follow the order of the feed within a minute, a search reads a few index rows and at most a few stretches, no matter how long the feed
// is. A clock that was set back makes stretches `is_late`, and those are searched separately.
//
// Workers keep the table up to date (sum-up.ts). Readers do too: a reader that finds a whole stretch not yet summed up sums it up first. A
// reader of all feeds does so at most once a minute, and searches the events written since then one by one. Each event is read once for
// summing up, and writing events costs nothing extra.
import { type Database, Unavailable } from '../../database/db.ts'
import { HORIZON } from '../../storage/event-ranges.ts'

export interface FeedPosition {
  xid: string
  seq: number
}

/**
 * Number of events in one stretch. One search reads about this many events of each feed. A stretch takes little space, because it needs
 * only one row of the table.
 */
export const STRETCH = 64
/** Number of stretches that one statement sums up. */
const AT_ONCE = 512
/**
 * Time limit for a search. When it has passed, the reader gets `unavailable`. The stretches summed up so far remain, so the next try gets
 * further.
 */
const SEARCH_PATIENCE_MS = 15_000
/** A stretch is late if it has an event that is more than this much older than some event before the stretch. */
const LATE = "interval '1 minute'"

/** SQL: the end of the summed-up part. `latest` never decreases along the feed, so sorting by `latest` gives the order of the feed. */
const LAST = 'order by latest desc, xid desc, seq desc limit 1'
const LAST_OF_ALL = `last as materialized (select xid, seq, latest from events_by_time where partner_id = $1 ${LAST})`
const BEHIND_LAST = `partner_id = $1 and (xid, seq) > (coalesce((select xid from last), '0'::xid8), coalesce((select seq from last), 0))
  and xid >= coalesce((select xid from last), '0'::xid8)
  and xid < ${HORIZON}`

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
  insert into events_by_time as s (partner_id, xid, seq, earliest, latest, is_late)
  select $1, n.xid, n.seq, u.earliest, u.latest, coalesce(u.earliest < u.before - ${LATE}, false)
    from summed_up u join numbered n on n.nth = (u.stretch + 1) * ${STRETCH}
  on conflict (partner_id, latest, xid, seq) do update
    set is_late = s.is_late or excluded.is_late, earliest = least(s.earliest, excluded.earliest)
    where excluded.is_late > s.is_late or excluded.earliest < s.earliest`

/** Number of partners that one statement checks. For each of them, the statement reads up to one stretch of events from an index. */
const PARTNERS_AT_ONCE = 100
const BEHIND = `
  select p.id, exists (
           select from (
             select from events e
              where e.partner_id = p.id and e.xid < ${HORIZON}
                and e.xid >= coalesce((select xid from events_by_time where partner_id = p.id ${LAST}), '0'::xid8)
                and (e.xid, e.seq) > (coalesce((select xid from events_by_time where partner_id = p.id ${LAST}), '0'::xid8),
                                      coalesce((select seq from events_by_time where partner_id = p.id ${LAST}), 0))
              order by e.xid, e.seq offset ${STRETCH - 1} limit 1) whole) as is_behind
    from (select id from partners where id > $1 order by id limit ${PARTNERS_AT_ONCE}) p order by p.id`

/**
 * Checks the partners after this id. `behind`: partners with a whole stretch that is not summed up. `last`: the last partner that was
 * checked, or null if no more partners follow.
 */
export const findBehind = async (db: Database, after: string): Promise<{ behind: string[]; last: string | null }> => {
  const rows = await db.query<{ id: string; is_behind: boolean }>('feed_behind', BEHIND, [after])
  const last = rows.length < PARTNERS_AT_ONCE ? null : (rows.at(-1)?.id ?? null)
  return { behind: rows.filter((row) => row.is_behind).map(({ id }) => id), last }
}

export interface Bounds {
  /** No event of the period is at or before this place. Null if no such place is known. */
  from: FeedPosition | null
  /** No event of the period is after this place and up to `looked_at`. Null if no event up to `looked_at` is in the period. */
  to: FeedPosition | null
  /** The feed is summed up to this place. */
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

// `to` is the last stretch with an event before $3. A stretch that is not late has its earliest time at most LATE before the latest time in
// the feed up to it. So unless `to` is late, it cannot come after the first stretch whose latest time is at least LATE after $3 (`reach`).
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

/** Statements in progress by partner. Readers of the same feed share one statement. */
const summingUp = new Map<string, Promise<unknown>>()

/** Sums up the next stretches of a feed, at most AT_ONCE of them. */
export const sumUp = (db: Database, partnerId: string): Promise<unknown> => {
  const underWay = summingUp.get(partnerId)
  if (underWay) return underWay
  const begun = db.query('feed_sum_up', SUM_UP, [partnerId]).finally(() => summingUp.delete(partnerId))
  summingUp.set(partnerId, begun)
  return begun
}

/** Sums up all feeds for as long as `goesOn` returns true. `goesOn` is called after each statement. */
export const sumUpAll = async (db: Database, goesOn: () => Promise<boolean>): Promise<void> => {
  for (let after: string | null = ''; after !== null; ) {
    const page: { behind: string[]; last: string | null } = await findBehind(db, after)
    if (!(await goesOn())) return
    for (const partnerId of page.behind) {
      await sumUp(db, partnerId)
      if (!(await goesOn())) return
    }
    // Each partner of the page that was behind has been summed up once. The page is read again until none of its partners is behind.
    if (page.behind.length === 0) after = page.last
  }
}

const tooLong = () => new Unavailable('the time index of a long feed is being updated')

const KNOWN_FOR_MS = 60_000
const summedUpAll = new WeakMap<Database, { begun_ms: number; done: Promise<void> }>()

/**
 * For readers of all feeds: resolves once all feeds have been summed up within the last minute. Throws Unavailable if that takes too long.
 */
export const waitForSums = (db: Database): Promise<void> => {
  const begun_ms = performance.now()
  const before = summedUpAll.get(db)
  if (before && begun_ms - before.begun_ms < KNOWN_FOR_MS) return before.done
  const done = sumUpAll(db, async () => {
    if (performance.now() - begun_ms > SEARCH_PATIENCE_MS) throw tooLong()
    return true
  })
  summedUpAll.set(db, { begun_ms, done })
  done.catch(() => summedUpAll.delete(db))
  return done
}

/**
 * Finds the part of the feed that may contain this partner's events created after `after` and before `before` (null for no limit). Throws
 * Unavailable if summing up the feed would take too long.
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
    if (performance.now() > give_up_ms) throw tooLong()
    await sumUp(db, partnerId)
  }
}
