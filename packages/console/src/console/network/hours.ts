import { WEEKDAYS } from '../../../../server/src/domain/network.ts'

/** Of a store or a drop-off location: spans by weekday. */
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

const spansWords = (spans: string[][] = []): string => spans.map(([from, to]) => `${from}-${to}`).join(', ')

/** By weekday, as somebody writes them: "08:00-12:00, 13:00-18:00", and nothing where it is closed. */
export const hoursValues = (hours: Hours | null): Record<string, string> =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, spansWords(hours?.[day])]))

/** As the API takes them; what is no time is sent as it was typed, and the service says so. */
export const hoursBody = (values: Readonly<Record<string, string>>): Record<string, string[][]> | null => {
  const days = WEEKDAYS.map(
    (day) =>
      [
        day,
        (values[day] ?? '')
          .split(',')
          .map((span) => span.trim())
          .filter(Boolean),
      ] as const,
  )
  const open = days.filter(([, spans]) => spans.length > 0)
  if (open.length === 0) return null
  return Object.fromEntries(
    open.map(([day, spans]) => [day, spans.map((span) => [...span.split('-').map((part) => part.trim()), ''].slice(0, 2))]),
  )
}

/** In a line: days that are open for the same time together. */
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
