// Partitions events by the id of the transaction that wrote them. That is also the order of the feed (kinds/events/feed.ts). So a page is
// in one partition or in two neighbors, and a partition never changes after all its transactions have ended.
//
// - The last partition has no upper bound, so every new event has a partition, even if no worker has run for a long time. The last
//   partition is nearly always empty. The partition in use gets a bound that will be reached in about eight weeks at the transaction rate
//   so far. When a quarter of that range is left, the empty partition gets a bound too, and a new empty partition follows. This reads no
//   rows.
// - A partition that has rows and no suitable bound, such as the first partition, gets a bound later. For this, a check constraint says
//   that no row is beyond a certain future transaction. The constraint is validated while reads and writes continue. PostgreSQL then need
//   not read the rows when the bounds are set. From that future transaction on, the constraint would refuse rows. So the constraint is
//   dropped when that transaction is near and the bound is still not set.
// - When all transactions that could add to a partition have ended, `event_partitions` records its contents (event-ranges.ts).
// - If an operator has set how long events are kept, the oldest partition is dropped that long after it was closed.
//
// Not promised: how much time a partition covers. Clocks decide where the next partition begins, never which partition an event is in.
import type pg from 'pg'
import type { Logger } from 'pino'
import type { openClient } from '../database/database-client.ts'
import type { Database } from '../database/db.ts'
import {
  alone,
  CANNOT_VALIDATE,
  codeOf,
  DAY_MS,
  LOCK_MS,
  LOCK_NOT_AVAILABLE,
  PAUSE_MS,
  RAISED,
  transaction,
  unlessInUse,
} from '../database/partitions.ts'
import { deliveryIdAt, idMade_ms } from '../process/ids.ts'
import { HORIZON, NEXT } from './event-ranges.ts'
import { RETENTION_DAYS } from './object-rows.ts'

/** Target length of a partition. Events may be kept forever, and shorter partitions would become too many. */
export const PERIOD_MS = 56 * DAY_MS
/** Minimum number of transactions between now and a new bound: some minutes on the fastest server. */
const LEAST_NOTICE = 4_000_000n
/** The check constraint is dropped when fewer transactions than this remain before its bound. */
const SHORTEST_NOTICE = 1_000_000n
/** A partition is at most this many times as wide as the previous one, because the measured rate may be that of a busy hour. */
const MAX_WIDENING = 4n
const CHECK = 'events_until'

export interface EventPartition {
  name: string
  /** First transaction; null: no lower bound. */
  from: bigint | null
  /** Transaction before which the partition ends; null: no upper bound. */
  to: bigint | null
  /** Whether `event_partitions` records its contents. */
  isClosed: boolean
}

/** First event of a partition: its transaction, and its time of creation by the clock of the process that created it. */
interface FirstEvent {
  xid: bigint
  made_ms: number
}

export interface EventPartitions {
  /** Ascending, without gaps. */
  parts: EventPartition[]
  /** Greater than the ids of all transactions that have an id. */
  next: bigint
  now_ms: number
  check: { name: string; to: bigint; isValid: boolean } | null
  /** First event of the partition in use; null if that partition is empty. */
  first: FirstEvent | null
}

interface Row {
  name: string
  bound: string | null
  closed: boolean
  check: string | null
  valid: boolean | null
  next: string
  now_ms: number
}

const READ = `
  select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound,
         exists (select from event_partitions p where p.name = c.relname) as closed, pg_get_constraintdef(k.oid) as check, k.convalidated as valid,
         ${NEXT}::text as next, extract(epoch from now())::float8 * 1000 as now_ms
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    left join pg_constraint k on k.conrelid = c.oid and k.conname = '${CHECK}'
   where i.inhparent = 'events'::regclass`

const BOUND = /^FOR VALUES FROM \((MINVALUE|'\d+')\) TO \((MAXVALUE|'\d+')\)$/
const xidOf = (text: string): bigint | null => (text.startsWith("'") ? BigInt(text.slice(1, -1)) : null)

