// A machine's part of the rate limits that several machines on one database share. The machine has a share of each bucket, and admits no
// more than that in any 60 s. All shares together are at most the limit. A machine gives unused parts of its share to machines that want
// them.
//
// In addition, each machine may admit its part of a tenth of the limit without asking. So a key with little traffic costs nothing, and all
// machines together admit at most 1.1 times the limit. There are at most twenty exchanges with the database per second, regardless of
// traffic.
//
// When the database does not answer, each machine admits an equal part of the limit. The admitted requests then wait for the database as
// well. A machine that is gone keeps its shares for SILENT_AFTER_S plus one window, because it may have used them until then.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ShareAnswer, type ShareAsk, SILENT_AFTER_S } from '../service/rate-shares.ts'
import { type BetweenMachines, machineNow } from './rate-broker.ts'
import { WINDOW_MS } from './rate-limit.ts'

/** Fraction of the limit that all machines together may admit without asking. */
const UNASKED = 0.1
/** Fraction of the limit that a machine requests beyond its current use. */
const AHEAD = 1 / 8
/** When less than this fraction of its own allowance is left, a machine asks for more. */
const LOW = 1 / 4
/** Interval of checks whether other machines want parts of this machine's shares. */
const TICK_MS = 100
/** Minimum time between the starts of two exchanges. */
const APART_MS = 50
/** Interval of exchanges while this machine has no share to give. Through them, the machines learn about each other. */
const BEAT_MS = 2_000
/** Maximum wait for other machines to give up parts of their shares. After this time, they are assumed to use their shares. */
const WAIT_MS = 400
/** After a refusal, this machine does not ask for the bucket again for this long. */
const REST_MS = 250
/** After this time without an answer, the database counts as hung. Other parts of the service use the same limit. */
const OUT_AFTER_MS = 2_000
/** When a key has not been used for this long, the machine gives up all unused parts of the key's shares. */
const IDLE_MS = 1_000
const STOP_LIMIT_MS = 1_000

interface Allotment {
  limit: number
  share: number
  /** The share that this machine wants. 0 means that its current share is enough. */
  desired: number
  isAsking: boolean
  used_ms: number
  refusedUntil_ms: number
  /** Callbacks of requests that wait for a larger share. */
  waiting: (() => void)[]
}

export interface AllotmentsOptions {
  /** Sends all requests for shares to the database in one or a few statements. Rejects when that failed. */
  exchange(asks: ShareAsk[]): Promise<ShareAnswer>
  /** Returns the use of a bucket on this machine in the last 60 s, including the parts lent to processes. */
  usedOf(bucket: string): number
  now?: () => number
}

export class Allotments implements BetweenMachines {
  readonly #options: AllotmentsOptions
  readonly #now: () => number
  readonly #allotments = new Map<string, Allotment>()
  #timer: NodeJS.Timeout | null = null
  #exchanging: Promise<void> | null = null
  #began_ms = Number.NEGATIVE_INFINITY
  /** When the last answered exchange began. */
  #answered_ms = Number.NEGATIVE_INFINITY
  #ticked_ms: number
  #unanswered_ms = 0
  #machines = 1
  /** After this time, no window contains requests that other machines admitted before they knew of this machine. */
  readonly #settled_ms: number

  constructor(options: AllotmentsOptions) {
    this.#options = options
    this.#now = options.now ?? machineNow
    this.#ticked_ms = this.#now()
    this.#settled_ms = this.#now() + WINDOW_MS + 2 * BEAT_MS
  }

  start(): void {
    this.#timer ??= setInterval(() => this.tick(), TICK_MS).unref()
    void this.#exchange()
  }

