// Tables that are partitioned by ranges of real time. Their rows are found by an id that begins with its time of creation. Workers ensure
// that there are partitions for the next four weeks, and remove old partitions as a whole.
//
// - A row that fits no partition goes into the default partition, so nothing fails when no worker has run for a long time. A worker that
//   finds rows there turns the default partition into an ordinary one. The new partition reaches from the end of the last one to a moment
//   at least two weeks in the future.
// - PostgreSQL reads the whole default partition before it creates another partition or turns the default partition into an ordinary one,
//   and blocks all use of the table meanwhile. So a check constraint first limits the times in the default partition. The constraint is
//   validated without blocking, and then PostgreSQL has nothing left to read.
// - No statement waits for a table for longer than LOCK_MS, because all later statements would wait behind it. A statement that did not get
//   its lock is tried again in the next pass.
import type { IdKind } from '@backhaul/core/ids.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { idAt, idMade_ms } from '../process/ids.ts'
import { openClient } from './database-client.ts'
import { type Database, isTransient, Unavailable } from './db.ts'
import { inTransaction } from './migrate.ts'

export const DAY_MS = 86_400_000
const AHEAD_MS = 28 * DAY_MS
/** A new check constraint on the default partition has an upper bound at least this far in the future, in case all workers die. */
const MIN_NOTICE_MS = 14 * DAY_MS
/** A check constraint whose upper bound is closer than this is dropped. */
const SHORTEST_NOTICE_MS = 7 * DAY_MS
/** Advisory lock for changes to partitions. */
export const LOCK = { key: 7_215_014, name: 'backhaul partitions' }
export const LOCK_MS = 100
/** Time limit of a statement. A statement that validates a check constraint holds back the end of the event feed while it reads. */
const STATEMENT_MS = 60_000
/** Pause after a validation that took too long or failed. */
export const PAUSE_MS = 7 * DAY_MS
export const LOCK_NOT_AVAILABLE = '55P03'
const TOOK_TOO_LONG = '57014'
const CHECK_VIOLATED = '23514'
export const CANNOT_VALIDATE = new Set([TOOK_TOO_LONG, CHECK_VIOLATED])
export const RAISED = 'P0001'
export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** Conversion between times and values of the partition column, to the millisecond. */
interface Bounds {
  /** Returns the lowest value of the column for this moment, for use between quotes in SQL. */
  boundAt(ms: number): string
  /** The inverse of `boundAt`. */
  madeAt_ms(bound: string): number
}

const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\+00$/

/** Conversion for a column that contains the time itself instead of an id. All connections show times in UTC. */
export const timeBounds: Bounds = {
  boundAt: (ms) => new Date(ms).toISOString(),
  madeAt_ms: (bound) => {
    const [, day, time] = UTC.exec(bound) ?? []
    if (!day) throw new Error(`${bound} is not a time in UTC`)
    return Date.parse(`${day}T${time}Z`)
  },
}

export const idBounds = (kind: IdKind): Bounds => ({ boundAt: (ms) => idAt(kind, ms), madeAt_ms: idMade_ms })

/** A table that a migration has partitioned by ranges of one column, with a default partition. Its partitions have the table's indexes. */
export interface PartitionedTable extends Bounds {
  /** Name of the table, with which the names of its partitions begin, such as `deliveries_to_20270101`. */
  name: string
  column: string
  /** Length of the time range of a partition. Counted from the start of 1970, every range ends at a multiple of this length. */
  period_ms: number
  /** Storage parameters of each partition. */
  options: string | null
  /** The primary key of each partition, if its storage parameters differ from the table's; else null. */
  key: string | null
  /**
   * SQL: whether this partition has a row that must be kept. Null if rows of this table never have to be kept. Rows that need not be kept
   * are removed after `days`.
   */
  keeps: ((partition: Partition, days: number) => string) | null
  /**
   * Null unless the table still receives rows with old times. Such rows would go into the default partition, which cannot be turned into a
   * partition for past times. So the table's old partitions are emptied and merged into one without a lower bound. Returns the statements
   * to run before the partition is emptied, in the same transaction.
   */
  emptied: ((partition: string) => string[]) | null
}

export interface Partition {
  name: string
  /** Lower bound of the time range, inclusive; null when there is none. */
  from_ms: number | null
  /** Upper bound of the time range, exclusive. */
  to_ms: number
}

export interface Partitions {
  /** In ascending order, without gaps. */
  parts: Partition[]
  others: string
  othersHasRows: boolean
  /** The check on the default partition: its upper bound, and whether it was validated. */
  check: { to_ms: number; isValid: boolean } | null
  now_ms: number
}

const checkOf = ({ name }: PartitionedTable): string => `${name}_until`

