// Sums up feeds in advance (by-time.ts), so that the first search by time after an upgrade or a restart does not have to wait until a long
// feed has been read. Nothing depends on this work: readers sum up missing stretches themselves.
//
// Once a minute each worker goes through all partners, a page at a time, and sums up one portion of a feed per statement, with pauses. The
// workers are not coordinated: if two workers sum up the same portion, they compute the same rows, and one of them writes them.
import type { Logger } from 'pino'
import { BackgroundLoop } from '../../database/background-loop.ts'
import type { Database } from '../../database/db.ts'
import { sumUpAll } from './by-time.ts'

const REST_MS = 60_000
const BETWEEN_STATEMENTS_MS = 50

export class FeedSums {
  readonly #db: Database
  readonly #log: Logger
  readonly #loop = new BackgroundLoop()
  #ended: Promise<void> | null = null

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
  }

  start(): void {
    this.#ended ??= this.#loop.run(
      REST_MS,
      () => this.#pass(),
      (err) => this.#log.error({ err }, 'updating the time index of feeds failed'),
    )
  }

  /** Resolves when no statement is in progress. */
  async stop(): Promise<void> {
    this.#loop.stop()
    await this.#ended
  }

  #pass(): Promise<void> {
    return sumUpAll(this.#db, async () => {
      await this.#loop.rest(BETWEEN_STATEMENTS_MS)
      return !this.#loop.stopped
    })
  }
}
