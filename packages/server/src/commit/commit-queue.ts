// Plans that wait to be written, and which of them are written together (commit/committer.ts). Owners take turns in beginning a group,
// and while several wait, none has more than half of one: a partner that hands in thousands delays another by one group, not by all of them.
import type { Plan } from './plan.ts'
import { MAX_SMALL_PLANS, sizeWithin } from './small-statement.ts'

export interface Pending {
  plan: Plan
  owner: string
  shape: string
  /** Written by commit/small-statement.ts. */
  isSmall: boolean
  locks: string[]
  size: number
  resolve(committed: boolean): void
  reject(error: unknown): void
}

const MAX_MERGED_PLANS = 48
const MAX_MERGED_ROWS = 2_000

/** For whom it is: a partner, or whoever has the Idempotency-Key. */
export const ownerOf = ({ events, inserts, answer }: Plan): string => {
  const row = inserts?.[0]?.[1]
  return events?.[0]?.partner_id ?? (row && 'partner_id' in row ? row.partner_id : null) ?? answer?.principal ?? ''
}

/** What is written together: equal in shape, without a row or key in common. */
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

  /** Whether there was room for it. */
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
  /** How many of each wait. The first one is the next to begin a group. */
  readonly #owners = new Map<string, number>()

  get length(): number {
    return this.#plans.length
  }

  push(pending: Pending): void {
    this.#plans.push(pending)
    this.#count(pending.owner, 1)
  }

  /** The plans that are to be written next, at least one if any waits. */
  takeGroup(): Pending[] {
    const first = this.#takeFirst()
    if (!first) return []
    const group = new Group(first)
    // The other half goes to others; what they leave of it is there for everybody.
    if (this.#owners.size > 1) this.#fill(group, Math.ceil(group.most / 2))
    this.#fill(group, group.most)
    if (first.isSmall) this.#putBack(group.plans.splice(sizeWithin(group.plans.length)))
    return group.plans
  }

  #takeFirst(): Pending | undefined {
    if (this.#owners.size <= 1) return this.#remove(0)
    const [next, waiting] = this.#owners.entries().next().value as [string, number]
    this.#owners.delete(next)
    this.#owners.set(next, waiting)
    return this.#remove(this.#plans.findIndex(({ owner }) => owner === next))
  }

  /** With plans that fit, in their order, at most `share` of one owner. */
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

  #putBack(plans: Pending[]): void {
    this.#plans.unshift(...plans)
    for (const { owner } of plans) this.#count(owner, 1)
  }

  #count(owner: string, change: 1 | -1): void {
    const waiting = (this.#owners.get(owner) ?? 0) + change
    if (waiting > 0) this.#owners.set(owner, waiting)
    else this.#owners.delete(owner)
  }
}
