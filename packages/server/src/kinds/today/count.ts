// Counts each event of each partner's feed once: the number of parcels that reached a status in each hour, and the time from one status to
// the next.
//
// Promise: every event that the feed shows is counted exactly once. This holds for any order of commits and any number of workers, even if
// a worker is killed at any moment. Each feed has a position up to which it is counted (`today_reached`). Only events below the oldest
// transaction in flight are counted, because there the feed never changes (kinds/events/feed.ts). One statement reads the events after the
// position, adds them to the counts and advances the position, so either all of this happens or none of it. A lock lets only one statement
// count at a time. The snapshot of a statement may be older than the end of the previous statement. It still starts where the previous
// statement stopped, because locking the position reads its latest version.
//
// Writing events does not write counts. So the counts are a second or two behind the feed until a worker (keep.ts) or a reader (read.ts)
// counts the new events.
import { ALL_PARTNERS, addCounts, bucketSql, COUNTS_LOCK } from '../../commit/hourly-counts.ts'
import type { Database } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import { HORIZON, inShipmentsTime } from '../../storage/event-ranges.ts'
import { findBounds } from '../events/by-time.ts'
import { eventOf, HOUR_MS, REACHED, WINDOW_HOURS } from './model.ts'

/** Hours are kept a day longer than they are shown. */
export const RETENTION_HOURS = WINDOW_HOURS + 24
/** Number of a parcel's earlier events that are searched for its previous status. */
const LOOKED_BACK = 50

/** SQL: the oldest hour worth counting. Older hours would be removed at once. */
const oldestRetained = (offset: string): string =>
  `date_trunc('hour', now() + make_interval(secs => ${offset}) - interval '${RETENTION_HOURS} hours')`

const MOVES = REACHED.map((status) => `'${eventOf(status)}'`).join(', ')
/** SQL: type and time of the parcel's last status change before `m`. `m` is an event with shipment_id, xid and seq. */
export const previousMove = (m: string): string => `
        select type, created_at
          from (select type, created_at, xid, seq from events
                 where shipment_id = ${m}.shipment_id and (xid, seq) < (${m}.xid, ${m}.seq) and xid <= ${m}.xid
                   and ${inShipmentsTime(`${m}.shipment_id`)} order by events.xid desc, events.seq desc limit ${LOOKED_BACK}) e
         where type in (${MOVES}) order by xid desc, seq desc limit 1`
/** SQL: the status that the name of an event type contains. */
const statusIn = (type: string): string => `substr(${type}, ${'shipment.'.length + 1})`

/** Parameters: $1 the partners, $2 the maximum number of events per partner. */
const COUNT = `
  with l as materialized (select pg_try_advisory_xact_lock(${COUNTS_LOCK}) as mine),
  reached as materialized (
    select partner_id, xid, seq from today_reached
     where (select mine from l) and partner_id = any ($1::text[]) order by partner_id for update),
  news as materialized (
    select r.partner_id, e.xid, e.seq, e.type, e.created_at, e.shipment_id
      from reached r cross join lateral (
        select xid, seq, type, created_at, shipment_id from events
         where partner_id = r.partner_id and (xid, seq) > (r.xid, r.seq) and xid >= r.xid and xid < ${HORIZON}
         order by events.xid, events.seq limit $2::int) e),
  moves as materialized (
    select n.*, date_trunc('hour', n.created_at) as hour from news n join partners p on p.id = n.partner_id
     where n.type in (${MOVES}) and n.created_at >= ${oldestRetained('p.clock_offset_s')}),
  steps as (
    select m.partner_id, date_trunc('day', m.hour) as hour, ${statusIn('b.type')} || '>' || ${statusIn('m.type')} as what,
           ${bucketSql('extract(epoch from m.created_at - b.created_at)')} as bucket
      from moves m cross join lateral (${previousMove('m')}) b
     where b.created_at < m.created_at and b.type <> m.type),
  counted as materialized (
    select partner_id, hour, type as what, 0::int as bucket, count(*) as n from moves group by 1, 2, 3
    union all
    select partner_id, hour, what, bucket, count(*) from steps group by 1, 2, 3, 4),
  added as (${addCounts('counted')}),
  moved as (
    update today_reached r set xid = e.xid, seq = e.seq, at = e.created_at
      from (select distinct on (partner_id) partner_id, xid, seq, created_at from news order by partner_id, xid desc, seq desc) e
     where r.partner_id = e.partner_id)
  select (select mine from l) as mine, (select count(*) from news) as counted`

export interface Counted {
  /** False: another process was counting, so this one counted nothing. */
  mine: boolean
  counted: number
}

/** Counts up to `most` more events of each of these partners whose counting has begun. */
export const countOn = async (db: Database, partnerIds: readonly string[], most: number): Promise<Counted> =>
  (await db.one<Counted>('today_count', COUNT, [partnerIds, most])) ?? { mine: false, counted: 0 }

