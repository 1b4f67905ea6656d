// Deletes data at the end of its retention time, in small batches, so that no statement holds locks or blocks vacuum for long. Every worker
// runs it, and an advisory lock lets only one of them work at a time.
import type { Logger } from 'pino'
import { BackgroundLoop } from '../database/background-loop.ts'
import type { Database } from '../database/db.ts'
import { type PartitionedTable, PartitionMaintainer } from '../database/partitions.ts'
import type { RetentionDays } from '../process/config.ts'
import { deliveryIdAt, deliveryMade_s, idAt } from '../process/ids.ts'
import { MADE_IN } from '../service/sessions.ts'
import { archiveBehind, EventArchiver } from '../storage/event-archiver.ts'
import { EventPartitionMaintainer } from '../storage/event-partitions.ts'
import { RETENTION_DAYS } from '../storage/object-rows.ts'
import type { Objects } from '../storage/objects.ts'
import { LooseObjects } from './loose-objects.ts'
import {
  ANSWERS,
  ATTEMPTS,
  DELIVERIES,
  IDEMPOTENCY_DAYS,
  KEYS_DELETED_BEFORE,
  PARTITIONED,
  PROGRESS,
  SCANS,
  SCHEDULE_DAYS,
  SKIPPED_DAYS,
  scansStay,
} from './partitions.ts'

const LOCK = 7_215_004
const DAY_S = 86_400
const BATCH = 1000
const REST_MS = 60_000
/** Interval after a pass that removed nothing. */
const QUIET_MS = 180_000
const BETWEEN_BATCHES_MS = 50
/** Maximum number of batches of one kind in a pass. They take about ten seconds. Then the other kinds have their turn. */
const MAX_BATCHES = 200

/** Days for which a deleted webhook stays, so that its deliveries can be read. */
const DELETED_DAYS = 30
/** Age from which nobody can see or name an unnamed document (kinds/documents/queries.ts). It is removed an hour later. */
export const UNNAMED_HOURS = 24
const REMOVED_AFTER_HOURS = UNNAMED_HOURS + 1
/** Number of documents that one statement checks. Each may have five megabytes, in thousands of parts. */
const DOCUMENTS_BATCH = 50

/** Days for which sign-in links that can no longer be opened, and ended sessions, are kept. */
const CONSOLE_DAYS = 30

/**
 * Days after which a person's count of unknown codes is removed. No counter session lasts that long without use, so the count is no longer
 * shown and delays nobody.
 */
const MISSES_DAYS = 90

/**
 * Interval between the starts of two walks of a table. Rows that one walk kept, such as pending deliveries, may be removable in the next
 * walk.
 */
const WALK_MS = DAY_S * 1000

/** Interval of checks whether a year of scans can be removed. While a year must stay, each check reads all parcels in the network. */
export const SCANS_MS = 5 * 60_000

/**
 * SQL: deliveries with lower ids lose their first success. $1: days for which attempts are kept. First successes are recorded within a day
 * after the delivery was created (delivery/queries.ts), hence one more day.
 */
const SUCCESSES_BEFORE = deliveryIdAt('(now() - make_interval(days => $1::int + 1))')

/** SQL: whether the document `t` is not a proof of delivery. */
const PROVES_NOTHING = 'not exists (select from shipments s where s.pod_document_id = t.id)'
/** SQL: marks for removal the objects whose documents the CTE `x` deleted. */
const OBJECTS_OF_DELETED = `o as (update objects t set remove_after = now() + interval '${RETENTION_DAYS} days', version = t.version + 1
      from x where t.id = x.object_id)`

/**
 * SQL: whether nothing exists that was made in this session. If something exists, the session stays, because what was made in it must be
 * found if the person leaves.
 */
const MADE_NOTHING = (s: string): string => `not exists (select from console_sessions c where ${MADE_IN('c')} = ${s}.id)
        and not exists (select from console_links c where ${MADE_IN('c')} = ${s}.id)
        and not exists (select from api_keys c where ${MADE_IN('c')} = ${s}.id and c.revoked_at is null)`

