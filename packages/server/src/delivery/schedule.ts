/** Decides when a failed delivery is retried. The code is pure: the clock and the random number are passed in. */

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/**
 * Nominal wait after failed attempt n is `RETRY_DELAYS_MS[n - 1]`: about 75.6 hours from the first attempt to the last
 * (docs/guide/webhooks.md#retries).
 */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** Number of the last attempt. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1

const JITTER = 0.2
const RETRY_AFTER_MAX_FACTOR = 2

export type FailedAttempt = {
  /** Number of the attempt that failed, from 1. */
  attempt: number
  /** Wait in seconds that the receiver requested in its response. Null if it requested none. */
  retry_after_s: number | null
  now_ms: number
  /** In [0, 1). */
  random: number
}

export type NextAttempt = { kind: 'retry'; at_ms: number } | { kind: 'exhausted' }

/**
 * Decides what follows a failed attempt.
 *
 * The wait is the nominal delay with +-20 % jitter. A Retry-After lengthens it, up to twice the nominal delay. It never shortens the wait,
 * so a receiver cannot make attempts more frequent than the published schedule.
 */
export function nextAttempt({ attempt, retry_after_s, now_ms, random }: FailedAttempt): NextAttempt {
  if (!Number.isInteger(attempt) || attempt < 1) throw new Error(`attempt must be a positive integer, got ${attempt}`)
  if (!(random >= 0 && random < 1)) throw new Error(`random must be in [0, 1), got ${random}`)
  const nominal_ms = RETRY_DELAYS_MS[attempt - 1]
  if (nominal_ms === undefined) return { kind: 'exhausted' }
  const jittered_ms = nominal_ms * (1 - JITTER + 2 * JITTER * random)
  const asked_ms = Math.min((retry_after_s ?? 0) * SECOND_MS, nominal_ms * RETRY_AFTER_MAX_FACTOR)
  return { kind: 'retry', at_ms: Math.round(now_ms + Math.max(jittered_ms, asked_ms)) }
}
