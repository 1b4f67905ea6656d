// Compares this process's clock with the database's, and with those of the other processes. A machine whose clock is wrong refuses every
// signed request and dates what it writes wrongly, and nothing else would say why.
//
// An API process whose clock is far from the database's says so in the name of its watch's connection (`backhaul watch, clock +600 s`), where
// PostgreSQL shows it to the others for as long as the process lives; without such a word its clock is right. So nothing is stored, and
// nothing is written while all clocks are right.
import type { Logger } from 'pino'
import type { Clock } from '../process/clock.ts'
import { BackgroundLoop } from './background-loop.ts'
import { type DatabaseWatch, WATCH_NAME } from './database-watch.ts'
import type { Database } from './db.ts'

const EVERY_MS = 10_000
/** An answer that took longer says too little: half of the way is how wrong it may be. */
const MOST_WAY_MS = 2_000
/** From here on the clock is wrong. Signatures may be 300 s old. */
export const WRONG_FROM_S = 60
/** Below it nothing is said to others: it may be the way to the database and back. */
const TOLD_FROM_S = 10
/** A clock that stays wrong is in the log again. */
const WARN_EVERY_MS = 600_000

const LOOK = `
  select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
         array(select application_name from pg_stat_activity where datname = current_database() and application_name like '${WATCH_NAME}%') as watches`

interface Look {
  now_ms: number
  watches: string[]
}

const nameFor = (skew_s: number): string =>
  Math.abs(skew_s) < TOLD_FROM_S ? WATCH_NAME : `${WATCH_NAME}, clock ${skew_s > 0 ? '+' : ''}${Math.round(skew_s / 10) * 10} s`
const skewIn = (name: string): number => Number(/, clock ([+-]\d+) s$/.exec(name)?.[1] ?? 0)

/** Whether a clock that is `skew_s` from the database's is also wrong by the clocks of most others. Alone it may be the database's fault. */
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

  /** A look under way ends with its connection: a database that hangs keeps nobody from ending. */
  async stop(): Promise<void> {
    this.#loop.stop()
  }

  /** Seconds that this process's clock is ahead of the database's; null: not known yet. */
  get skew_s(): number | null {
    return this.#skew_s
  }

  /** Why nothing should be sent to this process; null: its clock is no reason. */
  get reason(): string | null {
    if (!this.#isOutlier || this.#skew_s === null) return null
    return `the clock of this machine is ${directionOf(this.#skew_s)} the database's and those of most processes: set it`
  }

  async look(): Promise<void> {
    const [asked_ms, began_ms] = [this.#clock.now(), performance.now()]
    // A process at rest has no other connection than the watch's.
    const row = await (this.#watch.isOpen ? this.#watch.one<Look>(LOOK) : this.#db.one<Look>('clock_check', LOOK))
    const way_ms = performance.now() - began_ms
    if (!row || way_ms > MOST_WAY_MS) return
    // If there and back took as long.
    const skew_s = (asked_ms + way_ms / 2 - row.now_ms) / 1000
    const own = row.watches.indexOf(this.#watch.name)
    this.#skew_s = skew_s
    this.#isOutlier = isOutlier(skew_s, row.watches.filter((_, i) => i !== own || !this.#watch.isStarted).map(skewIn))
    this.#watch.name = nameFor(skew_s)
    if (Math.abs(skew_s) <= WRONG_FROM_S) this.#warned_ms = Number.NEGATIVE_INFINITY
    else if (began_ms - this.#warned_ms >= WARN_EVERY_MS) {
      this.#warned_ms = began_ms
      this.#log.warn({ skew_s: Math.round(skew_s) }, `the clock of this machine is ${directionOf(skew_s)} the database's: set both by NTP`)
    }
  }
}
