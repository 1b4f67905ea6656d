interface Entry<T> {
  /** The time when the read that returned the value began. */
  read_ms: number
  value: Promise<T>
  isRefreshing: boolean
}

export interface CacheLimits {
  /** Maximum age of a value. Older values are not returned. */
  most_ms: number
  /** A value that is used after this age is also read again in the background, so that a series of requests never waits for it. */
  refresh_ms: number
  /** Maximum number of entries. The oldest are removed. */
  entries: number
}

/** Caches values by id for a short time. A value is not cached if its id was forgotten while the value was being read. */
export class RefreshingCache<T> {
  readonly #limits: CacheLimits
  readonly #entries = new Map<string, Entry<T>>()

  constructor(limits: CacheLimits) {
    this.#limits = limits
  }

  /** The cache entry, regardless of its age. */
  peek(id: string): Readonly<Entry<T>> | undefined {
    return this.#entries.get(id)
  }

  /** Returns the cached value if it is not too old, otherwise the result of `load`. A refresh never blocks the caller. */
  find(id: string, load: () => Promise<T>): Promise<T> {
    const { most_ms, refresh_ms } = this.#limits
    const now_ms = performance.now()
    const entry = this.#entries.get(id)
    const age_ms = entry ? now_ms - entry.read_ms : Number.POSITIVE_INFINITY
    if (entry && age_ms < most_ms && (age_ms < refresh_ms || entry.isRefreshing)) return entry.value
    const next = { read_ms: now_ms, value: load(), isRefreshing: false }
    const isCurrent = () => [next, entry].includes(this.#entries.get(id))
    if (entry && age_ms < most_ms) {
      entry.isRefreshing = true
      next.value.then(
        // A value whose id was forgotten in the meantime is not cached, because it may have been read before the change.
        () => isCurrent() && this.#set(id, next),
        () => {
          entry.isRefreshing = false
        },
      )
      return entry.value
    }
    this.#set(id, next)
    next.value.catch(() => isCurrent() && this.#entries.delete(id))
    return next.value
  }

  keep(id: string, value: T, read_ms: number): void {
    this.#set(id, { read_ms, value: Promise.resolve(value), isRefreshing: false })
  }

  /** Forgets one id, or all. */
  forget(id?: string): void {
    if (id === undefined) this.#entries.clear()
    else this.#entries.delete(id)
  }

  #set(id: string, entry: Entry<T>): void {
    this.#entries.delete(id)
    this.#entries.set(id, entry)
    if (this.#entries.size > this.#limits.entries) this.#entries.delete(this.#entries.keys().next().value as string)
  }
}
