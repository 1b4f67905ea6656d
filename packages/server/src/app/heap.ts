import { setFlagsFromString } from 'node:v8'

/**
 * By how much the heap may grow before garbage is collected again. V8's own choice, up to fourfold, lets a batch of 1,000 leave over 400 MB of
 * garbage standing; with this it is under 300 MB, at the same rate.
 */
const HEAP_GROWTH_PERCENT = 75
/** Where what is large is done there is most garbage, and nobody waits for a moment. */
const HEAP_GROWTH_OF_LARGE_PERCENT = 40

/** For a process that serves: call it before anything is loaded. */
export const limitHeapGrowth = (doesLarge = false): void =>
  setFlagsFromString(`--heap-growing-percent=${doesLarge ? HEAP_GROWTH_OF_LARGE_PERCENT : HEAP_GROWTH_PERCENT}`)
