// Store-local time. Pure: the time comes in as ISO 8601 text, the zone as an IANA name.
import { Temporal } from 'temporal-polyfill'

const MOST_REMEMBERED = 1_000

/** Answers of a function of texts that were given lately: shipments of one second, or for one day, ask for the same. */
export const remembered = <Answer>(make: (...texts: string[]) => Answer): ((...texts: string[]) => Answer) => {
  const answers = new Map<string, Answer>()
  return (...texts) => {
    const key = texts.length === 1 ? (texts[0] as string) : texts.join(' ')
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = make(...texts)
    if (answers.size >= MOST_REMEMBERED) answers.clear()
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
/** As times are written here: in UTC, with or without milliseconds. */
const IN_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The store-local day (YYYY-MM-DD) at a moment. Days change at whole seconds everywhere. */
export const localDay = (at: string, timezone: string): string =>
  IN_UTC.test(at)
    ? dayOf(at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length), timezone)
    : Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString()

/**
 * The moment (ms since 1970) of `time` (HH:MM) on `date`, store-local. A time skipped by the change to daylight saving time is moved past the
 * gap; of a time that occurs twice, the first counts.
 */
export const localMoment: (date: string, time: string, timezone: string) => number = remembered(
  (date, time, timezone) => Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone as string).epochMilliseconds,
)

/** Names that were found: a file of stores has a few of them in thousands of rows, and each look takes as long as the rest of a row. */
const found = new Set<string>()
/** There are fewer, but each may be written in capitals or not. */
const MOST_FOUND = 1_000

/** Asked of what computes: `Intl` knows abbreviations such as `BST` and `CST`, which it does not. */
const canCompute = (timezone: string): boolean => {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone) !== null
  } catch {
    return false
  }
}

/** Whether this is an IANA time zone name; an offset such as `+05:00` is not. */
export const isTimezone = (name: string): boolean => {
  if (found.has(name)) return true
  if (!/^[A-Za-z]/.test(name) || !canCompute(name)) return false
  if (found.size < MOST_FOUND) found.add(name)
  return true
}
