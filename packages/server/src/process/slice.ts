// Long computations are cut into slices, so that a request that takes a moment does not wait for one that takes a tenth of a second. However
// many of them there are, the event loop runs one slice a turn: between any two, whatever else is ready has its own. That alone is not enough
// where the processors are few: a process that computes all the time is the one that the others, and the database, wait for.

/** Short against what a caller notices, long against what giving way costs. */
const SLICE_MS = 3

/** While requests come that take a moment, a quarter of the time is for those that take long. */
const REST_MS = 3 * SLICE_MS
/** So long after such a request the next one is expected. */
const SOON_MS = 100

let lastShort_ms = Number.NEGATIVE_INFINITY

/** Notes that a request begins that takes a moment. */
export const noteShortWork = (): void => {
  lastShort_ms = performance.now()
}

/** Continue the computations that wait for their next slice, in the order in which they gave way. */
const waiting: (() => void)[] = []

const continueSoon = (): void => {
  if (performance.now() - lastShort_ms < SOON_MS) setTimeout(continueOne, REST_MS)
  else setImmediate(continueOne)
}

const continueOne = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) continueSoon()
}

/** The time that one computation may have before others get theirs: `if (slice.isOver) await slice.next()` between its steps. */
export class Slice {
  #ends_ms = performance.now() + SLICE_MS

  get isOver(): boolean {
    return performance.now() >= this.#ends_ms
  }

  /** Lets everything else that is ready run first. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) continueSoon()
    })
    this.#ends_ms = performance.now() + SLICE_MS
  }
}
