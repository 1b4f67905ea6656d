import { expect } from 'vitest'

/**
 * Expects that an operation took less than this many milliseconds. A busy machine is slow at everything, so the check is made only where
 * nothing else runs: `.ci/run` sets BACKHAUL_TEST_TIMES and tries three times.
 */
export const expectWithin = (limit_ms: number, took_ms: number): void => {
  if (process.env.BACKHAUL_TEST_TIMES) expect(took_ms).toBeLessThan(limit_ms)
}
