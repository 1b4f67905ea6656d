import type { KnownKey } from '../service/key-cache.ts'

/** Requests are counted exactly over the last 60 s: docs/guide/requests.md#rate-limit. */
export const WINDOW_S = 60
export const WINDOW_MS = WINDOW_S * 1000

export interface Quota {
  allowed: boolean
  limit: number
  remaining: number
  /** Whole seconds until the next request is admitted (after a refusal) or until the whole quota is free again. */
  reset_s: number
}

/**
 * Returns the whole seconds, from 1 to WINDOW_S, until a request that was counted at `time_ms` leaves the window. The elapsed time is
 * subtracted from the window: if the window were added to the time instead, rounding could give one second more. The clock of the process
 * that counted the request may be ahead.
 */
export const secondsUntilFree = (time_ms: number, now_ms: number): number =>
  Math.min(WINDOW_S, Math.max(1, Math.ceil((WINDOW_MS - (now_ms - time_ms)) / 1000)))

/** Counts requests by bucket, for one process (OwnRates) or for all processes of a machine (./shared-rates.ts). */
export interface Rates {
  /** Counts one request if it is within `limit`. Returns a promise only if it has to ask other processes. */
  take(bucket: string, limit: number): Quota | Promise<Quota>
  /** Like `take`, but does not count the request. */
  look(bucket: string, limit: number): Quota | Promise<Quota>
}

/** Times of the admitted requests of the last window, in a ring buffer of `limit` entries. */
class Window {
  readonly #times: Float64Array
  #first = 0
  #count = 0

  constructor(limit: number) {
    this.#times = new Float64Array(limit)
  }

  take(nowMs: number, consume: boolean): Quota {
    const limit = this.#times.length
    while (this.#count > 0 && (this.#times[this.#first] as number) <= nowMs - WINDOW_MS) {
      this.#first = (this.#first + 1) % limit
      this.#count--
    }
    const allowed = this.#count < limit
    if (allowed && consume) {
      this.#times[(this.#first + this.#count) % limit] = nowMs
      this.#count++
    }
    const untilFree = (index: number): number => secondsUntilFree(this.#times[index] as number, nowMs)
    const last = (this.#first + this.#count - 1) % limit
    const reset = this.#count === 0 ? WINDOW_S : allowed ? untilFree(last) : untilFree(this.#first)
    return { allowed, limit, remaining: limit - this.#count, reset_s: reset }
  }

  get limit(): number {
    return this.#times.length
  }

  /** Copies the requests to a window with another limit. If there are more than the limit, only the newest are kept. */
  under(limit: number): Window {
    const next = new Window(limit)
    next.#count = Math.min(limit, this.#count)
    const skipped = this.#first + this.#count - next.#count
    for (let i = 0; i < next.#count; i++) next.#times[i] = this.#times[(skipped + i) % this.limit] as number
    return next
  }

  idleSince(ms: number): boolean {
    return this.#count === 0 || (this.#times[(this.#first + this.#count - 1) % this.limit] as number) < ms
  }
}

/** Sliding-window limits by bucket name. */
export class RateLimiter {
  readonly #windows = new Map<string, Window>()
  #sweptMs = 0

  /** Counts one request against `bucket` if it is within `limit`. With `consume` false it only checks. */
  take(bucket: string, limit: number, nowMs: number, consume = true): Quota {
    let window = this.#windows.get(bucket)
    // Checking a thousand keys without counting must not create a thousand windows.
    if (!window && !consume) return { allowed: true, limit, remaining: limit, reset_s: WINDOW_S }
    if (!window || window.limit !== limit) {
      window = window?.under(limit) ?? new Window(limit)
      this.#windows.set(bucket, window)
    }
    if (nowMs - this.#sweptMs > WINDOW_MS) {
      this.#sweptMs = nowMs
      for (const [name, one] of this.#windows) if (one !== window && one.idleSince(nowMs - WINDOW_MS)) this.#windows.delete(name)
    }
    return window.take(nowMs, consume)
  }
}

/** Rates of a process that runs alone. */
export class OwnRates implements Rates {
  readonly #limiter = new RateLimiter()

  // Uses the monotonic clock, so that changes of the system time have no effect.
  take(bucket: string, limit: number): Quota {
    return this.#limiter.take(bucket, limit, performance.now())
  }

  look(bucket: string, limit: number): Quota {
    return this.#limiter.take(bucket, limit, performance.now(), false)
  }
}

/** Requests per 60 s for all sessions of one partner. A key may open thousands of sessions, each with its own bucket. */
export const SESSIONS_RATE_LIMIT = 12_000

const chargeShared = async (rates: Rates, own: Quota | Promise<Quota>, partnerId: string): Promise<Quota> => {
  const quota = await own
  if (!quota.allowed) return quota
  const shared = await rates.take(`sessions/${partnerId}`, SESSIONS_RATE_LIMIT)
  return shared.allowed ? quota : shared
}

/** Requests of a key in the last 60 s, as far as this process knows. */
export const usedBy = async (rates: Rates, { id, rate_limit }: Pick<KnownKey, 'id' | 'rate_limit'>): Promise<number> => {
  const { limit, remaining } = await rates.look(id, rate_limit)
  return limit - remaining
}

/** Counts a request of a key or session. A session also draws on the bucket of all sessions of its partner. */
export const chargeQuota = (
  rates: Rates,
  { id, rate_limit, session, partner_id }: Pick<KnownKey, 'id' | 'rate_limit' | 'session' | 'partner_id'>,
): Quota | Promise<Quota> => {
  const own = rates.take(id, rate_limit)
  return session && partner_id !== null ? chargeShared(rates, own, partner_id) : own
}

/** RateLimit header fields of draft-ietf-httpapi-ratelimit-headers. A refused request also gets Retry-After. */
export const quotaHeaders = (quota: Quota): Record<string, string> => ({
  'ratelimit-policy': `"default";q=${quota.limit};w=${WINDOW_S}`,
  ratelimit: `"default";r=${quota.remaining};t=${quota.reset_s}`,
  ...(quota.allowed ? {} : { 'retry-after': String(quota.reset_s) }),
})
