// Every statement of the delivery worker. Leases, due times and recovery run on the database's clock, due times ahead by what the partner
// advanced its own (`partners.clock_offset_s`): so an advanced clock makes retries due without a write to them. What a row means is in
// migrations/0001_initial.sql, how the statements work together in worker.ts.
//
// They are planned once per connection, often on empty tables, and then meet hundreds of thousands of rows before statistics are gathered
// again. So none leaves the planner a way to go that depends on sizes: rows are looked up by `= any (array (…))`, by scalar subqueries or
// in laterals fenced with `offset 0`, each of which can only be an index probe per row, where a plain join could become a full scan.
import type { Database, Lane } from '../platform/db.ts'
import type { Health } from './health.ts'

export const LEASE_S = 10
/** A worker that was not heard of for this long takes no share of the work. */
const WORKER_SEEN_S = 6
/** Rows that one statement skips or recovers, so that none holds its locks for long. */
export const SETTLE_BATCH = 1000
/** Later ones are recorded as any other attempt is, so that upkeep can tell by a delivery's age that its first success may go. */
export const FIRST_SUCCESS_WITHIN_MS = 24 * 3600 * 1000
const READING_LIMIT_WEBHOOKS = 10_000

/** A webhook as its worker needs it; times ISO 8601. */
export interface HeldWebhook {
  id: string
  partner_id: string
  url: string
  status: 'enabled' | 'disabled' | 'deleted'
  enabled_at: string
  secret: Buffer
  next_secret: Buffer | null
  next_secret_at: string | null
  recover_since: string | null
  version: number
  clock_offset_s: number
  /** True when this statement took the lease; then the health is current, else null. */
  claimed: boolean
  failing_since: string | null
  failures: number
  gone_event_id: string | null
}

/** As a claim reads it. */
export interface ClaimedWebhook extends HeldWebhook {
  /** Which key opens the secrets. */
  master_key_id: string
}

// One index probe per webhook that has anything pending, however much that is: a backlog of one cannot hide the others. Backlogs that the
// worker has already are leaped over: what was delivered of one stays in the index until the next vacuum and would be read each time.
const CLAIM = `
  with recursive held as materialized (
    select * from json_to_recordset($3::json) as h(id text, version int, clock_offset_s float8, behind boolean)
  ),
  gap as materialized (
    select low, coalesce(lead(low) over (order by low), (select max(webhook_id) || 'z' from webhook_queues)) as high
      from (select '' as low union all select id from held where behind) g
  ),
  head as (
    select first.webhook_id, first.due_at, gap.high
      from gap cross join lateral (
        select d.webhook_id, d.due_at from deliveries d
         where d.status = 'pending' and d.webhook_id > gap.low and d.webhook_id < gap.high order by d.webhook_id, d.due_at limit 1) first
    union all
    select next.webhook_id, next.due_at, head.high
      from head cross join lateral (
        select d.webhook_id, d.due_at from deliveries d
         where d.status = 'pending' and d.webhook_id > head.webhook_id and d.webhook_id < head.high
         order by d.webhook_id, d.due_at limit 1) next
  ),
  free as materialized (
    select q.webhook_id from webhook_queues q
     where q.webhook_id = any (array (
             select h.webhook_id
               from (select * from head limit ${READING_LIMIT_WEBHOOKS}) h
               cross join lateral (select status, partner_id, master_key_id from webhooks where id = h.webhook_id offset 0) w
              where w.master_key_id = $4 and (h.due_at <= now() or w.status <> 'enabled'
                 or h.due_at <= now() + (select clock_offset_s from partners where id = w.partner_id) * interval '1 s')
             union all select id from webhooks where recover_since is not null and master_key_id = $4))
       and q.leased_until < now()
     order by q.leased_until limit $2 for update skip locked
  ),
  claimed as (
    update webhook_queues q set owner = $1, leased_until = now() + interval '${LEASE_S} s'
     where q.webhook_id = any (array (select webhook_id from free))
    returning q.webhook_id, q.failing_since, q.failures, q.gone_event_id
  ),
  changed as (
    select h.id
      from held h
      cross join lateral (
        select version, (select clock_offset_s from partners where id = partner_id) as clock_offset_s from webhooks where id = h.id offset 0) w
     where w.version <> h.version or w.clock_offset_s <> h.clock_offset_s
  )
  select w.id, w.partner_id, w.url, w.status, w.enabled_at, w.secret, w.next_secret, w.next_secret_at, w.master_key_id, w.recover_since, w.version,
         (select clock_offset_s from partners where id = w.partner_id) as clock_offset_s,
         x.claimed, x.failing_since, x.failures, x.gone_event_id
    from (select webhook_id as id, true as claimed, failing_since, failures, gone_event_id from claimed
          union all
          select id, false, null, 0, null from changed) x
    cross join lateral (select * from webhooks where id = x.id offset 0) w`

