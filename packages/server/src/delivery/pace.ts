import { BUSY_ROWS } from '../process/rush.ts'

/** Attempts that may start in each window while requests go first. They start together, so that they are recorded together. */
const BUSY_STARTS = 48
export const BUSY_WINDOW_MS = 16

/**
 * Attempts at webhooks that only fail, of all of them together: 100 a second. Each costs as much as one that is accepted, and nobody has
 * anything of it but the news that the receiver is back.
 */
const FAILING_STARTS = 10
export const FAILING_WINDOW_MS = 100

/** How many may start in each window of time. */
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
 * How fast attempts may start. Requests and deliveries share the processors, and a partner is waiting for the answer to a request. So while
 * commits queue up, at most 3,000 attempts start per second, and the rest when the rush is over. Otherwise attempts start at once, but for
 * those at webhooks that only fail.
 */
export class Pace {
  readonly #rowsToCommit: () => number
  readonly #all = new Windows(BUSY_STARTS, BUSY_WINDOW_MS)
  readonly #failing = new Windows(FAILING_STARTS, FAILING_WINDOW_MS)

  /** @param rowsToCommit how many rows wait for their commit on this machine now, as far as it matters */
  constructor(rowsToCommit: () => number) {
    this.#rowsToCommit = rowsToCommit
  }

  /** Whether an attempt may start now. */
  allows(now_ms: number): boolean {
    return this.#all.hasRoom(now_ms) || this.#rowsToCommit() < BUSY_ROWS
  }

  /** The same at a webhook that only fails. */
  allowsFailing(now_ms: number): boolean {
    return this.#failing.hasRoom(now_ms)
  }

  /** An attempt starts. */
  count(isFailing: boolean): void {
    this.#all.count()
    if (isFailing) this.#failing.count()
  }
}
