/** Rows waiting for their commit, from which on requests go first: some sixteen creates, or one batch. */
const BUSY_ROWS = 64
/** What deliveries are left with while requests go first: so many attempts start in each window, together, so that they are recorded together. */
const BUSY_STARTS = 48
export const BUSY_WINDOW_MS = 16

/**
 * How fast attempts may start. Requests and deliveries share a processor, and a partner waits for the answer to a request: while commits
 * queue up, attempts start at no more than 3,000 a second, and what is not sent then is sent when the rush is over. Otherwise at once.
 */
export class Pace {
  readonly #rowsToCommit: () => number
  #window_began_ms = Number.NEGATIVE_INFINITY
  #started = 0

  /** @param rowsToCommit of this process, now */
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
