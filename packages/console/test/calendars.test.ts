// Logic of the calendar pages, without rendering.
import type { Calendar } from '@backhaul/client'
import { expect, test } from 'vitest'
import { bodyOf, daysWords, formOf, shownDays, withDay, withoutDay } from '../src/console/network/calendar-values.ts'

const CALENDAR: Calendar = {
  subject: 'US',
  object: 'calendar',
  working_days: ['mon', 'fri'],
  cut_off: '16:00',
  holidays: [{ date: '12-25', name: 'Christmas Day' }],
  exceptions: [
    {
      date: '12-24',
      name: null,
      hours: [
        ['09:00', '13:00'],
        ['14:00', '15:00'],
      ],
      cut_off: '11:00',
    },
  ],
  timezone: 'America/New_York',
  transit_days: [{ service_level: 'standard', zone: null, carrier: 'northline', days: 4 }],
}
const { subject: _s, object: _o, ...PUT } = CALENDAR

test('opening and saving a calendar changes nothing; a store sends no market-only fields', () => {
  expect(bodyOf(formOf(CALENDAR), true)).toEqual(PUT)
  const { timezone: _t, transit_days: _d, ...ofStore } = PUT
  expect(bodyOf(formOf(CALENDAR), false)).toEqual(ofStore)
  expect(bodyOf(formOf({ ...CALENDAR, working_days: null, cut_off: null }), false)).toMatchObject({ working_days: null, cut_off: null })
  expect(bodyOf(formOf(null), false)).toEqual({ working_days: null, cut_off: null, holidays: [], exceptions: [] })
})

test('invalid numbers and times are sent as typed', () => {
  const form = formOf(CALENDAR)
  const typed = { ...form, transit_days: [{ key: 1, values: { service_level: 'standard', days: 'many' } }] }
  expect(bodyOf(typed, true).transit_days).toEqual([{ service_level: 'standard', zone: null, carrier: null, days: 'many' }])
  expect(withDay(CALENDAR, { date: '1', name: ' ', hours: '9 to 5', cut_off: '' }).body).toMatchObject({
    exceptions: [CALENDAR.exceptions[0], { date: '1', name: null, hours: [['9 to 5', '']], cut_off: null }],
  })
})

test('a day without hours becomes a holiday; removing a day leaves all others', () => {
  const closed = withDay(CALENDAR, { date: ' 07-04 ', name: 'Independence Day', hours: ' ', cut_off: '11:00' })
  expect(closed).toEqual({
    body: { ...PUT, holidays: [...CALENDAR.holidays, { date: '07-04', name: 'Independence Day' }] },
    path: '/holidays/1',
  })
  expect(withoutDay(CALENDAR, '12-24')).toEqual({ ...PUT, exceptions: [] })
  expect(withoutDay(CALENDAR, '12-25')).toEqual({ ...PUT, holidays: [] })
})

test('upcoming days come first, yearly days with their next year, and past days last', () => {
  const holidays = ['01-01', '12-25', '11-25', '2026-11-24', '2027-02-01'].map((date) => ({ date, name: null }))
  expect(
    shownDays({ holidays, exceptions: CALENDAR.exceptions }, '2026-11-25').map(({ date, next, hours }) => [date, next, hours]),
  ).toEqual([
    ['11-25', '2026-11-25', ''],
    ['12-24', '2026-12-24', '09:00-13:00, 14:00-15:00'],
    ['12-25', '2026-12-25', ''],
    ['01-01', '2027-01-01', ''],
    ['2027-02-01', '2027-02-01', ''],
    ['2026-11-24', null, ''],
  ])
})

test('weekdays are summarized in one line', () => {
  expect(daysWords(['mon', 'tue', 'wed', 'thu', 'fri', 'sun'])).toBe('Monday to Friday, Sunday')
  expect(daysWords(['sun', 'sat'])).toBe('Saturday, Sunday')
  expect(daysWords([])).toBe('none')
})
