// The process's side of a machine's rate limits. It admits requests from borrowed quota (http/rate-broker.ts) and asks for more before the
// quota runs out. So a request waits for another process only if its key was not used in this process for a while, or is near its limit.
import { type Ask, type Known, type Lent, machineNow, type Used } from './rate-broker.ts'
import { type Quota, type Rates, secondsUntilFree, WINDOW_MS, WINDOW_S } from './rate-limit.ts'

/** Interval for reporting uses to the broker and for reading the uses of other processes. */
const REPORT_INTERVAL_MS = 100
/** Quota that was not used for this time is returned. */
const REST_MS = 1_000

/** The connection to the broker. It fails only when this process is about to end. */
export interface RateLine {
  ask(ask: Ask): Promise<Lent>
  tell(used: (Used & { bucket: string })[]): Promise<Known[]>
}

interface Waiter {
  /** The limit for this request. It may have changed since the previous one. */
  limit: number
  resolve(quota: Quota): void
  reject(error: Error): void
}

/** The quota of one bucket that this process holds. */
interface Portion {
  limit: number
  tokens: number
  /** The process asks for more when the remaining quota is this low. */
  low: number
  /** Times of use that were not reported yet. */
  uses: number[]
  /** Number of uses that were reported, but not yet confirmed. */
  underWay: number
  known: Known
  known_ms: number
  touched_ms: number
  /** The whole limit is used, and no quota becomes free before this time. 0 if the limit is not used up. */
  blockedUntil_ms: number
  asking: Promise<void> | null
  waiting: Waiter[]
}

export class SharedRates implements Rates {
  readonly #line: RateLine
  readonly #now: () => number
  readonly #portions = new Map<string, Portion>()
  #timer: NodeJS.Timeout | null = null

  constructor(line: RateLine, now: () => number = machineNow) {
    this.#line = line
    this.#now = now
  }

  take(bucket: string, limit: number): Quota | Promise<Quota> {
    const now_ms = this.#now()
    const portion = this.#portion(bucket, limit, now_ms)
    portion.touched_ms = now_ms
    if (portion.tokens > 0 && portion.limit === limit) {
      if (portion.tokens <= portion.low) void this.#ask(bucket, portion, limit).catch(() => {})
      return use(portion, now_ms)
    }
    if (now_ms < portion.blockedUntil_ms && portion.limit === limit) return refusal(portion, now_ms)
    return new Promise((resolve, reject) => {
      portion.waiting.push({ limit, resolve, reject })
      void this.#ask(bucket, portion, limit).catch(() => {})
    })
  }

  look(bucket: string, limit: number): Quota | Promise<Quota> {
    const now_ms = this.#now()
    const portion = this.#portion(bucket, limit, now_ms)
    portion.touched_ms = now_ms
    const show = () => shown(portion, this.#now())
    if (portion.limit === limit && now_ms - portion.known_ms < REST_MS) return show()
    return this.#ask(bucket, portion, limit).then(show)
  }

  /** The broker recalls unused quota. */
  recall(bucket: string): Used {
    const portion = this.#portions.get(bucket)
    if (!portion) return { uses: [], back: 0 }
    const back = portion.tokens
    portion.tokens = 0
    const uses = portion.uses.splice(0)
    portion.known = { ...portion.known, count: portion.known.count + uses.length, last_ms: uses.at(-1) ?? portion.known.last_ms }
    return { uses, back }
  }

  #portion(bucket: string, limit: number, now_ms: number): Portion {
    let portion = this.#portions.get(bucket)
    if (!portion) {
      portion = {
        ...{ limit, tokens: 0, low: 0, uses: [], underWay: 0, asking: null, waiting: [], touched_ms: now_ms },
        ...{ known: { count: 0, first_ms: null, last_ms: null }, known_ms: Number.NEGATIVE_INFINITY, blockedUntil_ms: 0 },
      }
      this.#portions.set(bucket, portion)
      this.#timer ??= setTimeout(() => this.#tell(), REPORT_INTERVAL_MS).unref()
    }
    return portion
  }

