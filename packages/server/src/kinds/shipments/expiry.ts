// Expires shipments that somebody reads. It happens to what is read and to nothing else, so the cost of a reading is bounded by what it shows,
// however much became due since (ADR 31).
//
// Requests that find shipments of one partner due hand them in here and share one pass at a time: it reads what they handed in once more,
// together, and expires what is still as they read it with one statement, earliest first. Whoever comes meanwhile is in the next pass, which
// finds done what the first one did. So many readers of the same shipments cost two or three statements and not two each.
import { decideExpire } from '@backhaul/core/decide-lifecycle.ts'
import type { Actor } from '@backhaul/core/events/draft.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Database } from '../../database/db.ts'
import { decisionContext, mergePlans, planOf } from '../../service/plan.ts'
import { commit, type Service } from '../../service/service.ts'
import { findShipments, isExpirable } from './queries.ts'

/** Expiry has no actor. */
const NOBODY: Actor = { email: '', full_name: '' }

/** Whether the next reader expires it. `now`: its partner's time. */
export const isDue = ({ status, expires_at }: Pick<Shipment, 'status' | 'expires_at'>, now: string): boolean =>
  expires_at <= now && isExpirable(status)

/** Shipments of a pass: with their events they are no large plan (commit/committer.ts). */
const AT_ONCE = 100

interface Due {
  shipment: Shipment
  resolve(current: Shipment | false): void
  reject(error: unknown): void
}

/** In the order in which they became due. */
const byExpiry = (a: Shipment, b: Shipment): number => {
  const [left, right] = [a, b].map(({ expires_at, created_at, id }) => `${expires_at} ${created_at} ${id}`) as [string, string]
  return left < right ? -1 : 1
}

/** What was handed in of one partner. */
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

  /** Until nothing is left; then calls `then` at once, before anybody could hand in more. */
  async run(then: () => void): Promise<void> {
    while (this.#due.length > 0) {
      // What the same page or bulk hands in comes along.
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

  /** How these are now, by id and the version that was handed in. Missing: changed since, and not settled. */
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

  /** Those of them that nobody else changed. */
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

/** By the connections that read, as commands do not wait for what GET requests read, and by partner. */
const running = new WeakMap<Database['pool'], Map<string, Passes>>()

/**
 * Expires a shipment that is due, exactly once however many readers there are: the row's version lets only one commit succeed.
 * Resolves with the shipment as it is then; false: another request changed it first, so that it must be read and judged again.
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
