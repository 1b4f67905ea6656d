// Commands that write one busy row (a sweep that many bookings join) would win one at a time and send all others back to decide again.
// Taking turns within a process keeps their number of attempts at one or two. It is about effort only: what may not happen at once is
// held apart by versions and unique indexes (./commit.ts), also between processes.
const tails = new Map<string, Promise<unknown>>()

/**
 * Runs `work` after everything that was given one of the same keys before, however that ended. All places are taken at once, so no two
 * can wait for each other.
 */
export const inTurn = async <T>(keys: string | readonly string[], work: () => Promise<T>): Promise<T> => {
  const own = [keys].flat()
  const result = Promise.all(own.map((key) => tails.get(key))).then(work)
  const tail = result.catch(() => {})
  for (const key of own) tails.set(key, tail)
  try {
    return await result
  } finally {
    for (const key of own) if (tails.get(key) === tail) tails.delete(key)
  }
}