  /** Sends one question at a time for each bucket. Requests that arrive meanwhile share the next question. */
  #ask(bucket: string, portion: Portion, limit: number): Promise<void> {
    portion.asking ??= this.#exchange(bucket, portion, limit).finally(() => {
      portion.asking = null
      const [next] = portion.waiting
      if (next) void this.#ask(bucket, portion, next.limit).catch(() => {})
    })
    return portion.asking
  }

  async #exchange(bucket: string, portion: Portion, limit: number): Promise<void> {
    // Quota that was lent under another limit is returned first.
    const back = portion.limit === limit ? 0 : portion.tokens
    if (portion.limit !== limit) portion.blockedUntil_ms = 0
    portion.tokens -= back
    portion.limit = limit
    const uses = portion.uses.splice(0)
    portion.underWay += uses.length
    const waited = portion.waiting.length
    try {
      const { grant, ...known } = await this.#line.ask({ bucket, limit, uses, back, want: waited })
      portion.underWay -= uses.length
      this.#learn(portion, known)
      portion.tokens += grant
      portion.low = Math.floor(portion.tokens / 2)
      const now_ms = this.#now()
      portion.blockedUntil_ms = grant === 0 && known.count >= limit && known.first_ms !== null ? known.first_ms + WINDOW_MS : 0
      const served = grant > 0 ? portion.tokens : portion.blockedUntil_ms > 0 ? portion.waiting.length : waited
      for (const { resolve } of portion.waiting.splice(0, served)) resolve(grant > 0 ? use(portion, now_ms) : refusal(portion, now_ms))
    } catch (error) {
      for (const { reject } of portion.waiting.splice(0)) reject(error as Error)
      throw error
    }
  }

  #learn(portion: Portion, known: Known): void {
    portion.known = known
    portion.known_ms = this.#now()
  }

  /** Reports uses, returns idle quota, and removes empty portions. */
  #tell(): void {
    this.#timer = null
    const now_ms = this.#now()
    const told: [Portion, Used & { bucket: string }][] = []
    for (const [bucket, portion] of this.#portions) {
      if (portion.asking) continue
      const rests = now_ms - portion.touched_ms >= REST_MS
      const isIdle = rests && portion.waiting.length === 0
      if (isIdle) this.#portions.delete(bucket)
      const back = isIdle ? portion.tokens : 0
      const active = now_ms - portion.touched_ms < 2 * REPORT_INTERVAL_MS
      if (portion.uses.length === 0 && back === 0 && !active) continue
      portion.tokens -= back
      portion.underWay += portion.uses.length
      told.push([portion, { bucket, uses: portion.uses.splice(0), back }])
    }
    if (this.#portions.size > 0) this.#timer = setTimeout(() => this.#tell(), REPORT_INTERVAL_MS).unref()
    if (told.length === 0) return
    this.#line.tell(told.map(([, used]) => used)).then(
      (known) => {
        for (const [i, [portion, { uses }]] of told.entries()) {
          portion.underWay -= uses.length
          if (!portion.asking) this.#learn(portion, known[i] as Known)
        }
      },
      () => {},
    )
  }
}

const use = (portion: Portion, now_ms: number): Quota => {
  portion.tokens--
  portion.uses.push(now_ms)
  return shown(portion, now_ms)
}

/** The state as far as this process knows. It misses what other processes admitted in the last tenth of a second. */
const shown = ({ limit, known, uses, underWay }: Portion, now_ms: number): Quota => {
  const last_ms = uses.at(-1) ?? known.last_ms
  const remaining = Math.max(0, limit - known.count - uses.length - underWay)
  return { allowed: true, limit, remaining, reset_s: last_ms === null ? WINDOW_S : secondsUntilFree(last_ms, now_ms) }
}

const refusal = ({ limit, known }: Portion, now_ms: number): Quota => ({
  allowed: false,
  limit,
  remaining: 0,
  reset_s: known.first_ms === null ? 1 : secondsUntilFree(known.first_ms, now_ms),
})
