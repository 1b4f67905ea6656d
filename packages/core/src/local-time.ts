// Store-local time. Pure functions: the time is ISO 8601 text, the zone an IANA name.
import { Temporal } from 'temporal-polyfill'

const MAX_REMEMBERED = 1_000

/** Caches the recent results of a function that takes texts. The arguments are often the same for all shipments of a second or of a day. */
export const remembered = <Answer>(make: (...texts: string[]) => Answer): ((...texts: string[]) => Answer) => {
  const answers = new Map<string, Answer>()
  return (...texts) => {
    const key = texts.length === 1 ? (texts[0] as string) : texts.join(' ')
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = make(...texts)
    if (answers.size >= MAX_REMEMBERED) answers.clear()
    answers.set(key, answer)
    return answer
  }
}

const dayOf = remembered((second, timezone) =>
  Temporal.Instant.from(`${second}Z`)
    .toZonedDateTimeISO(timezone as string)
    .toPlainDate()
    .toString(),
)
/** Times of this service: in UTC, with or without milliseconds. */
const IN_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Returns the store-local day (YYYY-MM-DD) at a moment. In every time zone, days change at a whole second. */
export const localDay = (at: string, timezone: string): string =>
  IN_UTC.test(at)
    ? dayOf(at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length), timezone)
    : Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString()

/**
 * Returns the moment (ms since 1970) of `time` (HH:MM) on `date`, store-local. A time that the change to daylight saving time skips is
 * moved past the gap. If a time occurs twice, the first one counts.
 */
export const localMoment: (date: string, time: string, timezone: string) => number = remembered(
  (date, time, timezone) => Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone as string).epochMilliseconds,
)

/**
 * Time zone names that were found to be valid. A file of stores has thousands of rows but few different names, and checking a name takes as
 * long as the rest of a row.
 */
const found = new Set<string>()
/** There are fewer time zones than this, but each name may be in upper or lower case. */
const MAX_FOUND = 1_000

/**
 * Checks the name with the library that computes times. `Intl` accepts abbreviations such as `BST` and `CST`, which the library does not
 * know.
 */
const canCompute = (timezone: string): boolean => {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone) !== null
  } catch {
    return false
  }
}

/** Whether this is an IANA time zone name. An offset such as `+05:00` is not. */
export const isTimezone = (name: string): boolean => {
  if (found.has(name)) return true
  if (!/^[A-Za-z]/.test(name) || !canCompute(name)) return false
  if (found.size < MAX_FOUND) found.add(name)
  return true
}
