import { expect } from 'vitest'

/**
 * That something took less than so many milliseconds. A machine with other things to do takes longer over everything, so this is looked at
 * only where nothing else runs: `.ci/run` says so with BACKHAUL_TEST_TIMES, and tries three times.
 */
export const expectWithin = (limit_ms: number, took_ms: number): void => {
  if (process.env.BACKHAUL_TEST_TIMES) expect(took_ms).toBeLessThan(limit_ms)
}
