import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { reasonOf, StartupError } from './startup-error.ts'

/** Beside `src` and `dist` alike. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url))
const MIGRATION_NAME = /^\d{4}_[a-z0-9_]+\.sql$/
const MIGRATIONS_TABLE = 'migrations'
/** Any number of processes may start at once; the others wait here for the first. */
const MIGRATION_LOCK = 7_215_003

/** Names of the migrations that this program knows, in order. */
export function knownMigrations(dir = MIGRATIONS_DIR): string[] {
  const files = readdirSync(dir).filter((name) => name.endsWith('.sql'))
  for (const file of files) if (!MIGRATION_NAME.test(file)) throw new Error(`migration file ${file} is not named NNNN_name.sql`)
  return files.sort().map((file) => file.slice(0, -'.sql'.length))
}

/**
 * Names of the known migrations that the database lacks, in order; empty when it is current. One statement. Throws StartupError when the
 * database has migrations that this program does not know.
 */
export async function pendingMigrations(client: pg.ClientBase | pg.Pool, dir = MIGRATIONS_DIR): Promise<string[]> {
  const applied = await appliedMigrations(client)
  const known = knownMigrations(dir)
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new StartupError(`the database is from a newer version of this program: it has migration ${unknown}, which is unknown here`)
  return known.filter((name) => !applied.includes(name))
}

/**
 * Brings the database up to date, forward only, all pending migrations in one transaction; returns the names of those it applied. Several
 * processes may call it at once. Throws StartupError when the database is newer than this program, cannot be reached or a migration fails.
 */
export async function migrate(config: pg.ClientConfig, dir = MIGRATIONS_DIR): Promise<string[]> {
  const client = new pg.Client({ ...config, application_name: 'backhaul migrate' })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartupError(`cannot reach the database ${client.database} at ${client.host}:${client.port}: ${reasonOf(error)}`)
  }
  try {
    return (await pendingMigrations(client, dir)).length === 0 ? [] : await run(client, dir)
  } finally {
    await client.end()
  }
}

async function run(client: pg.Client, dir: string): Promise<string[]> {
  // Loaded only when there is work: it brings a TypeScript loader along, which costs a start more than everything else here.
  const { runner } = await import('node-pg-migrate')
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  try {
    const applied = await runner({
      dbClient: client,
      dir,
      direction: 'up',
      migrationsTable: MIGRATIONS_TABLE,
      schema: 'public',
      singleTransaction: true,
      advisoryLockMode: 'wait',
      lockValue: MIGRATION_LOCK,
      logger: silent,
    })
    return applied.map(({ name }) => name)
  } catch (error) {
    throw new StartupError(`migrating the database failed, nothing was changed: ${reasonOf(error)}`)
  }
}

async function appliedMigrations(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(`select name from public.${MIGRATIONS_TABLE} order by id`)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return []
    throw error
  }
}
