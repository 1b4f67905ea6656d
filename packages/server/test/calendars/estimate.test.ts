// The estimated delivery day of a parcel, across weekends, holidays, clock changes and the date line.
import {
  arrivalDay,
  calendarOf,
  dayAfter,
  dayAt,
  handOverDay,
  MAX_CLOSED_DAYS,
  openDay,
  type Place,
  type StoredCalendar,
  weekdayOf,
} from '@backhaul/core/calendar.ts'
import { closedFrom } from '@backhaul/core/calendar-faults.ts'
import { estimatedDelivery } from '@backhaul/core/estimate.ts'
import { localDay } from '@backhaul/core/local-time.ts'
import { type Store, WEEKDAYS } from '@backhaul/core/network.ts'
import type { RateTables } from '@backhaul/core/rating.ts'
import type { Address } from '@backhaul/core/shipment.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededCalendars } from '../../src/kinds/sandbox/seed-calendars.ts'

const WEEK: StoredCalendar['working_days'] = ['mon', 'tue', 'wed', 'thu', 'fri']
const calendar = (change: Partial<StoredCalendar> = {}) =>
  calendarOf({
    working_days: WEEK,
    cut_off: '16:00',
    holidays: [],
    exceptions: [],
    timezone: 'America/New_York',
    transit_days: [{ carrier: null, zone: null, service_level: 'standard', days: 2 }],
    ...change,
  })

const RATES: RateTables = { carriers: new Map(), markets: new Map(), rates: [] }
const address = (country: string, state: string | null, postal_code: string): Address => ({
  line1: '1',
  city: 'x',
  state,
  postal_code,
  country,
})
const NEW_YORK = address('US', 'NY', '10011')
const HONOLULU = address('US', 'HI', '96813')
const ST_JOHNS = address('CA', 'NL', 'A1A 1A1')
const AUCKLAND = address('NZ', null, '1010')
const KIRITIMATI = address('KI', null, 'KI0101')

const CALENDARS = new Map([
  ['US', calendar()],
  ['CA', calendar({ timezone: 'America/Toronto' })],
  ['NZ', calendar({ timezone: 'Pacific/Auckland' })],
  ['KI', calendar({ timezone: 'Pacific/Kiritimati' })],
])

interface Way {
  from?: Address | null
  to?: Address
  store?: Store | null
  calendars?: typeof CALENDARS
}
const estimate = (now: string, { from = NEW_YORK, to = NEW_YORK, store = null, calendars = CALENDARS }: Way = {}) => {
  const parcel = { weight: 1, length: 1, width: 1, height: 1 }
  const facts = { from_address: from, to_address: to, parcel, service_level: 'standard' as const, declared_value: null, carrier: null }
  return estimatedDelivery(facts, { now, calendars, rates: RATES }, store)
}

describe('the hand-over', () => {
  test.each([
    // The cutoff is 16:00 in New York, in winter and in summer. A parcel after the cutoff on Friday leaves on Monday.
    ['2026-11-24T20:59:59.999Z', '2026-11-26'],
    ['2026-11-24T21:00:00.000Z', '2026-11-27'],
    ['2026-07-14T19:59:59.999Z', '2026-07-16'],
    ['2026-07-14T20:00:00.000Z', '2026-07-17'],
    ['2026-11-27T21:00:00.000Z', '2026-12-02'],
    // The Mondays after the clocks go forward on 8 March and back on 1 November.
    ['2026-03-09T19:59:00.000Z', '2026-03-11'],
    ['2026-03-09T20:00:00.000Z', '2026-03-12'],
    ['2026-11-02T20:59:00.000Z', '2026-11-04'],
    ['2026-11-02T21:00:00.000Z', '2026-11-05'],
    // A leap day is a working day like any other. 29 February 2028 is a Tuesday.
    ['2028-02-28T12:00:00.000Z', '2028-03-01'],
    ['2028-02-29T12:00:00.000Z', '2028-03-02'],
  ])('at %s leads to the estimate %s', (now, expected) => expect(estimate(now)).toBe(expected))

  test('counts a cut-off once if a change of daylight saving time skips or repeats it', () => {
    const at = (cut_off: string, now: string) =>
      handOverDay({ market: calendar({ cut_off, working_days: [...WEEKDAYS] }), store: null }, now, 'America/New_York')
    // 02:30 on 8 March does not exist. It counts as 03:30 in summer time, half an hour after the change at 07:00 UTC.
    expect([at('02:30', '2026-03-08T07:29:59.999Z'), at('02:30', '2026-03-08T07:30:00.000Z')]).toEqual(['2026-03-08', '2026-03-09'])
    // 01:30 on 1 November occurs twice, at 05:30 and at 06:30 UTC. The first occurrence counts.
    expect([
      at('01:30', '2026-11-01T05:29:59.999Z'),
      at('01:30', '2026-11-01T05:30:00.000Z'),
      at('01:30', '2026-11-01T06:10:00.000Z'),
    ]).toEqual(['2026-11-01', '2026-11-02', '2026-11-02'])
  })

  test('follows the time zone of the sender, including half-hour zones', () => {
    // 15:59 and 16:00 in St. John's are 14:29 and 14:30 in Toronto, so the cutoff follows St. John's.
    const way = { from: ST_JOHNS, to: ST_JOHNS }
    expect([estimate('2026-11-24T19:29:00.000Z', way), estimate('2026-11-24T19:30:00.000Z', way)]).toEqual(['2026-11-26', '2026-11-27'])
  })

  test('at a store follows the calendar and time zone of the store, not those of the sender', () => {
    const store = {
      country: 'US',
      timezone: 'America/Denver',
      hours: null,
      calendar: calendar({ cut_off: '18:00', transit_days: [] }),
    } as unknown as Store
    expect([estimate('2026-11-25T00:59:00.000Z', { store }), estimate('2026-11-25T01:00:00.000Z', { store })]).toEqual([
      '2026-11-26',
      '2026-11-27',
    ])
  })
})

