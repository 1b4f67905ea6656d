import { WEEKDAYS } from '@backhaul/core/network.ts'

/** Opening hours of a store or a drop-off location: time spans by weekday. */
type Hours = { readonly [day in (typeof WEEKDAYS)[number]]?: string[][] | undefined }

export const DAY_WORDS: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** Formats the time spans of a day for editing: "08:00-12:00, 13:00-18:00". */
export const spansWords = (spans: string[][] = []): string => spans.map(([from, to]) => `${from}-${to}`).join(', ')

/** Parses time spans for the API. Text that is not a time is sent as typed, so that the service reports the error. */
export const spansOf = (text: string): string[][] =>
  text
    .split(',')
    .map((span) => span.trim())
    .filter(Boolean)
    .map((span) => [...span.split('-').map((part) => part.trim()), ''].slice(0, 2))

/** Returns the time spans by weekday for editing: "08:00-12:00, 13:00-18:00", or '' where it is closed. */
export const hoursValues = (hours: Hours | null): Record<string, string> =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, spansWords(hours?.[day])]))

export const hoursBody = (values: Readonly<Record<string, string>>): Record<string, string[][]> | null => {
  const open = WEEKDAYS.map((day) => [day, spansOf(values[day] ?? '')] as const).filter(([, spans]) => spans.length > 0)
  return open.length === 0 ? null : Object.fromEntries(open)
}

/** Returns the hours in one line. Days with the same hours are grouped. */
export const hoursWords = (hours: Hours | null): string => {
  if (hours === null) return 'not known'
  const parts: { first: string; last: string; spans: string }[] = []
  for (const day of WEEKDAYS) {
    const spans = spansWords(hours[day])
    const before = parts.at(-1)
    if (before?.spans === spans) before.last = day
    else parts.push({ first: day, last: day, spans })
  }
  const name = (day: string): string => (DAY_WORDS[day] ?? day).slice(0, 3)
  const open = parts.filter(({ spans }) => spans !== '')
  if (open.length === 0) return 'closed'
  return open.map(({ first, last, spans }) => `${name(first)}${first === last ? '' : ` to ${name(last)}`} ${spans}`).join('; ')
}
