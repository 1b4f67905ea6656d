// All statements of the delivery worker except those of claim.ts and bulk-updates.ts. Leases and recovery use the database's clock. Due
// times use it too, plus the offset of the partner's own clock (`partners.clock_offset_s`), so that advancing a clock makes retries due
// without writing to them. migrations/0011_webhooks.sql explains the rows, and worker.ts explains how the statements work together.
//
// Statements are planned once per connection, often on empty tables, and then run on hundreds of thousands of rows before statistics are
// gathered again. So no plan may depend on table sizes: rows are looked up by `= any (array (…))`, by scalar subqueries or in laterals
// fenced with `offset 0`. Each of these can only be an index probe per row, while a plain join could become a full scan.
import type { Row } from '@backhaul/core/tables.ts'
import { type EventFrame, eventBody } from '../commit/stored.ts'
import type { Database } from '../database/db.ts'
import type { Lane } from '../database/lane.ts'
import { isArchived } from '../storage/event-archive.ts'
import { eventById } from '../storage/event-ranges.ts'
import type { Health } from './health.ts'

export const LEASE_S = 10
/** A worker that has sent no heartbeat for this long gets no share of the work. */
export const WORKER_SEEN_S = 6
/**
 * A success that comes later than this is recorded like any other attempt. So retention can tell from a delivery's age when to clear its
 * first success.
 */
export const FIRST_SUCCESS_WITHIN_MS = 24 * 3600 * 1000

/** Counts the enabled webhooks whose secrets are encrypted with none of these keys. */
export const countForeign = async (db: Database, masterKeyIds: readonly string[]): Promise<number> =>
  (
    await db.one<{ n: number }>(
      'delivery_foreign',
      "select count(*) as n from webhooks where status = 'enabled' and master_key_id <> all ($1)",
      [masterKeyIds],
    )
  )?.n ?? 0

export interface FetchRequest {
  webhook_id: string
  /** Only fresh rows with a higher event_seq are read. */
  after: number
  /** Maximum number of rows of each kind. */
  fresh: number
  retries: number
  /** The event_seq of each row that the worker already has. */
  known: number[]
}

export type Trigger = 'schedule' | 'redeliver' | 'recover'

export interface DeliveryRow
  extends Pick<Row<'deliveries'>, 'id' | 'webhook_id' | 'event_id' | 'event_seq' | 'subject' | 'attempts' | 'version'> {
  trigger: Trigger
  /** No attempt has been made yet. */
  fresh: boolean
  /** The bytes of the event, or their place in the archive (storage/event-archive.ts). */
  body: string
  webhook_version: number
  clock_offset_s: number
}

const ROW = 'd.id, d.event_id, d.event_seq, d.subject, d.attempts, d.trigger, d.version'

/** The properties of the snapshot with which a reading saw the database, with transaction ids as text. See horizon.ts. */
export interface Sight {
  /** Time of the reading on the database's clock. Everything that was due at this time was returned, up to the limits. */
  at: string
  /** All transactions with lower ids had ended when the snapshot was taken. */
  xmin: string
  /** A transaction id that is higher than those of all transactions that had one when the mark was taken. Null if not requested. */
  mark: string | null
  /** The number of a recent event that had committed. */
  newest: number | null
}

export interface Reading {
  rows: DeliveryRow[]
  sight: Sight
}

// The mark comes last. A transaction with an id holds back the end of the event feed, so it should hold an id only briefly.
const FETCH = `
  select q.webhook_id, w.version as webhook_version, w.clock_offset_s, d.*, e.body, e.type, w.partner_id, null::json as sight
    from json_to_recordset($1::json) as q(webhook_id text, after bigint, fresh int, retries int, known bigint[])
    cross join lateral (
      select version, partner_id, (select clock_offset_s from partners where id = partner_id) as clock_offset_s
        from webhooks where id = q.webhook_id offset 0) w
    cross join lateral (
      (select ${ROW}, true as fresh from deliveries d
        where d.webhook_id = q.webhook_id and d.status = 'pending' and d.due_at = '-infinity' and d.event_seq > q.after
          and d.event_seq <> all (q.known)
        order by d.event_seq limit q.fresh)
      union all
      (select ${ROW}, false as fresh from deliveries d
        where d.webhook_id = q.webhook_id and d.status = 'pending' and d.due_at > '-infinity'
          and d.due_at <= now() + w.clock_offset_s * interval '1 s' and d.event_seq <> all (q.known)
        order by d.due_at limit q.retries)
    ) d
    left join lateral ${eventById('type, body', 'd.event_id')} e on true
  union all
  select null, null, null, null, null, null, null, null, null, null, null, null, null, null,
         json_build_object(
           'at', now(),
           'xmin', pg_snapshot_xmin(pg_current_snapshot())::text,
           'newest', (select e.seq from events e where e.partner_id = (select partner_id from webhooks where id = $2::text)
                       order by e.xid desc, e.seq desc limit 1),
           'mark', case when $2::text is not null then pg_current_xact_id()::text end)`

