import pg from 'pg'
import { StartupError } from '../process/startup-error.ts'
import { ConnectionScheduler, SERVICE } from './connection-scheduler.ts'
import { connectFrom, DatabaseClient, type DatabaseConfig } from './database-client.ts'
import { type DatabaseWatch, HUNG_AFTER_MS } from './database-watch.ts'
import { KeyedReads } from './keyed-reads.ts'
import { nameOfDatabase, type Places, placesFor, reasonsOf } from './places.ts'
import { refuseTransactionPooler } from './pooler.ts'

// Conversion of column types: times become ISO 8601 text, bigint and numeric become numbers (all values are far below 2^53), dates stay
// text.
const TIMESTAMPTZ = 1184
const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const UTC = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/
const toIso = (text: string): string => {
  const parts = UTC.exec(text)
  return parts ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z` : new Date(text).toISOString()
}
pg.types.setTypeParser(TIMESTAMPTZ, toIso)
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(DATE, (text) => text)

export type { DatabaseConfig } from './database-client.ts'
export type Value = string | number | boolean | null | Buffer | readonly string[]

/**
 * SQL: the texts of a JSON array in a parameter. PostgreSQL estimates fewer rows for a short array parameter than for an unknown one, and
 * then plans such a statement at each execution, which takes longer than to execute it. Here the estimate is the same.
 */
export const eachOf = (parameter: string): string => `jsonb_array_elements_text(${parameter}::jsonb)`

/** The database did not answer, or the outcome of a statement is unknown. Answered as 503 `unavailable`. */
export class Unavailable extends Error {}

/**
 * A statement did not get its locks because of other transactions, and did nothing. Also answered as 503. `code` is PostgreSQL's SQLSTATE.
 * It tells the committer whether it may help to write the plans of a group one by one.
 */
export class Blocked extends Unavailable {
  readonly code: string

  constructor(code: string, cause: Error) {
    super(cause.message, { cause })
    this.code = code
  }
}

const LOCK_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 3_000
/** PostgreSQL cancels a statement that takes longer, so that statements whose callers have left do not accumulate. */
export const STATEMENT_LIMIT_MS = 25_000
/** Time for PostgreSQL to report that it ended a statement, before we drop the connection. */
const ANSWER_MARGIN_MS = 5_000
/** Limit on statements that wait for a connection of a pool. */
export const MAX_WAITING = 1_000

/**
 * PostgreSQL truncates longer names, so two of them could become equal. Statements with longer names (many filters at once) are sent
 * without a name.
 */
const MAX_NAME = 63

/** A migration added a column to a table, so a `select *` prepared earlier cannot be run again on its connection. */
const STALE_PLAN = '0A000'
const isStalePlan = (error: unknown): boolean => (error as { code?: string }).code === STALE_PLAN

/**
 * SQLSTATEs and socket errors after which a later retry makes sense. 57014: a statement reached its time limit (or an operator canceled it)
 * and wrote nothing, because PostgreSQL stops the timer before it commits. 25006: the database accepts no writes.
 */
const TRANSIENT = /^(08|25006|53|57014|57P0|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/
export const isTransient = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  if (code) return TRANSIENT.test(code)
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool/.test(
    message ?? '',
  )
}

/**
 * PostgreSQL rolled the statement back in favor of another one (serialization failure, deadlock). The statement changed nothing and can run
 * again.
 */
const ROLLED_BACK = /^40(001|P01)$/
const isRolledBack = (error: unknown): boolean => ROLLED_BACK.test((error as { code?: string }).code ?? '')
/** The statement waited longer than LOCK_TIMEOUT_MS for another transaction. */
const LOCK_TIMEOUT = '55P03'
const MAX_TRIES = 5
/** Random, so that the same statements do not collide again. */
const pauseAfter = (tries: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** tries))

const UNIQUE_VIOLATION = '23505'
/** Whether a unique index rejected a row because an equal one exists. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === UNIQUE_VIOLATION

export interface DatabaseOptions {
  /** Time limit of a statement. */
  statement_ms?: number
  /** Reports that the database hangs, so that statements stop waiting for it. If null, each statement waits until its own limit. */
  watch?: DatabaseWatch | null
}

/**
 * A connection pool. Every statement has a name, so that PostgreSQL plans it once per connection. Each statement is a transaction, and runs
 * again when PostgreSQL rolled it back to end a deadlock. Throws Unavailable if the database cannot be reached or the outcome of a
 * statement is unknown, Blocked if a statement did not get its locks, and otherwise PostgreSQL's own error.
 */
export class Database {
  readonly pool: pg.Pool
  readonly config: DatabaseConfig
  readonly #shared: {
    keyed: Map<string, KeyedReads<{ id: string }>>
    watch: DatabaseWatch | null
    scheduler: ConnectionScheduler
    places: Places | null
  }
  /** The owner of the statements that this object sends (database/connection-scheduler.ts). */
  readonly #owner: string

  /**
   * `settings`: PostgreSQL settings for every connection of this pool, as `-c name=value`. `of`: the database whose connections are shared,
   * and the owner. Only the method `for` passes it.
   */
  constructor(
    config: DatabaseConfig,
    size: number,
    settings = '',
    { statement_ms = STATEMENT_LIMIT_MS, watch = null }: DatabaseOptions = {},
    of: { database: Database; owner: string } | null = null,
  ) {
    this.config = config
    this.#owner = of?.owner ?? SERVICE
    if (of) {
      this.pool = of.database.pool
      this.#shared = of.database.#shared
      return
    }
    const places = config.connectionString ? placesFor(config.connectionString) : null
    this.#shared = { keyed: new Map(), watch, scheduler: new ConnectionScheduler(size, MAX_WAITING), places }
    const own: DatabaseConfig = {
      ...config,
      settings: `-c lock_timeout=${LOCK_TIMEOUT_MS} -c statement_timeout=${statement_ms} -c jit=off ${settings}`,
    }
    this.pool = new pg.Pool({
      ...own,
      Client: DatabaseClient as never,
      max: size,
      connectionTimeoutMillis: places?.target.connect_ms ?? CONNECT_TIMEOUT_MS,
      query_timeout: statement_ms + ANSWER_MARGIN_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    })
    // The pool replaces a broken idle connection at the next use. Without a listener, the error would end the process.
    this.pool.on('error', () => {})
  }

  /** Returns this database for statements of `owner`. All owners share the same connections, round-robin. */
  for(owner: string): Database {
    return new Database(this.config, 0, '', {}, { database: this, owner })
  }

  async query<Row>(name: string, text: string, values: readonly Value[] = []): Promise<Row[]> {
    let stale = 0
    let tries = 0
    for (;;) {
      try {
        return (await this.#run({ ...(name.length <= MAX_NAME && { name }), text, values: values as unknown[] })).rows as Row[]
      } catch (error) {
        // The statement did not run, and the pool has dropped the connection. So the statement is sent again, at worst once for each
        // connection of the pool.
        if (isStalePlan(error) && stale++ <= this.pool.options.max) continue
        if (!isRolledBack(error) || ++tries === MAX_TRIES) throw explained(error)
        await pauseAfter(tries)
      }
    }
  }

  /** The highest number of readers that wait for rows of one kind by id. */
  get readers(): number {
    return Math.max(0, ...[...this.#shared.keyed.values()].map(({ readers }) => readers))
  }

  /** Number of statements that wait for a connection. */
  get waiting(): number {
    return this.#shared.scheduler.waiting
  }

  /**
   * Like the pool's `query`, but waits until the scheduler grants a connection, and does not wait for a database that hangs. A statement
   * that is given up before it gets a connection never runs.
   */
  #run(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const { watch, scheduler } = this.#shared
    const owner = this.#owner
    return new Promise((resolve, reject) => {
      if (watch?.isHung) return reject(new Unavailable(HUNG))
      let isGivenUp = false
      let hasBegun = false
      let timer: NodeJS.Timeout | undefined
      const giveUp = (why: string) => {
        isGivenUp = true
        clearTimeout(timer)
        forget?.()
        scheduler.leave(owner, begin)
        reject(new Unavailable(why))
      }
      const forget = watch?.whenHung(() => giveUp(HUNG))
      const begin = () => {
        hasBegun = true
        clearTimeout(timer)
        this.#runOn(statement, {
          isGivenUp: () => isGivenUp,
          end: (error, result) => {
            forget?.()
            scheduler.give(owner)
            if (error) reject(error)
            else resolve(result as pg.QueryResult)
          },
        })
      }
      if (!scheduler.take(owner, begin)) {
        forget?.()
        return reject(
          new Unavailable(
            `too many statements are waiting for a connection; the limit is ${MAX_WAITING} in total and half of that for each partner`,
          ),
        )
      }
      if (!hasBegun) timer = setTimeout(() => giveUp(`no connection became free within ${CONNECT_TIMEOUT_MS} ms`), CONNECT_TIMEOUT_MS)
    })
  }

  /** Calls `end` once, when the connection is free again. */
  #runOn(
    statement: pg.QueryConfig,
    { isGivenUp, end }: { isGivenUp: () => boolean; end: (error: Error | null, result?: pg.QueryResult) => void },
  ): void {
    this.connect((failure, client, release) => {
      if (!client || isGivenUp()) {
        if (client) release()
        return end(failure ?? new Unavailable(HUNG))
      }
      let isReleased = false
      const free = (error: Error | null, result?: pg.QueryResult) => {
        if (isReleased) return
        isReleased = true
        client.removeListener('error', free)
        // A unique violation does not invalidate the connection or its prepared statements.
        release(error && !isTaken(error) ? error : undefined)
        end(error, result)
      }
      // Without a listener, a broken connection would end the process.
      client.once('error', free)
      try {
        client.query(statement, free)
      } catch (error) {
        free(error as Error)
      }
    })
  }

  /** Like the pool's `connect`, but tries each host that the connection string names. */
  connect(then: Parameters<typeof connectFrom>[2]): void {
    connectFrom(this.pool, this.#shared.places, then)
  }

  async one<Row>(name: string, text: string, values: readonly Value[] = []): Promise<Row | null> {
    return (await this.query<Row>(name, text, values))[0] ?? null
  }

  /**
   * Returns the row with this id. Ids requested at about the same time are read together (database/keyed-reads.ts). Both statements return
   * the rows that the tenant in $2 (text; null for all) may see: `one` the row with the id in $1, and `several` those with the ids in the
   * JSON array in $1. Throws the errors of `query`.
   */
  byId<Row extends { id: string }>(
    name: string,
    { one, several }: { one: string; several: string },
    tenant: string | null,
    id: string,
  ): Promise<Row | null> {
    const { keyed } = this.#shared
    let reads = keyed.get(name)
    if (!reads) {
      reads = new KeyedReads((ids, of) => {
        const db = this.for(of ?? SERVICE)
        return ids.length === 1 ? db.query(name, one, [ids[0] as string, of]) : db.query(`${name}s`, several, [JSON.stringify(ids), of])
      })
      keyed.set(name, reads)
    }
    return reads.find(tenant, id) as Promise<Row | null>
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

/** Message about a database that hangs, for logs and /readyz. */
export const HUNG = `the database has not answered for ${HUNG_AFTER_MS / 1000} s`

export const explained = (error: unknown): unknown => {
  const { message, code = '' } = error as { message: string; code?: string }
  if (isRolledBack(error) || code === LOCK_TIMEOUT) return new Blocked(code, error as Error)
  return isTransient(error) ? new Unavailable(message, { cause: error }) : error
}

const MIN_VERSION_NUM = 150_000

/** Opens the pool and checks that the server is reachable and new enough. Throws StartupError if not. */
export const openDatabase = async (config: DatabaseConfig, size: number, watch: DatabaseWatch): Promise<Database> => {
  const db = new Database(config, size, '', { watch })
  try {
    // Must run before any named statement, because named statements fail with misleading errors through a pooler that gives each
    // transaction another connection.
    await refuseTransactionPooler(config)
    const row = await db.one<{ v: string }>('server_version', "select current_setting('server_version_num') as v")
    if (Number(row?.v) < MIN_VERSION_NUM) throw new StartupError(`the database is PostgreSQL ${row?.v}; version 15 or newer is needed`)
    return db
  } catch (error) {
    await db.close()
    if (error instanceof StartupError) throw error
    throw new StartupError(`cannot reach the database at ${nameOfDatabase(config)}: ${reasonsOf(config) || (error as Error).message}`)
  }
}
