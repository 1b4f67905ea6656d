// Keeps the rate limits of all processes of a machine, in the process that started them. A process borrows a small portion of a bucket's
// quota, admits requests by it without asking, tells when it used it, and asks again.
//
// Promise: in any 60 s the processes together admit no more requests than the limit, because what is lent counts as used until it is given
// back; and none is refused while anything is left, because what others hold unused is called back before that.
// Where several machines share a database, the limit here is the machine's share (http/allotments.ts), and more is asked for before a refusal.
// Not promised: that what a process that died had borrowed is left to others. It may have used it, so it counts as used at that moment.
import { WINDOW_MS } from './rate-limit.ts'

/** Of what is free, each process is lent such a part beyond what it needs at once, and at most so much. */
const PART_AHEAD = 4
const MAX_AHEAD = 128
/** A process that does not answer by then keeps what it holds. */
export const RECALL_LIMIT_MS = 250
const SWEEP_EVERY_MS = 10_000

/** Milliseconds on the machine's clock that nobody can set; its processes all read the same. */
export const machineNow = (): number => {
  const [s, ns] = process.hrtime()
  return s * 1000 + ns / 1e6
}

/** What a process did with what it had borrowed. */
export interface Used {
  /** When, ascending: `machineNow`. */
  uses: number[]
  /** How many it gives back unused. */
  back: number
}

export interface Ask extends Used {
  bucket: string
  limit: number
  /** Requests that wait for it; 0: it only wants to know. */
  want: number
}

/** What is known of a bucket. Times are null when it is empty. */
export interface Known {
  count: number
  first_ms: number | null
  last_ms: number | null
}

export interface Lent extends Known {
  grant: number
}

/** What other machines leave of the limits. */
export interface BetweenMachines {
  limitOf(bucket: string, limit: number): number
  used(bucket: string, limit: number, free: number): void
  more(bucket: string, limit: number, want: number): Promise<boolean>
}

interface Account {
  /** Uses of the last minute, ascending; those before `head` have passed. */
  times: number[]
  head: number
  /** Portions out, by holder. */
  lent: Map<number, number>
  recalling: Promise<boolean> | null
}

export class RateBroker {
  readonly #accounts = new Map<string, Account>()
  readonly #recall: (holder: number, bucket: string) => Promise<Used | null>
  readonly #now: () => number
  readonly #gone = new Set<number>()
  /** Null: there is one machine. */
  between: BetweenMachines | null = null
  #swept_ms = 0

  /** `recall`: asks a holder for what it has not used; null when it does not answer. */
  constructor(recall: (holder: number, bucket: string) => Promise<Used | null>, now: () => number = machineNow) {
    this.#recall = recall
    this.#now = now
  }

  /** Lends to `holder`. A grant of 0 means that all of the limit was used in the last minute. */
  async ask(holder: number, { bucket, limit, want, ...used }: Ask): Promise<Lent> {
    const account = this.#account(bucket)
    this.#note(account, holder, used)
    for (;;) {
      const free = this.#free(account, this.between?.limitOf(bucket, limit) ?? limit)
      // It may have died while others were asked.
      if (free > 0 && !this.#gone.has(holder)) {
        const grant = this.#lend(account, holder, free, want)
        this.between?.used(bucket, limit, free - grant)
        return { grant, ...knownOf(account) }
      }
      if (want === 0 || free > 0) return { grant: 0, ...knownOf(account) }
      if (await this.#callBack(account, holder, bucket)) continue
      if (!(await this.between?.more(bucket, limit, want))) return { grant: 0, ...knownOf(account) }
    }
  }

  /** How much of a bucket counts as used: in the last 60 s, and what is lent. */
  usedOf(bucket: string): number {
    const account = this.#accounts.get(bucket)
    return account ? -this.#free(account, 0) : 0
  }

  /** Notes what a holder did since it last told. */
  tell(holder: number, bucket: string, used: Used): Known {
    const account = this.#account(bucket)
    this.#note(account, holder, used)
    this.#free(account, 0)
    return knownOf(account)
  }

  /** A holder is gone. Nobody can tell what it used. */
  leave(holder: number): void {
    this.#gone.add(holder)
    const now_ms = this.#now()
    for (const account of this.#accounts.values()) {
      const lent = account.lent.get(holder) ?? 0
      merge(account, new Array(lent).fill(now_ms))
      account.lent.delete(holder)
    }
  }

  #account(bucket: string): Account {
    this.#sweep()
    let account = this.#accounts.get(bucket)
    if (!account) {
      account = { times: [], head: 0, lent: new Map(), recalling: null }
      this.#accounts.set(bucket, account)
    }
    return account
  }

