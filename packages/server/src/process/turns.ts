// When many commands write one busy row (a sweep that many bookings join), only one at a time would succeed, and all others would have to
// decide again. Taking turns limits them to one or two attempts. The turns of a machine's processes are kept by the process that started
// them (app/supervisor.ts). Versions and unique indexes keep single commands correct (commit/committer.ts), also between machines. What runs
// several commands, a rehearsal, needs its turn: repeated meanwhile in another process, it would do its steps twice.
import { Busy } from './gate.ts'
import { Account, Shares } from './ledger.ts'

/** Keeps who comes after whom. */
export interface Turns {
  /** Runs `work` after all earlier work with one of the same keys, however that ended. All places are taken at once. */
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

/** From now on turns are taken there. */
export const takeTurnsIn = (other: Turns): void => {
  keeper = other
}

/** Pieces of work that wait for their turn or have it, in all and by key: whoever comes last waits for all before it. */
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
 * Runs `work` after all earlier work with one of the same keys, however that ended. The places of all keys are taken at once, so no two can
 * wait for each other. Throws Busy at once when too many wait.
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