export interface Held {
  id: string
  version: number
  clock_offset_s: number
  /** It has a backlog, and its lease has not run out. */
  behind: boolean
}

/**
 * Takes the leases of up to `limit` webhooks that have something due and that nobody holds, and reads anew those of `held` that were
 * changed. Webhooks that another worker is taking at the same moment are passed over, not waited for. `masterKeyId`: only webhooks whose
 * secrets were sealed with this key are taken, as the caller could not sign for others.
 */
export const claim = (db: Database, owner: string, limit: number, held: Held[], masterKeyId: string): Promise<ClaimedWebhook[]> =>
  db.query<ClaimedWebhook>('delivery_claim', CLAIM, [owner, limit, JSON.stringify(held), masterKeyId])

/** How many enabled webhooks have secrets that were sealed with another key. */
export const countForeign = async (db: Database, masterKeyId: string): Promise<number> =>
  (
    await db.one<{ n: number }>('delivery_foreign', "select count(*) as n from webhooks where status = 'enabled' and master_key_id <> $1", [
      masterKeyId,
    ])
  )?.n ?? 0

export interface FetchRequest {
  webhook_id: string
  /** Fresh rows with a higher event_seq only. */
  after: number
  /** How many at most of each kind. */
  fresh: number
  retries: number
  /** event_seq of rows that the worker has already. */
  known: number[]
}

export interface DeliveryRow {
  id: string
  webhook_id: string
  event_id: string
  event_seq: number
  subject: string
  /** Attempts that have ended. */
  attempts: number
  trigger: 'schedule' | 'redeliver' | 'recover'
  version: number
  /** No attempt was made yet. */
  fresh: boolean
  body: string
  webhook_version: number
  clock_offset_s: number
}

const ROW = 'd.id, d.event_id, d.event_seq, d.subject, d.attempts, d.trigger, d.version'

/** What a reading tells of the moment at which it looked; transaction ids as text. See horizon.ts. */
export interface Sight {
  /** Transactions with lower ids had ended. */
  xmin: string
  /** Higher than the id of any transaction that had one when it looked; null: not asked for. */
  mark: string | null
  /** The number of a recent event that had committed. */
  newest: number | null
}

export interface Reading {
  rows: DeliveryRow[]
  sight: Sight
}

// The mark comes last, so that this transaction has an id, which holds back the end of the feed, for a moment only.
const FETCH = `
  select q.webhook_id, w.version as webhook_version, w.clock_offset_s, d.*, (select body from events where id = d.event_id) as body,
         null::json as sight
    from json_to_recordset($1::json) as q(webhook_id text, after bigint, fresh int, retries int, known bigint[])
    cross join lateral (
      select version, (select clock_offset_s from partners where id = partner_id) as clock_offset_s
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
  union all
  select null, null, null, null, null, null, null, null, null, null, null, null,
         json_build_object(
           'xmin', pg_snapshot_xmin(pg_current_snapshot())::text,
           'newest', (select e.seq from events e where e.partner_id = (select partner_id from webhooks where id = $2::text)
                       order by e.xid desc, e.seq desc limit 1),
           'mark', case when $2::text is not null then pg_current_xact_id()::text end)`

