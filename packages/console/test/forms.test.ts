// Which errors appear at the fields of a form, and which are left for the form as a whole.
import { expect, test } from 'vitest'
import { errorAt, errorOutside, errorWithin } from '../src/console/forms/errors.ts'
import { Refused } from '../src/shared/api.ts'

const refusal = (...paths: string[]) =>
  new Refused(
    422,
    { code: 'validation_failed', message: 'No.', details: { errors: paths.map((path) => ({ path, message: `of ${path}` })) } },
    null,
  )

test('an error is shown at its field, and an error of a part at the field that contains the part', () => {
  const error = refusal('/days/1/hours/0', '/days/11')
  expect([errorAt(error, '/days/1'), errorAt(error, '/days/11')]).toEqual([null, 'of /days/11'])
  expect([errorWithin(error, '/days/1/hours'), errorWithin(error, '/days/1'), errorWithin(error, '/day')]).toEqual([
    ...['of /days/1/hours/0', 'of /days/1/hours/0', null],
  ])
})

test('an error that belongs to no visible field remains to be shown elsewhere', () => {
  expect(errorOutside(refusal('/a', '/b/0'), ['/a', '/b'])).toBe(null)
  for (const error of [refusal('/a', '/c'), refusal('/ab'), new Refused(409, { code: 'x', message: 'No.', details: {} }, null)])
    expect(errorOutside(error, ['/a', '/b'])).toBe(error)
  expect(errorOutside(null, ['/a'])).toBe(null)
})
