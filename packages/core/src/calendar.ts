// On which days counters and carriers work, and when a parcel that is handed over is to be expected (docs/guide/shipments.md#when-it-arrives,
// ADR 24). Days are dates without a time zone, `YYYY-MM-DD`; a date alone, `MM-DD`, is that day of every year.
import { localDay, localMoment, remembered } from './local-time.ts'
import { type Hours, type Store, WEEKDAYS } from './network.ts'
import { ZONES } from './rating.ts'
import type { ServiceLevel } from './shipment.ts'
import { byMarket } from './territories.ts'

export type Weekday = (typeof WEEKDAYS)[number]
export type Span = [from: string, to: string]

/** A row of `calendars` as it is stored. */
export interface StoredCalendar {
  /** Null: by opening hours, and those of a market every day. */
  working_days: Weekday[] | null
  /** Until when what is handed over leaves on the same day; null: until the day ends. */
  cut_off: string | null
  holidays: { date: string; name: string | null }[]
  exceptions: { date: string; name: string | null; hours: Span[]; cut_off: string | null }[]
  /** Of markets only. */
  timezone: string | null
  /** `carrier` and `zone` null: any. */
  transit_days: { carrier: string | null; zone: string | null; service_level: ServiceLevel; days: number }[]
}

/** A day that is not like the others of its week. */
interface SpecialDay {
  name: string | null
  /** None: closed. */
  hours: Span[]
  cut_off: string | null
}

export interface Calendar extends Pick<StoredCalendar, 'working_days' | 'cut_off' | 'timezone'> {
  special: ReadonlyMap<string, SpecialDay>
  /** By `carrier/zone/service`. */
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

/** Whose days these are. A place without a store has the market's. */
export interface Place {
  market: Calendar | null
  store: { calendar: Calendar | null; hours: Hours | null } | null
}

export interface PlaceDay {
  isOpen: boolean
  /** What the day is called, if it is not like the others of its week. */
  name: string | null
  /** When it is open; null: nobody said, or it is closed. */
  hours: Span[] | null
  cut_off: string | null
  /** Whether a calendar says something of this very day. */
  isSpecial: boolean
}

/** A store works on the days of its calendar on which it has hours, or else on those of its hours, or else as its market does. */
const isWeeklyOpen = ({ market, store }: Place, weekday: Weekday): boolean => {
  if (store?.hours && (store.hours[weekday]?.length ?? 0) === 0) return false
  const working = store?.calendar?.working_days ?? (store?.hours ? null : market?.working_days)
  return working?.includes(weekday) ?? true
}

/** What a day is at a place: by the store's own calendar, else by its market's, else by the week. */
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

/** No place is closed for longer (./calendar-faults.ts), so looks for an open day end. */
export const MOST_CLOSED_DAYS = 366

/** The first open day from `date` on; null: there is none within a year. */
export const openDay = (place: Place, date: string): string | null => {
  for (let day = date, days = 0; days < MOST_CLOSED_DAYS; day = nextDay(day), days++) if (dayAt(place, day).isOpen) return day
  return null
}

/** The day on which what is handed over now leaves the place: today until the cut-off, else the next open day. */
export const handOverDay = (place: Place, now: string, timezone: string): string | null => {
  const today = localDay(now, timezone)
  const { isOpen, cut_off } = dayAt(place, today)
  const isInTime = cut_off === null || Date.parse(now) < localMoment(today, cut_off, timezone)
  return openDay(place, isOpen && !isInTime ? nextDay(today) : today)
}

/** `days` working days after `date`; with 0 the first one from it on. */
export const arrivalDay = (place: Place, date: string, days: number): string | null => {
  let day = days === 0 ? openDay(place, date) : date
  for (let left = days; left > 0 && day !== null; left--) day = openDay(place, nextDay(day))
  return day
}

/** What `zones` says first counts, and of a zone the carrier's own days. Null: nobody said. */
export const transitDays = (calendar: Calendar, carrier: string | null, zones: readonly string[], service: ServiceLevel): number | null => {
  for (const zone of [...zones, null])
    for (const one of carrier === null ? [null] : [carrier, null]) {
      const days = calendar.transit.get(transitKey(one, zone, service))
      if (days !== undefined) return days
    }
  return null
}

export const isZoneName = (zone: string): boolean => (ZONES as readonly string[]).includes(zone) || /^[1-9]\d{0,2}$/.test(zone)

/** A place with what the network says of it. */
export const placeOf = (
  store: Pick<Store, 'country' | 'state' | 'postal_code' | 'hours' | 'calendar'>,
  markets: ReadonlyMap<string, Calendar> | undefined,
): Place => ({
  market: byMarket(markets, store) ?? null,
  store: { calendar: store.calendar ?? null, hours: store.hours },
})
