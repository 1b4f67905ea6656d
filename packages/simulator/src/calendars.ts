// Calendars that a simulation sets: for markets whose operator has set none, and for counters that close on some days.
import type { Backhaul, CalendarPut } from '@backhaul/client'
import type { Calendar } from './calendar.ts'
import { type Counter, MERCHANTS } from './places.ts'

const PAGE = 100
const HOLIDAYS = [
  { date: '01-01', name: "New Year's Day" },
  { date: '12-25', name: 'Christmas Day' },
]
const TRANSIT = {
  economy: { local: 2, regional: 3, national: 5, international: 7 },
  standard: { local: 1, regional: 2, national: 4, international: 6 },
  express: { local: 1, regional: 1, national: 2, international: 4 },
} as const

const marketCalendar = (timezone: string): CalendarPut => ({
  working_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  cut_off: '16:00',
  holidays: HOLIDAYS,
  timezone,
  transit_days: Object.entries(TRANSIT).flatMap(([service_level, zones]) =>
    Object.entries(zones).map(([zone, days]) => ({ zone, service_level: service_level as keyof typeof TRANSIT, days })),
  ),
})

/** Overrides the market's calendar: one day closed for stocktaking, and an earlier cut-off. */
const counterCalendar = ({ closed_on }: Counter, calendar: Calendar): CalendarPut => ({
  cut_off: '15:00',
  holidays: closed_on === null ? [] : [{ date: calendar.dateText(closed_on), name: 'Stocktaking' }],
})

/** Sets the calendars, but keeps market calendars that an operator has set. */
export const setCalendars = async (
  operator: Backhaul,
  store_ids: Readonly<Record<string, string>>,
  counters: readonly Counter[],
  calendar: Calendar,
): Promise<void> => {
  const known = new Set<string>()
  for await (const { subject } of operator.listCalendars({ limit: PAGE })) known.add(subject)
  const timezones = new Map(MERCHANTS.map(({ hub, timezone }) => [hub.country, timezone]))
  for (const [country, timezone] of timezones) if (!known.has(country)) await operator.setCalendar(country, marketCalendar(timezone))
  for (const counter of counters.filter(({ closed_on }) => closed_on !== null))
    await operator.setCalendar(store_ids[counter.code] as string, counterCalendar(counter, calendar))
}
