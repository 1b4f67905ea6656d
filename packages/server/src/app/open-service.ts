import { availableParallelism, hostname } from 'node:os'
import pino from 'pino'
import { Committer, MAX_PLANS } from '../commit/committer.ts'
import { Bell } from '../database/bell.ts'
import { ClockCheck } from '../database/clock-check.ts'
import { DatabaseWatch } from '../database/database-watch.ts'
import { Database, type DatabaseConfig, HUNG, MAX_WAITING, openDatabase } from '../database/db.ts'
import { type EmbeddedPostgres, type EmbeddedRole, forgetRestored, openEmbedded, restoredFrom } from '../database/embedded.ts'
import { MAX_READERS } from '../database/keyed-reads.ts'
import { Lookout } from '../database/lookout.ts'
import { migrate } from '../database/migrate.ts'
import { announce, onChange } from '../delivery/announce.ts'
import { transfers } from '../kinds/documents/queries.ts'
import { Background } from '../process/background.ts'
import { systemClock } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import { Ledger } from '../process/ledger.ts'
import { shareOf } from '../process/machine.ts'
import { connectionRoom, openFileLimit } from '../process/open-files.ts'
import { ALONE, type Peers } from '../process/peers.ts'
import { MOST_THREADS, Renderers } from '../process/renderers.ts'
import { BUSY_ROWS, Rush } from '../process/rush.ts'
import { turns } from '../process/turns.ts'
import { KeyCache, MAX_UNKNOWN_KEYS } from '../service/key-cache.ts'
import { KeyUses } from '../service/key-uses.ts'
import { loadLinks } from '../service/links.ts'
import { NetworkCache } from '../service/network-cache.ts'
import { Numbers } from '../service/numbers.ts'
import { systemIds } from '../service/plan.ts'
import type { Service } from '../service/service.ts'
import { freeBytes } from '../storage/disk.ts'
import { EventArchive } from '../storage/event-archive.ts'
import { openObjects } from '../storage/open-objects.ts'
import { settleRestored } from '../storage/restored-feed.ts'
import { loadMasterKey } from '../storage/secrets.ts'

/**
 * Concurrent writing statements of a machine. If one waits for a lock or a slow disk, the others continue, so each process has at least
 * two.
 */
const COMMIT_LANES = 3
const LEAST_COMMIT_LANES = 2
/** Minimum number of a process's connections from BACKHAUL_DATABASE_POOL. */
const LEAST_POOL = 5
/** Part of the connections of BACKHAUL_DATABASE_POOL that GET requests share. The others are for commands. */
const SHARE_OF_READS = 0.4
/** Reads a page along an index until the page is full. A bitmap scan would collect all matching rows before the first one. */
export const READS_PLANNER = '-c enable_bitmapscan=off'
/** Connections for looking up unknown keys, so that guessing keys takes no connections from others. */
const KEY_CONNECTIONS = 1

/**
 * Program of a rendering thread. A test runner reads these sources directly, which a thread cannot do. Tests therefore use the compiled
 * program.
 */
const RENDERER = new URL(import.meta.url.endsWith('.ts') ? '../../dist/app/renderer.js' : '../app/renderer.js', import.meta.url)

/** Resources that a process gets from the supervisor if several processes share a machine. The database is open and migrated. */
export interface Shared {
  /** Identifies the process's log lines. */
  name: string
  database: DatabaseConfig
  /** Directory of the embedded database's files. Null: there is none. */
  home: string | null
  peers: Peers
  /** Reports that a commit backlog begins or ends in this process. */
  tellRush: (isOn: boolean) => void
  /** Whether another process has a commit backlog. */
  isRushElsewhere: () => boolean
}

export interface OpenService extends Service {
  /** Null when DATABASE_URL names the database. */
  embedded: EmbeddedPostgres | null
  /** The limit on open files, if it reduces the number of client connections. */
  files: number | null
  close(): Promise<void>
}

interface Registered extends Pick<Service, 'db' | 'reads' | 'keyCache' | 'committer' | 'renderers'> {
  keys: Database
}