const partsOf = (rows: readonly Row[]): EventPartition[] =>
  rows
    .flatMap(({ name, bound, closed }) => {
      const [, from, to] = BOUND.exec(bound ?? '') ?? []
      return from === undefined || to === undefined ? [] : [{ name, from: xidOf(from), to: xidOf(to), isClosed: closed }]
    })
    .sort((a, b) => ((a.from ?? -1n) < (b.from ?? -1n) ? -1 : 1))

const checkOf = (rows: readonly Row[]): EventPartitions['check'] => {
  const row = rows.find(({ check }) => check !== null)
  const to = /< '(\d+)'/.exec(row?.check ?? '')?.[1]
  return row && to !== undefined ? { name: row.name, to: BigInt(to), isValid: row.valid === true } : null
}

/** The partition to which a transaction with this id writes. */
const inUse = (parts: readonly EventPartition[], xid: bigint): EventPartition =>
  parts.findLast(({ from }) => from === null || from <= xid) as EventPartition

const most = (...values: bigint[]): bigint => values.reduce((a, b) => (a > b ? a : b))

/** The name of a partition, such as `events_from_4000000`, contains its first transaction. */
const nameOf = (from: bigint): string => `events_from_${from}`
const value = (xid: bigint | null, none: 'minvalue' | 'maxvalue'): string => (xid === null ? none : `'${xid}'`)
const attach = (name: string, from: bigint | null, to: bigint | null): string =>
  `alter table events attach partition ${name} for values from (${value(from, 'minvalue')}) to (${value(to, 'maxvalue')})`
const detach = (name: string): string => `alter table events detach partition ${name}`
const make = (name: string, from: bigint | null, to: bigint | null): string[] => [
  // Ids are unique within a partition. Across partitions, their time and 62 random bits make them unique.
  `create table ${name} (like events including defaults, primary key (id))`,
  attach(name, from, to),
]
/** Ends the last partition before this transaction, and creates one for it and all later transactions. */
export const endAt = ({ name, from }: Pick<EventPartition, 'name' | 'from'>, to: bigint): string[] => [
  detach(name),
  attach(name, from, to),
  ...make(nameOf(to), to, null),
]
/** Blocks all reads and writes of events until the transaction ends. */
export const ALONE = 'lock table events in access exclusive mode'
const empty = (name: string): string =>
  `do $$ begin if exists (select from ${name}) then raise exception '${name} has events'; end if; end $$`

/** Number of transactions expected in `ms`, at the average rate since the first event. */
const inTime = ({ first, next, now_ms }: EventPartitions, ms: number): bigint => {
  if (!first || now_ms - first.made_ms < DAY_MS || next <= first.xid) return 0n
  return BigInt(Math.round((Number(next - first.xid) / (now_ms - first.made_ms)) * ms))
}

const limited = (wanted: bigint, before: EventPartition): bigint => {
  const least = most(wanted, LEAST_NOTICE)
  const widest = before.from === null || before.to === null ? least : MAX_WIDENING * (before.to - before.from)
  return least < widest ? least : most(widest, LEAST_NOTICE)
}

/** Returns the next step as the statements of one transaction; null if nothing is due. */
export const nextStep = (found: EventPartitions): string[] | null => {
  const { parts, next, check } = found
  if (check) return stepOfCheck(found, check)
  const last = parts.at(-1) as EventPartition
  const used = inUse(parts, next)
  if (used === last) return found.first === null ? null : endLater(found, used)
  const before = parts.at(-2) as EventPartition
  const width = (last.from as bigint) - (before.from ?? found.first?.xid ?? 0n)
  if (next + width / 4n >= (last.from as bigint)) {
    const to = (last.from as bigint) + limited(inTime(found, PERIOD_MS), { ...before, from: before.from ?? found.first?.xid ?? null })
    return [ALONE, empty(last.name), ...endAt(last, to)]
  }
  return endLater(found, used)
}

