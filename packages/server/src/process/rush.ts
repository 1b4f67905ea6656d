/**
 * From this many rows waiting for commit on, requests take precedence over new webhook attempts. It is about sixteen creates, or one batch.
 */
export const BUSY_ROWS = 64
/** How often the queue is checked while it is long. At other times no timer runs. */
const LOOK_EVERY_MS = 16
/** One short queue is no sign yet, because a statement may have just emptied it. */
const QUIET_LOOKS = 3

/** Reports when commits begin to queue up in this process, and when they no longer do. */
export class Rush {
  readonly #rows: () => number
  readonly #tell: (isOn: boolean) => void
  #timer: NodeJS.Timeout | null = null
  #quiet = 0

  /** `rows` returns the number of rows that wait for commit. */
  constructor(rows: () => number, tell: (isOn: boolean) => void) {
    this.#rows = rows
    this.#tell = tell
  }

  /** Must be called when rows are added. */
  look(): void {
    if (this.#rows() < BUSY_ROWS) return
    this.#quiet = 0
    if (this.#timer) return
    this.#tell(true)
    this.#timer = setInterval(() => this.#lookAgain(), LOOK_EVERY_MS).unref()
  }

  #lookAgain(): void {
    if (this.#rows() >= BUSY_ROWS) this.#quiet = 0
    else if (++this.#quiet === QUIET_LOOKS && this.#timer) {
      clearInterval(this.#timer)
      this.#timer = null
      this.#quiet = 0
      this.#tell(false)
    }
  }
}
