import { Busy } from './gate.ts'
import { Account, Shares } from './ledger.ts'

// When many commands write one busy row (a sweep that many bookings join), only one at a time would succeed, and all others would have to
// decide again. Taking turns within a process limits them to one or two attempts. This only saves effort: versions and unique indexes keep
// commands correct (./committer.ts), also between processes.
const tails = new Map<string, Promise<unknown>>()

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
  take(own)
  const result = Promise.all(own.map((key) => tails.get(key))).then(work)
  const tail = result.catch(() => {})
  for (const key of own) tails.set(key, tail)
  try {
    return await result
  } finally {
    for (const key of own) if (tails.get(key) === tail) tails.delete(key)
    give(own)
  }
}
