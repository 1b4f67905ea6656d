// Converts a calendar from form values to the API's body and back. The API replaces the whole calendar, so a change of one part sends all
// other parts unchanged.
import type { Calendar, CalendarPut } from '@backhaul/client'
import { WEEKDAYS } from '@backhaul/core/network.ts'
import { numberOf } from '../forms/errors.ts'
import { type Row, rowsOf } from '../forms/row-values.ts'
import { DAY_WORDS, spansOf, spansWords } from './hours.ts'

/** A calendar belongs to a market, identified by its country, or to a store, identified by its id. */
export const isMarketsCalendar = (subject: string): boolean => /^[A-Z]{2}$/.test(subject)

export interface CalendarForm {
  /** True if the calendar has no working days of its own and uses those of another calendar. */
  isByOthers: boolean
  days: ReadonlySet<string>
  cut_off: string
  timezone: string
  holidays: Row[]
  exceptions: Row[]
  transit_days: Row[]
}

/** `calendar` is null if there is none yet. */
export const formOf = (calendar: Calendar | null): CalendarForm => ({
  isByOthers: (calendar?.working_days ?? null) === null,
  days: new Set(calendar?.working_days ?? []),
  cut_off: calendar?.cut_off ?? '',
  timezone: calendar?.timezone ?? '',
  holidays: rowsOf((calendar?.holidays ?? []).map(({ date, name }) => ({ date, name: name ?? '' }))),
  exceptions: rowsOf(
    (calendar?.exceptions ?? []).map(({ date, name, hours, cut_off }) => ({
      ...{ date, name: name ?? '', hours: spansWords(hours), cut_off: cut_off ?? '' },
    })),
  ),
  transit_days: rowsOf(
    (calendar?.transit_days ?? []).map(({ service_level, zone, carrier, days }) => ({
      ...{ service_level, zone: zone ?? '', carrier: carrier ?? '', days: String(days) },
    })),
  ),
})

const textOf = ({ values }: Row, name: string): string => (values[name] ?? '').trim()
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** Invalid input is sent as typed: the service's error names the field and the values it accepts. */
export const bodyOf = (form: CalendarForm, isMarkets: boolean) => ({
  working_days: form.isByOthers ? null : WEEKDAYS.filter((day) => form.days.has(day)),
  cut_off: orNull(form.cut_off),
  holidays: form.holidays.map((row) => ({ date: textOf(row, 'date'), name: orNull(textOf(row, 'name')) })),
  exceptions: form.exceptions.map((row) => ({
    date: textOf(row, 'date'),
    name: orNull(textOf(row, 'name')),
    hours: spansOf(textOf(row, 'hours')),
    cut_off: orNull(textOf(row, 'cut_off')),
  })),
  ...(isMarkets && {
    timezone: orNull(form.timezone),
    transit_days: form.transit_days.map((row) => ({
      service_level: textOf(row, 'service_level'),
      zone: orNull(textOf(row, 'zone')),
      carrier: orNull(textOf(row, 'carrier')),
      days: numberOf(textOf(row, 'days')) ?? textOf(row, 'days'),
    })),
  }),
})

export interface DayEntry {
  date: string
  name: string
  /** The hours as typed; empty means closed. */
  hours: string
  cut_off: string
}

const putOf = ({ subject: _s, object: _o, ...put }: Calendar): CalendarPut => put as CalendarPut

/** Returns the calendar with one more day, and the path of that day in the body. */
export const withDay = (calendar: Calendar, { date, name, hours, cut_off }: DayEntry) => {
  const put = putOf(calendar)
  const day = { date: date.trim(), name: orNull(name) }
  if (hours.trim() === '') return { body: { ...put, holidays: [...calendar.holidays, day] }, path: `/holidays/${calendar.holidays.length}` }
  const exception = { ...day, hours: spansOf(hours), cut_off: orNull(cut_off) }
  return { body: { ...put, exceptions: [...calendar.exceptions, exception] }, path: `/exceptions/${calendar.exceptions.length}` }
}

export const withoutDay = (calendar: Calendar, date: string): CalendarPut => ({
  ...putOf(calendar),
  holidays: calendar.holidays.filter((one) => one.date !== date),
  exceptions: calendar.exceptions.filter((one) => one.date !== date) as NonNullable<CalendarPut['exceptions']>,
})

export interface ShownDay {
  date: string
  name: string | null
  hours: string
  cut_off: string | null
  /** The next occurrence of the day, or null if the day has passed and does not recur. */
  next: string | null
}

const YEARLY = 'MM-DD'.length

/**
 * Returns the next occurrence of a day, which may be today. The next occurrence of a yearly 29 February is always in the coming year, even
 * if that is not a leap year.
 */
const nextOf = (date: string, today: string): string | null => {
  if (date.length > YEARLY) return date >= today ? date : null
  const year = Number(today.slice(0, 4))
  return `${date >= today.slice(5) ? year : year + 1}-${date}`
}

/** Returns the days that differ from the weekly schedule, by their next occurrence. Past days come last. */
export const shownDays = ({ holidays, exceptions }: Pick<Calendar, 'holidays' | 'exceptions'>, today: string): ShownDay[] => {
  const all = [
    ...holidays.map((one) => ({ ...one, hours: '', cut_off: null })),
    ...exceptions.map((one) => ({ ...one, hours: spansWords(one.hours) })),
  ].map((one) => ({ ...one, next: nextOf(one.date, today) }))
  const place = ({ next, date }: ShownDay): string => (next === null ? `9${date}` : next)
  return all.sort((a, b) => (place(a) < place(b) ? -1 : 1))
}

/** Returns the days of the week in one line: "Monday to Friday, Sunday". */
export const daysWords = (days: readonly string[]): string => {
  const runs: string[][] = []
  for (const day of WEEKDAYS) {
    if (!days.includes(day)) continue
    const last = runs.at(-1)
    if (last && WEEKDAYS.indexOf(last.at(-1) as (typeof WEEKDAYS)[number]) === WEEKDAYS.indexOf(day) - 1) last.push(day)
    else runs.push([day])
  }
  const word = (day = ''): string => DAY_WORDS[day] ?? day
  const parts = runs.map((run) => (run.length > 2 ? `${word(run[0])} to ${word(run.at(-1))}` : run.map(word).join(', ')))
  return parts.length === 0 ? 'none' : parts.join(', ')
}