/** $1: table names. */
const READ = `
  select t.name as of, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_constraintdef(k.oid) as check, k.convalidated as valid,
         extract(epoch from now())::float8 * 1000 as now_ms
    from unnest($1::text[]) t(name) join pg_inherits i on i.inhparent = t.name::regclass join pg_class c on c.oid = i.inhrelid
    left join pg_constraint k on k.conrelid = c.oid and k.conname = t.name || '_until'
   order by c.relname`

interface PartitionRow {
  of: string
  name: string
  /** Null while the partition is being removed. */
  bound: string | null
  check: string | null
  valid: boolean | null
  now_ms: number
}

const BOUND = /^FOR VALUES FROM \((?:MINVALUE|'([^']+)')\) TO \('([^']+)'\)$/

/** Returns null while another process changes the partitions. */
const partitionsOf = (table: PartitionedTable, all: readonly PartitionRow[]): Omit<Partitions, 'othersHasRows'> | null => {
  const rows = all.filter(({ of }) => of === table.name)
  const others = rows.find(({ bound }) => bound === 'DEFAULT')
  if (!others) return null
  const parts = rows.flatMap(({ name, bound }) => {
    const [, from, to] = BOUND.exec(bound ?? '') ?? []
    return to === undefined ? [] : [{ name, from_ms: from === undefined ? null : table.madeAt_ms(from), to_ms: table.madeAt_ms(to) }]
  })
  const to = /< '([^']+)'/.exec(others.check ?? '')?.[1]
  return {
    parts: parts.sort((a, b) => a.to_ms - b.to_ms),
    others: others.name,
    check: to === undefined ? null : { to_ms: table.madeAt_ms(to), isValid: others.valid === true },
    now_ms: others.now_ms,
  }
}

const rowsOf = (db: Database, tables: readonly PartitionedTable[]): Promise<PartitionRow[]> =>
  db.query<PartitionRow>('partitions', READ, [tables.map(({ name }) => name)])

/** Returns how far the partitions of each table reach, in seconds from now. Null if a table has only the default partition. */
export const partitionsAhead = async (db: Database, tables: readonly PartitionedTable[]): Promise<Map<string, number | null>> => {
  const rows = await rowsOf(db, tables)
  return new Map(
    tables.map((table) => {
      const found = partitionsOf(table, rows)
      const last = found?.parts.at(-1)
      return [table.name, found && last ? (last.to_ms - found.now_ms) / 1000 : null]
    }),
  )
}

/** Returns the first boundary after this moment. Every process computes the same one. */
const boundaryAfter = ({ period_ms }: PartitionedTable, ms: number): number => (Math.floor(ms / period_ms) + 1) * period_ms

