// Long computations are cut into slices, so that a request that takes a moment does not wait for one that takes a tenth of a second.
import { setImmediate } from 'node:timers/promises'

/** Short against what a caller notices, long against what giving way costs. */
const SLICE_MS = 5

/** The time that one computation may have before others get theirs: `if (slice.isOver) await slice.next()` between its steps. */
export class Slice {
  #ends_ms = performance.now() + SLICE_MS

  get isOver(): boolean {
    return performance.now() >= this.#ends_ms
  }

  /** Lets everything else that is ready run first. */
  async next(): Promise<void> {
    await setImmediate()
    this.#ends_ms = performance.now() + SLICE_MS
  }
}