  /** Gives up unused shares, if the database answers soon. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    await Promise.race([this.#giveAll(), sleep(STOP_LIMIT_MS)])
  }

  async #giveAll(): Promise<void> {
    await this.#exchanging
    for (const [bucket, one] of this.#allotments) {
      one.share = Math.min(one.share, this.#options.usedOf(bucket))
      one.desired = one.share
      one.isAsking = true
    }
    await this.#exchange()
  }

  /** Returns how much of the limit this machine may admit in any 60 s. */
  limitOf(bucket: string, limit: number): number {
    const now_ms = this.#now()
    const isKnown = now_ms - this.#answered_ms < SILENT_AFTER_S * 1000
    const share = isKnown ? (this.#allotments.get(bucket)?.share ?? 0) : 0
    const unasked = now_ms < this.#settled_ms ? 0 : Math.floor((limit * UNASKED) / this.#machines)
    const own = Math.min(limit, share + unasked)
    return this.#isOut ? Math.max(own, Math.ceil(limit / this.#machines)) : own
  }

  /** Notes that the bucket was used. `free`: the rest of this machine's allowance. Asks for more before the allowance is used up. */
  used(bucket: string, limit: number, free: number): void {
    const now_ms = this.#now()
    const one = this.#allotments.get(bucket)
    if (one) one.used_ms = now_ms
    const share = one?.limit === limit ? one.share : 0
    if (share >= limit || free > Math.min(limit * AHEAD, this.limitOf(bucket, limit)) * LOW || now_ms < (one?.refusedUntil_ms ?? 0)) return
    this.#ask(this.#allotment(bucket, limit), this.#options.usedOf(bucket), 0)
  }

  /** Asks for room for `want` more requests. Resolves with whether there may be room. */
  async more(bucket: string, limit: number, want: number): Promise<boolean> {
    const one = this.#allotment(bucket, limit)
    const began_ms = this.#now()
    one.used_ms = began_ms
    const before = this.limitOf(bucket, limit)
    // A missing answer alone never causes a refusal.
    const mayWait = () => this.#now() - began_ms < WAIT_MS || (this.#answered_ms < began_ms && !this.#isOut)
    while (this.#now() >= one.refusedUntil_ms && mayWait()) {
      if (this.limitOf(bucket, limit) > before || this.#options.usedOf(bucket) < this.limitOf(bucket, limit)) return true
      if (one.share >= limit) return false
      this.#ask(one, this.#options.usedOf(bucket), want)
      await this.#nextAnswer(one)
    }
    if (this.#options.usedOf(bucket) < this.limitOf(bucket, limit)) return true
    // Withdraws the request for a larger share, so that other machines keep their shares from now on.
    if (one.desired > one.share) Object.assign(one, { desired: one.share, isAsking: true })
    one.refusedUntil_ms = Math.max(one.refusedUntil_ms, this.#now() + REST_MS)
    return false
  }

  get #isOut(): boolean {
    return this.#unanswered_ms >= OUT_AFTER_MS
  }

  #allotment(bucket: string, limit: number): Allotment {
    let one = this.#allotments.get(bucket)
    if (!one) {
      one = { limit, share: 0, desired: 0, isAsking: false, used_ms: this.#now(), refusedUntil_ms: 0, waiting: [] }
      this.#allotments.set(bucket, one)
    }
    one.limit = limit
    return one
  }

  #ask(one: Allotment, used: number, want: number): void {
    one.desired = Math.min(one.limit, Math.max(one.share, used + want + Math.ceil(one.limit * AHEAD)))
    one.isAsking = true
    if (this.#now() - this.#began_ms >= APART_MS) void this.#exchange()
  }

  /** Waits for the next answer, but at most until the next tick. */
  #nextAnswer(one: Allotment): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, TICK_MS)
      one.waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  tick(): void {
    const now_ms = this.#now()
    // If this process was paused, the answer may already be in the socket, unread. So a late tick counts as at most two ticks without an
    // answer.
    const passed_ms = Math.min(now_ms - this.#ticked_ms, 2 * TICK_MS)
    this.#ticked_ms = now_ms
    if (this.#exchanging || this.#unanswered_ms > 0) this.#unanswered_ms += passed_ms
    this.#giveUp(now_ms)
    const hasSharesToGive = this.#machines > 1 && this.#allotments.size > 0
    const isDue = now_ms - this.#began_ms >= (hasSharesToGive ? TICK_MS : BEAT_MS)
    if (isDue || [...this.#allotments.values()].some(({ isAsking }) => isAsking)) void this.#exchange()
  }

  /** Gives up the shares of keys that are no longer used. */
  #giveUp(now_ms: number): void {
    for (const [bucket, one] of this.#allotments) {
      if (one.isAsking || one.waiting.length > 0 || now_ms - one.used_ms < WINDOW_MS) continue
      if (one.share === 0) this.#allotments.delete(bucket)
      else if (this.#options.usedOf(bucket) === 0) Object.assign(one, { share: 0, desired: 0, isAsking: true })
    }
  }

  #exchange(): Promise<void> {
    this.#exchanging ??= this.#carryOut().finally(() => {
      this.#exchanging = null
    })
    return this.#exchanging
  }

  async #carryOut(): Promise<void> {
    const began_ms = this.#now()
    this.#began_ms = began_ms
    const asking = [...this.#allotments].filter(([, { isAsking }]) => isAsking).sort(([a], [b]) => (a < b ? -1 : 1))
    const asks = asking.map(([bucket, one]): ShareAsk => {
      one.isAsking = false
      return { bucket, limit: one.limit, used: Math.min(one.share, this.#options.usedOf(bucket)), desired: one.desired }
    })
    try {
      const { shares, wanted, machines } = await this.#options.exchange(asks)
      this.#answered_ms = began_ms
      this.#unanswered_ms = 0
      this.#machines = Math.max(1, machines)
      // Requests for shares that are made during the exchange are part of the next one.
      for (const [i, [, one]] of asking.entries()) one.share = shares[i] as number
      for (const bucket of wanted) this.#give(bucket)
    } catch {
      this.#unanswered_ms = Math.max(this.#unanswered_ms, 1)
      for (const [, one] of asking) one.isAsking = true
    } finally {
      for (const [, one] of this.#allotments) for (const tell of one.waiting.splice(0)) tell()
    }
  }

  /** Gives up half of the unused part of a share, or all of it if the key is idle here. */
  #give(bucket: string): void {
    const one = this.#allotments.get(bucket)
    if (!one || one.share === 0) return
    const used = Math.min(one.share, this.#options.usedOf(bucket))
    const isIdle = this.#now() - one.used_ms >= IDLE_MS
    const kept = used + (isIdle ? 0 : Math.floor((one.share - used) / 2))
    if (kept >= one.share) return
    // The lower share applies at once, so that nothing uses the given part before the next exchange.
    Object.assign(one, { share: kept, desired: kept, isAsking: true })
  }
}
