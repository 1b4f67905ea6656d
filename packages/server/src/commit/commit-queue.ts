// Queue of the plans that wait to be written. It also decides which plans are written together (commit/committer.ts). Each group starts
// with a plan of the next owner (round-robin). While several owners wait, one owner gets at most half of a group, unless the others leave
// room. So a partner with thousands of plans delays another partner by one group, not by all of its plans.
import type { Plan } from './plan.ts'
import { MAX_SMALL_PLANS, sizeWithin } from './small-statement.ts'

export interface Pending {
  plan: Plan
  owner: string
  shape: string
  /** True when commit/small-statement.ts writes the plan. */
  isSmall: boolean
  locks: string[]
  size: number
  resolve(committed: boolean): void
  reject(error: unknown): void
}

const MAX_MERGED_PLANS = 48
const MAX_MERGED_ROWS = 2_000

/** The owner of a plan: its partner, or else the principal of its Idempotency-Key. */
export const ownerOf = ({ events, inserts, answer }: Plan): string => {
  const row = inserts?.[0]?.[1]
  return events?.[0]?.partner_id ?? (row && 'partner_id' in row ? row.partner_id : null) ?? answer?.principal ?? ''
}

/** Plans that are written together. They have the same shape and share no row or key. */
class Group {
  readonly plans: Pending[]
  readonly most: number
  readonly #first: Pending
  readonly #locks: Set<string>
  #rows: number

  constructor(first: Pending) {
    this.plans = [first]
    this.most = first.isSmall ? MAX_SMALL_PLANS : MAX_MERGED_PLANS
    this.#first = first
    this.#locks = new Set(first.locks)
    this.#rows = first.size
  }

  get isFull(): boolean {
    return this.plans.length >= this.most
  }

  /** Adds the plan if it fits into the group. Returns whether it was added. */
  add(next: Pending): boolean {
    const isAlike = next.shape === this.#first.shape && next.isSmall === this.#first.isSmall
    if (!isAlike || this.#rows + next.size > MAX_MERGED_ROWS || next.locks.some((lock) => this.#locks.has(lock))) return false
    for (const lock of next.locks) this.#locks.add(lock)
    this.#rows += next.size
    this.plans.push(next)
    return true
  }
}

export class CommitQueue {
  readonly #plans: Pending[] = []
  /** Number of waiting plans by owner. The first owner starts the next group. */
  readonly #owners = new Map<string, number>()

  get length(): number {
    return this.#plans.length
  }

  push(pending: Pending): void {
    this.#plans.push(pending)
    this.#count(pending.owner, 1)
  }

  /** Removes and returns the plans to write next: at least one if any waits. */
  takeGroup(): Pending[] {
    const first = this.#takeFirst()
    if (!first) return []
    const group = new Group(first)
    // While several owners wait, each owner gets at most half of the group at first. Then any owner may fill the rest.
    if (this.#owners.size > 1) this.#fill(group, Math.ceil(group.most / 2))
    this.#fill(group, group.most)
    if (first.isSmall) this.#requeue(group.plans.splice(sizeWithin(group.plans.length)))
    return group.plans
  }

  #takeFirst(): Pending | undefined {
    if (this.#owners.size <= 1) return this.#remove(0)
    const [next, waiting] = this.#owners.entries().next().value as [string, number]
    this.#owners.delete(next)
    this.#owners.set(next, waiting)
    return this.#remove(this.#plans.findIndex(({ owner }) => owner === next))
  }

  /** Fills the group with plans that fit, in their order. At most `share` of the plans in the group are from the same owner. */
  #fill(group: Group, share: number): void {
    const taken = new Map([[group.plans[0]?.owner, 1]])
    for (let i = 0; i < this.#plans.length && !group.isFull; ) {
      const next = this.#plans[i] as Pending
      const own = share < group.most ? (taken.get(next.owner) ?? 0) + 1 : 0
      if (own > share || !group.add(next)) {
        i++
        continue
      }
      if (own > 0) taken.set(next.owner, own)
      this.#remove(i)
    }
  }

  #remove(index: number): Pending | undefined {
    const [removed] = this.#plans.splice(index, 1)
    if (removed) this.#count(removed.owner, -1)
    return removed
  }

  #requeue(plans: Pending[]): void {
    this.#plans.unshift(...plans)
    for (const { owner } of plans) this.#count(owner, 1)
  }

  #count(owner: string, change: 1 | -1): void {
    const waiting = (this.#owners.get(owner) ?? 0) + change
    if (waiting > 0) this.#owners.set(owner, waiting)
    else this.#owners.delete(owner)
  }
}
