// Days and times at which parcels can be collected from a store, by its calendar, its market's calendar and its opening hours
// (docs/guide/counters.md#when-a-store-can-be-collected-from).
import { type Calendar, dayAfter, dayAt, placeOf, type Span } from './calendar.ts'
import { localDay, localMoment } from './local-time.ts'
import type { Store } from './network.ts'

export type Calendars = ReadonlyMap<string, Calendar> | undefined

export interface PickupDay {
  date: string
  isOpen: boolean
  /** Name of a day that differs from the weekly schedule. Null: the day does not differ. */
  name: string | null
  cut_off: string | null
  /** The windows of the day that can still be booked. For a store without opening hours, the window is the whole day. */
  windows: Span[]
}

const WHOLE_DAY: Span = ['00:00', '23:59']

/** Merges spans that touch or overlap. */
export const openSpans = (spans: readonly Span[]): Span[] => {
  const open: Span[] = []
  for (const [from, to] of [...spans].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const last = open.at(-1)
    if (last && from <= last[1]) last[1] = to > last[1] ? to : last[1]
    else open.push([from, to])
  }
  return open
}

/** Makes a span bookable by ending it at 23:59 instead of 24:00, because a pickup must end within its day. */
const bookable = ([from, to]: Span): Span => [from, to === '24:00' ? '23:59' : to]

export const pickupDay = (store: Store, calendars: Calendars, date: string, now: string): PickupDay => {
  const { isOpen, name, hours, cut_off } = dayAt(placeOf(store, calendars), date)
  const today = localDay(now, store.timezone)
  const isPast = (time: string): boolean => localMoment(date, time, store.timezone) <= Date.parse(now)
  const isOver = date < today || (date === today && cut_off !== null && isPast(cut_off))
  const spans = isOpen && !isOver ? openSpans(hours ?? [WHOLE_DAY]).map(bookable) : []
  return { date, isOpen, name, cut_off, windows: spans.filter(([, to]) => date > today || !isPast(to)) }
}

/** Limits the search, because a pickup more than a year ahead is of no use. */
const MAX_DAYS_SEARCHED = 366

/** Returns the first day from `date` on with a window. Null: there is none within a year. */
export const nextPickupDay = (store: Store, calendars: Calendars, date: string, now: string): PickupDay | null => {
  for (let days = 0; days < MAX_DAYS_SEARCHED; days++) {
    const day = pickupDay(store, calendars, dayAfter(date, days), now)
    if (day.windows.length > 0) return day
  }
  return null
}
