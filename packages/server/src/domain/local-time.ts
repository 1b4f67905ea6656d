// What the clock on a store's wall says. Pure: the time comes in as ISO 8601 text, the zone as an IANA name.
import { Temporal } from 'temporal-polyfill'

/** The store-local day (YYYY-MM-DD) at a moment. */
export const localDay = (at: string, timezone: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString()

/**
 * The moment (ms since 1970) at which a store's wall clock shows `time` (HH:MM) on `date`. A time that the change to summer time skips
 * counts as the same distance after the change; one that occurs twice counts the first time.
 */
export const localMoment = (date: string, time: string, timezone: string): number =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone).epochMilliseconds

/** Whether this is the IANA name of a time zone; an offset such as `+05:00` is none. */
export const isTimezone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}
