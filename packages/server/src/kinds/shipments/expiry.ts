// Expires shipments when they are read. Only shipments that are read expire, so the cost of a read depends on the rows that it shows, not
// on the number of shipments that have become due (ADR 31).
//
// Requests that find due shipments of one partner submit them here and share one pass at a time. A pass reads all submitted shipments
// again. With one statement, it then expires those that have not changed, earliest first. Requests that arrive during a pass join the next
// pass, which finds that the first pass has done the work. So many readers of the same shipments need two or three statements in total, not
// two each.
import { decideExpire } from '@backhaul/core/decide-lifecycle.ts'
import type { Actor } from '@backhaul/core/events/draft.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Database } from '../../database/db.ts'
import { decisionContext, mergePlans, planOf } from '../../service/plan.ts'
import { commit, type Service } from '../../service/service.ts'
import { findShipments, isExpirable } from './queries.ts'

/** No actor expires a shipment. */
const NOBODY: Actor = { email: '', full_name: '' }

/** Whether the next reader expires the shipment. `now` is the time on its partner's clock. */
export const isDue = ({ status, expires_at }: Pick<Shipment, 'status' | 'expires_at'>, now: string): boolean =>
  expires_at <= now && isExpirable(status)

/**
 * Number of shipments in a pass. With so many shipments and their events, a pass stays below the size of a large plan
 * (commit/committer.ts).
 */
const AT_ONCE = 100

interface Due {
  shipment: Shipment
  resolve(current: Shipment | false): void
  reject(error: unknown): void
}

/** Sorts by the time at which they became due. */
const byExpiry = (a: Shipment, b: Shipment): number => {
  const [left, right] = [a, b].map(({ expires_at, created_at, id }) => `${expires_at} ${created_at} ${id}`) as [string, string]
  return left < right ? -1 : 1
}

/** The submitted shipments of one partner. */
class Passes {
  readonly #service: Service
  readonly #partnerId: string
  readonly #due: Due[] = []

  constructor(service: Service, partnerId: string) {
    this.#service = service
    this.#partnerId = partnerId
  }

  handIn(shipment: Shipment): Promise<Shipment | false> {
    return new Promise((resolve, reject) => this.#due.push({ shipment, resolve, reject }))
  }

  /** Runs passes until no submitted shipment is left. Then calls `then` immediately, before another request can submit more. */
  async run(then: () => void): Promise<void> {
    while (this.#due.length > 0) {
      // Waits so that other shipments of the same page or bulk request can join this pass.
      await new Promise(setImmediate)
      const due = this.#due.splice(0, AT_ONCE)
      try {
        const current = await this.#pass(due.map(({ shipment }) => shipment))
        for (const { shipment, resolve } of due) resolve(current.get(`${shipment.id} ${shipment.version}`) ?? false)
      } catch (error) {
        for (const { reject } of due) reject(error)
      }
    }
    then()
  }

  /**
   * Returns the current shipments, keyed by id and submitted version. A shipment that is missing from the result has changed since it was
   * submitted, and was not handled.
   */
  async #pass(handedIn: readonly Shipment[]): Promise<Map<string, Shipment>> {
    const found = await findShipments(
      this.#service.db,
      this.#partnerId,
      handedIn.map(({ id }) => id),
    )
    const env = await decisionContext(this.#service, NOBODY, this.#partnerId)
    const asRead = new Set(handedIn.map(({ id, version }) => `${id} ${version}`))
    const due = found.filter((shipment) => isDue(shipment, env.now) && asRead.has(`${shipment.id} ${shipment.version}`)).sort(byExpiry)
    const expired = await this.#expire(due, env)
    const settled = new Map(
      [...found.filter((shipment) => !isDue(shipment, env.now)), ...expired].map((shipment) => [shipment.id, shipment]),
    )
    return new Map(
      handedIn.flatMap(({ id, version }) => {
        const shipment = settled.get(id)
        return shipment ? [[`${id} ${version}`, shipment] as const] : []
      }),
    )
  }

  /** Expires the shipments and returns those that no other request changed. */
  async #expire(due: readonly Shipment[], env: Awaited<ReturnType<typeof decisionContext>>): Promise<Shipment[]> {
    const decided = due.flatMap((shipment) => {
      const effects = decideExpire(shipment, env)
      return effects ? [{ effects, plan: planOf(effects, shipment, env.now) }] : []
    })
    if (decided.length === 0) return []
    if (await commit(this.#service, mergePlans(decided.map(({ plan }) => plan)))) return decided.map(({ effects }) => effects.shipment)
    const committed = await Promise.all(decided.map(({ plan }) => commit(this.#service, plan)))
    return decided.filter((_, i) => committed[i]).map(({ effects }) => effects.shipment)
  }
}

/** Each partner has separate passes in each connection pool, because commands must not wait for GET requests. */
const running = new WeakMap<Database['pool'], Map<string, Passes>>()

/**
 * Expires a due shipment exactly once, no matter how many readers there are: the row's version lets only one commit succeed. Resolves with
 * the current shipment, or with false if another request changed it first. It must then be read and checked again.
 */
export const expire = (service: Service, shipment: Shipment): Promise<Shipment | false> => {
  const { partner_id } = shipment
  const partners = running.get(service.db.pool) ?? new Map<string, Passes>()
  running.set(service.db.pool, partners)
  let passes = partners.get(partner_id)
  if (passes) return passes.handIn(shipment)
  passes = new Passes(service, partner_id)
  partners.set(partner_id, passes)
  const expired = passes.handIn(shipment)
  void passes.run(() => partners.delete(partner_id))
  return expired
}
