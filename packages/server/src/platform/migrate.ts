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
export function migrate(config: pg.ClientConfig, dir = MIGRATIONS_DIR): Promise<string[]> {
  return onConnection(config, async (client) => ((await pendingMigrations(client, dir)).length === 0 ? [] : run(client, dir)))
}

async function onConnection<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, application_name: 'backhaul migrate' })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartupError(`cannot reach the database ${client.database} at ${client.host}:${client.port}: ${reasonOf(error)}`)
  }
  try {
    return await work(client)
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

/**
 * Whether an event has a transaction id that this cluster has not given out yet, though its transaction has committed: then it was written
 * in another cluster. Each partner's last event is the end of an index, so this costs the same however many events there are.
 */
const IS_AHEAD = `
  select exists (select from partners p,
                   lateral (select xid from events where partner_id = p.id order by xid desc, seq desc limit 1) as last
                  where last.xid >= pg_snapshot_xmax(pg_current_snapshot())) as ahead`

/** Lower than any transaction id that is still to come. */
const BEFORE_ALL = '3'

/**
 * All events get one transaction id and, within it, their places in the feed. Those that were written here since the restore (of a lower
 * id than the restored ones, and a higher number) stay behind the restored ones, as a reader who has those has not seen them.
 */
const RENUMBER = `
  with far as materialized (select max(seq) as last_seq from events where xid >= pg_snapshot_xmax(pg_current_snapshot())),
       places as (select id, row_number() over (order by xid < pg_snapshot_xmax(pg_current_snapshot()) and seq > far.last_seq, xid, seq) as place
                    from events, far)
  update events e set xid = '${BEFORE_ALL}', seq = places.place from places where places.id = e.id`

/** A minute for a million events, and as much again. */
const RENUMBER_LIMIT = '24h'

/** A dump takes the sequence along, a logical replication does not. */
const NEXT_NUMBER = `
  select setval(name, greatest(nextval(name), $1)) from pg_get_serial_sequence('events', 'seq') as name`

const RENUMBER_DELIVERIES = `
  update deliveries d set event_seq = e.seq from events e where e.id = d.event_id and d.event_seq <> e.seq`

/**
 * Puts the feed in order after a dump was restored into another cluster (events/store.ts), where the transaction ids that it is ordered by
 * mean nothing: the feed would show none of the old events until the cluster has counted as far. Order and ids of the events stay.
 * Returns how many events were renumbered, and logs a line when there were any. To be called when the database is up to date and before this
 * process serves. Several processes may call it at once: one does it, in one transaction, while the others wait. All work is the
 * database's own. Throws StartupError.
 */
export async function mendFeed(config: pg.ClientConfig, log: (line: string) => void): Promise<number> {
  const events = await onConnection(config, async (client) => ((await isAhead(client)) ? renumber(client) : 0))
  if (events > 0)
    log(`the database was restored into another cluster: its ${events} events were renumbered, the order of the feed is as it was`)
  return events
}

const isAhead = async (client: pg.Client): Promise<boolean> => (await client.query<{ ahead: boolean }>(IS_AHEAD)).rows[0]?.ahead === true

async function renumber(client: pg.Client): Promise<number> {
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = '${RENUMBER_LIMIT}'`)
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    // Nobody writes an event from here on. What follows looks again, as another process may have done it meanwhile.
    await client.query('alter table events alter column seq set generated by default')
    const events = (await isAhead(client)) ? ((await client.query(RENUMBER)).rowCount ?? 0) : 0
    await client.query('alter table events alter column seq set generated always')
    if (events > 0) {
      // Its places are those of before; readers make it anew (events/by-time.ts).
      await client.query('truncate events_by_time')
      await client.query(NEXT_NUMBER, [events])
      await client.query(RENUMBER_DELIVERIES)
    }
    await client.query('commit')
    return events
  } catch (error) {
    throw new StartupError(`putting the restored feed in order failed, nothing was changed: ${reasonOf(error)}`)
  }
}
