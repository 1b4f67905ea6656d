import { BUSY_ROWS } from '../platform/rush.ts'

/** Attempts that may start in each window while requests go first. They start together, so that they are recorded together. */
const BUSY_STARTS = 48
export const BUSY_WINDOW_MS = 16

/**
 * How fast attempts may start. Requests and deliveries share the processors, and a partner is waiting for the answer to a request. So while
 * commits queue up, at most 3,000 attempts start per second, and the rest when the rush is over. Otherwise attempts start at once.
 */
export class Pace {
  readonly #rowsToCommit: () => number
  #window_began_ms = Number.NEGATIVE_INFINITY
  #started = 0

  /** @param rowsToCommit how many rows wait for their commit on this machine now, as far as it matters */
  constructor(rowsToCommit: () => number) {
    this.#rowsToCommit = rowsToCommit
  }

  /** Whether an attempt may start now. */
  allows(now_ms: number): boolean {
    if (now_ms - this.#window_began_ms >= BUSY_WINDOW_MS) {
      this.#window_began_ms = now_ms
      this.#started = 0
    }
    return this.#started < BUSY_STARTS || this.#rowsToCommit() < BUSY_ROWS
  }

  /** An attempt starts. */
  count(): void {
    this.#started++
  }
}
