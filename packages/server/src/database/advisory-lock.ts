// Work that only one process does at a time, over its own connection. The process holds an advisory lock on this connection and writes only
// over it. If the process is killed, it loses the lock and the connection at the same time, and its uncommitted changes are rolled back.
import type { PoolClient } from 'pg'
import type { Database, Value } from './db.ts'

/** The connection that holds the lock. Its statements have no names, because it is closed after the work. Errors: PostgreSQL's own. */
export class LockedConnection {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  async all<Row>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    return (await this.#client.query(text, [...values])).rows as Row[]
  }

  /** Commits everything that `work` writes, or nothing if it throws. */
  async transaction(work: () => Promise<void>): Promise<void> {
    await this.all('begin')
    try {
      await work()
      await this.all('commit')
    } catch (error) {
      await this.all('rollback').catch(() => {})
      throw error
    }
  }
}

/** Runs `work`, or returns at once if another process holds the lock. */
export const withAdvisoryLock = async (db: Database, lock: number, work: (held: LockedConnection) => Promise<void>): Promise<void> => {
  const client = await new Promise<PoolClient>((resolve, reject) => db.connect((error, one) => (one ? resolve(one) : reject(error))))
  // Without a listener, a broken connection would end the process. With one, only the next statement on the connection fails.
  client.on('error', () => {})
  try {
    const held = new LockedConnection(client)
    const [row] = await held.all<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
    if (row?.mine) await work(held)
  } finally {
    // Closing the connection always releases the lock.
    client.release(true)
  }
}