/**
 * What waits for webhooks that the caller holds: fresh rows in event order, then retries in the order of their times, per webhook.
 * `asking`: a webhook, to take a mark and to tell its partner's newest event.
 */
export const fetchDue = async (db: Database, requests: FetchRequest[], asking: string | null = null): Promise<Reading> => {
  const rows = await db.query<DeliveryRow & { sight: Sight | null }>('delivery_fetch', FETCH, [JSON.stringify(requests), asking])
  const sight = rows.pop()?.sight
  if (!sight) throw new Error('a reading did not end with what it saw')
  return { rows, sight }
}

type Executor = Pick<Lane, 'execute'>

/** How an attempt succeeded, as `deliveries.first_success` has it. */
export interface Success {
  /** When it started, unix milliseconds of the partner's clock. */
  at_ms: number
  address: string | null
  status: number | null
  duration_ms: number
  answer: string | null
}

export interface RecordedAttempt extends Success {
  /** The delivery's, and its version when the attempt started. */
  id: string
  version: number
  /** From 1. */
  attempt: number
  delivery_status: 'delivered' | 'pending' | 'exhausted'
  /** Until the next attempt; null: there is none. */
  delay_ms: number | null
  /** How far the partner's clock is ahead, as the attempt's times have it. */
  clock_offset_s: number
  trigger: DeliveryRow['trigger']
  error_class: string | null
  error_message: string | null
  next_attempt_at: string | null
}

/**
 * Settings of a connection that records. Losing the end of the records on a crash of PostgreSQL costs a repeated attempt, never a lost
 * one: the commit need not wait for the disk. Nothing may call off what was sent: who sent it may be dead and not send it again. Only what
 * takes ten minutes is ended, lest a statement that waits for a lock stays for ever.
 */
export const RECORDING =
  "set synchronous_commit = off; set lock_timeout = 0; set statement_timeout = '10min'; set client_connection_check_interval = 0"

// A row whose version moved on was redelivered or skipped while the attempt ran: then its own state stays, but a success ends a skip.

// One row for each delivery, found without a join: half of what RECORD costs.
const RECORD_FIRST = `
  update deliveries d
     set attempts = 1,
         version = d.version + 1,
         status = case when d.version = 1 or d.status = 'skipped' then 'delivered' else d.status end,
         due_at = case when d.version = 1 then now() else greatest(d.due_at, now()) end,
         first_success = ((select string_to_array($2, E'\n'))[array_position($1::text[], d.id)])::json
   where d.id = any ($1::text[]) and d.attempts = 0`

/**
 * Writes successes of deliveries that were new (version 1, no attempts, not triggered by hand) and young (FIRST_SUCCESS_WITHIN_MS).
 * Returns how many it wrote: the other deliveries had an attempt already, or are gone.
 */
export const recordFirst = (lane: Executor, ids: string[], successes: Success[]): Promise<number> =>
  // JSON has no line ends of its own.
  lane.execute('delivery_record_first', RECORD_FIRST, [
    `{${ids.join(',')}}`,
    successes.map((success) => JSON.stringify(success)).join('\n'),
  ])

// `any (array[r.id])` where `= r.id` would do: only an index probe per result can answer it, where a plain join may be turned around.
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

/** Writes results of any kind, and none twice. */
export const record = (lane: Executor, results: RecordedAttempt[]): Promise<number> =>
  lane.execute('delivery_record', RECORD, [JSON.stringify(results)])