/** Gives the partition in use a bound, if it has been in use for long enough and its own bound is far off. */
const endLater = (found: EventPartitions, used: EventPartition): string[] | null => {
  const { first, now_ms, next } = found
  const age_ms = first === null ? 0 : now_ms - first.made_ms
  const hasEnd = used.to !== null
  if (age_ms < (hasEnd ? 2 * PERIOD_MS : PERIOD_MS / 2)) return null
  const to = next + most(inTime(found, PERIOD_MS / 2), LEAST_NOTICE)
  if (hasEnd && (used.to as bigint) <= to) return null
  const from = used.from === null ? '' : `xid >= '${used.from}' and `
  return [`alter table ${used.name} add constraint ${CHECK} check (${from}xid < '${to}') not valid`]
}

/** Whether a check with this bound would soon refuse rows. */
const isNear = (to: bigint, next: bigint): boolean => to < next + SHORTEST_NOTICE
const dropCheck = (name: string): string => `alter table ${name} drop constraint if exists ${CHECK}`

const stepOfCheck = ({ parts, next }: EventPartitions, { name, to, isValid }: NonNullable<EventPartitions['check']>): string[] => {
  if (isNear(to, next)) return [dropCheck(name)]
  if (!isValid) return [`alter table ${name} validate constraint ${CHECK}`]
  const at = parts.findIndex((part) => part.name === name)
  const later = parts.slice(at + 1).map((part) => part.name)
  return [ALONE, ...later.flatMap((one) => [empty(one), `drop table ${one}`]), ...endAt(parts[at] as EventPartition, to), dropCheck(name)]
}

type Client = Awaited<ReturnType<typeof openClient>>

type Query = <R extends object>(name: string, text: string) => Promise<R[]>
const queryOn =
  (client: pg.Client): Query =>
  async <R extends object>(_: string, text: string) =>
    (await client.query<R>(text)).rows

const readBy = async (query: Query): Promise<EventPartitions> => {
  const rows = await query<Row>('event_partitions_read', READ)
  const parts = partsOf(rows)
  const next = BigInt(rows[0]?.next ?? 0)
  const used = inUse(parts, next)
  const [first] = await query<{ id: string; xid: string }>(
    `event_partitions_first_${used.name}`,
    `select id, xid::text from ${used.name} order by id limit 1`,
  )
  return {
    parts,
    next,
    now_ms: rows[0]?.now_ms ?? 0,
    check: checkOf(rows),
    first: first ? { xid: BigInt(first.xid), made_ms: idMade_ms(first.id) } : null,
  }
}

export const readEventPartitions = (client: pg.Client): Promise<EventPartitions> => readBy(queryOn(client))

/**
 * Drops a check constraint that refuses new events, or soon will. The start of a service without workers needs this: after a database was
 * restored into another cluster, the transaction ids of that cluster may already be above the bound of the check.
 */
export const dropNearCheck = async (client: pg.Client): Promise<void> => {
  const { check, next } = await readEventPartitions(client)
  if (!check || !isNear(check.to, next)) return
  try {
    await transaction(client, [`set local lock_timeout = ${LOCK_MS}`, dropCheck(check.name)])
  } catch (error) {
    // Do not wait longer for the lock: a long reader such as pg_dump would then block everybody behind this statement. The next worker or
    // start tries again.
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
  }
}

/** Partitions that no new transaction can write to and that `event_partitions` does not record yet. */
const toClose = ({ parts, next }: EventPartitions): EventPartition[] =>
  parts.filter(({ isClosed, to }) => !isClosed && to !== null && to <= next)

/** Whether a worker has event partitions to create or to close. */
export const isAnythingDue = async (db: Database): Promise<boolean> => {
  const found = await readBy((name, text) => db.query(name, text))
  return nextStep(found) !== null || toClose(found).length > 0
}

/**
 * Records the contents of a partition if, according to the snapshot of this statement, no transaction can add to it anymore. The contents
 * are read from its indexes. The open range begins where the last closed partition ends, so partitions are closed in order.
 */
const close = ({ name, from, to }: EventPartition): string => `
  insert into event_partitions (name, from_xid, to_xid, first_id, last_id, last_shipment_id, closed_at)
  select '${name}', '${from ?? 0}', '${to}', (select min(id) from ${name}), (select max(id) from ${name}),
         (select max(shipment_id) from ${name} where shipment_id is not null), now()
   where ${HORIZON} >= '${to}'${from === null ? '' : ` and exists (select from event_partitions where to_xid = '${from}')`}
  on conflict do nothing`