/**
 * Reads the waiting deliveries of webhooks that the caller holds. For each webhook, it returns fresh rows in event order, then retries in
 * the order of their due times. `asking`: a webhook. If given, the reading takes a mark and returns the number of the newest event of the
 * webhook's partner.
 */
export const fetchDue = async (db: Database, requests: FetchRequest[], asking: string | null = null): Promise<Reading> => {
  const rows = await db.query<DeliveryRow & EventFrame & { sight: Sight | null }>('delivery_fetch', FETCH, [
    JSON.stringify(requests),
    asking,
  ])
  const sight = rows.pop()?.sight
  if (!sight) throw new Error('the query of due deliveries returned no summary row')
  for (const row of rows) if (!isArchived(row.body)) row.body = eventBody(row, row.event_id)
  return { rows, sight }
}

type Executor = Pick<Lane, 'execute'>

/** A successful attempt, in the form of `deliveries.first_success`. */
export interface Success extends Pick<Row<'delivery_attempts'>, 'address' | 'status' | 'duration_ms' | 'answer'> {
  /** Time when the attempt started, in unix milliseconds of the partner's clock. */
  at_ms: number
}

export interface AttemptRow
  extends Success,
    Pick<Row<'delivery_attempts'>, 'attempt' | 'error_class' | 'error_message' | 'next_attempt_at'> {
  /** The id of the delivery, and its version when the attempt started. */
  id: string
  version: number
  delivery_status: 'delivered' | 'pending' | 'exhausted'
  /** Time until the next attempt; null if there is none. */
  delay_ms: number | null
  /** The offset of the partner's clock. The attempt's times include it. */
  clock_offset_s: number
  trigger: Trigger
}

/**
 * Settings of a connection that records. If PostgreSQL crashes and loses the latest records, attempts are repeated but none is lost, so the
 * commit need not wait for the disk. Nothing may cancel a statement that was sent, because its sender may be dead and unable to repeat it.
 * The only exception is the limit of ten minutes, so that a statement that waits for a lock does not wait forever.
 */
export const RECORDING =
  "set synchronous_commit = off; set lock_timeout = 0; set statement_timeout = '10min'; set client_connection_check_interval = 0"

// If a row's version is higher than expected, it was redelivered or skipped during the attempt. Then the row keeps its state, except that a
// success ends a skip.

// Updates one row per delivery without a join, at half the cost of RECORD. $3, $4: the lowest and the highest id. With these bounds,
// PostgreSQL probes only the partitions in between. It cannot derive the bounds from an array of ids.
const RECORD_FIRST = `
  update deliveries d
     set attempts = 1,
         version = d.version + 1,
         status = case when d.version = 1 or d.status = 'skipped' then 'delivered' else d.status end,
         due_at = case when d.version = 1 then now() else greatest(d.due_at, now()) end,
         first_success = ((select string_to_array($2, E'\n'))[array_position($1::text[], d.id)])::json
   where d.id = any ($1::text[]) and d.id >= $3 and d.id <= $4 and d.attempts = 0`

/**
 * Records successes of deliveries that were new (version 1, no attempts, not triggered by hand) and young (FIRST_SUCCESS_WITHIN_MS).
 * Returns how many it recorded. The other deliveries already had an attempt, or no longer exist.
 */
export const recordFirst = (lane: Executor, ids: string[], successes: Success[]): Promise<number> => {
  const ascending = ids.toSorted()
  // JSON.stringify never writes a line break.
  const results = successes.map((success) => JSON.stringify(success)).join('\n')
  return lane.execute('delivery_record_first', RECORD_FIRST, [`{${ids.join(',')}}`, results, ascending[0] ?? '', ascending.at(-1) ?? ''])
}