describe('the date line', () => {
  test.each([
    // Tuesday morning in Auckland is Monday in Honolulu. The second working day after that is Wednesday in Honolulu.
    ['from Auckland to Honolulu', AUCKLAND, HONOLULU, '2026-11-23T21:00:00.000Z', '2026-11-25'],
    ['from Kiritimati, a day ahead of the same hour, to Honolulu', KIRITIMATI, HONOLULU, '2026-11-24T00:00:00.000Z', '2026-11-25'],
    ['from Honolulu to Auckland', HONOLULU, AUCKLAND, '2026-11-24T00:00:00.000Z', '2026-11-26'],
    ['from New York to Guam, in one country', NEW_YORK, address('US', 'GU', '96910'), '2026-11-24T15:00:00.000Z', '2026-11-27'],
    ['from Guam to New York', address('US', null, '96910'), NEW_YORK, '2026-11-24T00:00:00.000Z', '2026-11-26'],
  ])('%s', (_, from, to, now, expected) => expect(estimate(now, { from, to })).toBe(expected))
})

describe('without a matching calendar', () => {
  const without = (country: string) => new Map([...CALENDARS].filter(([one]) => one !== country))
  test.each([
    ['none at all', { calendars: new Map() }],
    ['none of the destination', { calendars: without('US') }],
    ['none of the origin', { from: AUCKLAND, calendars: without('NZ') }],
    ['no transit days', { calendars: new Map([['US', calendar({ transit_days: [] })]]) }],
    [
      'none for the service',
      { calendars: new Map([['US', calendar({ transit_days: [{ carrier: null, zone: null, service_level: 'express', days: 1 }] })]]) },
    ],
  ])('%s: null', (_, way) => expect(estimate('2026-11-24T12:00:00.000Z', way)).toBe(null))

  test('a parcel without a sender has its destination as origin', () =>
    expect(estimate('2026-11-24T12:00:00.000Z', { from: null })).toBe('2026-11-26'))
})

test('the most specific row of transit days wins', () => {
  const row = (carrier: string | null, zone: string | null, days: number) => ({ carrier, zone, service_level: 'standard' as const, days })
  const rows = [row(null, null, 9), row(null, 'local', 3), row('northline', null, 7), row('northline', 'local', 1)]
  const days = (count: number, carrier: string | null, to = NEW_YORK) => {
    const calendars = new Map([['US', calendar({ working_days: null, transit_days: rows.slice(0, count) })]])
    const parcel = { weight: 1, length: 1, width: 1, height: 1 }
    const facts = { from_address: NEW_YORK, to_address: to, parcel, service_level: 'standard' as const, declared_value: null, carrier }
    const day = estimatedDelivery(facts, { now: '2026-11-24T12:00:00.000Z', calendars, rates: RATES }, null)
    return (Date.parse(day as string) - Date.parse('2026-11-24')) / 86_400_000
  }
  const OHIO = address('US', 'OH', '43004')
  expect([days(1, null), days(2, null), days(2, null, OHIO), days(4, 'northline'), days(4, 'northline', OHIO), days(4, 'other')]).toEqual([
    9, 3, 9, 1, 7, 3,
  ])
})

// A calendar with some open weekdays, holidays and exceptions around a day.
const START = '2026-11-20'
const day = fc.integer({ min: 0, max: 60 }).map((days) => dayAfter(START, days))
const place: fc.Arbitrary<Place> = fc
  .record({
    working_days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    closed: fc.uniqueArray(day, { maxLength: 30 }),
    open: fc.uniqueArray(day, { maxLength: 5 }),
    cut_off: fc.option(fc.constantFrom('00:30', '02:30', '12:00', '23:59')),
  })
  .map(({ working_days, closed, open, cut_off }) => ({
    store: null,
    market: calendar({
      working_days,
      cut_off,
      holidays: closed.map((date) => ({ date, name: null })),
      exceptions: open
        .filter((date) => !closed.includes(date))
        .map((date) => ({ date, name: null, hours: [['09:00', '12:00']], cut_off: null })),
    }),
  }))
