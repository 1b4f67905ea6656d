// When many commands write one busy row (a sweep that many bookings join), only one at a time would succeed, and all others would have to
// decide again. Taking turns within a process limits them to a few attempts. This only saves effort: versions and unique indexes keep commands
// correct (../commit/committer.ts), also between processes and machines.
import { Busy } from './gate.ts'
import { Account, Shares } from './ledger.ts'

/** What each key's last piece of work resolves with when it ends. */
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
  if (own.length === 0) return work()
  take(own)
  try {
    const result = Promise.all(own.map((key) => tails.get(key))).then(work)
    const tail = result.catch(() => {})
    for (const key of own) tails.set(key, tail)
    return await result.finally(() => {
      for (const key of own) if (tails.get(key) === tail) tails.delete(key)
    })
  } finally {
    give(own)
  }
}
