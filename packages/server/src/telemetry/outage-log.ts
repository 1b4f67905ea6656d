// Limits log lines during a database outage, when every request and every pass of a worker fails for the same reason. The first failure is
// logged at once. After that, one line per second is logged with the number of failures.
import type { Logger } from 'pino'

const EVERY_MS = 1_000

interface Held {
  facts: object
  what: string
  times: number
}

/**
 * For each log that has written a line within the last second: the warning to write next. Null: there has been no further warning since
 * that line.
 */
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

/**
 * Logs a warning that may repeat often. After the first one, only the last warning of each second is written, and `times` gives the number
 * of warnings in that second.
 */
export const warnOfOutage = (log: Pick<Logger, 'warn'>, facts: object, what: string): void => {
  const since = held.get(log)
  if (since === undefined) {
    held.set(log, null)
    log.warn(facts, what)
    setTimeout(flush, EVERY_MS, log).unref()
  } else held.set(log, { facts, what, times: (since?.times ?? 0) + 1 })
}
