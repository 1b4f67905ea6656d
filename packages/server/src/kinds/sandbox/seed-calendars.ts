// The calendars of a new, empty sandbox: public holidays of the US and Canada on which parcels rest, for five years from the current year.
import { type StoredCalendar, weekdayOf } from '@backhaul/core/calendar.ts'
import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'

const YEARS = 5
const WORKING_DAYS: StoredCalendar['working_days'] = ['mon', 'tue', 'wed', 'thu', 'fri']
const DAYS_OF_WEEK = 7

const two = (number: number): string => String(number).padStart(2, '0')

/** The nth Monday or Thursday of a month. -1 means the last one. */
const nth = (year: number, month: number, weekday: string, n: number): string => {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const days = Array.from({ length: last }, (_, i) => `${year}-${two(month)}-${two(i + 1)}`)
  return days.filter((date) => weekdayOf(date) === weekday).at(n < 0 ? n : n - 1) as string
}

/** Victoria Day is the Monday before May 25. */
const victoriaDay = (year: number): string => {
  const days = Array.from({ length: DAYS_OF_WEEK }, (_, i) => `${year}-05-${two(24 - i)}`)
  return days.find((date) => weekdayOf(date) === 'mon') as string
}

type Moving = readonly [name: string, of: (year: number) => string]
const MOVING: Readonly<Record<string, readonly Moving[]>> = {
  US: [
    ['Memorial Day', (year) => nth(year, 5, 'mon', -1)],
    ['Labor Day', (year) => nth(year, 9, 'mon', 1)],
    ['Thanksgiving', (year) => nth(year, 11, 'thu', 4)],
  ],
  CA: [
    ['Victoria Day', victoriaDay],
    ['Labor Day', (year) => nth(year, 9, 'mon', 1)],
    ['Thanksgiving', (year) => nth(year, 10, 'mon', 2)],
  ],
}
const FIXED = {
  US: { '01-01': "New Year's Day", '07-04': 'Independence Day', '12-25': 'Christmas Day' },
  CA: { '01-01': "New Year's Day", '07-01': 'Canada Day', '12-25': 'Christmas Day', '12-26': 'Boxing Day' },
}
const TRANSIT = {
  economy: { local: 3, regional: 4, national: 6, international: 10 },
  standard: { local: 2, regional: 3, national: 5, international: 8 },
  express: { local: 1, regional: 1, national: 2, international: 3 },
} as const
const TIMEZONES = { US: 'America/New_York', CA: 'America/Toronto' }

const calendar = (country: 'US' | 'CA', year: number): StoredCalendar => {
  const fixed = Object.entries(FIXED[country]).map(([date, name]) => ({ date, name }))
  const moving = Array.from({ length: YEARS }, (_, i) =>
    (MOVING[country] as readonly Moving[]).map(([name, of]) => ({ date: of(year + i), name })),
  )
  return {
    working_days: WORKING_DAYS,
    cut_off: '16:00',
    holidays: [...fixed, ...moving.flat()],
    exceptions: [],
    timezone: TIMEZONES[country],
    transit_days: SERVICE_LEVELS.flatMap((service_level) =>
      Object.entries(TRANSIT[service_level]).map(([zone, days]) => ({ carrier: null, zone, service_level, days })),
    ),
  }
}

/** Rows of `calendars`. */
export const seededCalendars = (year: number) => (['US', 'CA'] as const).map((subject) => ({ subject, content: calendar(subject, year) }))
