// Sums feeds up before anybody asks for a time in them (by-time.ts), so that the first to ask after an upgrade or a restore does not wait
// while a long feed is read. Nothing depends on it: readers still sum up what they find behind.
//
// It looks through all partners once a minute, a page of them at a time, and sums up one portion of a feed at a time with rests between.
// Every worker does it, without a turn to take: two that sum up the same portion find the same sums, and one writes them.
import type { Logger } from 'pino'
import { type Database, Unavailable } from '../platform/db.ts'
import { findBehind, sumUp } from './by-time.ts'

const REST_MS = 60_000
const BETWEEN_STATEMENTS_MS = 50

export class FeedSums {
  readonly #db: Database
  readonly #log: Logger
  #ended: Promise<void> | null = null
  #stopped = false
  #wake: () => void = () => {}

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
  }

  start(): void {
    this.#ended ??= this.#run()
  }

  /** Resolves when no statement is under way any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake()
    await this.#ended
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#pass()
      } catch (error) {
        if (!(error instanceof Unavailable)) this.#log.error({ err: error }, 'summing up feeds failed')
      }
      await this.#rest(REST_MS)
    }
  }

  async #pass(): Promise<void> {
    for (let after: string | null = ''; after !== null && !this.#stopped; ) {
      const page: { behind: string[]; last: string | null } = await findBehind(this.#db, after)
      for (const partnerId of page.behind) {
        if (this.#stopped) return
        await sumUp(this.#db, partnerId)
        await this.#rest(BETWEEN_STATEMENTS_MS)
      }
      // Each had one portion: the same page again, until none of it is behind.
      if (page.behind.length > 0) continue
      after = page.last
      await this.#rest(BETWEEN_STATEMENTS_MS)
    }
  }

  #rest(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