// `any (array[r.id])` can only be an index probe per result, while PostgreSQL may reverse a plain join (`= r.id`).
const RECORD = `
  with r as materialized (
    select * from json_to_recordset($1::json)
      as r(id text, version int, attempt int, delivery_status text, delay_ms float8, clock_offset_s float8, trigger text, at_ms float8, address text,
           status int, duration_ms int, error_class text, error_message text, answer text, next_attempt_at timestamptz)
  ),
  u as (
    update deliveries d
       set attempts = r.attempt,
           version = d.version + 1,
           status = case when d.version = r.version or (d.status = 'skipped' and r.delivery_status = 'delivered')
                         then r.delivery_status else d.status end,
           due_at = case when d.version = r.version
                         then now() + r.clock_offset_s * interval '1 s' + coalesce(r.delay_ms, 0) * interval '1 ms'
                         else greatest(d.due_at, now()) end,
           trigger = case when d.version = r.version then 'schedule' else d.trigger end
      from r where d.id = any (array[r.id]) and d.attempts = r.attempt - 1
  )
  insert into delivery_attempts (delivery_id, attempt, trigger, at, address, status, duration_ms, error_class, error_message, answer,
    next_attempt_at)
  select id, attempt, trigger, to_timestamp(at_ms / 1000), address, status, duration_ms, error_class, error_message, answer, next_attempt_at
    from r
   where not exists (
           select from delivery_attempts a
            where a.delivery_id = r.id and a.attempt = r.attempt and a.at = to_timestamp(r.at_ms / 1000))
     and not exists (
           select from deliveries d
            where r.attempt = 1 and d.id = any (array[r.id]) and (d.first_success ->> 'at_ms')::float8 = r.at_ms)`

/** Records results of any kind. No result is recorded twice. */
export const record = (lane: Executor, results: AttemptRow[]): Promise<number> =>
  lane.execute('delivery_record', RECORD, [JSON.stringify(results)])

export interface HeldHealth extends Health {
  webhook_id: string
}

const HEARTBEAT = `
  with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
  me as (
    insert into delivery_workers (id, seen_at) select $1, now() from relaxed on conflict (id) do update set seen_at = excluded.seen_at
  ),
  gone as (delete from delivery_workers where seen_at < now() - interval '1 hour'),
  h as materialized (
    select * from json_to_recordset($2::json)
      as h(webhook_id text, release boolean, failing_since timestamptz, failures int, gone_event_id text, last_failure json)
  ),
  kept as (
    update webhook_queues q
       set owner = case when h.release then null else q.owner end,
           leased_until = now() + case when h.release then interval '0' else interval '${LEASE_S} s' end,
           failing_since = h.failing_since, failures = h.failures, gone_event_id = h.gone_event_id, last_failure = h.last_failure
      from h where q.webhook_id = any (array (select webhook_id from h)) and q.webhook_id = h.webhook_id and q.owner = $1
    returning q.webhook_id
  )
  select array(select webhook_id from kept) as kept,
         (select count(*) from delivery_workers where seen_at > now() - interval '${WORKER_SEEN_S} s' and id <> $1) + 1 as workers,
         (select count(*) from webhook_queues where leased_until > now() and owner <> $1) as others`

export interface Heartbeat {
  /** Which of the webhooks in `held` this worker still holds. */
  kept: string[]
  /** Number of live workers, including this one, and number of webhooks that the other workers hold. */
  workers: number
  others: number
}

/** Renews the leases of `held`, gives back those of `released`, and saves the health of both. */
export const heartbeat = async (db: Database, owner: string, held: HeldHealth[], released: HeldHealth[]): Promise<Heartbeat> => {
  const rows = [...held.map((one) => ({ ...one, release: false })), ...released.map((one) => ({ ...one, release: true }))]
  const [row] = await db.query<Heartbeat>('delivery_heartbeat', HEARTBEAT, [owner, JSON.stringify(rows)])
  if (!row) throw new Error('the heartbeat returned no row')
  return row
}

/** Removes a worker from the list, so that the others share its webhooks at once. */
export const leave = (db: Database, owner: string) => db.query('delivery_leave', 'delete from delivery_workers where id = $1', [owner])

/** Releases the leases of a worker that is known to be dead, so that nobody has to wait until they expire. */
export const succeed = (db: Database, owner: string) =>
  db.query(
    'delivery_succeed',
    `with gone as (delete from delivery_workers where id = $1)
     update webhook_queues set owner = null, leased_until = now() where owner = $1`,
    [owner],
  )
