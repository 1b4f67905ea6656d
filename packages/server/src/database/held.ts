// Work that one process at a time does, over a connection of its own. Who does it holds an advisory lock on this connection and writes over no
// other: a process that is killed loses both at once, and what it had not committed is gone.
import type { PoolClient } from 'pg'
import type { Database, Value } from './db.ts'

/** The connection. Statements have no names, as it is closed after the work. Errors: PostgreSQL's own. */
export class Held {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  async all<Row>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    return (await this.#client.query(text, [...values])).rows as Row[]
  }

  /** All that `work` writes, or nothing if it throws. */
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

/** Does `work` unless another process holds the lock: then it returns at once. */
export const whileHolding = async (db: Database, lock: number, work: (held: Held) => Promise<void>): Promise<void> => {
  const client = await new Promise<PoolClient>((resolve, reject) => db.connect((error, one) => (one ? resolve(one) : reject(error))))
  // A connection that breaks without a listener would end the process; the next statement on it fails.
  client.on('error', () => {})
  try {
    const held = new Held(client)
    const [row] = await held.all<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
    if (row?.mine) await work(held)
  } finally {
    // The lock goes with it, whatever state it is in.
    client.release(true)
  }
}
