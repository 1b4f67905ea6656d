// Logic of the carrier pages, without rendering.

import { expect, test } from 'vitest'
import { errorWords } from '../src/console/network/booking-words.ts'
import { lastsOf } from '../src/console/network/numbers.ts'
import { dayText } from '../src/shared/time-text.ts'

test('the failure of a carrier service is explained in words; the carrier’s own text is kept', () => {
  expect(errorWords('PUT bookings/shp_1: no answer within 10 s')).toBe('The service did not answer within 10 s.')
  expect(errorWords('GET reports: connect ECONNREFUSED 127.0.0.1:1')).toBe('The service refused the connection.')
  expect(errorWords('DELETE bookings/shp_1: it answered with 503')).toBe('The service is unavailable (503).')
  expect(errorWords('GET reports: it answered with 401')).toBe('The service does not accept the signature. Check the shared secret.')
  expect(errorWords('PUT bookings/shp_1: it answered with 302')).toBe('it answered with 302')
  expect(errorWords('422 {"why":"no such street"}')).toBe('422 {"why":"no such street"}')
})

test('a number series is estimated as if every parcel used one number', () => {
  const now = '2026-11-20T12:00:00.000Z'
  expect(lastsOf({ left: 0 }, 5, now)).toEqual({ words: 'Used up', isSoon: true })
  expect(lastsOf({ left: 100 }, 10, now)).toEqual({ words: `At least until ${dayText('2026-11-30')}`, isSoon: true })
  expect(lastsOf({ left: 1_000 }, 10, now)).toEqual({ words: `At least until ${dayText('2027-02-28')}`, isSoon: false })
  expect(lastsOf({ left: 1 }, 0, now)).toEqual({ words: 'More than ten years', isSoon: false })
  expect(lastsOf({ left: 10 ** 12 }, 1, now)).toEqual({ words: 'More than ten years', isSoon: false })
  expect(lastsOf({ left: 5 }, null, now)).toEqual({ words: '', isSoon: false })
})
