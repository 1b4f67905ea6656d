import pino from 'pino'
import { onChange } from '../delivery/announce.ts'
import { Bell } from '../platform/bell.ts'
import { systemClock } from '../platform/clock.ts'
import { Committer } from '../platform/committer.ts'
import type { Config } from '../platform/config.ts'
import { DatabaseWatch } from '../platform/database-watch.ts'
import { Database, type DatabaseConfig, HUNG, openDatabase } from '../platform/db.ts'
import { freeBytes } from '../platform/disk.ts'
import { type EmbeddedPostgres, type EmbeddedRole, openEmbedded } from '../platform/embedded.ts'
import { migrate, renumberRestoredFeed } from '../platform/migrate.ts'
import { Renderers } from '../platform/renderers.ts'
import { loadMasterKey } from '../platform/secrets.ts'
import { KeyCache } from '../service/key-cache.ts'
import { NetworkCache } from '../service/network-cache.ts'
import type { Service } from '../service/service.ts'

/** Statements that write at a time. If one waits for a lock or a slow disk, the others go on. */
const COMMIT_LANES = 3
/** Part of the connections of BACKHAUL_DATABASE_POOL that GET requests share; the others are for commands. */
const SHARE_OF_READS = 0.4
/** Connections for looking up unknown keys, so that guessing keys takes no connections from others. */
const KEY_CONNECTIONS = 1

/** What a thread that draws runs. A test runner reads these sources as they are, which a thread cannot do: there it is the compiled one. */
const RENDERER = new URL(import.meta.url.endsWith('.ts') ? '../../dist/app/renderer.js' : './renderer.js', import.meta.url)

export interface OpenService extends Service {
  /** Null when DATABASE_URL names the database. */
  embedded: EmbeddedPostgres | null
  close(): Promise<void>
}

/**
 * Opens the database (starting the embedded one if need be), brings it up to date and builds the service on it.
 * `role`: `server` for the one process that serves a data directory, `tool` for every other process. `isWarm`: what draws labels is loaded
 * by the time that this is done, or soon after. Throws StartupError.
 */
export const openService = async (config: Config, role: EmbeddedRole, isWarm = false): Promise<OpenService> => {
  const log = pino({ level: config.logLevel, base: { service: 'backhaul', environment: config.environment } })
  const print = (line: string) => process.stderr.write(`${line}\n`)
  const renderers = new Renderers({ entry: RENDERER, log })
  // They load beside everything else that a start waits for.
  if (isWarm) void renderers.start()
  const openOwn = async () => {
    try {
      return await openEmbedded({ dataDir: config.dataDir, role, log: print })
    } catch (error) {
      await renderers.close()
      throw error
    }
  }
  const embedded = config.databaseUrl ? null : await openOwn()
  const pools: Database[] = []
  const close = async () => {
    await Promise.all([renderers.close(), ...pools.map((pool) => pool.close())])
    await embedded?.release()
  }
  try {
    const database: DatabaseConfig = config.databaseUrl ? { connectionString: config.databaseUrl } : (embedded as EmbeddedPostgres).config
    const watch = new DatabaseWatch(database, (isHung) => {
      if (isHung) log.error(`${HUNG}: requests are refused until it does`)
      else log.info('the database answers again')
    })
    const readers = Math.max(1, Math.floor(config.databasePoolSize * SHARE_OF_READS))
    const db = await openDatabase(database, config.databasePoolSize - readers, watch)
    const [reads, keys] = [new Database(database, readers, '', { watch }), new Database(database, KEY_CONNECTIONS, '', { watch })]
    pools.push(db, reads, keys)
    await migrate(database, { log: print })
    await renumberRestoredFeed(database, print)
    const masterKey = loadMasterKey(config)
    const bell = new Bell(database, log)
    const committer = new Committer(database, COMMIT_LANES, (plans) => bell.ring(plans), watch)
    const stopTelling = onChange(() => bell.ring())
    return {
      config,
      clock: systemClock,
      log,
      db,
      reads,
      watch,
      masterKey,
      embedded,
      committer,
      bell,
      keyCache: new KeyCache(db, keys, systemClock, masterKey, config.environment),
      network: new NetworkCache(db),
      renderers,
      freeDisk: async () => (embedded ? freeBytes(embedded.home) : null),
      close: async () => {
        watch.stop()
        stopTelling()
        await committer.close()
        await bell.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
