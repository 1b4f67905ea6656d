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
