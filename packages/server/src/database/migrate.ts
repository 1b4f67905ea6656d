import { setTimeout as sleep } from 'node:timers/promises'
import { KNOWN_COLUMNS } from '@backhaul/core/generated/known-columns.ts'
import type pg from 'pg'
import { reasonOf, StartupError } from '../process/startup-error.ts'
import { type DatabaseConfig, openClient } from './database-client.ts'
import { type Applied, appliedMigrations, checkProgram, MIGRATIONS_DIR, type Migration, readMigrations } from './migrations.ts'
import { nameOfDatabase, reasonsOf } from './places.ts'

/** Advisory lock of the process that migrates. Any number of processes may start at once: one takes the lock, and the others wait. */
const MIGRATION_LOCK = 7_215_003
const LOCK_POLL_MS = 100
/** A wait or migration that takes longer is logged. */
const WAIT_REPORTED_AFTER_MS = 2_000
const PROGRESS_INTERVAL_MS = 10_000

/**
 * A statement that waits for a table blocks all later statements on it. So a migration waits only briefly, and tries again when the
 * statements behind it are done.
 */
const LOCK_TIMEOUT_MS = 2_000
const MAX_TRIES = 20
const MAX_PAUSE_MS = 5_000
/** How long one statement may block a table. */
const STATEMENT_TIMEOUT_MS = 60_000
/** A concurrent index build blocks nothing while it waits for older transactions, such as a dump, to end. */
const INDEX_LOCK_TIMEOUT_MS = 600_000
const MAX_INDEX_TRIES = 3

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

export interface MigrateOptions {
  dir?: string
  /** Receives a line when a step takes long. */
  log?: (line: string) => void
}

/**
 * Brings the database up to date, forward only. Each pending migration runs in its own transaction. A migration that builds an index
 * concurrently runs outside a transaction, and can be repeated from its beginning. Several processes may call this at once. Migrations that
 * are newer than this program stay as they are.
 * @returns the names of the migrations that it applied
 * @throws StartupError when this program is too old or too new for the database, when the file of an applied migration was changed, when
 * the database cannot be reached, or when a migration fails
 */
export async function migrate(config: DatabaseConfig, { dir = MIGRATIONS_DIR, log = () => {} }: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(dir)
  return onConnection(config, async (client) => {
    await checkEncoding(client)
    await checkSearchPath(client)
    if (isCurrent(await appliedMigrations(client), migrations)) return []
    await takeMigrationLock(client, log)
    await client.query('set search_path to public')
    await client.query(TABLE)
    // Another process may have migrated in the meantime.
    const applied = await appliedMigrations(client)
    isCurrent(applied, migrations)
    const done: string[] = []
    for (const migration of migrations) {
      if (applied.some(({ name }) => name === migration.name)) continue
      await applyPatiently(client, migration, log)
      done.push(migration.name)
    }
    return done
  })
}

/** SQL: whether table names without a schema, as statements use them, refer to `public`. $1: the tables. */
const FINDS_PUBLIC = `
  with path as (select name, place from unnest(current_schemas(false)) with ordinality as p(name, place))
  select exists (select from path where name = 'public')
     and not exists (select from path p join pg_namespace n on n.nspname = p.name join pg_class c on c.relnamespace = n.oid
                      where p.place < (select place from path where name = 'public') and c.relname = any($1)) as fits,
         current_setting('search_path') as search_path`

/**
 * Requires UTF-8, because texts may contain any character. With another encoding, the database could store some texts and then refuse a
 * later one.
 */
async function checkEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; name: string }>(
    "select current_setting('server_encoding') as encoding, current_database() as name",
  )
  const { encoding, name } = rows[0] ?? { encoding: 'unknown', name: '' }
  if (encoding === 'UTF8') return
  throw new StartupError(
    `the database ${name} has the encoding ${encoding}, which cannot store every name and address; create a database with UTF8 (create database … encoding 'UTF8' template template0) and set DATABASE_URL to the new database`,
  )
}

async function checkSearchPath(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ fits: boolean; search_path: string }>(FINDS_PUBLIC, [['migrations', ...Object.keys(KNOWN_COLUMNS)]])
  if (rows[0]?.fits) return
  throw new StartupError(
    `the database connection has the search_path ${rows[0]?.search_path || '(empty)'}, but the tables of Backhaul are in the schema public; remove search_path from DATABASE_URL, or reset the search_path of the role or the database (alter role … reset search_path)`,
  )
}