// Each text is the CTE `d` of a statement and returns one row for each row that it deleted, changed or checked. `l` tells whether this
// process may work. The statements for first successes, documents and document uses continue where the last batch ended. Otherwise they
// would find the same rows again, because some of these rows stay. The other statements find their rows by an index on their time.
const STATEMENTS = {
  retention_first_successes: `d as (update deliveries set first_success = null where (select mine from l)
    and id > (select done_to from ${PROGRESS} where task = 'first_successes') and id < ${SUCCESSES_BEFORE}
    and id = any (array (select id from deliveries where id > (select done_to from ${PROGRESS} where task = 'first_successes')
      and id < ${SUCCESSES_BEFORE} order by id limit ${BATCH})) returning id),
    m as (update ${PROGRESS} set done_to = (select max(id) from d) where task = 'first_successes' and exists (select from d))`,
  retention_skipped: `d as (delete from deliveries where (select mine from l) and status = 'skipped' and id = any (array (select id from
    deliveries where status = 'skipped' and created_at < now() - interval '${SKIPPED_DAYS} days' order by created_at limit ${BATCH}))
    returning 1)`,
  retention_console_links: `d as (delete from console_links where (select mine from l) and id = any (array (select id from console_links
    where least(expires_at, used_at, revoked_at) < now() - interval '${CONSOLE_DAYS} days' order by created_at limit ${BATCH})) returning 1)`,
  retention_console_sessions: `d as (delete from console_sessions t where (select mine from l) and id = any (array (select s.id
      from console_sessions s left join key_uses u on u.id = s.id left join api_keys k on k.id = s.made_by_key
      where least(s.expires_at, s.revoked_at, k.revoked_at, coalesce(u.last_used_at, s.created_at) + make_interval(secs => s.idle_s))
            < now() - interval '${CONSOLE_DAYS} days' and ${MADE_NOTHING('s')} order by s.created_at limit ${BATCH})) returning id),
    u as (delete from key_uses u using d where u.id = d.id)`,
  retention_person_misses: `d as (delete from person_misses t where (select mine from l) and person = any (array (select person from person_misses
    where looked_up_at < now() - interval '${MISSES_DAYS} days' order by looked_up_at limit ${BATCH}))
    and looked_up_at < now() - interval '${MISSES_DAYS} days' returning 1)`,
  retention_webhooks: `d as (delete from webhooks w where (select mine from l) and w.status = 'deleted'
    and w.deleted_at < now() - interval '${DELETED_DAYS} days'
    and not exists (select from deliveries d where d.webhook_id = w.id and d.status = 'pending') returning 1)`,
  retention_documents: `d as materialized (select id from documents where (select mine from l)
      and id > (select done_to from ${PROGRESS} where task = 'documents') and id < $1 order by id limit ${DOCUMENTS_BATCH}),
    x as (delete from documents t using d where t.id = d.id and ${PROVES_NOTHING}
      and not exists (select from document_uses u where u.document_id = t.id) returning t.object_id),
    ${OBJECTS_OF_DELETED},
    m as (update ${PROGRESS} set done_to = (select max(id) from d) where task = 'documents' and exists (select from d))`,
  // Removes documents that were named only by scans that have been removed. For an hour nobody has been able to name them
  // (kinds/documents/queries.ts). If a scan partition is emptied meanwhile, the mark is set back, and this statement does not overwrite it.
  retention_document_uses: `d as materialized (select id, document_id from document_uses where (select mine from l)
      and id > (select done_to from ${PROGRESS} where task = 'document_uses')
      and (select done_to::timestamptz from ${PROGRESS} where task = 'scans_gone') < now() - interval '1 hour' order by id limit ${DOCUMENTS_BATCH}),
    u as (delete from document_uses t using d where t.id = d.id and not exists (select from scans c where c.id = t.id)
      returning t.id, t.document_id),
    x as (delete from documents t where t.id in (select document_id from u) and t.id < $1
      and ${PROVES_NOTHING}
      and not exists (select from document_uses o where o.document_id = t.id and o.id not in (select id from u)) returning t.object_id),
    ${OBJECTS_OF_DELETED},
    m as (update ${PROGRESS} set done_to = (select max(id) from d) where task = 'document_uses'
      and done_to = (select done_to from ${PROGRESS} where task = 'document_uses') and exists (select from d))`,
}

/** A pass along the primary key of a partitioned table. It deletes old rows that are not dropped with their partition. */
interface Walk {
  table: PartitionedTable
  /** Returns the age in days at which the rows of a partition are old. */
  oldAfter(kept: RetentionDays): number
  values(kept: RetentionDays): number[]
  /** Lowest value of the primary key, from which a walk starts. */
  start: string[]
  /**
   * The statement. $1 …: where the last batch ended; then the upper bound; then `values`. It returns one row with the number of rows that
   * it checked, the number that it removed, and where it ended.
   */
  text: string
}

