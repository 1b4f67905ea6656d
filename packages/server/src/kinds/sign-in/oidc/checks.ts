// Asks the provider in the background whether people who signed in through it still have access. Each process takes due checks from the
// database under a lease. So only one process at a time asks about a session, and uses its refresh token. No database connection is held
// during the wait for the provider. While the provider cannot be reached, only one session at a time is tried. A session that the provider
// has not confirmed for two hours is over. service/sessions.ts enforces this for every request; this module only records the end in the
// audit trail.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { BackgroundLoop } from '../../../database/background-loop.ts'
import { Unavailable } from '../../../database/db.ts'
import { iso } from '../../../process/clock.ts'
import type { Service } from '../../../service/service.ts'
import { isOver, WITHOUT_CHECK_MS } from '../../../service/sessions.ts'
import { findSession, type Sight } from '../queries.ts'
import { accessOfClaims } from './access-of-claims.ts'
import type { Checked, Provider } from './provider.ts'
import { type DueRow, endCheck, forgetUsed, storeToken, takeDue } from './queries.ts'
import { CHECK_EVERY_MS, type EndReason, endForProvider, openToken, regrant, sealToken } from './session.ts'

const REST_MS = 15_000
/** Length of the lease. It is longer than all requests of a check take, with time for a slow database. */
const LEASE_MS = 120_000
/** AGAIN_MS: delay after a check that got no result. BEHIND_MS: delay for sessions that were not checked because the provider was down. */
const AGAIN_MS = 60_000
const BEHIND_MS = 2 * 60_000
const AT_A_TIME = 4
const BATCH = 20
const HURRY_MS = 5_000
/** How long a stopping process waits for pending answers. An answer may contain the only refresh token that will work next time. */
const END_PATIENCE_MS = 3_000
const STORE_TRIES = 10
const STORE_REST_MS = 2_000
const ANY: Sight = { tenant: null, scopes: null, own: null, others: true }

/** Number of checks by outcome, since the process started. */
export type CheckCounts = Record<Checked['outcome'], number>
export const NO_CHECKS: CheckCounts = { good: 0, refused: 0, unreachable: 0 }

export class ProviderChecks {
  readonly counts: CheckCounts = { ...NO_CHECKS }
  readonly #service: Service
  readonly #provider: Provider
  readonly #loop = new BackgroundLoop()
  #ended: Promise<void> | null = null
  #isDown = false
  #hurried_ms = Number.NEGATIVE_INFINITY

  constructor(service: Service, provider: Provider) {
    this.#service = service
    this.#provider = provider
  }

