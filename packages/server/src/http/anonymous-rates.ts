// Rate limits for anonymous callers, who have no key: by address and by link. A bucket refills steadily, so no single request has to be
// remembered. The number of buckets is bounded, because anyone can use many addresses. Beyond this number, the bucket that has been unused
// for the longest time is dropped. Its caller starts again with a full bucket, which does not affect others. Each process counts for
// itself.

const MAX_BUCKETS = 20_000

interface Bucket {
  left: number
  at_ms: number
}

export class AnonymousRates {
  /** The most recently used bucket is last. */
  readonly #buckets = new Map<string, Bucket>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Counts one request if the bucket, which holds `per_minute`, has room. Returns 0, or the whole seconds until it has room. */
  take(name: string, per_minute: number): number {
    const now_ms = this.#now()
    const found = this.#buckets.get(name)
    const left = found ? Math.min(per_minute, found.left + ((now_ms - found.at_ms) / 60_000) * per_minute) : per_minute
    const isAdmitted = left >= 1
    this.#buckets.delete(name)
    this.#buckets.set(name, { left: isAdmitted ? left - 1 : left, at_ms: now_ms })
    if (this.#buckets.size > MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value as string)
    return isAdmitted ? 0 : Math.max(1, Math.ceil(((1 - left) * 60) / per_minute))
  }
}
