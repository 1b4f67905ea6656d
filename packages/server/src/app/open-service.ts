import { availableParallelism } from 'node:os'
import { Committer, MAX_PLANS } from '../commit/committer.ts'
import { ClockCheck } from '../database/clock-check.ts'
import { CommitNotifier } from '../database/commit-notifier.ts'
import { DatabaseWatch } from '../database/database-watch.ts'
import { Database, type DatabaseConfig, HUNG, MAX_WAITING, openDatabase } from '../database/db.ts'
import { type EmbeddedPostgres, type EmbeddedRole, openEmbedded } from '../database/embedded.ts'
import { MAX_READERS } from '../database/keyed-reads.ts'
import { WorkScanner } from '../database/work-scanner.ts'
import { announce, onChange } from '../delivery/announce.ts'
import { transfers } from '../kinds/documents/queries.ts'
import { labelReads } from '../kinds/labels/queries.ts'
import { Background } from '../process/background.ts'
import { systemClock } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import { lockLimits } from '../process/keyed-mutex.ts'
import { Ledger } from '../process/ledger.ts'
import { BUSY_ROWS, LoadMonitor } from '../process/load-monitor.ts'
import { shareOf } from '../process/machine.ts'
import { connectionRoom, openFileLimit } from '../process/open-files.ts'
import { ALONE, type Peers } from '../process/peers.ts'
import { MAX_THREADS, Renderers } from '../process/renderers.ts'
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
import { loadMasterKey } from '../storage/secrets.ts'
import { databaseOf, migrateOrRefuse, openLog } from './prepare.ts'

/**
 * Number of writing statements that may run at the same time on a machine. If one of them waits for a lock or a slow disk, the others
 * continue. Therefore each process has at least two.
 */
const COMMIT_LANES = 3
const MIN_COMMIT_LANES = 2
/** Minimum number of database connections that each process gets from BACKHAUL_DATABASE_POOL. */
const MIN_POOL = 5
/** Fraction of a process's database connections that is reserved for GET requests. Commands use the others. */
const SHARE_OF_READS = 0.4
/**
 * With this setting, PostgreSQL reads a page along an index and stops when the page is full. A bitmap scan would first collect all matching
 * rows.
 */
export const READS_PLANNER = '-c enable_bitmapscan=off'
/** Connections for looking up unknown keys, so that guessing keys takes no connections from others. */
const KEY_CONNECTIONS = 1

/**
 * The program of a rendering thread. Under a test runner, this module is a TypeScript source, which a thread cannot run. Tests therefore
 * use the compiled program.
 */
const RENDERER = new URL(import.meta.url.endsWith('.ts') ? '../../dist/app/renderer.js' : '../app/renderer.js', import.meta.url)

/**
 * Resources that a process gets from the supervisor if several processes share a machine. The supervisor has already opened and migrated
 * the database.
 */
export interface Shared {
  /** Identifies the process's log lines. */
  name: string
  database: DatabaseConfig
  /** Directory of the embedded database's files. Null: there is none. */
  home: string | null
  peers: Peers
  /** Reports that a commit backlog begins or ends in this process. */
  reportBacklog: (isOn: boolean) => void
  /** Whether another process has a commit backlog. */
  isBusyElsewhere: () => boolean
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

/** Returns a ledger of the limited resources, except those that the listeners count. */
const ledgerOf = ({ db, reads, keys, keyCache, committer, renderers }: Registered): Ledger => {
  const ledger = new Ledger()
  for (const [name, pool] of Object.entries({ commands: db, reads }))
    ledger.watch(`readers_waiting_${name}`, MAX_READERS, () => pool.readers)
  for (const [name, pool] of Object.entries({ commands: db, reads, keys }))
    ledger.watch(`statements_waiting_${name}`, MAX_WAITING, () => pool.waiting)
  ledger.watch('unknown_keys', MAX_UNKNOWN_KEYS, () => keyCache.anonymous)
  ledger.watch('commits', MAX_PLANS, () => committer.depth)
  ledger.watch('turns', lockLimits.all.limit, () => lockLimits.all.held)
  ledger.watch('turns_of_key', lockLimits.ofKeys.limit, () => lockLimits.ofKeys.fullest)
  transfers.register(ledger, 'document_transfers')
  labelReads.register(ledger, 'label_reads')
  renderers.register(ledger)
  return ledger
}

/** Returns the number of client connections that the process can hold. */
const placesOf = (config: Config, shared: Shared | null): Pick<OpenService, 'room' | 'files'> => {
  const { connections, lowered_by } = connectionRoom(openFileLimit())
  // If several processes share the machine, the process that accepts the connections counts them by address.
  return { room: { connections, of_address: shared ? null : config.connectionsPerAddress }, files: lowered_by }
}

/**
 * Tells the workers about each change to a webhook: those of this process, of this machine and of other machines. Returns a function that
 * stops these announcements.
 */
const announceWebhookChanges = (notifier: CommitNotifier, peers: Peers): (() => void) => {
  peers.onChange('webhook', (id) => void announce(id, true))
  return onChange((id, isPeers) => {
    if (isPeers) return
    notifier.notify()
    return peers.announce('webhook', id)
  })
}

const print = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Opens the database, migrates it and builds the service on it. Starts the embedded database if necessary. `role`: `server` for the one
 * process that serves a data directory, `tool` for every other process. `isWarm`: also starts to load the label renderers. `shared`:
 * present if this is one of several processes of a machine. `name`: the name of this process in its log, its connections and its traces.
 * Throws StartupError.
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
  const renderers = new Renderers({ entry: RENDERER, log, most: shareOf(Math.min(MAX_THREADS, availableParallelism())) })
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
    if (!shared) await migrateOrRefuse(database, print, embedded)
    const masterKey = loadMasterKey(config)
    const links = await loadLinks(db, masterKey, config.publicUrl ?? `http://${config.host}:${config.port}`)
    const notifier = new CommitNotifier(database, log)
    const lanes = Math.max(MIN_COMMIT_LANES, shareOf(COMMIT_LANES))
    const committer = new Committer(database, lanes, (plans) => notifier.notify(plans), watch)
    const tracing = await openTracing(config, log, name)
    const stopAnnouncing = announceWebhookChanges(notifier, peers)
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
      notifier,
      workScanner: new WorkScanner(reads, log, notifier),
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
        stopAnnouncing()
        await committer.close()
        await tracing?.close()
        await notifier.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens the document storage outside the database. Also creates the archive of events, which reads from this storage, and the runner of
 * background work.
 */
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
  const loadMonitor = new LoadMonitor(() => committer.rows, shared.reportBacklog)
  committer.onRows = () => loadMonitor.check()
  return () => committer.rows + (shared.isBusyElsewhere() ? BUSY_ROWS : 0)
}

/** Adds the name that PostgreSQL shows for the connections. A name in the connection string wins. */
const named = (database: DatabaseConfig, process?: string): DatabaseConfig => ({
  application_name: process === undefined ? 'backhaul' : `backhaul ${process}`,
  ...database,
})

/** Returns this process's share of BACKHAUL_DATABASE_POOL, as a number of connections for commands and a number for reads. */
const poolSizes = ({ databasePoolSize }: Config): [writers: number, readers: number] => {
  const size = Math.min(databasePoolSize, Math.max(MIN_POOL, shareOf(databasePoolSize)))
  const readers = Math.max(1, Math.floor(size * SHARE_OF_READS))
  return [size - readers, readers]
}
