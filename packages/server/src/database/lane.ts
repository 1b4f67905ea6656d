import type { Socket } from 'node:net'
import type pg from 'pg'
import { type Database, explained, isTransient, Unavailable } from './db.ts'

/** Reconnect after this much idle time: a NAT or proxy may have dropped the connection silently. */
const MAX_REST_MS = 30_000

/**
 * A pool connection reserved for one caller. It is opened when needed and runs one statement at a time. Throws the errors of
 * Database.query. `settings`: SET statements for the connection.
 */
export class Lane {
  readonly #db: Database
  readonly #settings: string
  #client: pg.PoolClient | null = null
  #used_ms = 0

  constructor(db: Database, settings: string) {
    this.#db = db
    this.#settings = settings
  }

  /** Opens the connection if there is none. */
  async open(): Promise<void> {
    if (this.#client && performance.now() - this.#used_ms > MAX_REST_MS) this.close()
    if (this.#client) return
    try {
      const client = await this.#connect()
      this.#client = client
      this.#used_ms = performance.now()
      await client.query(this.#settings)
    } catch (error) {
      this.close()
      throw explained(error)
    }
  }

  /** Adds the error listener at once. Without one, a broken connection would end the process. */
  #connect(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.#db.connect((error, client) => {
        if (!client) return reject(error)
        client.on('error', () => this.#drop(client))
        resolve(client)
      })
    })
  }

  /** Runs a named statement that returns no rows on the open connection. Resolves with the number of rows written. */
  execute(name: string, text: string, values: readonly string[]): Promise<number> {
    return new Promise((resolve, reject) => {
      const client = this.#client
      if (!client) throw new Unavailable('the connection is not open')
      this.#used_ms = performance.now()
      client.query(
        new UnreadStatement(name, text, values, (error, written) => {
          if (error && isTransient(error)) this.#drop(client)
          if (error) reject(explained(error))
          else resolve(written)
        }),
      )
    })
  }

  /**
   * Whether PostgreSQL has received the whole current statement. PostgreSQL then executes it even if this process ends. False after a
   * statement that could not be sent.
   */
  get isSent(): boolean {
    const stream = this.#stream
    return stream?.writable === true && stream.writableLength === 0
  }

  /** Calls `then` when `isSent` becomes true. Never calls it if the connection breaks first. */
  whenSent(then: () => void): void {
    this.#stream?.write('', (error) => error ?? then())
  }

  get #stream(): Socket | undefined {
    return (this.#client as unknown as { connection: { stream: Socket } } | null)?.connection.stream
  }

  /** Ends the connection. A statement that still runs on it fails with Unavailable. */
  close(): void {
    if (this.#client) this.#drop(this.#client)
  }

  #drop(client: pg.PoolClient): void {
    if (this.#client !== client) return
    this.#client = null
    client.release(true)
  }
}

type Written = (error: Error | null, rows: number) => void

/**
 * Runs a statement without reading its rows. With the driver's own query object, recording a delivery would cost a tenth more. The driver
 * calls these methods.
 */
class UnreadStatement implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly values: readonly string[]
  /** The driver replaces this callback with one that also ends the statement's time limit. */
  callback: Written
  #written = 0

  constructor(name: string, text: string, values: readonly string[], callback: Written) {
    this.name = name
    this.text = text
    this.values = values
    this.callback = callback
  }

  submit(connection: pg.Connection): void {
    const { name, text } = this
    const { stream, parsedStatements } = connection as unknown as { stream: Socket; parsedStatements: Record<string, string> }
    stream.cork()
    if (parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true)
    connection.bind({ statement: name, values: [...this.values] }, true)
    connection.execute({}, true)
    connection.sync()
    stream.uncork()
  }

  handleError(error: Error): void {
    this.callback(error, 0)
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#written)
  }

  /** `text` is `UPDATE 8` or `INSERT 0 8`, for example. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#written = Number(text.slice(text.lastIndexOf(' ') + 1))
  }
}
