// Long computations are cut into slices, so that a request that takes a moment does not wait for one that takes a tenth of a second. However
// many of them there are, the event loop runs one slice a turn: between any two, whatever else is ready has its own.

/** Short against what a caller notices, long against what giving way costs. */
const SLICE_MS = 3

/** Continue the computations that wait for their next slice, in the order in which they gave way. */
const waiting: (() => void)[] = []

const continueOne = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(continueOne)
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
      if (waiting.push(resolve) === 1) setImmediate(continueOne)
    })
    this.#ends_ms = performance.now() + SLICE_MS
  }
}
