// Numbers and durations in the browser's locale.
const NUMBER = new Intl.NumberFormat()
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const HOUR = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

/** Units from the largest to the smallest, each with its length in seconds. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const unitFormat = (unit: string, digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits })

export const numberText = (value: number): string => NUMBER.format(value)
export const hourText = (at: string): string => HOUR.format(new Date(at))

/** Formats a number of seconds with two digits, in the largest unit that is not longer than the duration: "1.4 hr", "35 min", "240 ms". */
export const durationText = (seconds: number | null): string => {
  if (seconds === null) return 'unknown'
  if (seconds < 1) return unitFormat('millisecond', 0).format(seconds * 1_000)
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1]
  const value = seconds / length
  return unitFormat(unit, value < 10 ? 1 : 0).format(value)
}

/** For a time further ahead than this, the date is shown instead of the distance. */
const FORESEEN_S = 3 * 86_400

/**
 * Returns the distance from `now` to `at`: "3 days ago", "in 5 hours". In a sandbox a partner's clock may be ahead of `now`; the function
 * then returns a date.
 */
export const distanceText = (at: string, now: string): string => {
  const seconds = (Date.parse(at) - Date.parse(now)) / 1_000
  if (seconds > FORESEEN_S) return DATE.format(new Date(at))
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  return RELATIVE.format(Math.trunc(seconds / length), unit)
}