export interface HeldQueue extends Health {
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
      as h(webhook_id text, release boolean, failing_since timestamptz, failures int, gone_event_id text)
  ),
  kept as (
    update webhook_queues q
       set owner = case when h.release then null else q.owner end,
           leased_until = now() + case when h.release then interval '0' else interval '${LEASE_S} s' end,
           failing_since = h.failing_since, failures = h.failures, gone_event_id = h.gone_event_id
      from h where q.webhook_id = any (array (select webhook_id from h)) and q.webhook_id = h.webhook_id and q.owner = $1
    returning q.webhook_id
  )
  select array(select webhook_id from kept) as kept,
         (select count(*) from delivery_workers where seen_at > now() - interval '${WORKER_SEEN_S} s' and id <> $1) + 1 as workers,
         (select count(*) from webhook_queues where leased_until > now() and owner <> $1) as others`

export interface Heartbeat {
  /** Of those sent: still this worker's. */
  kept: string[]
  /** Live workers, this one included, and webhooks held by the others. */
  workers: number
  others: number
}

/** Renews the leases of `held`, gives those of `released` back and saves the health of both. */
export const heartbeat = async (db: Database, owner: string, held: HeldQueue[], released: HeldQueue[]): Promise<Heartbeat> => {
  const rows = [...held.map((one) => ({ ...one, release: false })), ...released.map((one) => ({ ...one, release: true }))]
  const [row] = await db.query<Heartbeat>('delivery_heartbeat', HEARTBEAT, [owner, JSON.stringify(rows)])
  if (!row) throw new Error('the heartbeat returned no row')
  return row
}

/** Off the list of live workers, so that the others share what it had at once. */
export const leave = (db: Database, owner: string) => db.query('delivery_leave', 'delete from delivery_workers where id = $1', [owner])

/** Disables an enabled webhook. */
export const disable = (db: Database, webhookId: string, reason: string) =>
  db.query(
    'delivery_disable',
    `update webhooks set status = 'disabled', disabled_reason = $2, version = version + 1 where id = $1 and status = 'enabled'`,
    [webhookId, reason],
  )

const SKIP = `
  with w as materialized (select id from webhooks where id = $1 and status <> 'enabled' for share),
  n as materialized (
    select id from deliveries
     where (select true from w) and webhook_id = $1 and status = 'pending' and event_seq <> all ($2::bigint[])
     order by due_at, event_seq limit ${SETTLE_BATCH} for update
  )
  update deliveries set status = 'skipped', trigger = 'schedule', version = version + 1
   where id = any (array (select id from n)) returning id`

/** Marks up to SETTLE_BATCH waiting deliveries of a disabled or deleted webhook as skipped, but for those under way; returns how many. */
export const skipWaiting = async (db: Database, webhookId: string, underWay: number[]): Promise<number> =>
  (await db.query('delivery_skip', SKIP, [webhookId, `{${underWay.join(',')}}`])).length

const RECOVER = `
  with w as materialized (
    select id, recover_since, recover_until, (select clock_offset_s from partners where id = partner_id) as clock_offset_s
      from webhooks where id = $1 and status = 'enabled' and recover_since is not null
  ),
  n as materialized (
    select m.id
      from w cross join (values ('skipped'), ('exhausted')) s(status) cross join lateral (
        select d.id from deliveries d
         where d.webhook_id = $1 and d.status = s.status and d.created_at >= w.recover_since and d.created_at <= w.recover_until
         order by d.created_at, d.id limit ${SETTLE_BATCH} for update) m
  )
  update deliveries d
     set status = 'pending', trigger = 'recover', version = d.version + 1,
         due_at = case when d.attempts = 0 then '-infinity'::timestamptz
                       else now() + (select clock_offset_s from w) * interval '1 s' end
   where d.id = any (array (select id from n)) returning d.id`

/** Queues deliveries of the span asked for again, up to SETTLE_BATCH of each kind; returns how many. */
export const recoverSome = async (db: Database, webhookId: string): Promise<number> =>
  (await db.query('delivery_recover', RECOVER, [webhookId])).length

/** The recovery is done, or void as the webhook was disabled; not when another was asked for meanwhile. */
export const endRecovery = (db: Database, webhookId: string, version: number) =>
  db.query(
    'delivery_recovered',
    'update webhooks set recover_since = null, recover_until = null, version = version + 1 where id = $1 and version = $2',
    [webhookId, version],
  )
