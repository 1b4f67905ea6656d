// Decides when a worker looks for work that nobody announced. Normally the notifier (database/commit-notifier.ts) and the time of the next
// retry, which each claim returns, tell the worker about work. Polling is the safety net for lost notifications and for webhooks whose
// worker is gone.
//
// While notifications are reliable, an idle worker polls every 3 s. While no worker holds a webhook, it polls every 15 s, because there is
// no dead worker to take over from.
//
// Notifications are unreliable while the connection that receives them is down. They also count as unreliable after a poll found work that
// no notification had announced: a pooler between us and PostgreSQL may drop notifications silently. Then polls are as frequent as they
// would be without notifications, until a notification arrives.

/** The pause after a poll that found work. It doubles with each poll that finds none. */
const FIRST_MS = 200
const FIRST_UNTRUSTED_MS = 25
/**
 * Maximum pause while attempts are under way or notifications are unreliable. A claim does not report the retries that become due behind
 * attempts under way.
 */
const BUSY_MS = 500
/** Maximum pause at rest. A worker must find the webhooks of a killed worker within 5 s of the end of their leases. */
export const REST_MS = 3000
/** Maximum pause while no worker holds a webhook. */
export const QUIET_MS = 15_000

/** Why a worker looks for work: it was notified, the next retry is due, or it has not looked for a while. */
export type Reason = 'told' | 'due' | 'poll'

export class Polling {
  readonly #isListening: () => boolean
  #interval_ms = FIRST_UNTRUSTED_MS
  #looked_ms = Number.NEGATIVE_INFINITY
  #missesNotifications = false

  /** @param isListening whether notifications arrive, as far as the caller knows */
  constructor(isListening: () => boolean) {
    this.#isListening = isListening
  }

  /** Notes that a notification arrived. */
  notified(): void {
    this.#missesNotifications = false
  }

  get #isTrusting(): boolean {
    return this.#isListening() && !this.#missesNotifications
  }

  /**
   * Returns when the next poll is due, unless a notification or a retry comes first. `isAtRest`: no attempt is under way. `quietSince_ms`:
   * the time since which no worker has held a webhook. The worker must poll at least once after this time, because the last lease may have
   * ended with the death of its worker.
   */
  next_ms(isAtRest: boolean, quietSince_ms = Number.POSITIVE_INFINITY): number {
    const rest_ms = this.#looked_ms > quietSince_ms ? QUIET_MS : REST_MS
    return this.#looked_ms + Math.min(this.#interval_ms, this.#isTrusting && isAtRest ? rest_ms : BUSY_MS)
  }

  /** Notes that the worker has looked for work, from `began_ms` on. Call `found` as well if it found some. */
  looked(began_ms: number): void {
    this.#looked_ms = began_ms
    this.#interval_ms = Math.max(this.#first_ms, Math.min(this.#interval_ms * 2, QUIET_MS))
  }

  /** Notes that work was found. `reason`: why the worker looked for it; null if it only continued to read. There may be more. */
  found(reason: Reason | null): void {
    if (reason === 'poll') this.#missesNotifications = true
    this.#interval_ms = this.#first_ms
  }

  get #first_ms(): number {
    return this.#isTrusting ? FIRST_MS : FIRST_UNTRUSTED_MS
  }
}
