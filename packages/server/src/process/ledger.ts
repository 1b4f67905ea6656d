// What callers can make this process keep, in one place: bytes, connections, requests, places, turns, statements. Whoever keeps something for
// a caller takes it from an account here and gives it back, or says here how much it keeps. So that all of it can be seen beside its limits
// (/metrics), and a test can ask whether everything came back after whatever a caller did.
//
// Limits are those of this process.
import { strict as assert } from 'node:assert'

/** How an account stands. Of accounts that owners have, the fullest one. */
export interface Standing {
  account: string
  held: number
  limit: number
}

export class Account {
  readonly limit: number
  #held = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get held(): number {
    return this.#held
  }

  /** False, and nothing is taken, when it would be more than the limit. */
  take(amount = 1): boolean {
    if (this.#held + amount > this.limit) return false
    this.#held += amount
    return true
  }

  give(amount = 1): void {
    assert(amount <= this.#held, `${amount} given back where ${this.#held} are held`)
    this.#held -= amount
  }
}

/** An account for each owner, all with the same limit. */
export class Shares {
  readonly limit: number
  readonly #held = new Map<string, number>()

  constructor(limit: number) {
    this.limit = limit
  }

  get fullest(): number {
    let most = 0
    for (const held of this.#held.values()) if (held > most) most = held
    return most
  }

  /** False, and nothing is taken, when it would be more than one owner may hold. */
  take(owner: string, amount = 1): boolean {
    const held = (this.#held.get(owner) ?? 0) + amount
    if (held > this.limit) return false
    this.#held.set(owner, held)
    return true
  }

  give(owner: string, amount = 1): void {
    const left = (this.#held.get(owner) ?? 0) - amount
    assert(left >= 0, `${amount} given back where ${left + amount} are held`)
    if (left > 0) this.#held.set(owner, left)
    else this.#held.delete(owner)
  }
}

export class Ledger {
  readonly #accounts = new Map<string, { limit: number; held: () => number }>()
  readonly #opened = new Map<string, Account | Shares>()

  /** The account of this name. Listeners of one process share it. */
  account(name: string, limit: number): Account {
    return this.#open(name, limit, Account, (account) => account.held)
  }

  /** The accounts of this name, one for each owner. */
  shares(name: string, limit: number): Shares {
    return this.#open(name, limit, Shares, (shares) => shares.fullest)
  }

  /** What counts itself. A later one of the same name takes the place of an earlier one. */
  watch(name: string, limit: number, held: () => number): void {
    this.#accounts.set(name, { limit, held })
  }

  /** All accounts, in the order of their names. */
  read(): Standing[] {
    const standings = [...this.#accounts].map(([account, { held, limit }]) => ({ account, held: held(), limit }))
    return standings.sort((a, b) => (a.account < b.account ? -1 : 1))
  }

  #open<T extends Account | Shares>(name: string, limit: number, kind: new (limit: number) => T, held: (opened: T) => number): T {
    const known = this.#opened.get(name)
    if (known) {
      assert(known instanceof kind && known.limit === limit, `the account ${name} was opened with another limit`)
      return known
    }
    const opened = new kind(limit)
    this.#opened.set(name, opened)
    this.watch(name, limit, () => held(opened))
    return opened
  }
}
