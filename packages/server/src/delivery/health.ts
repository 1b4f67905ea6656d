// Decides when to disable a webhook because of its failures. The code is pure: times are passed in, in the partner's virtual time
// (docs/guide/sandbox.md#time).

import type { Row } from '@backhaul/core/tables.ts'

export const DAY_MS = 24 * 3600 * 1000
/** A webhook is disabled after only failures for this many days, and at least MIN_FAILURES of them: docs/guide/webhooks.md#disabling. */
export const FAILING_DAYS = 5
export const MIN_FAILURES = 20

/** The last failed attempt. `status`: HTTP status of the answer; null when there was no answer. */
export type LastFailure = Pick<Row<'delivery_attempts'>, 'at' | 'delivery_id' | 'status' | 'error_class' | 'error_message'>

/**
 * The state of a webhook since its last success. `failing_since`: time of the first failure since then. `gone_event_id`: an event that the
 * receiver answered with 410.
 */
export interface Health extends Pick<Row<'webhook_queues'>, 'failing_since' | 'failures' | 'gone_event_id'> {
  last_failure: LastFailure | null
}

export const HEALTHY: Health = { failing_since: null, failures: 0, gone_event_id: null, last_failure: null }

export interface AttemptOutcome extends Omit<LastFailure, 'at'> {
  ok: boolean
  event_id: string
  /** ISO 8601. */
  now: string
}

/**
 * Returns the health after one more attempt, and the reason to disable the webhook (null if there is none). Reasons are: only failures for
 * 5 days and at least 20 of them, or 410 Gone for two different events. A success resets both, because the receiver accepts events.
 */
export const updateHealth = (before: Health, outcome: AttemptOutcome): { health: Health; disable: string | null } => {
  const { ok, status, event_id, delivery_id, error_class, error_message, now } = outcome
  if (ok) return { health: HEALTHY, disable: null }
  const health = {
    failing_since: before.failing_since ?? now,
    failures: before.failures + 1,
    gone_event_id: before.gone_event_id ?? (status === 410 ? event_id : null),
    last_failure: { at: now, delivery_id, status, error_class, error_message },
  }
  if (status === 410 && health.gone_event_id !== event_id) {
    return { health, disable: 'The receiver answered 410 Gone to two different events.' }
  }
  const failing_ms = Date.parse(now) - Date.parse(health.failing_since)
  if (health.failures >= MIN_FAILURES && failing_ms >= FAILING_DAYS * DAY_MS) {
    return { health, disable: `All ${health.failures} attempts since ${health.failing_since} failed.` }
  }
  return { health, disable: null }
}