// Each part of a statement has both bounds in its conditions, so that PostgreSQL probes no other partition.
const WALKS = {
  // A delivery gets attempts for as long as its schedule lasts. Only deliveries that are sent again get later attempts. Those stay until
  // they are old themselves.
  attempts: {
    table: ATTEMPTS,
    oldAfter: ({ attempts }) => attempts + SCHEDULE_DAYS,
    values: ({ attempts }) => [attempts],
    start: ['', '0'],
    text: `
  with l as materialized (select pg_try_advisory_xact_lock(${LOCK}) as mine),
  d as materialized (select delivery_id, id from delivery_attempts where (select mine from l)
    and delivery_id >= $1 and (delivery_id, id) > ($1, $2::bigint) and delivery_id < $3 order by delivery_id, id limit ${BATCH}),
  x as (delete from delivery_attempts where id = any (array (select id from d)) and delivery_id >= $1 and delivery_id < $3
    and recorded_at < now() - make_interval(days => $4::int) returning 1)
  select (select mine from l) as mine, (select count(*) from x) as gone, (select count(*) from d) as seen,
         (select array[delivery_id, id::text] from d order by delivery_id desc, id desc limit 1) as last`,
  },
  // Pending deliveries stay regardless of age. Skipped deliveries are removed by the time of their event (retention_skipped), which uses
  // the partner's clock and may be ahead. The status is checked again for each deleted row, because a delivery may have been sent again
  // meanwhile.
  deliveries: {
    table: DELIVERIES,
    oldAfter: ({ deliveries }) => deliveries,
    values: () => [],
    start: [''],
    text: `
  with l as materialized (select pg_try_advisory_xact_lock(${LOCK}) as mine),
  d as materialized (select id from deliveries where (select mine from l)
    and id > $1 and id < $2 order by id limit ${BATCH}),
  x as (delete from deliveries where id = any (array (select id from d)) and id > $1 and id < $2 and status in ('delivered', 'exhausted') returning 1)
  select (select mine from l) as mine, (select count(*) from x) as gone, (select count(*) from d) as seen,
         (select array[max(id)] from d having count(*) > 0) as last`,
  },
} satisfies Record<string, Walk>

/** Number of pages of the key table that one statement checks: about three thousand keys. */
const PAGES_OF_KEYS = 64

// Keys made before `before` can be removed. A mark later than `before` was set by a clock that was ahead, so the walk is due in this case
// as well.
const KEYS = `
  select to_char((now() - interval '${IDEMPOTENCY_DAYS} days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as before,
         ${KEYS_DELETED_BEFORE} not between now() - interval '${IDEMPOTENCY_DAYS} days ${WALK_MS} ms' and now() - interval '${IDEMPOTENCY_DAYS} days' as is_due,
         pg_relation_filenode('idempotency_keys') as file`

// Keys have no index on their time, because every command would have to write an entry. Instead, all keys are checked once a day in
// physical order. $1, $2: the range of row positions, the second exclusive; $3: keys made before this time are deleted.
const OLD_KEYS = `
  with l as materialized (select pg_try_advisory_xact_lock(${LOCK}) as mine),
  d as (delete from idempotency_keys where (select mine from l) and ctid >= $1::tid and ctid < $2::tid and created_at < $3::timestamptz returning 1)
  select (select mine from l) as mine, (select count(*) from d) as gone, pg_relation_filenode('idempotency_keys') as file,
         pg_relation_size('idempotency_keys') / current_setting('block_size')::int as pages`

/** How many of the oldest deliveries are searched for one that is overdue for removal. The first ones may have to stay. */
const OLDEST = 1000

/**
 * Columns of a select. Each shows for how many seconds the oldest row of one kind has been overdue; null if no row is overdue. Each row is
 * found by an index. $1: days for which deliveries are kept; $2: days for events, null means forever; $3: days for attempts; $4: days after
 * which the bytes of events are archived, null means never.
 */
