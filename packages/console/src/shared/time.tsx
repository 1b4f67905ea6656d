// Made once: a table has hundreds of moments, and making it takes longer than all of them.
const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const momentText = (at: string): string => FORMAT.format(new Date(at))
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
export const dayText = (on: string): string => DAY.format(new Date(`${on}T00:00:00Z`))

/** A day of a calendar, such as 2026-11-26, as this browser writes it. */
export const Day = ({ on }: { on: string }) => <time dateTime={on}>{dayText(on)}</time>

/** A moment as this browser writes it; the exact one is in the markup. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{momentText(at)}</time>
