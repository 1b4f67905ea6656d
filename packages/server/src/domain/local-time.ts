// Store-local time. Pure: the time comes in as ISO 8601 text, the zone as an IANA name.
import { Temporal } from 'temporal-polyfill'

/** The store-local day (YYYY-MM-DD) at a moment. */
export const localDay = (at: string, timezone: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString()

/**
 * The moment (ms since 1970) of `time` (HH:MM) on `date`, store-local. A time skipped by the change to daylight saving time is moved past the
 * gap; of a time that occurs twice, the first counts.
 */
export const localMoment = (date: string, time: string, timezone: string): number =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone).epochMilliseconds

/** Whether this is an IANA time zone name; an offset such as `+05:00` is not. */
export const isTimezone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}