/** SQL: subtracts rows of `source` (hour, what, bucket, n) from the sums over all partners. */
const lessInSums = (source: string): string => `
  update today_counts c set n = c.n - g.n
    from (select hour, what, bucket, sum(n)::bigint as n from ${source} group by hour, what, bucket) g
   where c.partner_id = '${ALL_PARTNERS}' and c.hour = g.hour and c.what = g.what and c.bucket = g.bucket`

/** Removes the remains of an earlier count first. Otherwise these events would be counted twice. */
const BEGIN = `
  with l as materialized (select pg_try_advisory_xact_lock(${COUNTS_LOCK}) as mine),
  begun as (
    insert into today_reached (partner_id, xid, seq) select $1, coalesce($2::xid8, '0'), coalesce($3::bigint, 0) where (select mine from l)
    on conflict (partner_id) do nothing returning partner_id),
  gone as (
    delete from today_counts c using begun b
     where c.partner_id = b.partner_id and c.what like any (array['shipment.%', '%>%']) returning c.hour, c.what, c.bucket, c.n)
  ${lessInSums('gone')}`

/**
 * Starts to count a partner's feed at the oldest events that are kept, unless counting has started. `now_ms` is real time. Throws
 * Unavailable while the times of a long feed are not yet summed up (kinds/events/by-time.ts). The next attempt gets further.
 */
export const beginCounting = async (db: Database, partnerId: string, now_ms: number): Promise<void> => {
  const { from } = await findBounds(db, partnerId, iso(now_ms - (RETENTION_HOURS + 1) * HOUR_MS), null)
  await db.query('today_begin', BEGIN, [partnerId, from?.xid ?? null, from?.seq ?? null])
}

export interface CountProgress {
  partner_id: string
  begun: boolean
  /** Whether there are uncounted events. */
  is_behind: boolean
  /** Whether some of the uncounted events can be counted now. */
  has_settled: boolean
  /** Time of the last counted event, on the partner's clock. */
  at: string | null
  clock_offset_s: number
}

const AFTER = 'e.partner_id = p.id and (e.xid, e.seq) > (r.xid, r.seq) and e.xid >= r.xid'
const progressOf = (partners: string): string => `
  select p.id as partner_id, r.partner_id is not null as begun, r.at, p.clock_offset_s,
         r.partner_id is null or exists (select from events e where ${AFTER}) as is_behind,
         exists (select from events e where ${AFTER} and e.xid < ${HORIZON}) as has_settled
    from (${partners}) p left join today_reached r on r.partner_id = p.id`

/** Number of partners in one `listProgress` statement, which reads one index entry for each partner. */
export const PARTNERS_AT_ONCE = 100

/** The counting progress of the partners after this id, ordered by id. */
export const listProgress = (db: Database, after: string): Promise<CountProgress[]> =>
  db.query<CountProgress>(
    'today_standings',
    `${progressOf(`select id, clock_offset_s from partners where id > $1 order by id limit ${PARTNERS_AT_ONCE}`)} order by p.id`,
    [after],
  )

export const readProgress = (db: Database, partnerId: string): Promise<CountProgress | null> =>
  db.one<CountProgress>('today_standing', progressOf('select id, clock_offset_s from partners where id = $1'), [partnerId])

/** All partners whose counts are behind. */
export const behind = (db: Database): Promise<CountProgress[]> =>
  db.query<CountProgress>(
    'today_behind',
    `select * from (${progressOf('select id, clock_offset_s from partners')}) s where is_behind order by begun, at limit ${PARTNERS_AT_ONCE}`,
  )

const REMOVED_AT_ONCE = 1000
/**
 * If a partner's clock is ahead, this removes hours that the sums over all partners still keep, because the sums follow real time. So the
 * partner's share of these hours is subtracted from the sums.
 */
const REMOVE = `
  with l as materialized (select pg_try_advisory_xact_lock(${COUNTS_LOCK}) as mine),
  old as materialized (
    select c.ctid as place from today_counts c left join partners p on p.id = c.partner_id
     where (select mine from l) and c.partner_id = any ($1::text[]) and c.hour < ${oldestRetained('coalesce(p.clock_offset_s, 0)')}
     limit ${REMOVED_AT_ONCE}),
  gone as (
    delete from today_counts where ctid = any (array (select place from old)) returning partner_id, hour, what, bucket, n),
  ahead as (select g.* from gone g join partners p on p.id = g.partner_id where p.clock_offset_s <> 0),
  less as (${lessInSums('ahead')})
  select count(*) as gone from gone`

/**
 * Removes hours that are no longer shown, from the counts of these partners (or ALL_PARTNERS: from the sums). Returns true if there may be
 * more.
 */
export const removeOld = async (db: Database, partnerIds: readonly string[]): Promise<boolean> => {
  const row = await db.one<{ gone: number }>('today_remove', REMOVE, [partnerIds])
  return (row?.gone ?? 0) === REMOVED_AT_ONCE
}
