import type { Ledger } from './ledger.ts'

/** Thrown after waiting too long for a place, or when too many wait already. Answered as 503 `unavailable`. */
export class Busy extends Error {
  override message = 'no place became free in time'
}

/** An idle connection is closed after 90 s (http/connections.ts). A waiting request must get its answer before then. */
export const PATIENCE_MS = 30_000
/** A gate has few places. If this many requests wait already, another one would only run into the timeout. */
const MAX_WAITING = 1_000

interface Flood {
  waiting: number
  places: number
}

/**
 * Limits work that takes much memory or processor time. At most `limit` pieces of work run at a time, and at most half of them (rounded up)
 * may belong to one owner. At most `max_waiting` pieces may wait, and again at most half of them may belong to one owner. Owners take turns
 * in getting free places, one piece of work each. So an owner with many requests does not delay an owner with few. `flood`: an owner with
 * more than `waiting` waiting pieces gets only `places` places.
 */
export class Gate {
  readonly #limit: number
  readonly #limitOfOwner: number
  readonly #patience_ms: number
  readonly #max_waiting: number
  readonly #flood: Flood | null
  /** Waiting work by owner, in the order in which the owners get the next place. */
  readonly #waiting = new Map<string, Set<() => void>>()
  /** Places in use, by owner. */
  readonly #held = new Map<string, number>()
  #running = 0
  #waiters = 0

  constructor(limit: number, patience_ms: number, max_waiting = MAX_WAITING, flood: Flood | null = null) {
    this.#limit = limit
    this.#limitOfOwner = Math.ceil(limit / 2)
    this.#patience_ms = patience_ms
    this.#max_waiting = max_waiting
    this.#flood = flood
  }

  /** Number of pieces of work that run or wait. */
  get depth(): number {
    return this.#running + this.#waiters
  }

  /** Adds the places in use and the waiting work to the ledger. */
  register(ledger: Ledger, name: string): void {
    ledger.watch(`${name}_running`, this.#limit, () => this.#running)
    ledger.watch(`${name}_waiting`, this.#max_waiting, () => this.#waiters)
  }

  /**
   * Runs work for `owner` (null: the operator). Throws Busy if the work had to wait for `patience_ms`, or immediately if `max_waiting`
   * pieces of work already wait.
   */
  async run<T>(owner: string | null, work: () => Promise<T>): Promise<T> {
    const name = owner ?? ''
    if (this.#running < this.#limit && this.#mayHold(name)) this.#take(name)
    else await this.#place(name)
    try {
      return await work()
    } finally {
      this.#giveBack(name)
    }
  }

  #mayHold(owner: string): boolean {
    const isFlood = this.#flood && (this.#waiting.get(owner)?.size ?? 0) > this.#flood.waiting
    return (this.#held.get(owner) ?? 0) < (isFlood ? this.#flood.places : this.#limitOfOwner)
  }

  #take(owner: string): void {
    this.#running++
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
  }

  #place(owner: string): Promise<void> {
    const own = this.#waiting.get(owner) ?? new Set()
    if (this.#waiters >= this.#max_waiting || own.size >= this.#max_waiting / 2) throw new Busy()
    this.#waiters++
    this.#waiting.set(owner, own)
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        own.delete(start)
        if (own.size === 0) this.#waiting.delete(owner)
        this.#waiters--
        reject(new Busy())
      }, this.#patience_ms)
      own.add(start)
    })
  }

  /** Gives the place to the next owner in turn that is below its limit. The longest waiting work of that owner starts. */
  #giveBack(owner: string): void {
    this.#running--
    const held = (this.#held.get(owner) ?? 0) - 1
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
    for (const [next, own] of this.#waiting) {
      if (!this.#mayHold(next)) continue
      const [start] = own as Set<() => void>
      own.delete(start as () => void)
      this.#waiters--
      this.#waiting.delete(next)
      if (own.size > 0) this.#waiting.set(next, own)
      this.#take(next)
      start?.()
      return
    }
  }
}
