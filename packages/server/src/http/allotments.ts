// A machine's part of the rate limits that several machines on one database have in common. Of each bucket it has a share, and admits no more
// than that in any 60 s; all shares together are at most the limit. What it has not used it gives to a machine that wants it.
//
// Besides, each may admit a tenth of the limit, divided by the machines, without asking: so a key that is used a little costs nothing, and all
// of them together admit at most 1.1 times the limit. Exchanges with the database are at most twenty a second, whatever comes in.
//
// When the database does not answer, each machine admits its even part of the limit. What it admits then waits for the database as well.
// A machine that is gone keeps its shares for SILENT_AFTER_S and a window: it may have used them until then.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ShareAnswer, type ShareAsk, SILENT_AFTER_S } from '../service/rate-shares.ts'
import { type BetweenMachines, machineNow } from './rate-broker.ts'
import { WINDOW_MS } from './rate-limit.ts'

/** Of the limit, what all machines together may admit without asking. */
const UNASKED = 0.1
/** Of the limit, what a machine would like beyond what it uses. */
const AHEAD = 1 / 8
/** Of what it may admit: when less is left it asks for more. */
const LOW = 1 / 4
/** Between looks at what others want of the shares that this machine has. */
const TICK_MS = 100
/** Between the beginnings of two exchanges. */
const APART_MS = 50
/** Without a share there is nothing to give. Others see that this machine is there, and it sees them. */
const BEAT_MS = 2_000
/** What others do not give up by then they use. */
const WAIT_MS = 400
/** After a refusal nobody asks for the bucket again before. */
const REST_MS = 250
/** Without an answer for so long the database hangs, as everybody else sees it too. */
const OUT_AFTER_MS = 2_000
/** A key that was not used for so long gives all that it can. */
const IDLE_MS = 1_000
const STOP_LIMIT_MS = 1_000

interface Allotment {
  limit: number
  share: number
  /** 0: no more than there is. */
  desired: number
  isAsking: boolean
  used_ms: number
  refusedUntil_ms: number
  /** Those who wait for more. */
  waiting: (() => void)[]
}

export interface AllotmentsOptions {
  /** One statement or a few for all that is asked; errors: it did not work. */
  exchange(asks: ShareAsk[]): Promise<ShareAnswer>
  /** What was used of a bucket here in the last 60 s, what is lent to processes included. */
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
  /** When the last exchange began that was answered. */
  #answered_ms = Number.NEGATIVE_INFINITY
  #ticked_ms: number
  #unanswered_ms = 0
  #machines = 1
  /** What was used before, by machines that knew nothing of this one, is gone from every window then. */
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

  /** Gives up what is not used, if the database answers soon. */
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

  /** How much of the limit this machine may admit in any 60 s. */
  limitOf(bucket: string, limit: number): number {
    const now_ms = this.#now()
    const isKnown = now_ms - this.#answered_ms < SILENT_AFTER_S * 1000
    const share = isKnown ? (this.#allotments.get(bucket)?.share ?? 0) : 0
    const unasked = now_ms < this.#settled_ms ? 0 : Math.floor((limit * UNASKED) / this.#machines)
    const own = Math.min(limit, share + unasked)
    return this.#isOut ? Math.max(own, Math.ceil(limit / this.#machines)) : own
  }

  /** Something was used: `free` is what is left of what this machine may admit. More is asked for before that is used up. */
  used(bucket: string, limit: number, free: number): void {
    const now_ms = this.#now()
    const one = this.#allotments.get(bucket)
    if (one) one.used_ms = now_ms
    const share = one?.limit === limit ? one.share : 0
    if (share >= limit || free > Math.min(limit * AHEAD, this.limitOf(bucket, limit)) * LOW || now_ms < (one?.refusedUntil_ms ?? 0)) return
    this.#ask(this.#allotment(bucket, limit), this.#options.usedOf(bucket), 0)
  }

  /** Asks for room for `want` more, and resolves with whether there may be some. */
  async more(bucket: string, limit: number, want: number): Promise<boolean> {
    const one = this.#allotment(bucket, limit)
    const began_ms = this.#now()
    one.used_ms = began_ms
    const before = this.limitOf(bucket, limit)
    // Nobody is refused because there is no answer.
    const mayWait = () => this.#now() - began_ms < WAIT_MS || (this.#answered_ms < began_ms && !this.#isOut)
    while (this.#now() >= one.refusedUntil_ms && mayWait()) {
      if (this.limitOf(bucket, limit) > before || this.#options.usedOf(bucket) < this.limitOf(bucket, limit)) return true
      if (one.share >= limit) return false
      this.#ask(one, this.#options.usedOf(bucket), want)
      await this.#nextAnswer(one)
    }
    if (this.#options.usedOf(bucket) < this.limitOf(bucket, limit)) return true
    // Others keep what they have from now on.
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

  /** At the latest after a tick, in case there is none. */
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
    // After a pause of this process the answer may lie unread: a late tick counts no more than two.
    const passed_ms = Math.min(now_ms - this.#ticked_ms, 2 * TICK_MS)
    this.#ticked_ms = now_ms
    if (this.#exchanging || this.#unanswered_ms > 0) this.#unanswered_ms += passed_ms
    this.#giveUp(now_ms)
    const hasSharesToGive = this.#machines > 1 && this.#allotments.size > 0
    const isDue = now_ms - this.#began_ms >= (hasSharesToGive ? TICK_MS : BEAT_MS)
    if (isDue || [...this.#allotments.values()].some(({ isAsking }) => isAsking)) void this.#exchange()
  }

  /** Shares of keys that nobody uses any more. */
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
      // What was asked for meanwhile is in the next exchange.
      for (const [i, [, one]] of asking.entries()) one.share = shares[i] as number
      for (const bucket of wanted) this.#give(bucket)
    } catch {
      this.#unanswered_ms = Math.max(this.#unanswered_ms, 1)
      for (const [, one] of asking) one.isAsking = true
    } finally {
      for (const [, one] of this.#allotments) for (const tell of one.waiting.splice(0)) tell()
    }
  }

  /** Half of what is free, or all of it if nobody uses it here. */
  #give(bucket: string): void {
    const one = this.#allotments.get(bucket)
    if (!one || one.share === 0) return
    const used = Math.min(one.share, this.#options.usedOf(bucket))
    const isIdle = this.#now() - one.used_ms >= IDLE_MS
    const kept = used + (isIdle ? 0 : Math.floor((one.share - used) / 2))
    if (kept >= one.share) return
    // From now on: what is given up is not used between now and then.
    Object.assign(one, { share: kept, desired: kept, isAsking: true })
  }
}
