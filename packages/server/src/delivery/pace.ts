import { BUSY_ROWS } from '../process/load-monitor.ts'

/**
 * Number of attempts that may start in each window while requests have priority. They start together, so that their results are recorded
 * together.
 */
const BUSY_STARTS = 48
export const BUSY_WINDOW_MS = 16

/**
 * Limit on attempts at all failing webhooks together: 100 a second. Each attempt costs as much as a successful one, and its only use is to
 * notice that the receiver is available again.
 */
const FAILING_STARTS = 10
export const FAILING_WINDOW_MS = 100

/** Counts starts in each window of time. */
class Windows {
  readonly #starts: number
  readonly #length_ms: number
  #began_ms = Number.NEGATIVE_INFINITY
  #started = 0

  constructor(starts: number, length_ms: number) {
    this.#starts = starts
    this.#length_ms = length_ms
  }

  hasRoom(now_ms: number): boolean {
    if (now_ms - this.#began_ms >= this.#length_ms) {
      this.#began_ms = now_ms
      this.#started = 0
    }
    return this.#started < this.#starts
  }

  count(): void {
    this.#started++
  }
}

/**
 * Limits how fast attempts may start. Requests and deliveries share the processors, and a partner waits for the answer to a request. So
 * while commits queue up, at most 3,000 attempts start per second; the others start later. Otherwise attempts start at once, except at
 * failing webhooks.
 */
export class Pace {
  readonly #rowsToCommit: () => number
  readonly #all = new Windows(BUSY_STARTS, BUSY_WINDOW_MS)
  readonly #failing = new Windows(FAILING_STARTS, FAILING_WINDOW_MS)

  /**
   * @param rowsToCommit returns the number of rows that now wait for their commit on this machine. It need be exact only near the
   * threshold.
   */
  constructor(rowsToCommit: () => number) {
    this.#rowsToCommit = rowsToCommit
  }

  allows(now_ms: number): boolean {
    return this.#all.hasRoom(now_ms) || this.#rowsToCommit() < BUSY_ROWS
  }

  /** Whether an attempt at a failing webhook may start now. */
  allowsFailing(now_ms: number): boolean {
    return this.#failing.hasRoom(now_ms)
  }

  /** Counts an attempt that starts. */
  count(isFailing: boolean): void {
    this.#all.count()
    if (isFailing) this.#failing.count()
  }
}
