import type { Ledger } from './ledger.ts'

/** Waited longer for a place than anybody should, or too many wait already: answered as 503 `unavailable`. */
export class Busy extends Error {
  override message = 'no place became free in time'
}

/** In 90 s a connection on which nothing happens is cut (http/connections.ts); who waits is told before that. */
export const PATIENCE_MS = 30_000
/** With the few places of a gate and that patience, whoever comes after so many would wait in vain. */
const MAX_WAITING = 1_000

/**
 * Lets at most `limit` pieces of work run at a time, for work that takes much memory or processor time, and half of them, rounded up, for
 * one owner; of the `max_waiting` who may wait, too, one owner has half at most. Those who wait get the places in turn, one piece each, so that nobody's many requests keep another's few waiting for all of
 * them.
 */
export class Gate {
  readonly #limit: number
  readonly #limitOfOwner: number
  readonly #patience_ms: number
  readonly #max_waiting: number
  /** Those who wait, by owner, in the order in which the owners get the next place. */
  readonly #waiting = new Map<string, Set<() => void>>()
  /** Places in use, by owner. */
  readonly #held = new Map<string, number>()
  #running = 0
  #waiters = 0

  constructor(limit: number, patience_ms: number, max_waiting = MAX_WAITING) {
    this.#limit = limit
    this.#limitOfOwner = Math.ceil(limit / 2)
    this.#patience_ms = patience_ms
    this.#max_waiting = max_waiting
  }

  /** Pieces of work that run or wait. */
  get depth(): number {
    return this.#running + this.#waiters
  }

  /** Shows its places, and those who wait for one, in the ledger. */
  register(ledger: Ledger, name: string): void {
    ledger.watch(`${name}_running`, this.#limit, () => this.#running)
    ledger.watch(`${name}_waiting`, this.#max_waiting, () => this.#waiters)
  }

  /** `owner`: for whom it is done; null: the operator. Throws Busy after waiting for `patience_ms`, or at once when `max_waiting` do. */
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
    return (this.#held.get(owner) ?? 0) < this.#limitOfOwner
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

  /** The place passes to whoever waits longest of the next owner in turn that may have it. */
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