/** Returns whether no migration is pending. Throws StartupError when this program cannot run on the database. */
function isCurrent(applied: readonly Applied[], migrations: readonly Migration[]): boolean {
  checkProgram(
    applied,
    migrations.map(({ name }) => name),
  )
  let current = true
  for (const { name, checksum } of migrations) {
    const row = applied.find((one) => one.name === name)
    if (!row) current = false
    else if (row.checksum !== checksum)
      throw new StartupError(
        `migration ${name} was changed after it was applied to this database; restore the released version of the migration's file`,
      )
  }
  return current
}

/**
 * Takes the migration lock until this connection ends. The lock is polled, because a statement that waits for it would keep a concurrent
 * index build from completing, and the two would wait for each other.
 */
async function takeMigrationLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  const tell = setTimeout(() => log('waiting for another process that is migrating this database'), WAIT_REPORTED_AFTER_MS)
  try {
    const text = `select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`
    while (!(await client.query<{ taken: boolean }>(text)).rows[0]?.taken) await sleep(LOCK_POLL_MS)
  } finally {
    clearTimeout(tell)
  }
}

const TABLE = `
  create table if not exists migrations (
    id serial primary key, name varchar(255) not null, run_on timestamp not null, checksum text not null, oldest_program text)`

async function applyPatiently(client: pg.Client, migration: Migration, log: (line: string) => void): Promise<void> {
  const { name, index } = migration
  const began_ms = performance.now()
  const tell = setInterval(() => {
    log(`migration ${name} has been running for ${Math.round((performance.now() - began_ms) / 1000)} s`)
  }, PROGRESS_INTERVAL_MS)
  const tries = index === null ? MAX_TRIES : MAX_INDEX_TRIES
  try {
    for (let tried = 1; ; tried++) {
      try {
        return await (index === null ? applyWhole(client, migration) : buildIndex(client, migration, index))
      } catch (error) {
        const { code } = error as { code?: string }
        if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || tried === tries) throw failureOf(migration, error, tried)
        const pause_ms = Math.min(1000 * tried, MAX_PAUSE_MS)
        log(`migration ${name} waits for other transactions to end: try ${tried} of ${tries}, the next one in ${pause_ms / 1000} s`)
        await sleep(pause_ms)
      }
    }
  } finally {
    clearInterval(tell)
  }
}

function failureOf({ name, index }: Migration, error: unknown, tries: number): StartupError {
  const left = index === null ? 'changed nothing' : 'must be run again'
  const remedy =
    tries > 1 ? '; end the transactions that block the migration (pg_stat_activity shows them), or run the migration at a quieter time' : ''
  return new StartupError(`migration ${name} failed${tries > 1 ? ` ${tries} times` : ''} and ${left}: ${reasonOf(error)}${remedy}`)
}

const RECORD = 'insert into migrations (name, run_on, checksum, oldest_program) values ($1, now(), $2, $3)'
const recordOf = ({ name, checksum, oldest_program }: Migration) => [name, checksum, oldest_program]

async function applyWhole(client: pg.Client, migration: Migration): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    await client.query(migration.sql)
    await client.query(RECORD, recordOf(migration))
  })
}

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  try {
    await client.query('begin')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // If the rollback fails as well, the connection is gone, and its transaction has ended with it.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Builds an index concurrently. A failed or killed build leaves an index that PostgreSQL maintains but never uses, so it is dropped first.
 */
async function buildIndex(client: pg.Client, migration: Migration, index: string): Promise<void> {
  await client.query(`set lock_timeout = ${INDEX_LOCK_TIMEOUT_MS}; set statement_timeout = 0`)
  const { rows } = await client.query<{ indisvalid: boolean }>('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    index,
  ])
  if (rows[0]?.indisvalid === false) await client.query(`drop index concurrently ${index}`)
  if (rows[0]?.indisvalid !== true) await client.query(migration.sql)
  await client.query(RECORD, recordOf(migration))
}

export async function onConnection<T>(config: DatabaseConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient({ ...config, application_name: 'backhaul migrate' }).catch((error) => {
    throw new StartupError(`cannot reach the database at ${nameOfDatabase(config)}: ${reasonsOf(config) || reasonOf(error)}`)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
