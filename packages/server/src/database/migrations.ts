// The migrations of this program, those that were applied to a database, and whether the program can run on that database.
//
// Promise: a version of the program runs on its own schema and on any newer one that was only extended (docs/operating/upgrade.md). If a
// migration removes something that earlier versions use, it names the oldest version that may run after it. Older versions then refuse to
// start, with a message of one line. A database from before the baseline (the first migration) is refused too, because no version runs both
// on such a database and on a newer one.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartupError } from '../process/startup-error.ts'
import { isOlder, VERSION } from '../process/version.ts'

/** This folder is next to both `src` and `dist`. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url))
const MIGRATION_NAME = /^\d{4}_[a-z0-9_]+\.sql$/
const OLDEST_PROGRAM = /^-- oldest-program: (\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/m
const CONCURRENT_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?([a-z_][a-z0-9_]*)\s+on\s/i

export interface Migration {
  name: string
  sql: string
  checksum: string
  /**
   * Versions of the program below this one must not run once the migration is applied. Null means that all versions that could run before
   * still can.
   */
  oldest_program: string | null
  /** The index that this migration builds concurrently, outside a transaction. Null for an ordinary transaction. */
  index: string | null
}

/** The last commit that runs on databases from before the baseline. */
const LAST_BEFORE_BASELINE = '9f6b8cab88de'

/** A row of the migrations table. */
export interface Applied {
  name: string
  checksum: string | null
  oldest_program: string | null
}

/** Returns the names of the migrations in `dir`, in order. */
export function knownMigrations(dir = MIGRATIONS_DIR): string[] {
  const files = readdirSync(dir).filter((name) => name.endsWith('.sql'))
  for (const file of files) if (!MIGRATION_NAME.test(file)) throw new Error(`migration file ${file} is not named NNNN_name.sql`)
  return files.sort().map((file) => file.slice(0, -'.sql'.length))
}

export const readMigrations = (dir: string): Migration[] =>
  knownMigrations(dir).map((name) => {
    const sql = readFileSync(join(dir, `${name}.sql`), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    return { name, sql, checksum, oldest_program: OLDEST_PROGRAM.exec(sql)?.[1] ?? null, index: concurrentIndex(name, sql) }
  })

/** Returns `sql` without its comments. */
export const statementsOf = (sql: string): string => sql.replace(/--.*$/gm, '').trim()

function concurrentIndex(name: string, sql: string): string | null {
  const bare = statementsOf(sql).replace(/;$/, '')
  const index = CONCURRENT_INDEX.exec(bare)?.[1]
  if (index && !bare.includes(';')) return index
  if (!/\bconcurrently\b/i.test(bare)) return null
  throw new Error(
    `migration ${name} combines "concurrently" with other statements; a migration with "concurrently" must contain only one statement, \`create index concurrently NAME on …\``,
  )
}

/**
 * The migrations of this program. They are read when the process starts: files that replace them later belong to another version of the
 * program.
 */
const OWN = knownMigrations()

/**
 * Returns the applied migrations in order; an empty list for an empty database. Migration tables from before the baseline may lack columns.
 */
export async function appliedMigrations(client: pg.ClientBase | pg.Pool): Promise<Applied[]> {
  const text = `select name, to_jsonb(m) ->> 'checksum' as checksum, to_jsonb(m) ->> 'oldest_program' as oldest_program
                  from public.migrations m order by id`
  try {
    return (await client.query<Applied>(text)).rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return []
    throw error
  }
}

/**
 * Throws StartupError if the database is from before the first of `known`, or if an applied migration that is not among `known` requires a
 * newer program.
 */
export function checkProgram(applied: readonly Applied[], known: readonly string[]): void {
  if (applied[0] && !applied.some(({ name }) => name === known[0]))
    throw new StartupError(
      `the database was made before Backhaul 1.0 (its first migration is ${applied[0].name}); nothing was changed. The last commit that runs on this database is ${LAST_BEFORE_BASELINE}. To start fresh, set BACKHAUL_DATA_DIR to another directory, or DATABASE_URL to an empty database`,
    )
  for (const { name, oldest_program } of applied) {
    if (oldest_program === null || known.includes(name) || !isOlder(VERSION, oldest_program)) continue
    throw new StartupError(
      `the database needs Backhaul ${oldest_program} or newer since its migration ${name}, but this is Backhaul ${VERSION}; install a newer version`,
    )
  }
}

/**
 * Returns the names of the `known` migrations that the database lacks, in order. Newer migrations in the database do not matter. Runs one
 * statement. Throws StartupError when this program is too old for the database.
 */
export async function pendingMigrations(client: pg.ClientBase | pg.Pool, known: readonly string[] = OWN): Promise<string[]> {
  const applied = await appliedMigrations(client)
  checkProgram(applied, known)
  return known.filter((name) => !applied.some((one) => one.name === name))
}
