/** Lets at most `limit` pieces of work run at a time; the others wait in order. For work that takes much memory or processor time. */
export class Gate {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limit) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place passes to whoever waits longest, or is given back.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