  start(): void {
    this.#ended ??= this.#loop.run(
      REST_MS,
      () => this.pass(),
      (err) => this.#service.log.error({ err }, 'checking sessions with the provider failed'),
    )
  }

  async stop(): Promise<void> {
    this.#loop.stop()
    const late = setTimeout(() => this.#provider.close(), END_PATIENCE_MS)
    await this.#ended
    clearTimeout(late)
    this.#provider.close()
  }

  /** Starts the next pass now, because the check of a session in use is overdue. */
  hurry(): void {
    const now_ms = performance.now()
    if (this.#isDown || now_ms - this.#hurried_ms < HURRY_MS) return
    this.#hurried_ms = now_ms
    this.#loop.wake()
  }

  /** Checks all due sessions. While the provider is down, it is asked about one session only; the other sessions wait. */
  async pass(): Promise<void> {
    const { clock, db } = this.#service
    await forgetUsed(db, iso(clock.now()))
    let mayAsk = true
    while (!this.#loop.stopped) {
      const taken = await this.#take()
      let next = 0
      const work = async () => {
        for (let row = taken[next++]; row; row = taken[next++]) {
          const asks = mayAsk
          if (this.#isDown) mayAsk = false
          await this.#check(row, asks)
          mayAsk = !this.#isDown
        }
      }
      await Promise.all(Array.from({ length: AT_A_TIME }, work))
      if (taken.length < BATCH) return
    }
  }

  #take(): Promise<DueRow[]> {
    const { clock, db } = this.#service
    const now_ms = clock.now()
    return takeDue(db, this.#provider.settings.issuer, randomUUID(), iso(now_ms), iso(now_ms + LEASE_MS), BATCH)
  }

  async #check(row: DueRow, asks: boolean): Promise<void> {
    const { db, clock } = this.#service
    const session = await findSession(db, ANY, row.id)
    const begun_ms = clock.now()
    if (!session || session.revoked_at || row.refresh_token === null) return this.#close(row)
    if (begun_ms >= Date.parse(row.checked_at) + WITHOUT_CHECK_MS) return this.#end(row, 'not_confirmed')
    if (isOver(session, begun_ms)) return this.#close(row)
    if (this.#loop.stopped) return this.#later(row, begun_ms)
    if (!asks) return this.#later(row, begun_ms + BEHIND_MS)
    const checked = await this.#ask(row, row.refresh_token)
    this.counts[checked.outcome]++
    this.#isDown = checked.outcome === 'unreachable'
    if (checked.outcome === 'refused') return this.#end(row, 'refused', checked.reason)
    if (checked.outcome === 'unreachable') {
      // This process aborted the request, so the failure says nothing about the provider.
      if (this.#loop.stopped) return this.#later(row, begun_ms)
      this.#service.log.warn({ session: row.id, reason: checked.reason }, 'could not ask the provider about a session')
      return this.#later(row, begun_ms + AGAIN_MS)
    }
    if (checked.claims !== null) {
      const { access, emails } = this.#provider.settings
      const rule = accessOfClaims(access, checked.claims, emails)
      if (!rule || !(await regrant(this.#service, row.id, rule))) return this.#end(row, 'no_access')
    }
    await endCheck(db, row, { checked_at: iso(begun_ms), check_at: iso(begun_ms + CHECK_EVERY_MS) })
    await this.#service.keyCache.forget(row.id)
  }

  async #ask(row: DueRow, sealed: Buffer): Promise<Checked> {
    let text: string
    try {
      text = openToken(this.#service, row.id, sealed)
    } catch {
      return { outcome: 'refused', reason: 'the refresh token was encrypted with another master key' }
    }
    return this.#provider.check(text, row.subject, (next) => this.#keep(row, next))
  }

  /**
   * Stores the new refresh token, the only one that works from now on. It retries while the database is unavailable, because there is no
   * other copy.
   */
  async #keep(row: DueRow, text: string): Promise<void> {
    const sealed = sealToken(this.#service, row.id, text)
    for (let left = STORE_TRIES; ; left--) {
      try {
        await storeToken(this.#service.db, row, sealed)
        return
      } catch (error) {
        if (!(error instanceof Unavailable) || left <= 1) throw error
        await pause(STORE_REST_MS)
      }
    }
  }

  /** Schedules the next check, but no later than the time at which the session would end without a check. */
  async #later(row: DueRow, at_ms: number): Promise<void> {
    const last_ms = Date.parse(row.checked_at) + WITHOUT_CHECK_MS
    await endCheck(this.#service.db, row, { checked_at: row.checked_at, check_at: iso(Math.min(at_ms, last_ms)) })
  }

  async #end(row: DueRow, reason: EndReason, detail?: string): Promise<void> {
    await endForProvider(this.#service, row.id, reason)
    this.#service.log.info({ session: row.id, reason, detail }, 'a check with the provider ended a session')
    await this.#close(row)
  }

  /**
   * Stops checking the session. The provider is not told, because revoking the token might also revoke the person's tokens in other
   * browsers.
   */
  async #close(row: DueRow): Promise<void> {
    await endCheck(this.#service.db, row, { checked_at: row.checked_at, check_at: null })
  }
}
