// All pages format dates in the same way: in the browser's locale at medium length. The formatter is created once, because creating it
// takes longer than formatting the hundreds of times in a table.
const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const momentText = (at: string): string => FORMAT.format(new Date(at))
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
export const dayText = (on: string): string => DAY.format(new Date(`${on}T00:00:00Z`))

const DAY_OF_YEAR = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
/** Formats a calendar date (2026-11-26) or a yearly day (11-26). */
export const calendarDayText = (on: string): string =>
  on.length > 5 ? dayText(on) : `${DAY_OF_YEAR.format(new Date(`2000-${on}T00:00:00Z`))}, every year`

/** Formats a time for a date-and-time field: local, without a zone. Returns '' if there is none. */
export const toTimeField = (iso: string): string => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
/** Returns the time in a date-and-time field. */
export const fromTimeField = (text: string): string | null => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