export const RETENTION_BEHIND = `
  (select extract(epoch from now() - recorded_at)::float8 from delivery_attempts order by id limit 1)
    - $3::int * ${DAY_S} - ${SCHEDULE_DAYS * DAY_S + ATTEMPTS.period_ms / 1000} as attempts_behind_s,
  extract(epoch from now() - ${KEYS_DELETED_BEFORE})::float8 - ${IDEMPOTENCY_DAYS * DAY_S + WALK_MS / 1000} as idempotency_keys_behind_s,
  (select extract(epoch from now() - min(created_at))::float8 from deliveries where status = 'skipped')
    - ${SKIPPED_DAYS * DAY_S} as skipped_deliveries_behind_s,
  (select extract(epoch from now())::float8 - ${deliveryMade_s('min(id)')} from (select id, status from deliveries order by id limit ${OLDEST}) o
    where status in ('delivered', 'exhausted')) - $1::int * ${DAY_S} - ${DELIVERIES.period_ms / 1000} as deliveries_behind_s,
  (select extract(epoch from now() - p.closed_at)::float8 - $2::int * ${DAY_S} from event_partitions p
    where exists (select from event_partitions later where later.to_xid > p.to_xid) order by p.to_xid limit 1) as events_behind_s,
  ${archiveBehind('$4::int')} as event_bodies_behind_s,
  (select extract(epoch from now() - min(remove_after))::float8 from objects where remove_after is not null) as objects_behind_s`

/** Returns the parameters of RETENTION_BEHIND. */
export const behindValues = (kept: RetentionDays) => [kept.deliveries, kept.events, kept.attempts, kept.eventBodies ?? null]

// Whether scans remain that should have been removed. $1: scans of shipments with lower ids are old enough to be removed, unless one of
// these shipments still needs them.
const SCANS_BEHIND = `
  select case when exists (select from scans where shipment_id < $1) then not ${scansStay((column) => `${column} < $1`)} else false end as are_due`

/**
 * Returns for how many seconds the newest removable period of scans has been overdue. Null if no scans are due, or if a parcel needs them.
 * `days`: days for which scans are kept; null means forever.
 */
export const scansBehind_s = async (db: Database, days: number | null): Promise<number | null> => {
  if (days === null) return null
  const old_ms = Date.now() - days * DAY_S * 1000
  const due_ms = Math.floor(old_ms / SCANS.period_ms) * SCANS.period_ms
  const row = await db.one<{ are_due: boolean }>('metrics_scans', SCANS_BEHIND, [SCANS.boundAt(due_ms)])
  return row?.are_due ? (old_ms - due_ms) / 1000 : null
}

export const BEHIND = ['attempts', 'deliveries', 'event_bodies', 'events', 'idempotency_keys', 'objects', 'skipped_deliveries'] as const
export type RetentionBehind = Record<`${(typeof BEHIND)[number]}_behind_s`, number | null>

const valuesOf = (name: keyof typeof STATEMENTS, { attempts }: RetentionDays): (string | number)[] => {
  if (name.startsWith('retention_document')) return [idAt('document', Date.now() - REMOVED_AFTER_HOURS * 3_600_000)]
  return name === 'retention_first_successes' ? [attempts] : []
}

const kindOf = (name: string): string => name.replace('retention_', '')

/** Returns a count of zero for each kind. */
export const noneRemoved = (): Record<string, number> =>
  Object.fromEntries(
    [
      ...Object.keys(STATEMENTS).map(kindOf),
      ...Object.keys(WALKS),
      'idempotency',
      'answers',
      'scans',
      'objects',
      'events',
      'event_bodies',
    ].map((what) => [what, 0]),
  )

export class Retention {
  readonly #db: Database
  readonly #log: Logger
  readonly #loop = new BackgroundLoop()
  /** Number of rows that this process removed or changed for good, by kind. */
  readonly removed: Record<string, number> = noneRemoved()
  readonly #kept: RetentionDays
  readonly #partitions: PartitionMaintainer
  readonly #objects: LooseObjects | null
  readonly #archiver: EventArchiver | null
  readonly #eventPartitions: EventPartitionMaintainer
  /** Position and start time of the walk of each table. */
  readonly #walks = new Map<string, { done_to: string[]; began_ms: number }>()
  #scansFrom_ms = 0

  constructor(db: Database, log: Logger, kept: RetentionDays, objects: Objects | null = null) {
    this.#db = db
    this.#log = log
    this.#kept = kept
    this.#objects = objects && new LooseObjects(db, objects, log)
    this.#archiver = objects && kept.eventBodies ? new EventArchiver(db, objects, log, kept.eventBodies) : null
    this.#partitions = new PartitionMaintainer(db, log, PARTITIONED)
    this.#eventPartitions = new EventPartitionMaintainer(db, log)
  }

  /** Runs until `stop`: deletes what is due, then waits a minute, or longer if nothing was due. */
  async run(): Promise<void> {
    const rows = this.#loop.run(
      REST_MS,
      async () => {
        const before = this.#total
        await this.#pass()
        if (this.#total === before) await this.#loop.rest(QUIET_MS - REST_MS)
      },
      (err) => this.#log.error({ err }, 'retention failed'),
    )
    await Promise.all([
      rows,
      this.#objects?.run((gone) => this.#count('objects', gone)),
      this.#archiver?.run((archived) => this.#count('event_bodies', archived)),
    ])
  }

