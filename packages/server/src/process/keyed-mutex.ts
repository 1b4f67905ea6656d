// Mutual exclusion by key, for commands that write the same busy row, such as a sweep that many bookings join. Without the locks, only one
// of the simultaneous commands would succeed, and all others would have to decide again. With them, each command needs one or two attempts.
// The supervisor process keeps the locks for all processes of a machine (app/supervisor.ts). Single commands are correct without these
// locks, even across machines, because of versions and unique indexes (commit/committer.ts). A rehearsal does need its lock, because it
// runs several commands. If the same rehearsal ran in two processes at once, its steps would run twice.
import { Busy } from './gate.ts'
import { Account, Shares } from './ledger.ts'

/** Runs work with the same key one after another, in order. */
export interface KeyedMutex {
  /**
   * Runs `work` after all earlier work with one of the same keys, whether that work succeeded or failed. It gets its place in line for all
   * keys at once.
   */
  runExclusive<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>
}

/** A mutex within one process. */
export class LocalKeyedMutex implements KeyedMutex {
  readonly #tails = new Map<string, Promise<unknown>>()

  async runExclusive<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const result = Promise.all(keys.map((key) => this.#tails.get(key))).then(work)
    const tail = result.catch(() => {})
    for (const key of keys) this.#tails.set(key, tail)
    try {
      return await result
    } finally {
      for (const key of keys) if (this.#tails.get(key) === tail) this.#tails.delete(key)
    }
  }
}

let mutex: KeyedMutex = new LocalKeyedMutex()

/** Makes all later calls use another mutex. */
export const setKeyedMutex = (other: KeyedMutex): void => {
  mutex = other
}

/** Limits for the work that waits or runs, in total and per key. The last piece of work for a key waits for all earlier ones. */
const MAX_LOCK_REQUESTS = 10_000
const MAX_OF_KEY = 1_000
export const lockLimits = { all: new Account(MAX_LOCK_REQUESTS), ofKeys: new Shares(MAX_OF_KEY) }

const acquire = (keys: readonly string[]): void => {
  if (!lockLimits.all.take()) throw new Busy()
  for (const [i, key] of keys.entries()) {
    if (lockLimits.ofKeys.take(key)) continue
    release(keys.slice(0, i))
    throw new Busy()
  }
}

const release = (keys: readonly string[]): void => {
  lockLimits.all.give()
  for (const key of keys) lockLimits.ofKeys.give(key)
}

/**
 * Runs `work` after all earlier work with one of the same keys, whether that work succeeded or failed. It gets its place in line for all
 * keys at once, so there is no deadlock. Throws Busy immediately if too much work waits.
 */
export const runExclusive = async <T>(keys: string | readonly string[], work: () => Promise<T>): Promise<T> => {
  const own = [...new Set([keys].flat())]
  if (own.length === 0) return work()
  acquire(own)
  try {
    return await mutex.runExclusive(own, work)
  } finally {
    release(own)
  }
}
