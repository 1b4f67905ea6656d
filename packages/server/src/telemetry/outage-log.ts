// While the database is away, every request and every pass of a worker fails for the same reason. The first one is in the log at once, and the
// others as one line a second that says how many they were.
import type { Logger } from 'pino'

const EVERY_MS = 1_000

interface Held {
  facts: object
  what: string
  times: number
}

/** By log. Present: a line was written within the last second; null: nothing has happened since. */
const held = new WeakMap<object, Held | null>()

const flush = (log: Pick<Logger, 'warn'>): void => {
  const since = held.get(log)
  if (!since) {
    held.delete(log)
    return
  }
  held.set(log, null)
  log.warn({ ...since.facts, times: since.times }, since.what)
  setTimeout(flush, EVERY_MS, log).unref()
}

/** A warning like many others of this second, of which the last one is written with how `times` there was one. */
export const warnOfOutage = (log: Pick<Logger, 'warn'>, facts: object, what: string): void => {
  const since = held.get(log)
  if (since === undefined) {
    held.set(log, null)
    log.warn(facts, what)
    setTimeout(flush, EVERY_MS, log).unref()
  } else held.set(log, { facts, what, times: (since?.times ?? 0) + 1 })
}
