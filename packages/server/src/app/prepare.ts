// The log and the database of a machine or of a process. They are apart from open-service.ts, because the supervisor needs nothing else of
// a service, and would take 6 MB more memory with it.
import { hostname } from 'node:os'
import pino from 'pino'
import type { DatabaseConfig } from '../database/db.ts'
import { type EmbeddedPostgres, forgetRestored, restoredFrom } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import type { Config } from '../process/config.ts'
import { settleRestored } from '../storage/restored-feed.ts'

/**
 * Returns the log of a process. The log says which machine and process each line comes from, because lines of several machines may be
 * collected together. `name`: the process or the part of the service.
 */
export const openLog = ({ logLevel, environment }: Config, name?: string) =>
  pino({ level: logLevel, base: { service: 'backhaul', environment, instance: hostname(), ...(name && { process: name }) } })

export const databaseOf = ({ databaseUrl }: Config, embedded: EmbeddedPostgres | null): DatabaseConfig =>
  databaseUrl ? { connectionString: databaseUrl } : (embedded as EmbeddedPostgres).config

/**
 * Migrates the database to the schema of this program, and completes a restore. Returns the applied migrations. `print`: receives lines for
 * the operator.
 */
export const migrateOrRefuse = async (
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
