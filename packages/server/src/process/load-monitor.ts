/**
 * If at least this many rows wait for commit, requests take precedence over new webhook attempts. This many rows are about sixteen creates,
 * or one batch.
 */
export const BUSY_ROWS = 64
/** How often the queue is checked while it is long. Otherwise no timer runs. */
const RECHECK_INTERVAL_MS = 16
/**
 * Number of checks that must find a short queue before it counts as quiet. One check is not enough, because a statement may have just
 * emptied the queue.
 */
const CHECKS_UNTIL_QUIET = 3

/** Reports when commits begin to queue up in this process, and when the queue is quiet again. */
export class LoadMonitor {
  readonly #rows: () => number
  readonly #report: (isOn: boolean) => void
  #timer: NodeJS.Timeout | null = null
  #quiet = 0

  /** `rows` returns the number of rows that wait for commit. */
  constructor(rows: () => number, report: (isOn: boolean) => void) {
    this.#rows = rows
    this.#report = report
  }

  /** Must be called when rows are added. */
  check(): void {
    if (this.#rows() < BUSY_ROWS) return
    this.#quiet = 0
    if (this.#timer) return
    this.#report(true)
    this.#timer = setInterval(() => this.#checkAgain(), RECHECK_INTERVAL_MS).unref()
  }

  #checkAgain(): void {
    if (this.#rows() >= BUSY_ROWS) this.#quiet = 0
    else if (++this.#quiet === CHECKS_UNTIL_QUIET && this.#timer) {
      clearInterval(this.#timer)
      this.#timer = null
      this.#quiet = 0
      this.#report(false)
    }
  }
}
