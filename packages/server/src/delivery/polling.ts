// When a worker looks for work that nobody told it about. The bell (database/bell.ts) and the time of the next retry, which each claim
// returns, say when there is something, so polling is only the safety net: for a ring that was lost, or a webhook that its worker left.
//
// While rings can be trusted, a worker at rest polls every 3 s, and every 15 s while no worker holds a webhook: then there is none to take from
// a worker that died. Rings cannot be trusted while the connection that hears them is down, nor
// after a poll that found something which no ring had announced: a pooler between us and PostgreSQL may swallow rings without a word. Then
// polls are as close as they were without a bell, until a ring is heard.

/** The pause after something was found. It doubles with each look that finds nothing. */
const FIRST_MS = 200
const FIRST_UNTRUSTED_MS = 25
/** Its limit while there is something under way or rings cannot be trusted. The claim does not tell of retries behind what is under way. */
const BUSY_MS = 500
/** Its limit at rest. A worker has to find the webhooks of one that was killed within 5 s of the end of their leases. */
export const REST_MS = 3000
/** Its limit while no webhook is held by any worker. */
export const QUIET_MS = 15_000

/** Why a worker looks: it was told to, the next retry is due, or it has not looked for a while. */
export type Reason = 'told' | 'due' | 'poll'

export class Polling {
  readonly #isListening: () => boolean
  #interval_ms = FIRST_UNTRUSTED_MS
  #looked_ms = Number.NEGATIVE_INFINITY
  #missesRings = false

  /** @param isListening whether rings arrive, as far as is known */
  constructor(isListening: () => boolean) {
    this.#isListening = isListening
  }

  /** A ring was heard. */
  heard(): void {
    this.#missesRings = false
  }

  get #isTrusting(): boolean {
    return this.#isListening() && !this.#missesRings
  }

  /**
   * When the next poll is due if nothing happens before. `isAtRest`: nothing is under way. `quietSince_ms`: since when no webhook has been held
   * by any worker. One look has to come after that: the last lease may have ended with its worker.
   */
  next_ms(isAtRest: boolean, quietSince_ms = Number.POSITIVE_INFINITY): number {
    const rest_ms = this.#looked_ms > quietSince_ms ? QUIET_MS : REST_MS
    return this.#looked_ms + Math.min(this.#interval_ms, this.#isTrusting && isAtRest ? rest_ms : BUSY_MS)
  }

  /** A look that began at this time is over. Say `found` if it found something. */
  looked(began_ms: number): void {
    this.#looked_ms = began_ms
    this.#interval_ms = Math.max(this.#first_ms, Math.min(this.#interval_ms * 2, QUIET_MS))
  }

  /** Something was found: by a look for this reason, or by reading on (null). More may follow. */
  found(reason: Reason | null): void {
    if (reason === 'poll') this.#missesRings = true
    this.#interval_ms = this.#first_ms
  }

  get #first_ms(): number {
    return this.#isTrusting ? FIRST_MS : FIRST_UNTRUSTED_MS
  }
}
