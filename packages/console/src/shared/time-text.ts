// Dates are written in one way on all pages: as this browser writes them in medium length.
// Made once: a table has hundreds of moments, and making it takes longer than all of them.
const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const momentText = (at: string): string => FORMAT.format(new Date(at))
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
export const dayText = (on: string): string => DAY.format(new Date(`${on}T00:00:00Z`))

const DAY_OF_YEAR = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
/** A day of a calendar (2026-11-26), or of every year (11-26). */
export const calendarDayText = (on: string): string =>
  on.length > 5 ? dayText(on) : `${DAY_OF_YEAR.format(new Date(`2000-${on}T00:00:00Z`))}, every year`

/** A moment as a browser's field for date and time has it: local, without a zone. Empty: there is none. */
export const toTimeField = (iso: string): string => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
/** The moment that such a field shows. */
export const fromTimeField = (text: string): string | null => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
