// Splits long computations into slices, so that a short request does not wait for a computation that takes a tenth of a second. The event
// loop runs one slice per turn, however many computations there are. Between two slices, all other ready work runs.
//
// On a machine with few processors, slices alone are not enough: a process that computes all the time delays the other processes and the
// database. So slices pause while short requests arrive.

/** Short compared with a delay that a caller notices, and long compared with the cost of a pause. */
const SLICE_MS = 3

/** Pause after each slice while short requests arrive, so that long computations get a quarter of the time. */
const REST_MS = 3 * SLICE_MS
/** Time after a short request during which another one is expected. */
const SOON_MS = 100

let lastShort_ms = Number.NEGATIVE_INFINITY

/** Records that a short request begins. */
export const noteShortWork = (): void => {
  lastShort_ms = performance.now()
}

/** Callbacks that continue the paused computations, in the order in which they paused. */
const waiting: (() => void)[] = []

const continueSoon = (): void => {
  if (performance.now() - lastShort_ms < SOON_MS) setTimeout(continueOne, REST_MS)
  else setImmediate(continueOne)
}

const continueOne = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) continueSoon()
}

/** Time slice of one computation. Usage between its steps: `if (slice.isOver) await slice.next()`. */
export class Slice {
  #ends_ms = performance.now() + SLICE_MS

  get isOver(): boolean {
    return performance.now() >= this.#ends_ms
  }

  /** Pauses until all other ready work has run. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) continueSoon()
    })
    this.#ends_ms = performance.now() + SLICE_MS
  }
}