/** Validation failed, and the check was dropped. */
class NotValidated extends Error {}

/** Creates the partitions that will be needed, and records the contents of those that no longer change. Errors: NotValidated. */
export const makeEventPartitions = async (client: Client): Promise<void> => {
  for (;;) {
    const found = await readEventPartitions(client)
    const step = nextStep(found)
    if (!step) {
      for (const part of toClose(found)) await client.query(close(part))
      return
    }
    try {
      await transaction(client, step)
    } catch (error) {
      const code = codeOf(error) ?? ''
      // A row was written to a partition that had just been found empty. The next pass looks at the partitions again.
      if (code === RAISED) return
      if (found.check?.isValid !== false || !CANNOT_VALIDATE.has(code)) throw error
      await client.query(`alter table ${found.check.name} drop constraint ${CHECK}`)
      throw new NotValidated((error as Error).message, { cause: error })
    }
  }
}

/**
 * SQL: the oldest partition, if it was closed more than $1 days ago and no delivery of its events is left. So no event in it has a delivery
 * that is pending or can be sent again.
 *
 * Deliveries are created with their event, and the database's clock dates both the deliveries and the closing. The day of tolerance covers
 * a failover to a database with another clock. The last closed partition is never returned, because the next one begins where it ends.
 * Another process may drop the table between this statement's snapshot and the look-up of the table's name. The look-up then finds nothing.
 */
const OLDEST_TO_DROP = `
  select p.name, (select greatest(reltuples, 0)::float8 from pg_class where oid = to_regclass(p.name)) as rows
    from (select * from event_partitions order by to_xid limit 1) p
   where p.closed_at < now() - make_interval(days => $1::int)
     and exists (select from event_partitions later where later.to_xid > p.to_xid)
     and coalesce((select min(id) from deliveries) >= ${deliveryIdAt("(p.closed_at + interval '1 day')")}, true)`

/** Deletes rows of `events_by_time` whose partition is gone. A killed process may have left them. */
const FORGET_TIMES = 'delete from events_by_time where xid < (select min(from_xid) from event_partitions)'

/** Schedules removal of the objects that have the partition's archived events, as for documents. */
const forgetArchives = (name: string): string => `
  with a as (delete from event_archives where to_xid = (select to_xid from event_partitions where name = '${name}') returning object_id)
  update objects o set remove_after = now() + interval '${RETENTION_DAYS} days', version = o.version + 1 from a where o.id = a.object_id`

export class EventPartitionMaintainer {
  readonly #db: Database
  readonly #log: Logger
  #paused_until_ms = 0

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
  }

  async keep(): Promise<void> {
    if (performance.now() < this.#paused_until_ms) return
    try {
      await alone(this.#db, (client) => unlessInUse(this.#log, 'events', () => makeEventPartitions(client)))
    } catch (error) {
      if (!(error instanceof NotValidated)) throw error
      this.#paused_until_ms = performance.now() + PAUSE_MS
      this.#log.warn({ err: error }, 'could not set the end of the current partition of events; trying again in a week')
    }
  }

  /**
   * Drops the partitions that were closed more than `days` days ago, oldest first. Returns the approximate number of events that they had.
   */
  async drop(days: number): Promise<number> {
    if (!(await this.#db.one('event_partition_to_drop', OLDEST_TO_DROP, [days]))) return 0
    let gone = 0
    const dropAll = async (client: Client): Promise<void> => {
      for (;;) {
        // Another process may have dropped some partitions in the meantime.
        const [oldest] = (await client.query<{ name: string; rows: number }>(OLDEST_TO_DROP, [days])).rows
        if (!oldest) return
        const { name, rows } = oldest
        await transaction(client, [`drop table ${name}`, forgetArchives(name), `delete from event_partitions where name = '${name}'`])
        gone += rows
        this.#log.info({ partition: name, rows }, 'old events removed with their partition')
        await client.query(FORGET_TIMES)
      }
    }
    await alone(this.#db, (client) => unlessInUse(this.#log, 'events', () => dropAll(client)))
    return gone
  }
}
