// Working days of counters and carriers, and the expected arrival of a parcel after its handover (docs/guide/shipments.md#when-it-arrives,
// ADR 24). Days are dates without a time zone, `YYYY-MM-DD`. A date without a year, such as `MM-DD`, recurs every year.
import { localDay, localMoment, remembered } from './local-time.ts'
import { type Hours, type Store, WEEKDAYS } from './network.ts'
import { ZONES } from './rating.ts'
import type { ServiceLevel } from './shipment.ts'
import { byMarket } from './territories.ts'

export type Weekday = (typeof WEEKDAYS)[number]
export type Span = [from: string, to: string]

/** A row of `calendars` as it is stored. */
export interface StoredCalendar {
  /** Null: the store works by its opening hours, or the market works every day. */
  working_days: Weekday[] | null
  /** Parcels handed over before this time leave on the same day. Null: the cut-off is the end of the day. */
  cut_off: string | null
  holidays: { date: string; name: string | null }[]
  exceptions: { date: string; name: string | null; hours: Span[]; cut_off: string | null }[]
  /** Null for stores: only the calendar of a market has a time zone. */
  timezone: string | null
  /** A null `carrier` or `zone` matches every carrier or zone. */
  transit_days: { carrier: string | null; zone: string | null; service_level: ServiceLevel; days: number }[]
}

/** A day that differs from the weekly schedule. */
interface SpecialDay {
  name: string | null
  /** Empty if the place is closed. */
  hours: Span[]
  cut_off: string | null
}

export interface Calendar extends Pick<StoredCalendar, 'working_days' | 'cut_off' | 'timezone'> {
  special: ReadonlyMap<string, SpecialDay>
  /** Transit days by `carrier/zone/service`. */
  transit: ReadonlyMap<string, number>
}

const ANY = '*'
const transitKey = (carrier: string | null, zone: string | null, service: ServiceLevel): string =>
  `${carrier ?? ANY}/${zone ?? ANY}/${service}`

export const calendarOf = ({ holidays, exceptions, transit_days, working_days, cut_off, timezone }: StoredCalendar): Calendar => ({
  working_days,
  cut_off,
  timezone,
  special: new Map<string, SpecialDay>([
    ...holidays.map(({ date, name }): [string, SpecialDay] => [date, { name, hours: [], cut_off: null }]),
    ...exceptions.map(({ date, name, hours, cut_off: until }): [string, SpecialDay] => [date, { name, hours, cut_off: until }]),
  ]),
  transit: new Map(transit_days.map(({ carrier, zone, service_level, days }) => [transitKey(carrier, zone, service_level), days])),
})

const DAY_MS = 86_400_000
const MONTH_AT = 'YYYY-'.length

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

const nextDay = remembered((date) => dayAfter(date as string, 1))

export const weekdayOf: (date: string) => Weekday = remembered(
  (date) => WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + WEEKDAYS.length - 1) % WEEKDAYS.length] as Weekday,
)

const specialOn = (calendar: Calendar | null, date: string): SpecialDay | undefined =>
  calendar?.special.get(date) ?? calendar?.special.get(date.slice(MONTH_AT))

/** The calendars that apply to a place. A place without a store uses the market's calendar. */
export interface Place {
  market: Calendar | null
  store: { calendar: Calendar | null; hours: Hours | null } | null
}

export interface PlaceDay {
  isOpen: boolean
  /** The name of the day, if it differs from the weekly schedule. */
  name: string | null
  /** Opening hours. Null if they are unknown or the place is closed. */
  hours: Span[] | null
  cut_off: string | null
  /** Whether the day is an exception to the weekly schedule. */
  isSpecial: boolean
}

/**
 * A store with opening hours works only on days with hours. If its calendar also sets working days, it works on the days that are in both.
 * A store without hours works on its calendar's working days, or else on its market's.
 */
const isWeeklyOpen = ({ market, store }: Place, weekday: Weekday): boolean => {
  if (store?.hours && (store.hours[weekday]?.length ?? 0) === 0) return false
  const working = store?.calendar?.working_days ?? (store?.hours ? null : market?.working_days)
  return working?.includes(weekday) ?? true
}

/**
 * Returns whether and when a place is open on a day. Exceptions in the store's own calendar take precedence over those in its market's
 * calendar, and both over the weekly schedule.
 */
export const dayAt = (place: Place, date: string): PlaceDay => {
  const { market, store } = place
  const special = specialOn(store?.calendar ?? null, date) ?? specialOn(market, date)
  const cut_off = special?.cut_off ?? store?.calendar?.cut_off ?? market?.cut_off ?? null
  if (special) {
    const isOpen = special.hours.length > 0
    return { isOpen, name: special.name, hours: isOpen ? special.hours : null, cut_off, isSpecial: true }
  }
  const weekday = weekdayOf(date)
  const isOpen = isWeeklyOpen(place, weekday)
  return { isOpen, name: null, hours: (isOpen && store?.hours?.[weekday]) || null, cut_off, isSpecial: false }
}

/** Maximum number of days that the search for an open day covers. No place is closed for longer (./calendar-faults.ts). */
export const MAX_CLOSED_DAYS = 366

/** Returns the first open day from `date` on, or null if there is none within a year. */
export const openDay = (place: Place, date: string): string | null => {
  for (let day = date, days = 0; days < MAX_CLOSED_DAYS; day = nextDay(day), days++) if (dayAt(place, day).isOpen) return day
  return null
}

/** Returns the day on which a parcel handed over now leaves the place: today until the cut-off, otherwise the next open day. */
export const handOverDay = (place: Place, now: string, timezone: string): string | null => {
  const today = localDay(now, timezone)
  const { isOpen, cut_off } = dayAt(place, today)
  const isInTime = cut_off === null || Date.parse(now) < localMoment(today, cut_off, timezone)
  return openDay(place, isOpen && !isInTime ? nextDay(today) : today)
}

/** Returns the date that is `days` working days after `date`. If `days` is 0, returns the first working day from `date` on. */
export const arrivalDay = (place: Place, date: string, days: number): string | null => {
  let day = days === 0 ? openDay(place, date) : date
  for (let left = days; left > 0 && day !== null; left--) day = openDay(place, nextDay(day))
  return day
}

/**
 * Returns the transit days of the first zone that has an entry. Within a zone, an entry for the carrier takes precedence. Null: there is no
 * entry.
 */
export const transitDays = (calendar: Calendar, carrier: string | null, zones: readonly string[], service: ServiceLevel): number | null => {
  for (const zone of [...zones, null])
    for (const one of carrier === null ? [null] : [carrier, null]) {
      const days = calendar.transit.get(transitKey(one, zone, service))
      if (days !== undefined) return days
    }
  return null
}

export const isZoneName = (zone: string): boolean => (ZONES as readonly string[]).includes(zone) || /^[1-9]\d{0,2}$/.test(zone)

/** Returns a store as a place, with the calendars that apply to it. */
export const placeOf = (
  store: Pick<Store, 'country' | 'state' | 'postal_code' | 'hours' | 'calendar'>,
  markets: ReadonlyMap<string, Calendar> | undefined,
): Place => ({
  market: byMarket(markets, store) ?? null,
  store: { calendar: store.calendar ?? null, hours: store.hours },
})
