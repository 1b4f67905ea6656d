// Keeps the rate limits of all processes of a machine. The broker runs in the process that started the others. A process borrows a small
// portion of a bucket's quota, admits requests from it without asking, reports the use, and asks again.
//
// Promise: in any 60 s the processes together admit no more requests than the limit, because lent quota counts as used until it is
// returned. No request is refused while quota is left, because the broker first recalls the unused quota of other processes. If several
// machines share a database, the limit here is the machine's share (http/allotments.ts), and the broker asks for more before it refuses.
// One exception: if a process dies, the quota that it borrowed is not given to others. The process may have used it, so it counts as used
// at the time of its death.
import { WINDOW_MS } from './rate-limit.ts'

/**
 * A process borrows more quota than it needs now: in addition, it gets 1/PART_AHEAD of the free quota, divided by the number of holders,
 * but at most MAX_AHEAD.
 */
const PART_AHEAD = 4
const MAX_AHEAD = 128
/** Time limit for an answer to a recall. A process that misses it keeps its quota. */
export const RECALL_LIMIT_MS = 250
const SWEEP_EVERY_MS = 10_000

/** Milliseconds on the machine's monotonic clock. All processes of a machine read the same value. */
export const machineNow = (): number => {
  const [s, ns] = process.hrtime()
  return s * 1000 + ns / 1e6
}

/** Use of borrowed quota, as a process reports it. */
export interface Used {
  /** Times of use, ascending, as `machineNow`. */
  uses: number[]
  /** Quota returned unused. */
  back: number
}

export interface Ask extends Used {
  bucket: string
  limit: number
  /** Number of requests that wait for quota. 0 if the process only asks for the state. */
  want: number
}

/** The state of a bucket. Times are null if the bucket is empty. */
export interface Known {
  count: number
  first_ms: number | null
  last_ms: number | null
}

export interface Lent extends Known {
  grant: number
}

/** The part of the limits that other machines leave to this one. */
export interface BetweenMachines {
  limitOf(bucket: string, limit: number): number
  used(bucket: string, limit: number, free: number): void
  more(bucket: string, limit: number, want: number): Promise<boolean>
}

interface Account {
  /** Uses of the last minute, ascending. Entries before `head` have expired. */
  times: number[]
  head: number
  /** Lent quota by holder. */
  lent: Map<number, number>
  recalling: Promise<boolean> | null
}

export class RateBroker {
  readonly #accounts = new Map<string, Account>()
  readonly #recall: (holder: number, bucket: string) => Promise<Used | null>
  readonly #now: () => number
  readonly #gone = new Set<number>()
  /** Null if there is only one machine. */
  between: BetweenMachines | null = null
  #swept_ms = 0

  /** @param recall asks a holder for its unused quota; returns null if the holder does not answer */
  constructor(recall: (holder: number, bucket: string) => Promise<Used | null>, now: () => number = machineNow) {
    this.#recall = recall
    this.#now = now
  }

  /** Lends to `holder`. A grant of 0 means that the whole limit was used in the last minute. */
  async ask(holder: number, { bucket, limit, want, ...used }: Ask): Promise<Lent> {
    const account = this.#account(bucket)
    this.#note(account, holder, used)
    for (;;) {
      const free = this.#free(account, this.between?.limitOf(bucket, limit) ?? limit)
      // The process may have died while the broker asked others.
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

  /** Quota of a bucket that counts as used: uses in the last 60 s, and lent quota. */
  usedOf(bucket: string): number {
    const account = this.#accounts.get(bucket)
    return account ? -this.#free(account, 0) : 0
  }

  /** Records the use that a holder reports. */
  tell(holder: number, bucket: string, used: Used): Known {
    const account = this.#account(bucket)
    this.#note(account, holder, used)
    this.#free(account, 0)
    return knownOf(account)
  }

  /** Removes a holder that has ended. How much of its quota it used is unknown. */
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

  /** @returns whether quota may have been returned */
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
    // At the first recall, the latest grant may still be on its way to the holder. The second recall then includes it.
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

/**
 * Merges newly reported uses into the ascending list. Processes report their uses in portions, so the newest few entries of the list may
 * have to move.
 */
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
