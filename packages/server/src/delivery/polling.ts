// Decides when a worker looks for work that nobody announced. Normally the bell (database/bell.ts) and the time of the next retry, which
// each claim returns, tell the worker about work. Polling is the safety net for lost rings and for webhooks that their worker left.
//
// While rings are reliable, an idle worker polls every 3 s. It polls every 15 s while no worker holds a webhook, because then it cannot
// need to take over from a dead worker.
//
// Rings are unreliable while the connection that receives them is down. They also count as unreliable after a poll found work that no ring
// had announced: a pooler between us and PostgreSQL may drop rings silently. Then polls are as frequent as they would be without a bell,
// until a ring arrives.

/** The pause after a look that found something. It doubles with each look that finds nothing. */
const FIRST_MS = 200
const FIRST_UNTRUSTED_MS = 25
/** Maximum pause while attempts are under way or rings are unreliable. The claim does not report retries behind current attempts. */
const BUSY_MS = 500
/** Maximum pause at rest. A worker must find the webhooks of a killed worker within 5 s of the end of their leases. */
export const REST_MS = 3000
/** Maximum pause while no worker holds a webhook. */
export const QUIET_MS = 15_000

/** Why a worker looks for work: it was told to, the next retry is due, or it has not looked for a while. */
export type Reason = 'told' | 'due' | 'poll'

export class Polling {
  readonly #isListening: () => boolean
  #interval_ms = FIRST_UNTRUSTED_MS
  #looked_ms = Number.NEGATIVE_INFINITY
  #missesRings = false

  /** @param isListening whether rings arrive, as far as the caller knows */
  constructor(isListening: () => boolean) {
    this.#isListening = isListening
  }

  /** Notes that a ring arrived. */
  heard(): void {
    this.#missesRings = false
  }

  get #isTrusting(): boolean {
    return this.#isListening() && !this.#missesRings
  }

  /**
   * Returns when the next poll is due if nothing happens before. `isAtRest`: no attempt is under way. `quietSince_ms`: since when no worker
   * has held a webhook. At least one look must come after that, because the last lease may have ended with the death of its worker.
   */
  next_ms(isAtRest: boolean, quietSince_ms = Number.POSITIVE_INFINITY): number {
    const rest_ms = this.#looked_ms > quietSince_ms ? QUIET_MS : REST_MS
    return this.#looked_ms + Math.min(this.#interval_ms, this.#isTrusting && isAtRest ? rest_ms : BUSY_MS)
  }

  /** Notes the end of a look that began at this time. Call `found` as well if it found something. */
  looked(began_ms: number): void {
    this.#looked_ms = began_ms
    this.#interval_ms = Math.max(this.#first_ms, Math.min(this.#interval_ms * 2, QUIET_MS))
  }

  /** Notes that something was found: by a look with this reason, or by continued reading (null). There may be more. */
  found(reason: Reason | null): void {
    if (reason === 'poll') this.#missesRings = true
    this.#interval_ms = this.#first_ms
  }

  get #first_ms(): number {
    return this.#isTrusting ? FIRST_MS : FIRST_UNTRUSTED_MS
  }
}
