import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, nextAttempt, RETRY_DELAYS_MS } from '../../src/delivery/schedule.ts'
import { parseRetryAfter } from '../../src/process/retry-after.ts'

const NOW_MS = Date.UTC(2026, 4, 6, 12, 0, 0)

function waitAfter(attempt: number, random: number, retry_after_s: number | null = null): number {
  const next = nextAttempt({ attempt, retry_after_s, now_ms: NOW_MS, random })
  if (next.kind !== 'retry') throw new Error(`attempt ${attempt} is not retried`)
  return next.at_ms - NOW_MS
}

test('without jitter, attempts 1 to 9 are followed by the published delays', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => waitAfter(attempt, 0.5) / 60_000)
  expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440])
})

test('no attempt follows the tenth failure', () => {
  expect(MAX_ATTEMPTS).toBe(10)
  for (const attempt of [10, 11, 1000]) {
    expect(nextAttempt({ attempt, retry_after_s: 60, now_ms: NOW_MS, random: 0.3 })).toEqual({ kind: 'exhausted' })
  }
})

test('jitter spreads over 80 % to 120 % of the delay', () => {
  expect(waitAfter(2, 0)).toBe(240_000)
  expect(waitAfter(2, 0.75)).toBe(330_000)
  expect(waitAfter(2, 0.9999999)).toBe(360_000)
})

test('Retry-After between one and two delays is followed exactly', () => {
  expect(waitAfter(2, 0, 301)).toBe(301_000)
  expect(waitAfter(2, 0, 599)).toBe(599_000)
})

test('Retry-After is capped at twice the delay and never shortens the wait', () => {
  expect(waitAfter(2, 0.9, 86_400)).toBe(600_000)
  expect(waitAfter(1, 0, Number.MAX_SAFE_INTEGER)).toBe(10_000)
  expect(waitAfter(2, 0.75, 1)).toBe(330_000)
  expect(waitAfter(2, 0, 0)).toBe(240_000)
})

test('the wait is always 0.8 to 2 delays, and at least Retry-After within these limits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      (attempt, random, retry_after_s) => {
        const delay_ms = RETRY_DELAYS_MS[attempt - 1] as number
        const wait_ms = waitAfter(attempt, random, retry_after_s)
        expect(wait_ms).toBeGreaterThanOrEqual(0.8 * delay_ms)
        expect(wait_ms).toBeLessThanOrEqual(2 * delay_ms)
        expect(wait_ms).toBeGreaterThanOrEqual(Math.min((retry_after_s ?? 0) * 1000, 2 * delay_ms))
      },
    ),
  )
})

test('an invalid attempt number or random number throws', () => {
  for (const attempt of [0, -1, 1.5, Number.NaN]) {
    expect(() => nextAttempt({ attempt, retry_after_s: null, now_ms: NOW_MS, random: 0 })).toThrow(/attempt/)
  }
  for (const random of [-0.1, 1, Number.NaN]) {
    expect(() => nextAttempt({ attempt: 1, retry_after_s: null, now_ms: NOW_MS, random })).toThrow(/random/)
  }
})

test.each([
  ['120', 120],
  [' 120 ', 120],
  ['0', 0],
  ['Wed, 06 May 2026 12:01:30 GMT', 90],
  ['Wednesday, 06-May-26 12:01:30 GMT', 90],
  ['Wed May  6 12:01:30 2026', 90],
  ['Wed, 06 May 2026 11:00:00 GMT', 0],
  // A two-digit year more than 50 years ahead counts as a year of the previous century.
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
])('Retry-After %j means %d seconds', (value, seconds) => {
  expect(parseRetryAfter(value, NOW_MS)).toBe(seconds)
})

test.each([undefined, '', '-5', '1.5', '5 minutes', 'soon', '2026-05-06T12:01:30Z', 'Wed, 06 Foo 2026 12:01:30 GMT', '1, 2'])(
  'Retry-After %j is ignored',
  (value) => {
    expect(parseRetryAfter(value, NOW_MS)).toBeNull()
  },
)

test('an absurdly long Retry-After still gives a safe integer', () => {
  expect(Number.isSafeInteger(parseRetryAfter('9'.repeat(400), NOW_MS))).toBe(true)
})