/** Registers the counts of resources below the listeners. */
const ledgerOf = ({ db, reads, keys, keyCache, committer, renderers }: Registered): Ledger => {
  const ledger = new Ledger()
  for (const [name, pool] of Object.entries({ commands: db, reads }))
    ledger.watch(`readers_waiting_${name}`, MAX_READERS, () => pool.readers)
  for (const [name, pool] of Object.entries({ commands: db, reads, keys }))
    ledger.watch(`statements_waiting_${name}`, MAX_WAITING, () => pool.waiting)
  ledger.watch('unknown_keys', MAX_UNKNOWN_KEYS, () => keyCache.strangers)
  ledger.watch('commits', MAX_PLANS, () => committer.depth)
  ledger.watch('turns', turns.all.limit, () => turns.all.held)
  ledger.watch('turns_of_key', turns.ofKeys.limit, () => turns.ofKeys.fullest)
  transfers.register(ledger, 'document_transfers')
  renderers.register(ledger)
  return ledger
}

/** Returns the number of client connections that the process can hold. */
const placesOf = (config: Config, shared: Shared | null): Pick<OpenService, 'room' | 'files'> => {
  const { connections, lowered_by } = connectionRoom(openFileLimit())
  // The process that accepts connections counts them by address.
  return { room: { connections, of_address: shared ? null : config.connectionsPerAddress }, files: lowered_by }
}

/**
 * Sends each change to a webhook to the workers of this process, of this machine and of other machines. Returns a function that stops this.
 */
const tellOfWebhooks = (bell: Bell, peers: Peers): (() => void) => {
  peers.hear('webhook', (id) => void announce(id, true))
  return onChange((id, isPeers) => {
    if (isPeers) return
    bell.ring()
    return peers.tell('webhook', id)
  })
}

const print = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Opens the database (starting the embedded one if needed), migrates it and builds the service on it. `role`: `server` for the one process
 * that serves a data directory, `tool` for every other process. `isWarm`: also starts to load the label renderer. `shared`: this is one of
 * several processes of a machine. `name`: the part of the service, used for its log, its connections and its traces. Throws StartupError.
 */
