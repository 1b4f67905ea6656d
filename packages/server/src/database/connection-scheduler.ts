// Decides whose statement gets the next free connection of a pool. Owners are served round-robin. While several owners wait, an owner that
// already holds half of the connections goes last. So a partner with many waiting statements delays another partner only until the next
// connection is free. An owner may use all connections while no other owner waits.

/** The owner of the service's own statements. */
export const SERVICE = ''

export class ConnectionScheduler {
  readonly #size: number
  readonly #share: number
  readonly #most_waiting: number
  #used = 0
  #waiters = 0
  /** Connections in use, by owner. */
  readonly #held = new Map<string, number>()
  /** Waiting statements by owner. The first owner gets the next connection. */
  readonly #waiting = new Map<string, Set<() => void>>()

  /** `most_waiting`: limit on waiting statements. One owner may use at most half of it, except the service itself. */
  constructor(size: number, most_waiting: number) {
    this.#size = size
    this.#share = Math.ceil(size / 2)
    this.#most_waiting = most_waiting
  }

  get waiting(): number {
    return this.#waiters
  }

  /**
   * Calls `begin` when a connection is free, at once if possible. The caller must return the connection with `give`. Returns false when too
   * many statements wait.
   */
  take(owner: string, begin: () => void): boolean {
    if (this.#used < this.#size && this.#waiters === 0) {
      this.#hold(owner)
      begin()
      return true
    }
    const own = this.#waiting.get(owner) ?? new Set()
    if (this.#waiters >= this.#most_waiting || (owner !== SERVICE && own.size >= this.#most_waiting / 2)) return false
    this.#waiting.set(owner, own.add(begin))
    this.#waiters++
    return true
  }

  /** Stops waiting. Does nothing when `begin` was already called. */
  leave(owner: string, begin: () => void): void {
    const own = this.#waiting.get(owner)
    if (!own?.delete(begin)) return
    this.#waiters--
    if (own.size === 0) this.#waiting.delete(owner)
  }

  give(owner: string): void {
    this.#used--
    const held = (this.#held.get(owner) ?? 0) - 1
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
    const next = this.#next()
    if (next === null) return
    const own = this.#waiting.get(next) as Set<() => void>
    const [begin] = own as Set<() => void>
    this.leave(next, begin as () => void)
    // The owner now goes behind all other waiting owners.
    if (own.size > 0) {
      this.#waiting.delete(next)
      this.#waiting.set(next, own)
    }
    this.#hold(next)
    begin?.()
  }

  #hold(owner: string): void {
    this.#used++
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
  }

  /** Owners that already hold half of the connections come after all other owners. */
  #next(): string | null {
    let first: string | null = null
    for (const owner of this.#waiting.keys()) {
      if ((this.#held.get(owner) ?? 0) < this.#share) return owner
      first ??= owner
    }
    return first
  }
}