const zone = fc.constantFrom(
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Auckland',
)
const moment = fc
  .integer({ min: 0, max: 40 * 24 * 60 })
  .map((minutes) => new Date(Date.parse(`${START}T00:00:00Z`) + minutes * 60_000).toISOString())

test('the estimate is an open day at the destination, not before the hand-over, and never earlier with more transit days', () => {
  fc.assert(
    fc.property(place, place, moment, zone, (origin, destination, now, timezone) => {
      const handed = handOverDay(origin, now, timezone) as string
      expect(handed >= localDay(now, timezone)).toBe(true)
      expect(dayAt(origin, handed).isOpen).toBe(true)
      let before = handed
      for (let days = 0; days < 8; days++) {
        const arrival = arrivalDay(destination, handed, days) as string
        expect(dayAt(destination, arrival).isOpen).toBe(true)
        expect(arrival >= before && arrival >= dayAfter(handed, days > 0 ? 1 : 0)).toBe(true)
        // The time until the arrival has exactly this many working days.
        const between = Array.from({ length: 90 }, (_, i) => dayAfter(handed, i + 1)).filter(
          (date) => date <= arrival && dayAt(destination, date).isOpen,
        )
        if (days > 0) expect(between).toHaveLength(days)
        before = arrival
      }
    }),
    { numRuns: 300 },
  )
})

test('across time zones the estimate is later than the current day at the destination', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CALENDARS.keys()), fc.constantFrom(...CALENDARS.keys()), moment, (from, to, now) => {
      const zones: Record<string, string> = {
        US: 'America/New_York',
        CA: 'America/Toronto',
        NZ: 'Pacific/Auckland',
        KI: 'Pacific/Kiritimati',
      }
      const arrival = estimate(now, { from: address(from, null, '0'), to: address(to, null, '0') }) as string
      expect(arrival > localDay(now, zones[to] as string)).toBe(true)
      expect(WEEK).toContain(weekdayOf(arrival))
    }),
    { numRuns: 300 },
  )
})

describe('a place that never opens', () => {
  const never = { market: calendar({ working_days: [] }), store: null }
  test('has no hand-over day and no arrival day', () => {
    expect([handOverDay(never, '2026-11-24T12:00:00.000Z', 'UTC'), arrivalDay(never, START, 3), arrivalDay(never, START, 0)]).toEqual([
      null,
      null,
      null,
    ])
    expect(estimate('2026-11-24T12:00:00.000Z', { calendars: new Map([['US', calendar({ working_days: [] })]]) })).toBe(null)
  })

  test('ends the search for an open day after a year', () => {
    let looks = 0
    const special = { get: () => void looks++ } as unknown as ReturnType<typeof calendar>['special']
    const counted = { market: { ...never.market, special }, store: null }
    expect(openDay(counted, START)).toBe(null)
    // Each day is looked up twice: by its date, and as a date of every year.
    expect(looks).toBe(2 * MAX_CLOSED_DAYS)
  })

  test('is detected, even if every day is a holiday or its only working weekday always is', () => {
    const holidays = Array.from({ length: 366 }, (_, i) => ({ date: dayAfter('2024-01-01', i).slice(5), name: null }))
    expect(closedFrom(never, START)).toBe(START)
    expect(closedFrom({ market: calendar({ holidays }), store: null }, START)).toBe(START)
    expect(closedFrom({ market: calendar({ working_days: null, holidays: holidays.slice(1) }), store: null }, START)).toBe(null)
    // New Year's Day is a Friday in 2027 and a Saturday in 2028.
    expect(closedFrom({ market: calendar({ holidays: holidays.slice(1) }), store: null }, START)).toBe('2027-01-02')
    expect(closedFrom({ market: null, store: { calendar: null, hours: {} } }, START)).toBe(START)
    expect(closedFrom({ market: calendar(), store: null }, START)).toBe(null)
  })
})

test('the calendars of an empty sandbox have the holidays of the right years', () => {
  const names = (subject: string, year: string) => {
    const found = seededCalendars(2026).find((one) => one.subject === subject)?.content.holidays ?? []
    return found.filter(({ date }) => date.startsWith(year)).map(({ date, name }) => `${date} ${name}`)
  }
  expect(names('US', '2026')).toEqual(['2026-05-25 Memorial Day', '2026-09-07 Labor Day', '2026-11-26 Thanksgiving'])
  expect(names('CA', '2027')).toEqual(['2027-05-24 Victoria Day', '2027-09-06 Labor Day', '2027-10-11 Thanksgiving'])
})
