import { type EmbeddedPostgres, EmbeddedPostgresError, type OpenEmbedded, openEmbedded as openLaunched } from '@backhaul/embedded-postgres'
import { StartupError } from './startup-error.ts'

export type { EmbeddedPostgres, EmbeddedRole } from '@backhaul/embedded-postgres'

/** The name of the database, its owner and its files. Never change it: existing data directories use it. */
export const EMBEDDED_NAME = 'backhaul'

/** Makes the embedded database of a data directory available to this process. Throws StartupError. */
export const openEmbedded = async (options: Omit<OpenEmbedded, 'name' | 'otherwise'>): Promise<EmbeddedPostgres> => {
  try {
    return await openLaunched({
      ...options,
      name: EMBEDDED_NAME,
      otherwise: 'set DATABASE_URL to a PostgreSQL server (15 or newer)',
    })
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new StartupError(error.message) : error
  }
}
