/** With this many rows waiting for their commit, requests go first: some sixteen creates, or one batch. */
export const BUSY_ROWS = 64
/** While they queue up it looks this often whether they still do. Nothing runs at other times. */
const LOOK_EVERY_MS = 16
/** A queue that a statement has just emptied is no sign yet. */
const QUIET_LOOKS = 3

/** Tells when commits begin to queue up in this process, and when they no longer do. */
export class Rush {
  readonly #rows: () => number
  readonly #tell: (isOn: boolean) => void
  #timer: NodeJS.Timeout | null = null
  #quiet = 0

  /** `rows`: how many wait for their commit now. */
  constructor(rows: () => number, tell: (isOn: boolean) => void) {
    this.#rows = rows
    this.#tell = tell
  }

  /** To be called when rows are added. */
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