  stop(): void {
    this.#loop.stop()
    this.#objects?.stop()
    this.#archiver?.stop()
  }

  async #pass(): Promise<void> {
    await this.#partitions.keep()
    await this.#eventPartitions.keep()
    for (const name of Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[]) if (!(await this.#clear(name))) return
    await this.#clearKeys()
    await this.#clearScans()
    for (const what of Object.keys(WALKS) as (keyof typeof WALKS)[]) await this.#walk(what)
    if (this.#kept.events !== null) this.#count('events', await this.#eventPartitions.drop(this.#kept.events))
  }

  get #total(): number {
    return Object.values(this.removed).reduce((sum, count) => sum + count, 0)
  }

  #count(what: string, gone: number): void {
    this.removed[what] = (this.removed[what] ?? 0) + gone
  }

  async #clearKeys(): Promise<void> {
    const walk = await this.#db.one<{ before: string; is_due: boolean; file: number }>('retention_keys', KEYS)
    if (walk?.is_due && (await this.#removeKeys(walk)))
      await this.#db.query('retention_keys_gone', `update ${PROGRESS} set done_to = $1 where task = 'idempotency_keys'`, [walk.before])
    this.#count('answers', (await this.#partitions.drop(ANSWERS, IDEMPOTENCY_DAYS)).gone)
  }

  async #clearScans(): Promise<void> {
    if (this.#kept.scans === null || performance.now() < this.#scansFrom_ms) return
    this.#scansFrom_ms = performance.now() + SCANS_MS
    this.#count('scans', (await this.#partitions.drop(SCANS, this.#kept.scans)).gone)
  }

  /** @returns false if some keys may remain: another process is at work, this process is stopping, or the table was rewritten meanwhile */
  async #removeKeys({ before, file }: { before: string; file: number }): Promise<boolean> {
    for (let page = 0; !this.#loop.stopped; page += PAGES_OF_KEYS) {
      const row = await this.#db.one<{ mine: boolean; gone: number; file: number; pages: number }>('retention_idempotency', OLD_KEYS, [
        `(${page},0)`,
        `(${page + PAGES_OF_KEYS},0)`,
        before,
      ])
      if (!row?.mine || row.file !== file) return false
      this.#count('idempotency', row.gone)
      if (page + PAGES_OF_KEYS >= row.pages) return true
      await this.#loop.rest(BETWEEN_BATCHES_MS)
    }
    return false
  }

  async #walk(what: keyof typeof WALKS): Promise<void> {
    const { table, oldAfter, values, start, text }: Walk = WALKS[what]
    let at = this.#walks.get(what)
    if (!at || performance.now() - at.began_ms > WALK_MS) at = { done_to: start, began_ms: performance.now() }
    this.#walks.set(what, at)
    const { gone, before } = await this.#partitions.drop(table, oldAfter(this.#kept))
    this.#count(what, gone)
    while (!this.#loop.stopped) {
      const row = await this.#db.one<{ mine: boolean; gone: number; seen: number; last: string[] | null }>(`retention_${what}`, text, [
        ...at.done_to,
        before,
        ...values(this.#kept),
      ])
      if (!row?.mine) return
      this.#count(what, row.gone)
      at.done_to = row.last ?? at.done_to
      if (row.seen < BATCH) return
      await this.#loop.rest(BETWEEN_BATCHES_MS)
    }
  }

  /** @returns false if another process is at work and will do the rest */
  async #clear(name: keyof typeof STATEMENTS): Promise<boolean> {
    for (let batch = 0; !this.#loop.stopped && batch < MAX_BATCHES; batch++) {
      const row = await this.#db.one<{ mine: boolean; gone: number }>(
        name,
        `with l as materialized (select pg_try_advisory_xact_lock(${LOCK}) as mine), ${STATEMENTS[name]}
         select (select mine from l) as mine, (select count(*) from d) as gone`,
        valuesOf(name, this.#kept),
      )
      if (!row?.mine) return false
      this.#count(kindOf(name), row.gone)
      if (row.gone < (name.startsWith('retention_document') ? DOCUMENTS_BATCH : BATCH)) return true
      await this.#loop.rest(BETWEEN_BATCHES_MS)
    }
    return !this.#loop.stopped
  }
}