  #note(account: Account, holder: number, { uses, back }: Used): void {
    const lent = (account.lent.get(holder) ?? 0) - uses.length - back
    if (lent > 0) account.lent.set(holder, lent)
    else account.lent.delete(holder)
    merge(account, uses)
  }

  #free(account: Account, limit: number): number {
    const since_ms = this.#now() - WINDOW_MS
    while (account.head < account.times.length && (account.times[account.head] as number) <= since_ms) account.head++
    if (account.head > 1_000 && account.head * 2 > account.times.length) {
      account.times = account.times.slice(account.head)
      account.head = 0
    }
    let free = limit - (account.times.length - account.head)
    for (const lent of account.lent.values()) free -= lent
    return free
  }

  #lend(account: Account, holder: number, free: number, want: number): number {
    const ahead = Math.min(MAX_AHEAD, Math.ceil(free / PART_AHEAD / (account.lent.size + 1)))
    const grant = Math.min(free, want + ahead)
    account.lent.set(holder, (account.lent.get(holder) ?? 0) + grant)
    return grant
  }

  /** @returns whether anything may have come back */
  async #callBack(account: Account, asking: number, bucket: string): Promise<boolean> {
    if (account.recalling) return account.recalling
    const holders = [...account.lent.keys()].filter((holder) => holder !== asking)
    if (holders.length === 0) return false
    account.recalling = Promise.all(holders.map((holder) => this.#callBackFrom(account, holder, bucket))).then((back) =>
      back.includes(true),
    )
    const hasReturned = await account.recalling
    account.recalling = null
    return hasReturned
  }

  async #callBackFrom(account: Account, holder: number, bucket: string): Promise<boolean> {
    // What was lent last may have been on its way when the first question came; then it is there at the second.
    for (let round = 0; round < 2; round++) {
      const used = await this.#recall(holder, bucket)
      if (!used) return false
      this.#note(account, holder, used)
      if (used.uses.length + used.back > 0) return true
    }
    return false
  }

  #sweep(): void {
    const now_ms = this.#now()
    if (now_ms - this.#swept_ms < SWEEP_EVERY_MS) return
    this.#swept_ms = now_ms
    for (const [bucket, account] of this.#accounts) {
      this.#free(account, 0)
      if (account.head === account.times.length && account.lent.size === 0 && !account.recalling) this.#accounts.delete(bucket)
    }
  }
}

const knownOf = ({ times, head }: Account): Known => ({
  count: times.length - head,
  first_ms: times[head] ?? null,
  last_ms: times.length > head ? (times.at(-1) as number) : null,
})

/** Processes tell of their uses in portions, so the newest few may have to move. */
const merge = (account: Account, uses: number[]): void => {
  const { times, head } = account
  if (uses.length === 0) return
  let at = times.length
  while (at > head && (times[at - 1] as number) > (uses[0] as number)) at--
  const later = times.splice(at)
  for (let i = 0, j = 0; i < uses.length || j < later.length; ) {
    if (j >= later.length || (i < uses.length && (uses[i] as number) <= (later[j] as number))) times.push(uses[i++] as number)
    else times.push(later[j++] as number)
  }
}