export const openService = async (
  config: Config,
  role: EmbeddedRole,
  isWarm = false,
  shared: Shared | null = null,
  name: string | undefined = shared?.name,
): Promise<OpenService> => {
  const log = openLog(config, name)
  const peers = shared?.peers ?? ALONE
  const renderers = new Renderers({ entry: RENDERER, log, most: shareOf(Math.min(MOST_THREADS, availableParallelism())) })
  // The renderers load in parallel with the rest of the start.
  if (isWarm) void renderers.start()
  const embedded = config.databaseUrl || shared ? null : await openOwn(config, role, renderers)
  const home = shared?.home ?? embedded?.home ?? null
  const pools: Database[] = []
  const close = async () => {
    await Promise.all([renderers.close(), ...pools.map((pool) => pool.close())])
    await embedded?.release()
  }
  try {
    const database = named(shared?.database ?? databaseOf(config, embedded), name)
    const watch = watchOf(database, log)
    const [writers, readers] = poolSizes(config)
    const db = await openDatabase(database, writers, watch)
    const reads = new Database(database, readers, READS_PLANNER, { watch })
    const keys = new Database(database, KEY_CONNECTIONS, '', { watch })
    pools.push(db, reads, keys)
    if (!shared) await bringUpToDate(database, print, embedded)
    const masterKey = loadMasterKey(config)
    const links = await loadLinks(db, masterKey, config.publicUrl ?? `http://${config.host}:${config.port}`)
    const bell = new Bell(database, log)
    const lanes = Math.max(LEAST_COMMIT_LANES, shareOf(COMMIT_LANES))
    const committer = new Committer(database, lanes, (plans) => bell.ring(plans), watch)
    const tracing = await openTracing(config, log, name)
    const stopTelling = tellOfWebhooks(bell, peers)
    const keyCache = new KeyCache(db, keys, systemClock, masterKey, config.environment, peers)
    const network = new NetworkCache(db, peers)
    keyCache.onRested = () => network.expect()
    return {
      config,
      clock: systemClock,
      clockCheck: new ClockCheck(reads, systemClock, log, watch),
      log,
      db,
      reads,
      watch,
      masterKey,
      embedded,
      committer,
      rowsToCommit: rowsOfMachine(committer, shared),
      bell,
      lookout: new Lookout(reads, log, bell),
      keyCache,
      keyUses: new KeyUses(reads, systemClock, log),
      network,
      numbers: new Numbers(db, systemIds),
      links,
      renderers,
      tracing,
      ...(await outsideOf(config, reads)),
      ledger: ledgerOf({ db, reads, keys, keyCache, committer, renderers }),
      ...placesOf(config, shared),
      freeDisk: async () => (home ? freeBytes(home) : null),
      close: async () => {
        watch.stop()
        stopTelling()
        await committer.close()
        await tracing?.close()
        await bell.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the storage outside the database, its reader, and the background work outside requests. */
const outsideOf = async (config: Config, reads: Database): Promise<Pick<Service, 'objects' | 'archive' | 'background'>> => {
  const objects = await openObjects(config.objects)
  return { objects, archive: new EventArchive(reads, objects), background: new Background() }
}

const openOwn = async ({ dataDir }: Config, role: EmbeddedRole, renderers: Renderers): Promise<EmbeddedPostgres> => {
  try {
    return await openEmbedded({ dataDir, role, log: print })
  } catch (error) {
    await renderers.close()
    throw error
  }
}

/** The tracing modules are loaded only if tracing is configured. */
const openTracing = async ({ collector, environment }: Config, log: Service['log'], process?: string): Promise<Service['tracing']> => {
  if (collector === null) return null
  const { Tracing } = await import('../telemetry/tracing.ts')
  return new Tracing(collector, environment, process, log)
}

const watchOf = (database: DatabaseConfig, log: Service['log']): DatabaseWatch =>
  new DatabaseWatch(database, (isHung) => {
    if (isHung) log.error(`${HUNG}: requests are refused until it answers`)
    else log.info('the database answers again')
  })

const rowsOfMachine = (committer: Committer, shared: Shared | null): (() => number) => {
  if (!shared) return () => committer.rows
  const rush = new Rush(() => committer.rows, shared.tellRush)
  committer.onRows = () => rush.look()
  return () => committer.rows + (shared.isRushElsewhere() ? BUSY_ROWS : 0)
}

/**
 * Returns the log of a process. Its lines may be collected together with those of other machines. `name`: the process or part of the
 * service.
 */
export const openLog = ({ logLevel, environment }: Config, name?: string) =>
  pino({ level: logLevel, base: { service: 'backhaul', environment, instance: hostname(), ...(name && { process: name }) } })

export const databaseOf = ({ databaseUrl }: Config, embedded: EmbeddedPostgres | null): DatabaseConfig =>
  databaseUrl ? { connectionString: databaseUrl } : (embedded as EmbeddedPostgres).config

/** Adds the name that PostgreSQL shows for the connections. A name in the connection string wins. */
const named = (database: DatabaseConfig, process?: string): DatabaseConfig => ({
  application_name: process === undefined ? 'backhaul' : `backhaul ${process}`,
  ...database,
})

/**
 * Migrates the database to the schema of this program, and completes a restore. Returns the applied migrations. `print`: receives lines for
 * the operator.
 */
export const bringUpToDate = async (
  database: DatabaseConfig,
  print: (line: string) => void,
  embedded: EmbeddedPostgres | null,
): Promise<string[]> => {
  const applied = await migrate(database, { log: print })
  const ended_at = embedded && restoredFrom(embedded)
  await settleRestored(database, print, ended_at && `the database was restored from the backup of ${ended_at}`)
  if (embedded && ended_at) forgetRestored(embedded)
  return applied
}

/** This process's share of BACKHAUL_DATABASE_POOL: for commands, and for reads. */
const poolSizes = ({ databasePoolSize }: Config): [writers: number, readers: number] => {
  const size = Math.min(databasePoolSize, Math.max(LEAST_POOL, shareOf(databasePoolSize)))
  const readers = Math.max(1, Math.floor(size * SHARE_OF_READS))
  return [size - readers, readers]
}
