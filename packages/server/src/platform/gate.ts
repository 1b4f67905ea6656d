/** Waited longer for a place than anybody should, or too many wait already: answered as 503 `unavailable`. */
export class Busy extends Error {
  override message = 'no place became free in time'
}

/** In 90 s a connection on which nothing happens is cut (http/connections.ts); who waits is told before that. */
export const PATIENCE_MS = 30_000

/**
 * Lets at most `limit` pieces of work run at a time, for work that takes much memory or processor time. Those who wait get the places in
 * turn, one piece each, so that nobody's many requests keep another's few waiting for all of them.
 */
export class Gate {
  readonly #limit: number
  readonly #patience_ms: number
  readonly #max_waiting: number
  /** Those who wait, by owner, in the order in which the owners get the next place. */
  readonly #waiting = new Map<string, Set<() => void>>()
  #running = 0
  #waiters = 0

  constructor(limit: number, patience_ms: number, max_waiting = Number.POSITIVE_INFINITY) {
    this.#limit = limit
    this.#patience_ms = patience_ms
    this.#max_waiting = max_waiting
  }

  /** Pieces of work that run or wait. */
  get depth(): number {
    return this.#running + this.#waiters
  }

  /** `owner`: for whom it is done; null: the operator. Throws Busy after waiting for `patience_ms`, or at once when `max_waiting` do. */
  async run<T>(owner: string | null, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limit) this.#running++
    else await this.#place(owner ?? '')
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #place(owner: string): Promise<void> {
    if (this.#waiters >= this.#max_waiting) throw new Busy()
    this.#waiters++
    const own = this.#waiting.get(owner) ?? new Set()
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

  /** The place passes to whoever waits longest of the owner whose turn it is, or is given back. */
  #passOn(): void {
    const [turn] = this.#waiting
    if (!turn) {
      this.#running--
      return
    }
    const [owner, own] = turn
    const [start] = own as Set<() => void>
    own.delete(start as () => void)
    this.#waiters--
    this.#waiting.delete(owner)
    if (own.size > 0) this.#waiting.set(owner, own)
    start?.()
  }
}
