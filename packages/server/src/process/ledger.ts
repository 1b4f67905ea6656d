// Accounts for everything that callers can make this process hold: bytes, connections, requests, places, locks, statements. Code that holds
// something for a caller takes the amount from an account and gives it back later, or reports to the ledger how much it holds. So /metrics
// can show all these amounts next to their limits. A test can check that everything was given back, regardless of what a caller did.
//
// Limits are per process.
import { strict as assert } from 'node:assert'

/** The state of an account. If there is an account for each owner, it is the state of the fullest one. */
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

  /** Takes an amount. If that would exceed the limit, takes nothing and returns false. */
  take(amount = 1): boolean {
    if (this.#held + amount > this.limit) return false
    this.#held += amount
    return true
  }

  give(amount = 1): void {
    assert(amount <= this.#held, `${amount} returned, but only ${this.#held} are held`)
    this.#held -= amount
  }
}

/** A group of accounts, one for each owner, all with the same limit. */
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

  /** Takes an amount for an owner. If that would exceed the owner's limit, takes nothing and returns false. */
  take(owner: string, amount = 1): boolean {
    const held = (this.#held.get(owner) ?? 0) + amount
    if (held > this.limit) return false
    this.#held.set(owner, held)
    return true
  }

  give(owner: string, amount = 1): void {
    const left = (this.#held.get(owner) ?? 0) - amount
    assert(left >= 0, `${amount} returned, but only ${left + amount} are held`)
    if (left > 0) this.#held.set(owner, left)
    else this.#held.delete(owner)
  }
}

export class Ledger {
  readonly #accounts = new Map<string, { limit: number; held: () => number }>()
  readonly #opened = new Map<string, Account | Shares>()

  /** Opens the account of this name. All listeners of a process share it. */
  account(name: string, limit: number): Account {
    return this.#open(name, limit, Account, (account) => account.held)
  }

  /** Opens the accounts of this name, one for each owner. */
  shares(name: string, limit: number): Shares {
    return this.#open(name, limit, Shares, (shares) => shares.fullest)
  }

  /** Adds an account whose amount is read by calling `held`. It replaces an earlier account of the same name. */
  watch(name: string, limit: number, held: () => number): void {
    this.#accounts.set(name, { limit, held })
  }

  /** The state of all accounts, ordered by name. */
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
