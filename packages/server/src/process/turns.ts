// Turns for commands that write the same busy row, such as a sweep that many bookings join. Without turns only one command at a time would
// succeed, and all others would have to decide again. With turns, each needs one or two attempts. The supervisor process keeps the turns
// for all processes of a machine (app/supervisor.ts). Single commands are correct without turns, also between machines, because of versions
// and unique indexes (commit/committer.ts). A rehearsal runs several commands and does need its turn. If it were repeated in another
// process at the same time, its steps would run twice.
import { Busy } from './gate.ts'
import { Account, Shares } from './ledger.ts'

/** Keeps the order of work. */
export interface Turns {
  /**
   * Runs `work` after all earlier work with one of the same keys, whether that succeeded or failed. The places of all keys are taken at
   * once.
   */
  inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>
}

/** Turns within one process. */
export class OwnTurns implements Turns {
  readonly #tails = new Map<string, Promise<unknown>>()

  async inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
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

let keeper: Turns = new OwnTurns()

/** Takes turns in another place from now on. */
export const takeTurnsIn = (other: Turns): void => {
  keeper = other
}

/** Limits of work that waits or has its turn, in all and per key. The last one in line waits for all before it. */
const MAX_TURNS = 10_000
const MAX_OF_KEY = 1_000
export const turns = { all: new Account(MAX_TURNS), ofKeys: new Shares(MAX_OF_KEY) }

const take = (keys: readonly string[]): void => {
  if (!turns.all.take()) throw new Busy()
  for (const [i, key] of keys.entries()) {
    if (turns.ofKeys.take(key)) continue
    give(keys.slice(0, i))
    throw new Busy()
  }
}

const give = (keys: readonly string[]): void => {
  turns.all.give()
  for (const key of keys) turns.ofKeys.give(key)
}

/**
 * Runs `work` after all earlier work with one of the same keys, whether that succeeded or failed. The places of all keys are taken at once,
 * so there is no deadlock. Throws Busy at once when too many wait.
 */
export const inTurn = async <T>(keys: string | readonly string[], work: () => Promise<T>): Promise<T> => {
  const own = [...new Set([keys].flat())]
  if (own.length === 0) return work()
  take(own)
  try {
    return await keeper.inTurn(own, work)
  } finally {
    give(own)
  }
}
