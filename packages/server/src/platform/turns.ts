// When many commands write one busy row (a sweep that many bookings join), only one at a time would succeed, and all others would have to
// decide again. Taking turns within a process limits them to one or two attempts. This only saves effort: versions and unique indexes keep
// commands correct (./committer.ts), also between processes.
const tails = new Map<string, Promise<unknown>>()

/**
 * Runs `work` after all earlier work with one of the same keys, however that ended. The places of all keys are taken at once, so no two can
 * wait for each other.
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
