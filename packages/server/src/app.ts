import pino from 'pino'
import { Directory } from './partners/directory.ts'
import { systemClock } from './platform/clock.ts'
import { Committer } from './platform/commit.ts'
import type { Config } from './platform/config.ts'
import { type Database, type DatabaseConfig, openDatabase } from './platform/db.ts'
import { type EmbeddedPostgres, type EmbeddedRole, openEmbedded } from './platform/embedded.ts'
import { mendFeed, migrate } from './platform/migrate.ts'
import { loadMasterKey } from './platform/secrets.ts'
import type { Service } from './platform/service.ts'
import { Reference } from './rating/reference.ts'

/** Statements that write at a time: one that waits for a lock or a slow disk does not hold up what gathers behind it. */
const COMMIT_LANES = 3

export interface OpenService extends Service {
  /** Null when DATABASE_URL names the database. */
  embedded: EmbeddedPostgres | null
  close(): Promise<void>
}

/**
 * Opens the database (starting the embedded one if need be), brings it up to date and builds the service on it.
 * `role`: `server` for the one process that serves a data directory, `tool` for everything beside it. Throws StartupError.
 */
export const openService = async (config: Config, role: EmbeddedRole, onEvents: () => void = () => {}): Promise<OpenService> => {
  const log = pino({ level: config.logLevel, base: { service: 'backhaul', environment: config.environment } })
  const print = (line: string) => process.stderr.write(`${line}\n`)
  const embedded = config.databaseUrl ? null : await openEmbedded({ dataDir: config.dataDir, role, log: print })
  let db: Database | null = null
  try {
    const database: DatabaseConfig = config.databaseUrl ? { connectionString: config.databaseUrl } : (embedded as EmbeddedPostgres).config
    db = await openDatabase(database, config.databasePoolSize)
    await migrate(database, { log: print })
    await mendFeed(database, print)
    const opened = db
    const masterKey = loadMasterKey(config)
    const committer = new Committer(database, COMMIT_LANES, onEvents)
    return {
      config,
      clock: systemClock,
      log,
      db,
      masterKey,
      embedded,
      committer,
      directory: new Directory(db, systemClock, masterKey, config.environment),
      reference: new Reference(db, systemClock),
      close: async () => {
        await committer.close()
        await opened.close()
        await embedded?.release()
      },
    }
  } catch (error) {
    await db?.close()
    await embedded?.release()
    throw error
  }
}
