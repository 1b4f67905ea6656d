import pg from 'pg'
import { atEndOfTest } from './sending.ts'
import { until } from './until.ts'

/** A transaction that the test holds open, as another process might. It is rolled back at the end of the test. */
export class Holder {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async begin(config: pg.ClientConfig): Promise<Holder> {
    const client = new pg.Client(config)
    await client.connect()
    atEndOfTest(() => client.end())
    await client.query('begin')
    return new Holder(client)
  }

  query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.#client.query(text, values)
  }

  /** Returns the number of sessions that wait for this transaction now. */
  async waiting(): Promise<number> {
    const { rows } = await this.#client.query(
      'select count(distinct pid) as n from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    return Number(rows[0].n)
  }

  /** Resolves when `work` waits for this transaction, or when `work` has ended without waiting. */
  async heldUp(work: Promise<unknown>): Promise<void> {
    let ended = false
    const end = () => {
      ended = true
    }
    void work.then(end, end)
    await until('a session waits for the transaction held open', async () => ended || (await this.waiting()) > 0)
  }
}