/** Returns a name such as `deliveries_to_20270101`. The partition ends with that day. */
const nameOf = ({ name }: PartitionedTable, to_ms: number): string =>
  `${name}_to_${new Date(to_ms).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Blocks writers. Otherwise, the default partition would reject a row that is being inserted and belongs to the new partition. */
const BLOCK_WRITES = ({ name }: PartitionedTable): string => `lock table only ${name} in share row exclusive mode`
const make = ({ name, key, options }: PartitionedTable, partition: string): string =>
  `create table ${partition} (like ${name}${key === null ? '' : `, ${key}`})${options === null ? '' : ` with (${options})`}`
const attach = ({ name, boundAt }: PartitionedTable, partition: string, from_ms: number | null, to_ms: number): string => {
  const from = from_ms === null ? 'minvalue' : `'${boundAt(from_ms)}'`
  return `alter table ${name} attach partition ${partition} for values from (${from}) to ('${boundAt(to_ms)}')`
}

/**
 * Returns the statements of the next transaction; null when there is nothing to do. `since_ms`: if the table has no partition, its first
 * partition ends at the next boundary after this moment.
 */
export const nextStep = (table: PartitionedTable, found: Partitions, since_ms: number): string[] | null => {
  const { parts, others, othersHasRows, check, now_ms } = found
  const { name, column, boundAt } = table
  const last_ms = parts.at(-1)?.to_ms ?? null
  if (check) {
    const { to_ms, isValid } = check
    if (to_ms < now_ms + SHORTEST_NOTICE_MS) return [`alter table ${others} drop constraint ${checkOf(table)}`]
    if (!isValid) return [`alter table ${others} validate constraint ${checkOf(table)}`]
    return [
      `lock table ${name} in access exclusive mode`,
      `alter table ${name} detach partition ${others}`,
      attach(table, others, last_ms, to_ms),
      `alter table ${others} drop constraint ${checkOf(table)}`,
      `alter table ${others} rename to ${nameOf(table, to_ms)}`,
      make(table, `${name}_others`),
      `alter table ${name} attach partition ${name}_others default`,
    ]
  }
  if (othersHasRows) {
    const to = boundAt(boundaryAfter(table, Math.max(now_ms + MIN_NOTICE_MS, last_ms ?? 0)))
    const from = last_ms === null ? '' : `${column} >= '${boundAt(last_ms)}' and `
    return [`alter table ${others} add constraint ${checkOf(table)} check (${from}${column} < '${to}') not valid`]
  }
  if (last_ms !== null && last_ms >= now_ms + AHEAD_MS) return null
  const to_ms = boundaryAfter(table, last_ms ?? since_ms)
  return [BLOCK_WRITES(table), make(table, nameOf(table, to_ms)), attach(table, nameOf(table, to_ms), last_ms, to_ms)]
}

type Client = Awaited<ReturnType<typeof openClient>>

const read = async (client: Client, table: PartitionedTable): Promise<Partitions> => {
  const found = partitionsOf(table, (await client.query<PartitionRow>(READ, [[table.name]])).rows)
  if (!found) throw new Error(`${table.name} has no default partition`)
  const { rows } = await client.query<{ some: boolean }>(`select exists (select from ${found.others}) as some`)
  return { ...found, othersHasRows: rows[0]?.some === true }
}

export const transaction = (client: pg.Client, statements: readonly string[]) =>
  inTransaction(client, () => client.query(statements.join(';\n')))

/** The validation failed, and the check was dropped. */
class NotValidated extends Error {}

/** Creates the missing partitions. `since_ms`: see `nextStep`; the default is now. Throws NotValidated. */
export const makePartitions = async (client: Client, table: PartitionedTable, since_ms?: number): Promise<void> => {
  for (;;) {
    const found = await read(client, table)
    const step = nextStep(table, found, since_ms ?? found.now_ms)
    if (!step) return
    try {
      await transaction(client, step)
    } catch (error) {
      const code = codeOf(error) ?? ''
      // A row entered the default partition after it was found empty. The next step turns it into an ordinary one.
      if (code === CHECK_VIOLATED && !found.check) continue
      if (found.check?.isValid !== false || !CANNOT_VALIDATE.has(code)) throw error
      await client.query(`alter table ${found.others} drop constraint ${checkOf(table)}`)
      throw new NotValidated((error as Error).message, { cause: error })
    }
  }
}

/**
 * Returns the moment before which rows are deleted one by one. These rows are in the default partition, in partitions that could not be
 * dropped, or in partitions without a lower bound. Rows in the partition that contains `before_ms` are removed later, with that partition.
 */
const singlyBefore = (parts: readonly Partition[], before_ms: number): number =>
  parts.find(({ from_ms, to_ms }) => from_ms !== null && from_ms < before_ms && before_ms < to_ms)?.from_ms ?? before_ms

export class PartitionMaintainer {
  readonly #db: Database
  readonly #log: Logger
  readonly #tables: readonly PartitionedTable[]
  /** End of the pause, in milliseconds, by table. */
  readonly #paused_until_ms = new Map<string, number>()

  constructor(db: Database, log: Logger, tables: readonly PartitionedTable[]) {
    this.#db = db
    this.#log = log
    this.#tables = tables
  }

  /** Creates the partitions that will be needed. */
  async keep(): Promise<void> {
    const due = this.#tables.filter(({ name }) => performance.now() >= (this.#paused_until_ms.get(name) ?? 0))
    if (due.length === 0) return
    await alone(this.#db, async (client) => {
      for (const table of due) await unlessInUse(this.#log, table.name, () => this.#make(client, table))
    })
  }

  async #make(client: Client, table: PartitionedTable): Promise<void> {
    try {
      await makePartitions(client, table)
    } catch (error) {
      if (!(error instanceof NotValidated)) throw error
      this.#paused_until_ms.set(table.name, performance.now() + PAUSE_MS)
      this.#log.warn(
        { err: error, table: table.name },
        'the rows in the default partition could not become a partition of their own; the next attempt is in a week',
      )
    }
  }

  /**
   * Removes (or empties) the partitions whose rows are all older than `days`, except those with a row that must be kept. Returns the approximate
   * number of removed rows, and the bound below which the caller deletes remaining rows one by one.
   */
  async drop(table: PartitionedTable, days: number): Promise<{ gone: number; before: string }> {
    const found = partitionsOf(table, await rowsOf(this.#db, [table]))
    // Another process changes the partitions, so nothing is deleted before the next pass.
    if (!found) return { gone: 0, before: table.boundAt(0) }
    const before_ms = Math.floor(found.now_ms - days * DAY_MS)
    const old = (parts: readonly Partition[]) => parts.filter(({ to_ms }) => to_ms <= before_ms)
    let gone = 0
    if (old(found.parts).length > 0 && (await this.#mayHaveOld(table, found.parts, before_ms)))
      await alone(this.#db, async (client) => {
        // Reads the partitions again, because another process may have removed some meanwhile. Begins with the newest, so that late rows in
        // an older partition do not delay the removal of a whole one.
        for (const partition of old((await read(client, table)).parts).toReversed())
          await unlessInUse(this.#log, table.name, async () => {
            gone += await this.#dropOne(client, table, partition, days)
          })
        if (table.emptied !== null) await unlessInUse(this.#log, table.name, () => this.#joinEmpty(client, table, before_ms))
      })
    return { gone, before: table.boundAt(singlyBefore(found.parts, before_ms)) }
  }

  /**
   * Whether there may be old rows, so that it is worthwhile to open a connection. An emptied partition without a lower bound always counts
   * as old, so this method checks whether such a partition has rows.
   */
  async #mayHaveOld(
    { name, column, boundAt, emptied }: PartitionedTable,
    parts: readonly Partition[],
    before_ms: number,
  ): Promise<boolean> {
    if (emptied === null || parts[0]?.from_ms !== null || (parts[1] && parts[1].to_ms <= before_ms)) return true
    return (
      (await this.#db.query(`partitions_old_${name}`, `select from ${name} where ${column} < $1 limit 1`, [boundAt(parts[0].to_ms)]))
        .length > 0
    )
  }

  /** Merges the first partitions into one without a lower bound, as long as they are empty. */
  async #joinEmpty(client: Client, table: PartitionedTable, before_ms: number): Promise<void> {
    const { name } = table
    for (;;) {
      const { parts, othersHasRows, check } = await read(client, table)
      const [first, second] = parts
      // If the default partition had rows, PostgreSQL would read all of them.
      if (!first || !second || second.to_ms > before_ms || othersHasRows || check) return
      const some = `exists (select from ${first.name}) or exists (select from ${second.name})`
      if ((await client.query<{ some: boolean }>(`select ${some} as some`)).rows[0]?.some) return
      await transaction(client, [
        `lock table ${name} in access exclusive mode`,
        `do $joined$ begin if ${some} then raise lock_not_available; end if; end $joined$`,
        `alter table ${name} detach partition ${first.name}`,
        `alter table ${name} detach partition ${second.name}`,
        `drop table ${first.name}`,
        attach(table, second.name, null, second.to_ms),
      ])
    }
  }

  async #dropOne(client: Client, table: PartitionedTable, partition: Partition, days: number): Promise<number> {
    const { name } = partition
    const keeps = table.keeps?.(partition, days) ?? 'false'
    const isEmptied = table.emptied === null ? 'false' : `not exists (select from ${name})`
    const { rows } = await client.query<{ stays: boolean; rows: number }>(
      `select case when ${isEmptied} then true else ${keeps} end as stays, greatest(reltuples, 0)::float8 as rows
         from pg_class where oid = '${name}'::regclass`,
    )
    const found = rows[0] as { stays: boolean; rows: number }
    if (found.stays) return 0
    // Before the lock was taken, another transaction may have changed a row so that it must be kept.
    const check = `do $$ begin if ${keeps} then raise exception 'a row of ${name} is to be kept'; end if; end $$`
    try {
      await transaction(
        client,
        table.emptied === null
          ? [`alter table ${table.name} detach partition ${name}`, check, `drop table ${name}`]
          : [`lock table ${name} in access exclusive mode`, check, ...table.emptied(name), `truncate ${name}`],
      )
    } catch (error) {
      if (codeOf(error) === RAISED) return 0
      throw error
    }
    this.#log.info({ partition: name, rows: found.rows }, 'old rows removed with their partition')
    return found.rows
  }
}

/** Runs `work`. If the table is in use, leaves it to the next pass. */
export const unlessInUse = async (log: Logger, table: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
    log.debug({ err: error, table }, 'the table is in use; the next attempt to maintain its partitions is in a minute')
  }
}

/** Runs `work` on a connection whose statements never wait long for a table. Returns at once if another process holds the lock. */
export const alone = async (db: Database, work: (client: Client) => Promise<void>, lock = LOCK): Promise<void> => {
  let client: Client | null = null
  try {
    client = await openClient({
      ...db.config,
      application_name: lock.name,
      settings: `-c lock_timeout=${LOCK_MS} -c statement_timeout=${STATEMENT_MS}`,
    })
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock.key}) as mine`)
    if (rows[0]?.mine) await work(client)
  } catch (error) {
    if (codeOf(error) !== TOOK_TOO_LONG && isTransient(error)) throw new Unavailable((error as Error).message, { cause: error })
    throw error
  } finally {
    // A broken connection has already ended.
    await client?.end().catch(() => {})
  }
}
