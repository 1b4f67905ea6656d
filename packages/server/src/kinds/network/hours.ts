import { type Hours, WEEKDAYS } from '@backhaul/core/network.ts'

// Opening hours as a person writes them in a cell: `mon-fri 08:00-20:00; sat 09:00-12:30, 14:00-18:00`.
//
// Entries are separated by `;`. An entry consists of days, a space, and times. Days are names (mon tue wed thu fri sat sun) or ranges
// (`mon-fri`, or `sat-mon`, which runs over the end of the week), separated by commas. Times are one or more spans `HH:MM-HH:MM`, separated
// by commas, in the store's local time. Each span ends later than it begins, and `24:00` is the end of the day. Hours past midnight are
// written as two entries. A day that is in no entry is closed.

type Weekday = (typeof WEEKDAYS)[number]

const ENTRY = /^([a-z]{3}(?:\s*[-,]\s*[a-z]{3})*)\s+(\d.*)$/
const SPAN = /^((?:[01]\d|2[0-3]):[0-5]\d)\s*-\s*((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

/** The fault of a time span. Null if the span is valid. */
export const faultOfSpan = (text: string): string | null => {
  const [, from = '', to = ''] = SPAN.exec(text) ?? []
  return from === '' || from >= to ? `"${text}" is not a time range within one day such as "08:00-20:00"` : null
}

const isWeekday = (text: string): text is Weekday => (WEEKDAYS as readonly string[]).includes(text)

/** The days of a text such as `mon-wed, sat`, or the first word that is not a day. */
const daysOf = (text: string): Weekday[] | string => {
  const days: Weekday[] = []
  for (const part of text.split(',')) {
    const [from = '', to = from, ...more] = part.split('-').map((word) => word.trim())
    if (more.length > 0 || !isWeekday(from) || !isWeekday(to)) return part.trim()
    const first = WEEKDAYS.indexOf(from)
    const count = ((WEEKDAYS.indexOf(to) - first + WEEKDAYS.length) % WEEKDAYS.length) + 1
    for (let i = 0; i < count; i++) days.push(WEEKDAYS[(first + i) % WEEKDAYS.length] as Weekday)
  }
  return days
}

/** Parses opening hours (the syntax is described at the top of this file). If the text has a fault, `message` describes it. */
export const parseHours = (text: string): { hours: Hours } | { message: string } => {
  const spans = new Map<Weekday, [from: string, to: string][]>()
  for (const entry of text.toLowerCase().split(';')) {
    if (entry.trim() === '') continue
    const [, dayText = '', timeText = ''] = ENTRY.exec(entry.trim()) ?? []
    if (dayText === '') return { message: `has the invalid entry "${entry.trim()}"; write opening hours like "mon-fri 08:00-20:00"` }
    const days = daysOf(dayText)
    if (typeof days === 'string') return { message: `has the invalid day "${days}"; use mon, tue, wed, thu, fri, sat or sun` }
    for (const part of timeText.split(',')) {
      const message = faultOfSpan(part.trim())
      if (message !== null) return { message }
      const [, from = '', to = ''] = SPAN.exec(part.trim()) ?? []
      for (const day of days) spans.set(day, [...(spans.get(day) ?? []), [from, to]])
    }
  }
  if (spans.size === 0) return { message: 'has no opening hours; write opening hours like "mon-fri 08:00-20:00"' }
  const hours: Hours = {}
  for (const day of WEEKDAYS) {
    const sorted = (spans.get(day) ?? []).sort(([a], [b]) => (a < b ? -1 : 1))
    const overlaps = sorted.some(([from], i) => i > 0 && from < (sorted[i - 1]?.[1] ?? ''))
    if (overlaps) return { message: `has overlapping times on ${day}` }
    if (sorted.length > 0) hours[day] = sorted
  }
  return { hours }
}
