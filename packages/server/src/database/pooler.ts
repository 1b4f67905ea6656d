// A pooler that gives each transaction another connection loses session state: settings, prepared statements, LISTEN. Such a pooler is
// refused at the start. A pooler in session mode causes no problem.
import { StartupError } from '../process/startup-error.ts'
import { type DatabaseClient, type DatabaseConfig, openClient } from './database-client.ts'

/**
 * Number of further connections that are opened and compared. One could be misleading, because other clients may use the pooler meanwhile.
 */
const TRIES = 5

const backendOf = async (client: DatabaseClient): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid as number

/** Throws StartupError if two open connections share a server connection, or if one of them uses two. */
export const refuseTransactionPooler = async (config: DatabaseConfig): Promise<void> => {
  const clients: DatabaseClient[] = []
  const open = async () => {
    const client = await openClient(config)
    clients.push(client)
    return client
  }
  try {
    const first = await open()
    const pid = await backendOf(first)
    // When a connection opens, PostgreSQL reports the id of its own process. A pooler reports another number.
    if (pid === (first as unknown as { processID: number }).processID) return
    for (let i = 0; i < TRIES; i++) {
      const other = await backendOf(await open())
      if (other === pid || (await backendOf(first)) !== pid)
        throw new StartupError(
          'DATABASE_URL points to a pooler in transaction or statement mode, which loses settings and prepared statements; set pool_mode to "session" in the pooler, or connect to PostgreSQL directly',
        )
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
