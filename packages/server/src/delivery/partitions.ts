// Deliveries are in partitions by the time at which they were made, which their ids begin with. Workers see to it that there is always one for
// the next four weeks, and take away what is old as a whole.
//
// - A row that no partition is for goes into the one for all others (DEFAULT), so nothing fails where no worker has run for a long time.
//   When a worker finds rows in there, it makes a partition of it: from the end of the last one to a moment in the future, at least two weeks
//   off. That is how the table of before partitions became the first of them.
// - PostgreSQL reads all that is in the one for others before it makes a partition next to it or of it, while nobody may use it. So a check
//   says first that nothing in it is made later; the check is validated while everybody goes on, and then nothing is left to be read.
// - No statement waits for a table for longer than LOCK_MS, as all that come after it would wait behind it. What did not get its lock is
//   tried again with the next pass.
import type { Logger } from 'pino'
import { type DatabaseConfig, openClient } from '../platform/database-client.ts'
import { type Database, isTransient, Unavailable } from '../platform/db.ts'
import { deliveryIdOf, deliveryMade_ms, deliveryMade_s } from '../platform/ids.ts'
import { inTransaction } from '../platform/migrate.ts'

const DAY_MS = 86_400_000
/** Few: what looks for what is due looks into each of them. */
export const PERIOD_MS = 28 * DAY_MS
const AHEAD_MS = PERIOD_MS
/** Between the check and its end lies one pass, unless all workers die in it; then this is how long the next one may take to come. */
const LEAST_NOTICE_MS = 14 * DAY_MS
/** With less notice than that the check is taken away. */
const SHORTEST_NOTICE_MS = 7 * DAY_MS
const LOCK = 7_215_014
const LOCK_MS = 100
/** The validation holds back the end of the feed while it reads. */
const STATEMENT_MS = 60_000
/** After a validation that took too long, or found what the check does not allow. */
const PAUSE_MS = 7 * DAY_MS
const LOCK_NOT_AVAILABLE = '55P03'
const TOOK_TOO_LONG = '57014'
const CHECK_VIOLATED = '23514'
const CANNOT_VALIDATE = new Set([TOOK_TOO_LONG, CHECK_VIOLATED])
const RAISED = 'P0001'
const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** Like those of the table of before partitions (migrations/0001_initial.sql). */
const OPTIONS = 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 1'
const CHECK = 'deliveries_until'

export interface Partition {
  name: string
  /** Ids from here, null: from any, */
  from: string | null
  /** to below this. */
  to: string
}

export interface Partitions {
  /** Ascending, without gaps between them. */
  parts: Partition[]
  others: string
  othersHasRows: boolean
  /** The id that the check on the one for others has, and whether it was validated. */
  check: { to: string; isValid: boolean } | null
  now_ms: number
}

const READ = `
  select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_constraintdef(k.oid) as check, k.convalidated as valid,
         extract(epoch from now())::float8 * 1000 as now_ms
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    left join pg_constraint k on k.conrelid = c.oid and k.conname = '${CHECK}'
   where i.inhparent = 'deliveries'::regclass order by c.relname`

/** A column of a select: for how long there is a partition for what is made; null: there is none but that for all others. */
export const PARTITIONS_AHEAD = `
  (select ${deliveryMade_s("max(substring(pg_get_expr(c.relpartbound, c.oid) from $$TO [(]'(dlv_[0-9a-f]{12})$$))")} - extract(epoch from now())::float8
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'deliveries'::regclass) as partitions_ahead_s`

interface PartitionRow {
  name: string
  /** Null: it is just being taken away. */
  bound: string | null
  check: string | null
  valid: boolean | null
  now_ms: number
}

const BOUND = /^FOR VALUES FROM \((?:MINVALUE|'(\w+)')\) TO \('(\w+)'\)$/

