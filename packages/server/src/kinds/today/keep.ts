// Keeps the counts up to date with the feeds (count.ts), and removes hours that are no longer shown. Every worker does this, without
// coordination: one worker counts at a time, and the others find little left to do.
//
// Each pass looks at all partners, one page at a time. After a longer pass the worker rests longer, so that passes use at most a twentieth
// of one connection.
import type { Logger } from 'pino'
import { ALL_PARTNERS } from '../../commit/hourly-counts.ts'
import { BackgroundLoop } from '../../database/background-loop.ts'
import type { CommitNotifier } from '../../database/commit-notifier.ts'
import { type Database, Unavailable } from '../../database/db.ts'
import type { Clock } from '../../process/clock.ts'
import { beginCounting, type CountProgress, countOn, listProgress, PARTNERS_AT_ONCE, removeOld } from './count.ts'

/** Limits of the rest after a pass. Every event causes a notification, which ends the rest, but not before `least_ms` have passed. */
const REST_MS = { least_ms: 2_000, most_ms: 15_000 }
/** Length of the rest after a pass, as a multiple of the pass. */
const REST_PER_PASS = 20
const BETWEEN_STATEMENTS_MS = 20
/** Limits for one counting statement: events per partner, and FEEDS_AT_ONCE partners. */
const EVENTS_AT_ONCE = 500
const FEEDS_AT_ONCE = 20
const REMOVED_EVERY_MS = 600_000

export class TodayCounts {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Logger
  readonly #notifier: CommitNotifier
  readonly #loop = new BackgroundLoop()
  #removed_ms = Number.NEGATIVE_INFINITY
  #ended: Promise<void> | null = null

  constructor({ reads, clock, log, notifier }: { reads: Database; clock: Clock; log: Logger; notifier: CommitNotifier }) {
    this.#db = reads
    this.#clock = clock
    this.#log = log
    this.#notifier = notifier
  }

  start(): void {
    this.#ended ??= this.#loop.runOnNotifications(
      this.#notifier,
      REST_MS,
      async () => {
        const began_ms = performance.now()
        const isBehind = await this.#pass()
        await this.#loop.rest(Math.max(0, (performance.now() - began_ms) * REST_PER_PASS - REST_MS.least_ms))
        return isBehind
      },
      (err) => this.#log.error({ err }, 'counting events failed'),
    )
  }

  /** Resolves when no statement is running anymore. */
  async stop(): Promise<void> {
    this.#loop.stop()
    await this.#ended
  }

  /** @returns whether uncounted events are left */
  async #pass(): Promise<boolean> {
    let isBehind = false
    const isToRemove = performance.now() - this.#removed_ms > REMOVED_EVERY_MS
    if (isToRemove) await this.#remove([ALL_PARTNERS])
    for (let after: string | null = ''; after !== null && !this.#loop.stopped; ) {
      const page: CountProgress[] = await listProgress(this.#db, after)
      isBehind ||= page.some(({ is_behind }) => is_behind)
      await this.#begin(page.filter(({ begun }) => !begun))
      await this.#count(page.filter(({ begun, has_settled }) => begun && has_settled).map(({ partner_id }) => partner_id))
      if (isToRemove) await this.#remove(page.map(({ partner_id }) => partner_id))
      after = page.length < PARTNERS_AT_ONCE ? null : (page.at(-1)?.partner_id ?? null)
    }
    if (isToRemove) this.#removed_ms = performance.now()
    return isBehind
  }

  async #begin(partners: readonly CountProgress[]): Promise<void> {
    for (const { partner_id } of partners) {
      if (this.#loop.stopped) return
      try {
        await beginCounting(this.#db, partner_id, this.#clock.now())
      } catch (error) {
        // The times of a long feed are still being summed up. Other partners must not wait until this is done.
        if (!(error instanceof Unavailable)) throw error
      }
    }
  }

  async #count(partnerIds: readonly string[]): Promise<void> {
    for (let first = 0; first < partnerIds.length; first += FEEDS_AT_ONCE) {
      const feeds = partnerIds.slice(first, first + FEEDS_AT_ONCE)
      while (!this.#loop.stopped) {
        const { mine, counted } = await countOn(this.#db, feeds, EVENTS_AT_ONCE)
        if (!mine || counted < EVENTS_AT_ONCE) break
        await this.#loop.rest(BETWEEN_STATEMENTS_MS)
      }
    }
  }

  async #remove(partnerIds: readonly string[]): Promise<void> {
    while (!this.#loop.stopped && (await removeOld(this.#db, partnerIds))) await this.#loop.rest(BETWEEN_STATEMENTS_MS)
  }
}
