// Tables in partitions by ranges of real time. Their rows are found by an id that begins with the time at which it was made. Workers see to it
// that there is always a partition for the next four weeks, and take away what is old as a whole.
//
// - A row that no partition is for goes into the one for all others (DEFAULT), so nothing fails where no worker has run for a long time.
//   When a worker finds rows in there, it makes a partition of it: from the end of the last one to a moment in the future, at least two weeks
//   off.
// - PostgreSQL reads all that is in the one for others before it makes a partition next to it or of it, while nobody may use it. So a check
//   says first that nothing in it is made later; the check is validated while everybody goes on, and then nothing is left to be read.
// - No statement waits for a table for longer than LOCK_MS, as all that come after it would wait behind it. What did not get its lock is
//   tried again with the next pass.
import type { IdKind } from '@backhaul/core/ids.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { idAt, idMade_ms } from '../process/ids.ts'
import { openClient } from './database-client.ts'
import { type Database, isTransient, Unavailable } from './db.ts'
import { inTransaction } from './migrate.ts'

export const DAY_MS = 86_400_000
const AHEAD_MS = 28 * DAY_MS
/** Between the check and its end lies one pass, unless all workers die in it; then this is how long the next one may take to come. */
const LEAST_NOTICE_MS = 14 * DAY_MS
/** With less notice than that the check is taken away. */
const SHORTEST_NOTICE_MS = 7 * DAY_MS
/** Whoever holds it changes partitions. */
export const LOCK = { key: 7_215_014, name: 'backhaul partitions' }
export const LOCK_MS = 100
/** The validation holds back the end of the feed while it reads. */
const STATEMENT_MS = 60_000
/** After a validation that took too long, or found what the check does not allow. */
export const PAUSE_MS = 7 * DAY_MS
export const LOCK_NOT_AVAILABLE = '55P03'
const TOOK_TOO_LONG = '57014'
const CHECK_VIOLATED = '23514'
export const CANNOT_VALIDATE = new Set([TOOK_TOO_LONG, CHECK_VIOLATED])
export const RAISED = 'P0001'
export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** How values of the column of a table say when they were made, to the millisecond. */
interface Bounds {
  /** The least value that is made at this moment, as it stands between quotes in SQL. */
  boundAt(ms: number): string
  /** The other way round. */
  madeAt_ms(bound: string): number
}

const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\+00$/

/** Of a column with the time itself. All connections show times in UTC. */
export const timeBounds: Bounds = {
  boundAt: (ms) => new Date(ms).toISOString(),
  madeAt_ms: (bound) => {
    const [, day, time] = UTC.exec(bound) ?? []
    if (!day) throw new Error(`${bound} is not a time in UTC`)
    return Date.parse(`${day}T${time}Z`)
  },
}

export const idBounds = (kind: IdKind): Bounds => ({ boundAt: (ms) => idAt(kind, ms), madeAt_ms: idMade_ms })

/** A table that a migration has partitioned by ranges of one column, with one partition for all others. Indexes are those of the table. */
export interface PartitionedTable extends Bounds {
  /** Its partitions have names such as `deliveries_to_20270101`. */
  name: string
  column: string
  /** How much time a partition is for. All end at multiples of it since 1970. */
  period_ms: number
  /** Storage parameters of each partition. */
  options: string | null
  /** The primary key of each partition, where it has storage parameters that are not those of the table's. */
  key: string | null
  /** SQL: whether a row of this partition has to stay, however old it is; null: none has to. `days`: after how many those that it has go. */
  keeps: ((partition: Partition, days: number) => string) | null
  /**
   * Not null: rows still come for what was made long ago, and would go into the one for all others, where no partition can be made of them. So
   * old partitions are emptied, and become one that has no beginning. Statements that come first, in the same transaction.
   */
  emptied: ((partition: string) => string[]) | null
}

export interface Partition {
  name: string
  /** Of what was made from this moment, null: ever, */
  from_ms: number | null
  /** to before this one. */
  to_ms: number
}

