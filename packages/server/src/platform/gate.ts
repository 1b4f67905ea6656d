/**
 * Lets at most `limit` pieces of work run at a time, for work that takes much memory or processor time. Those who wait get the places in
 * turn, one piece each, so that nobody's many requests keep another's few waiting for all of them.
 */
export class Gate {
  readonly #limit: number
  /** By owner, in the order in which they get the next place. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** `owner`: for whom it is done; null: the operator. */
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
    return new Promise((resolve) => {
      const queue = this.#waiting.get(owner)
      if (queue) queue.push(resolve)
      else this.#waiting.set(owner, [resolve])
    })
  }

  /** The place passes to whoever waits longest of the owner whose turn it is, or is given back. */
  #passOn(): void {
    const [turn] = this.#waiting
    if (!turn) {
      this.#running--
      return
    }
    const [owner, queue] = turn
    const next = queue.shift() as () => void
    this.#waiting.delete(owner)
    if (queue.length > 0) this.#waiting.set(owner, queue)
    next()
  }
}
