// Whose statement gets the next free connection of a pool. Owners take turns, and while another waits, none is given more than half of the
// connections: however many statements one partner has waiting, another's waits for the first connection that becomes free, not for all of
// them. An owner that nobody else waits beside may have all.

/** Whose statements those of the service itself are. */
export const SERVICE = ''

export class ConnectionTurns {
  readonly #size: number
  readonly #share: number
  readonly #most_waiting: number
  #used = 0
  #waiters = 0
  /** Connections in use, by owner. */
  readonly #held = new Map<string, number>()
  /** Those who wait, in the order in which the owners get the next connection. */
  readonly #waiting = new Map<string, Set<() => void>>()

  /** `most_waiting`: half of them of one owner, but for the service itself. */
  constructor(size: number, most_waiting: number) {
    this.#size = size
    this.#share = Math.ceil(size / 2)
    this.#most_waiting = most_waiting
  }

  get waiting(): number {
    return this.#waiters
  }

  /**
   * Calls `begin` when there is a connection for it, at once if one is free; then it has to be given back. False: too many wait.
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

  /** Waits no longer. Does nothing when it has begun. */
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
    // It comes after all others that wait now.
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

  /** Whoever has its half comes after those who have not. */
  #next(): string | null {
    let first: string | null = null
    for (const owner of this.#waiting.keys()) {
      if ((this.#held.get(owner) ?? 0) < this.#share) return owner
      first ??= owner
    }
    return first
  }
}
