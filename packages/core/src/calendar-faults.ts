// Validates a calendar from an operator after its schema was checked. A calendar is accepted as a whole or not at all.
import {
  type Calendar,
  calendarOf,
  dayAfter,
  dayAt,
  isZoneName,
  MAX_CLOSED_DAYS,
  type Place,
  type Span,
  type StoredCalendar,
} from './calendar.ts'
import { isTimezone } from './local-time.ts'
import { ZONES } from './rating.ts'
import type { FieldError } from './refusal.ts'

const LEAP_YEAR = '2024-'

/** Whether the day exists in its year. A yearly day needs to exist only in a leap year. */
const isDay = (date: string): boolean => {
  const whole = date.length === 'MM-DD'.length ? `${LEAP_YEAR}${date}` : date
  const ms = Date.parse(`${whole}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(whole)
}

const faultOfDays = (calendar: StoredCalendar): FieldError[] => {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const list of ['holidays', 'exceptions'] as const)
    for (const [i, { date }] of calendar[list].entries()) {
      const path = `/${list}/${i}/date`
      if (!isDay(date))
        errors.push({ path, rule: 'date', message: 'is not a valid date; write a date like 2026-12-25, or like 12-25 for every year' })
      else if (seen.has(date)) errors.push({ path, rule: 'unique', message: `repeats ${date}; list each day only once` })
      seen.add(date)
    }
  return errors
}

const overlaps = (spans: readonly Span[]): boolean => {
  const sorted = [...spans].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.some(([from], i) => i > 0 && from < (sorted[i - 1] as Span)[1])
}

const faultsOfHours = ({ exceptions }: StoredCalendar): FieldError[] =>
  exceptions.flatMap(({ hours }, i) => {
    const bad = hours.findIndex(([from, to]) => from >= to)
    if (bad >= 0)
      return [
        {
          path: `/exceptions/${i}/hours/${bad}`,
          rule: 'hours',
          message: 'ends before it begins; give two times of the same day, such as 09:00 and 14:00',
        },
      ]
    return overlaps(hours)
      ? [{ path: `/exceptions/${i}/hours`, rule: 'hours', message: 'contains periods that overlap; list each time only once' }]
      : []
  })

const faultsOfTransit = ({ transit_days }: StoredCalendar, carriers: ReadonlyMap<string, unknown>): FieldError[] => {
  const seen = new Set<string>()
  return transit_days.flatMap(({ carrier, zone, service_level }, i) => {
    const key = `${carrier ?? ''}/${zone ?? ''}/${service_level}`
    const errors: FieldError[] = []
    if (seen.has(key))
      errors.push({
        path: `/transit_days/${i}`,
        rule: 'unique',
        message: 'is a duplicate: another row has the same carrier, zone and service',
      })
    seen.add(key)
    if (carrier !== null && !carriers.has(carrier))
      errors.push({ path: `/transit_days/${i}/carrier`, rule: 'registered', message: 'is not registered; create the carrier first' })
    if (zone !== null && !isZoneName(zone))
      errors.push({
        path: `/transit_days/${i}/zone`,
        rule: 'zone',
        message: `must be one of ${ZONES.join(', ')}, or the number of a zone in a tariff`,
      })
    return errors
  })
}

/** Number of days that are checked, from today on. Later exceptions are checked when a calendar is set closer to their date. */
const CHECKED_DAYS = 4 * MAX_CLOSED_DAYS

/** Returns the first day of a closure that lasts a year. Null: there is no such closure. */
export const closedFrom = (place: Place, today: string): string | null => {
  let first: string | null = null
  for (let i = 0, run = 0; i < CHECKED_DAYS; i++) {
    const date = dayAfter(today, i)
    if (dayAt(place, date).isOpen) run = 0
    else if (++run === 1) first = date
    if (run >= MAX_CLOSED_DAYS) return first
  }
  return null
}

export interface CalendarOwner {
  /** Null for the calendar of a market. */
  store: Place['store']
  /** The calendar of the store's market. */
  market: Calendar | null
  carriers: ReadonlyMap<string, unknown>
  /** YYYY-MM-DD */
  today: string
}

export const faultsOfCalendar = (calendar: StoredCalendar, { store, market, carriers, today }: CalendarOwner): FieldError[] => {
  const errors = [...faultOfDays(calendar), ...faultsOfHours(calendar), ...faultsOfTransit(calendar, carriers)]
  if (store === null && calendar.timezone === null)
    errors.push({ path: '/timezone', rule: 'required', message: 'is required for a market' })
  if (calendar.timezone !== null && !isTimezone(calendar.timezone))
    errors.push({ path: '/timezone', rule: 'timezone', message: 'must be an IANA time zone such as America/New_York' })
  for (const field of ['timezone', 'transit_days'] as const)
    if (store !== null && (calendar[field]?.length ?? 0) > 0)
      errors.push({
        path: `/${field}`,
        rule: 'absent',
        message: 'must be absent for a store, which has its own time zone and the transit days of its market',
      })
  if (errors.length > 0) return errors
  const own = calendarOf(calendar)
  const from = closedFrom(store ? { market, store: { ...store, calendar: own } } : { market: own, store: null }, today)
  if (from === null) return []
  const message = `leave no day open for a year from ${from} on; a calendar needs working days`
  return [{ path: '/working_days', rule: 'open', message }]
}