export interface Partitions {
  /** Ascending, without gaps between them. */
  parts: Partition[]
  others: string
  othersHasRows: boolean
  /** The moment that the check on the one for others has, and whether it was validated. */
  check: { to_ms: number; isValid: boolean } | null
  now_ms: number
}

const checkOf = ({ name }: PartitionedTable): string => `${name}_until`

/** $1: names of tables. */
const READ = `
  select t.name as of, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_constraintdef(k.oid) as check, k.convalidated as valid,
         extract(epoch from now())::float8 * 1000 as now_ms
    from unnest($1::text[]) t(name) join pg_inherits i on i.inhparent = t.name::regclass join pg_class c on c.oid = i.inhrelid
    left join pg_constraint k on k.conrelid = c.oid and k.conname = t.name || '_until'
   order by c.relname`

interface PartitionRow {
  of: string
  name: string
  /** Null: it is just being taken away. */
  bound: string | null
  check: string | null
  valid: boolean | null
  now_ms: number
}

const BOUND = /^FOR VALUES FROM \((?:MINVALUE|'([^']+)')\) TO \('([^']+)'\)$/

/** Null: another process is changing them. */
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

/** For how many seconds there is a partition for what is made, by table; null: there is none but that for all others. */
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

/** The first boundary after this moment, which is the same whichever process makes it. */
const boundaryAfter = ({ period_ms }: PartitionedTable, ms: number): number => (Math.floor(ms / period_ms) + 1) * period_ms

/** `deliveries_to_20270101`; what ends with that day. */
const nameOf = ({ name }: PartitionedTable, to_ms: number): string =>
  `${name}_to_${new Date(to_ms).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Else a row that is being written, for which there was no partition, would be refused by the one for all others. */
const NOBODY_WRITES = ({ name }: PartitionedTable): string => `lock table only ${name} in share row exclusive mode`
const make = ({ name, key, options }: PartitionedTable, partition: string): string =>
  `create table ${partition} (like ${name}${key === null ? '' : `, ${key}`})${options === null ? '' : ` with (${options})`}`
const attach = ({ name, boundAt }: PartitionedTable, partition: string, from_ms: number | null, to_ms: number): string => {
  const from = from_ms === null ? 'minvalue' : `'${boundAt(from_ms)}'`
  return `alter table ${name} attach partition ${partition} for values from (${from}) to ('${boundAt(to_ms)}')`
}

/**
 * What is to be done next, as statements of one transaction each; null: nothing. `since_ms`: when the first partition is to end that a table
 * without rows gets.
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
    const to = boundAt(boundaryAfter(table, Math.max(now_ms + LEAST_NOTICE_MS, last_ms ?? 0)))
    const from = last_ms === null ? '' : `${column} >= '${boundAt(last_ms)}' and `
    return [`alter table ${others} add constraint ${checkOf(table)} check (${from}${column} < '${to}') not valid`]
  }
  if (last_ms !== null && last_ms >= now_ms + AHEAD_MS) return null
  const to_ms = boundaryAfter(table, last_ms ?? since_ms)
  return [NOBODY_WRITES(table), make(table, nameOf(table, to_ms)), attach(table, nameOf(table, to_ms), last_ms, to_ms)]
}

type Client = Awaited<ReturnType<typeof openClient>>

const read = async (client: Client, table: PartitionedTable): Promise<Partitions> => {
  const found = partitionsOf(table, (await client.query<PartitionRow>(READ, [[table.name]])).rows)
  if (!found) throw new Error(`${table.name} has no partition for all others`)
  const { rows } = await client.query<{ some: boolean }>(`select exists (select from ${found.others}) as some`)
  return { ...found, othersHasRows: rows[0]?.some === true }
}

export const transaction = (client: pg.Client, statements: readonly string[]) =>
  inTransaction(client, () => client.query(statements.join(';\n')))

/** The check is gone again. */
class NotValidated extends Error {}

/** Makes what is missing. `since_ms`: as for `nextStep`; otherwise now. Errors: NotValidated. */
export const makePartitions = async (client: Client, table: PartitionedTable, since_ms?: number): Promise<void> => {
  for (;;) {
    const found = await read(client, table)
    const step = nextStep(table, found, since_ms ?? found.now_ms)
    if (!step) return
    try {
      await transaction(client, step)
    } catch (error) {
      const code = codeOf(error) ?? ''
      // A row came into the one for others after it was found empty: it gets a partition.
      if (code === CHECK_VIOLATED && !found.check) continue
      if (found.check?.isValid !== false || !CANNOT_VALIDATE.has(code)) throw error
      await client.query(`alter table ${found.others} drop constraint ${checkOf(table)}`)
      throw new NotValidated((error as Error).message, { cause: error })
    }
  }
}

/**
 * Before which moment rows are removed one by one: those of partitions that could not be dropped, that have no beginning, or are for all
 * others. What is in the partition that `before_ms` is in goes with it.
 */
const singlyBefore = (parts: readonly Partition[], before_ms: number): number =>
  parts.find(({ from_ms, to_ms }) => from_ms !== null && from_ms < before_ms && before_ms < to_ms)?.from_ms ?? before_ms

export class PartitionKeeper {
  readonly #db: Database
  readonly #log: Logger
  readonly #tables: readonly PartitionedTable[]
  /** By table. */
  readonly #paused_until_ms = new Map<string, number>()

  constructor(db: Database, log: Logger, tables: readonly PartitionedTable[]) {
    this.#db = db
    this.#log = log
    this.#tables = tables
  }

  /** Makes the partitions that will be needed. */
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
      this.#log.warn({ err: error, table: table.name }, 'no partition could be made of the rows that are in none; trying again in a week')
    }
  }

  /**
   * Takes away the partitions whose rows were all made more than so many days ago, or what is in them, but for those that have a row to
   * keep. Returns about how many rows they had, and below which bound what is left goes one by one.
   */
  async drop(table: PartitionedTable, days: number): Promise<{ gone: number; before: string }> {
    const found = partitionsOf(table, await rowsOf(this.#db, [table]))
    // Another process is changing them: nothing goes before the next pass.
    if (!found) return { gone: 0, before: table.boundAt(0) }
    const before_ms = Math.floor(found.now_ms - days * DAY_MS)
    const old = (parts: readonly Partition[]) => parts.filter(({ to_ms }) => to_ms <= before_ms)
    let gone = 0
    if (old(found.parts).length > 0 && (await this.#mayHaveOld(table, found.parts, before_ms)))
      await alone(this.#db, async (client) => {
        // Another process may have taken some away meanwhile. The newest first: what came late for an older one makes no whole one wait.
        for (const partition of old((await read(client, table)).parts).toReversed())
          await unlessInUse(this.#log, table.name, async () => {
            gone += await this.#dropOne(client, table, partition, days)
          })
        if (table.emptied !== null) await unlessInUse(this.#log, table.name, () => this.#joinEmpty(client, table, before_ms))
      })
    return { gone, before: table.boundAt(singlyBefore(found.parts, before_ms)) }
  }

  /** Whether there is anything to do for the connection that it takes: what was emptied is old for good. */
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

  /** Makes one of the first partitions that are empty, without a beginning. */
  async #joinEmpty(client: Client, table: PartitionedTable, before_ms: number): Promise<void> {
    const { name } = table
    for (;;) {
      const { parts, othersHasRows, check } = await read(client, table)
      const [first, second] = parts
      // All that is in the one for others would be read.
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
    // Until the lock was there, somebody may have made one of them one to keep.
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

/** A table that is in use is left for the next pass. */
export const unlessInUse = async (log: Logger, table: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
    log.debug({ err: error, table }, 'the table is in use; its partitions are looked after in a minute')
  }
}

/** On a connection whose statements wait for no table for long. One process does what this lock is for at a time. */
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
    // One that broke has ended already.
    await client?.end().catch(() => {})
  }
}
