import pg from 'pg'
import { StartupError } from '../process/startup-error.ts'
import { ConnectionTurns, SERVICE } from './connection-turns.ts'
import { connectFrom, DatabaseClient, type DatabaseConfig } from './database-client.ts'
import { type DatabaseWatch, HUNG_AFTER_MS } from './database-watch.ts'
import { KeyedReads } from './keyed-reads.ts'
import { nameOfDatabase, type Places, placesFor, reasonsOf } from './places.ts'
import { refuseTransactionPooler } from './pooler.ts'

// Rows arrive as they are used: times as ISO 8601 text, bigint and numeric as numbers (all of them are far below 2^53), dates as text.
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

/** The database did not answer, or the fate of a statement is unknown: answered as 503 `unavailable`. */
export class Unavailable extends Error {}

/**
 * A statement did not get its locks because of other transactions, and did nothing: answered as 503, too. `code` is PostgreSQL's; it tells
 * the committer whether writing the members of a group one by one may help.
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
/** PostgreSQL ends a statement that takes longer: statements that nobody waits for anymore must not pile up. */
export const STATEMENT_LIMIT_MS = 25_000
/** Time for PostgreSQL to report that it ended a statement, before we drop the connection. */
const ANSWER_MARGIN_MS = 5_000
/** Statements that may wait for a connection of a pool. */
export const MAX_WAITING = 1_000

/** PostgreSQL truncates longer names, so two could become one. Such statements (with many filters at once) have no name. */
const MAX_NAME = 63

/** A migration added a column to a table, so a `select *` prepared earlier cannot be run again on its connection. */
const STALE_PLAN = '0A000'
const isStalePlan = (error: unknown): boolean => (error as { code?: string }).code === STALE_PLAN

/**
 * SQLSTATEs and socket errors after which trying again later is the right advice. 57014: a statement met its time limit (or an operator
 * cancelled it) and wrote nothing, as PostgreSQL ends the limit of a statement before it commits. 25006: a database that takes no writes.
 */
const TRANSIENT = /^(08|25006|53|57014|57P0|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/
export const isTransient = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  if (code) return TRANSIENT.test(code)
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool/.test(
    message ?? '',
  )
}

/** PostgreSQL rolled the statement back in favor of another (serialization failure, deadlock): it did nothing and can be run again. */
const ROLLED_BACK = /^40(001|P01)$/
const isRolledBack = (error: unknown): boolean => ROLLED_BACK.test((error as { code?: string }).code ?? '')
/** It waited longer than LOCK_TIMEOUT_MS for another transaction. */
const LOCK_TIMEOUT = '55P03'
const MAX_TRIES = 5
/** Random, so that the same statements do not collide again. */
const pauseAfter = (tries: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** tries))

const UNIQUE_VIOLATION = '23505'
/** A unique index has such a row already. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === UNIQUE_VIOLATION

export interface DatabaseOptions {
  /** How long a statement may take. */
  statement_ms?: number
  /** Ends the waiting for a database that hangs; null: each statement waits until its own limit. */
  watch?: DatabaseWatch | null
}

/**
 * A connection pool. Every statement has a name, so that PostgreSQL plans it once per connection.
 * Each statement is a transaction, and is run again when PostgreSQL rolled it back to end a deadlock. Errors: Unavailable when the database
 * cannot be reached or a statement's fate is unknown; Blocked; PostgreSQL's own error otherwise.
 */
export class Database {
  readonly pool: pg.Pool
  readonly config: DatabaseConfig
  readonly #shared: {
    keyed: Map<string, KeyedReads<{ id: string }>>
    watch: DatabaseWatch | null
    turns: ConnectionTurns
    places: Places | null
  }
  /** Whose statements these are. */
  readonly #owner: string

  /** `settings`: PostgreSQL settings for every connection of this pool, as `-c name=value`. `of`: whose connections, for `for`. */
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
    this.#shared = { keyed: new Map(), watch, turns: new ConnectionTurns(size, MAX_WAITING), places }
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
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    this.pool.on('error', () => {})
  }

  /** The same connections, for statements of this owner: owners take turns. */
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
        // Nothing was carried out, and the pool has dropped the connection. At worst this repeats once for each connection of the pool.
        if (isStalePlan(error) && stale++ <= this.pool.options.max) continue
        if (!isRolledBack(error) || ++tries === MAX_TRIES) throw explained(error)
        await pauseAfter(tries)
      }
    }
  }

  /** Readers of rows by id that wait, of the kind that most wait for. */
  get readers(): number {
    return Math.max(0, ...[...this.#shared.keyed.values()].map(({ readers }) => readers))
  }

  /** Statements that wait for a connection. */
  get waiting(): number {
    return this.#shared.turns.waiting
  }

  /**
   * Like the pool's `query`, but in the owner's turn, and does not wait for a database that hangs. A statement given up before it got a
   * connection never runs.
   */
  #run(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const { watch, turns } = this.#shared
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
        turns.leave(owner, begin)
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
            turns.give(owner)
            if (error) reject(error)
            else resolve(result as pg.QueryResult)
          },
        })
      }
      if (!turns.take(owner, begin)) {
        forget?.()
        return reject(new Unavailable(`${MAX_WAITING} statements wait for a connection, or half of them for one partner`))
      }
      if (!hasBegun) timer = setTimeout(() => giveUp(`no connection became free in ${CONNECT_TIMEOUT_MS} ms`), CONNECT_TIMEOUT_MS)
    })
  }

  /** `end` is called once, when the connection is free again. */
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
        // A unique index says no to a row, and nothing of the connection and all that is prepared on it.
        release(error && !isTaken(error) ? error : undefined)
        end(error, result)
      }
      // A connection that breaks without a listener would end the process.
      client.once('error', free)
      try {
        client.query(statement, free)
      } catch (error) {
        free(error as Error)
      }
    })
  }

  /** As the pool's, at each host that the connection string names. */
  connect(then: Parameters<typeof connectFrom>[2]): void {
    connectFrom(this.pool, this.#shared.places, then)
  }

  async one<Row>(name: string, text: string, values: readonly Value[] = []): Promise<Row | null> {
    return (await this.query<Row>(name, text, values))[0] ?? null
  }

  /**
   * The row with this id, read together with others requested at the same time (database/keyed-reads.ts). `text` returns the rows with the
   * ids in $1 (text[]) that the tenant in $2 may see (text; null: all). Errors: as `query`.
   */
  byId<Row extends { id: string }>(name: string, text: string, tenant: string | null, id: string): Promise<Row | null> {
    const { keyed } = this.#shared
    let reads = keyed.get(name)
    if (!reads) {
      reads = new KeyedReads((ids, of) => this.for(of ?? SERVICE).query(name, text, [ids, of]))
      keyed.set(name, reads)
    }
    return reads.find(tenant, id) as Promise<Row | null>
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

/** The message about a database that hangs; for logs and /readyz. */
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
    // Before any statement with a name, of which such a pooler says something else.
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