/** Null: another process is changing them. */
const partitionsOf = (rows: readonly PartitionRow[]): Omit<Partitions, 'othersHasRows'> | null => {
  const others = rows.find(({ bound }) => bound === 'DEFAULT')
  if (!others) return null
  const parts = rows.flatMap(({ name, bound }) => {
    const [, from = null, to] = BOUND.exec(bound ?? '') ?? []
    return to === undefined ? [] : [{ name, from, to }]
  })
  const to = /< '(\w+)'/.exec(others.check ?? '')?.[1]
  return {
    parts: parts.sort((a, b) => (a.to < b.to ? -1 : 1)),
    others: others.name,
    check: to === undefined ? null : { to, isValid: others.valid === true },
    now_ms: others.now_ms,
  }
}

/** The first boundary after this moment. All are multiples of a period since 1970, so whichever process makes them, they are the same. */
const boundaryAfter = (ms: number): number => (Math.floor(ms / PERIOD_MS) + 1) * PERIOD_MS

/** `deliveries_to_20270101`; what ends with that day. */
const nameOf = (to_ms: number): string => `deliveries_to_${new Date(to_ms).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Else a row that is being written, for which there was no partition, would be refused by the one for all others. */
const NOBODY_WRITES = 'lock table only deliveries in share row exclusive mode'
const make = (name: string): string => `create table ${name} (like deliveries) with (${OPTIONS})`
const attach = (name: string, from: string | null, to: string): string =>
  `alter table deliveries attach partition ${name} for values from (${from === null ? 'minvalue' : `'${from}'`}) to ('${to}')`

/**
 * What is to be done next, as statements of one transaction each; null: nothing. `since_ms`: when the first partition is to end that a table
 * without rows gets.
 */
export const nextStep = (found: Partitions, since_ms: number): string[] | null => {
  const { parts, others, othersHasRows, check, now_ms } = found
  const last = parts.at(-1)?.to ?? null
  if (check) {
    const { to, isValid } = check
    if (deliveryMade_ms(to) < now_ms + SHORTEST_NOTICE_MS) return [`alter table ${others} drop constraint ${CHECK}`]
    if (!isValid) return [`alter table ${others} validate constraint ${CHECK}`]
    const name = nameOf(deliveryMade_ms(to))
    return [
      'lock table deliveries in access exclusive mode',
      `alter table deliveries detach partition ${others}`,
      attach(others, last, to),
      `alter table ${others} drop constraint ${CHECK}`,
      `alter table ${others} rename to ${name}`,
      make('deliveries_others'),
      'alter table deliveries attach partition deliveries_others default',
    ]
  }
  if (othersHasRows) {
    const to = deliveryIdOf(boundaryAfter(Math.max(now_ms + LEAST_NOTICE_MS, last === null ? 0 : deliveryMade_ms(last))))
    const from = last === null ? '' : `id >= '${last}' and `
    return [`alter table ${others} add constraint ${CHECK} check (${from}id < '${to}') not valid`]
  }
  if (last !== null && deliveryMade_ms(last) >= now_ms + AHEAD_MS) return null
  const to_ms = boundaryAfter(last === null ? since_ms : deliveryMade_ms(last))
  return [NOBODY_WRITES, make(nameOf(to_ms)), attach(nameOf(to_ms), last, deliveryIdOf(to_ms))]
}

type Client = Awaited<ReturnType<typeof openClient>>

const read = async (client: Client): Promise<Partitions> => {
  const found = partitionsOf((await client.query<PartitionRow>(READ)).rows)
  if (!found) throw new Error('deliveries has no partition for all others')
  const { rows } = await client.query<{ some: boolean }>(`select exists (select from ${found.others}) as some`)
  return { ...found, othersHasRows: rows[0]?.some === true }
}

const transaction = (client: Client, statements: readonly string[]) => inTransaction(client, () => client.query(statements.join(';\n')))

/** The check is gone again. */
class NotValidated extends Error {}

/** Makes what is missing. `since_ms`: as for `nextStep`; otherwise now. Errors: NotValidated. */
export const makePartitions = async (client: Client, since_ms?: number): Promise<void> => {
  for (;;) {
    const found = await read(client)
    const step = nextStep(found, since_ms ?? found.now_ms)
    if (!step) return
    try {
      await transaction(client, step)
    } catch (error) {
      const code = codeOf(error) ?? ''
      // A row came into the one for others after it was found empty: it gets a partition.
      if (code === CHECK_VIOLATED && !found.check) continue
      if (found.check?.isValid !== false || !CANNOT_VALIDATE.has(code)) throw error
      await client.query(`alter table ${found.others} drop constraint ${CHECK}`)
      throw new NotValidated((error as Error).message, { cause: error })
    }
  }
}

/** Whether a row of a partition has to stay: it waits to be sent, or was skipped and can still be recovered. */
const KEEPS = (name: string, skipped_days: number): string => `
  exists (select from ${name} where status = 'pending')
  or exists (select from ${name} where status = 'skipped' and created_at > now() - interval '${skipped_days} days')`

export class PartitionKeeper {
  readonly #db: Database
  readonly #log: Logger
  readonly #config: DatabaseConfig
  #paused_until_ms = 0

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
    const limits = `-c lock_timeout=${LOCK_MS} -c statement_timeout=${STATEMENT_MS}`
    this.#config = { ...db.config, application_name: 'backhaul partitions', settings: limits }
  }

  /** Makes the partitions that will be needed. */
  async keep(): Promise<void> {
    if (performance.now() < this.#paused_until_ms) return
    try {
      await this.#alone((client) => makePartitions(client))
    } catch (error) {
      if (!(error instanceof NotValidated)) throw error
      this.#paused_until_ms = performance.now() + PAUSE_MS
      this.#log.warn({ err: error }, 'no partition could be made of the deliveries that are in none; trying again in a week')
    }
  }

  /**
   * Takes away the partitions whose rows were all made before this id, but for those that have a row to keep. Returns about how many rows they
   * had, and below which id what is left goes one by one.
   */
  async drop(before: string, skipped_days: number): Promise<{ gone: number; before: string }> {
    const parts = partitionsOf(await this.#db.query<PartitionRow>('partitions', READ))?.parts ?? []
    const old = (found: readonly Partition[]) => found.filter(({ to }) => to <= before)
    let gone = 0
    if (old(parts).length > 0)
      await this.#alone(async (client) => {
        // Another process may have taken some away meanwhile.
        for (const { name } of old((await read(client)).parts)) gone += await this.#dropOne(client, name, skipped_days)
      })
    return { gone, before: singlyBefore(parts, before) }
  }

  async #dropOne(client: Client, name: string, skipped_days: number): Promise<number> {
    const { rows } = await client.query<{ keeps: boolean; rows: number }>(
      `select ${KEEPS(name, skipped_days)} as keeps, greatest(reltuples, 0)::float8 as rows from pg_class where oid = '${name}'::regclass`,
    )
    const { keeps, rows: count } = rows[0] as { keeps: boolean; rows: number }
    if (keeps) return 0
    try {
      await transaction(client, [
        `alter table deliveries detach partition ${name}`,
        // Until the lock was there, somebody may have had one of them sent again.
        `do $$ begin if ${KEEPS(name, skipped_days)} then raise exception 'a delivery of ${name} is to be kept'; end if; end $$`,
        `drop table ${name}`,
      ])
    } catch (error) {
      if (codeOf(error) === RAISED) return 0
      throw error
    }
    this.#log.info({ partition: name, rows: count }, 'deliveries removed')
    return count
  }

  /** One process does it at a time. A table that is in use is left for the next pass. */
  async #alone(work: (client: Client) => Promise<void>): Promise<void> {
    let client: Client | null = null
    try {
      client = await openClient(this.#config)
      const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as mine`)
      if (rows[0]?.mine) await work(client)
    } catch (error) {
      const code = codeOf(error)
      if (code !== TOOK_TOO_LONG && isTransient(error)) throw new Unavailable((error as Error).message, { cause: error })
      if (code !== LOCK_NOT_AVAILABLE) throw error
      this.#log.debug({ err: error }, 'deliveries are in use; their partitions are looked after in a minute')
    } finally {
      // One that broke has ended already.
      await client?.end().catch(() => {})
    }
  }
}

/**
 * Below which id rows are removed one by one: those of partitions that could not be dropped, that have no beginning, or are for all others.
 * What is in the partition that `before` is in goes with it.
 */
export const singlyBefore = (parts: readonly Partition[], before: string): string =>
  parts.find(({ from, to }) => from !== null && from < before && before < to)?.from ?? before
