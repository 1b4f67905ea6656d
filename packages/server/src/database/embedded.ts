import * as embedded from '@backhaul/embedded-postgres'
import { StartupError } from '../process/startup-error.ts'

export {
  type Backup,
  type EmbeddedPostgres,
  type EmbeddedRole,
  forgetRestored,
  hasDatabase,
  restoredFrom,
} from '@backhaul/embedded-postgres'

/** The name of the database, its owner and its files. Never change it: existing data directories use it. */
export const EMBEDDED_NAME = 'backhaul'

const OTHERWISE = 'set DATABASE_URL to a PostgreSQL server (15 or newer)'

/** Turns errors of the database's files into StartupError. */
const orStartupError = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof embedded.EmbeddedPostgresError ? new StartupError(error.message) : error
  }
}

/** Makes the embedded database of a data directory available to this process. Throws StartupError. */
export const openEmbedded = (options: Omit<embedded.OpenEmbedded, 'name' | 'otherwise'>): Promise<embedded.EmbeddedPostgres> =>
  orStartupError(embedded.openEmbedded({ ...options, name: EMBEDDED_NAME, otherwise: OTHERWISE }))

/** Copies an embedded database while it is in use. Throws StartupError. */
export const backUp = (...args: Parameters<typeof embedded.backUp>): Promise<embedded.Backup> => orStartupError(embedded.backUp(...args))

/** Reads the description of a backup. Throws StartupError. */
export const readBackup = (from: string): Promise<embedded.Backup> => orStartupError((async () => embedded.readBackup(from))())

/** Reads a whole backup. Throws StartupError if it is damaged. */
export const checkBackup = (from: string, onProgress: embedded.OnProgress): Promise<embedded.Backup> =>
  orStartupError(embedded.checkBackup(from, onProgress))

/** Creates the database of an empty data directory from a backup. Throws StartupError. */
export const restoreBackup = (dataDir: string, from: string, onProgress: embedded.OnProgress): Promise<embedded.Backup> =>
  orStartupError(embedded.restoreBackup({ name: EMBEDDED_NAME, otherwise: OTHERWISE, dataDir, from }, onProgress))
