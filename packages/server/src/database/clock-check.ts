// Compares this process's clock with the clocks of the database and of the other processes. A machine with a wrong clock refuses every
// signed request and stores wrong times, and nothing else would show why.
//
// If the clock of an API process differs much from the database's, the process reports this in the application name of its connection for
// the database watch (`backhaul watch, clock +600 s`). PostgreSQL shows that name to the other processes for as long as the process lives.
// A name without an offset means that the clock is right. So nothing is stored, and nothing is written while all clocks are right.
import type { Logger } from 'pino'
import type { Clock } from '../process/clock.ts'
import { BackgroundLoop } from './background-loop.ts'
import { type DatabaseWatch, WATCH_NAME } from './database-watch.ts'
import type { Database } from './db.ts'

const EVERY_MS = 10_000
/** Answers that take longer are ignored, because the measured offset may be wrong by half the round trip. */
const MAX_ROUND_TRIP_MS = 2_000
/** A clock with at least this offset is considered wrong. Signatures may be 300 s old. */
export const WRONG_FROM_S = 60
/** Smaller offsets are not reported to other processes, since the round trip to the database may cause them. */
const REPORTED_FROM_S = 10
/** A clock that stays wrong is logged again after this time. */
const WARN_EVERY_MS = 600_000

const LOOK = `
  select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
         array(select application_name from pg_stat_activity where datname = current_database() and application_name like '${WATCH_NAME}%') as watches`

interface Look {
  now_ms: number
  watches: string[]
}

const nameFor = (skew_s: number): string =>
  Math.abs(skew_s) < REPORTED_FROM_S ? WATCH_NAME : `${WATCH_NAME}, clock ${skew_s > 0 ? '+' : ''}${Math.round(skew_s / 10) * 10} s`
const skewIn = (name: string): number => Number(/, clock ([+-]\d+) s$/.exec(name)?.[1] ?? 0)

/**
 * Whether a clock that is `skew_s` ahead of the database's also differs from most other processes. If the clock differs only from the
 * database's, the database's clock may be wrong.
 */
export const isOutlier = (skew_s: number, others: readonly number[]): boolean => {
  const far = others.filter((other) => Math.abs(skew_s - other) > WRONG_FROM_S)
  return Math.abs(skew_s) > WRONG_FROM_S && far.length > others.length / 2
}

const directionOf = (skew_s: number): string => `${Math.round(Math.abs(skew_s))} s ${skew_s > 0 ? 'ahead of' : 'behind'}`

export class ClockCheck {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Logger
  readonly #watch: DatabaseWatch
  readonly #loop = new BackgroundLoop()
  #skew_s: number | null = null
  #isOutlier = false
  #warned_ms = Number.NEGATIVE_INFINITY

  constructor(db: Database, clock: Clock, log: Logger, watch: DatabaseWatch) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#watch = watch
  }

  start(): void {
    void this.#loop.run(
      EVERY_MS,
      () => this.look(),
      (err) => this.#log.error({ err }, 'the clocks could not be compared'),
    )
  }

  /**
   * Does not wait for the current check, because a database that hangs must not delay the end of the process. The check ends when its
   * connection closes.
   */
  async stop(): Promise<void> {
    this.#loop.stop()
  }

  /** Seconds by which this process's clock is ahead of the database's; null until known. */
  get skew_s(): number | null {
    return this.#skew_s
  }

  /** The reason why the clock makes this process not ready; null if it does not. */
  get reason(): string | null {
    if (!this.#isOutlier || this.#skew_s === null) return null
    return `the clock of this machine is ${directionOf(this.#skew_s)} the clocks of the database and of most processes: correct it`
  }

  async look(): Promise<void> {
    const [asked_ms, began_ms] = [this.#clock.now(), performance.now()]
    // If the process is idle, only its database watch has a connection.
    const row = await (this.#watch.isOpen ? this.#watch.one<Look>(LOOK) : this.#db.one<Look>('clock_check', LOOK))
    const way_ms = performance.now() - began_ms
    if (!row || way_ms > MAX_ROUND_TRIP_MS) return
    // Assumes that both directions take equally long.
    const skew_s = (asked_ms + way_ms / 2 - row.now_ms) / 1000
    const own = row.watches.indexOf(this.#watch.name)
    this.#skew_s = skew_s
    this.#isOutlier = isOutlier(skew_s, row.watches.filter((_, i) => i !== own || !this.#watch.isStarted).map(skewIn))
    this.#watch.name = nameFor(skew_s)
    if (Math.abs(skew_s) <= WRONG_FROM_S) this.#warned_ms = Number.NEGATIVE_INFINITY
    else if (began_ms - this.#warned_ms >= WARN_EVERY_MS) {
      this.#warned_ms = began_ms
      this.#log.warn(
        { skew_s: Math.round(skew_s) },
        `the clock of this machine is ${directionOf(skew_s)} the database's clock: synchronize both with NTP`,
      )
    }
  }
}
