import { expect, test } from 'vitest'
import { isPassing, SOON_MS, soonAgain } from '../src/counter/shell/recovery.ts'
import { LineLost, Refused, RefusedByAnother } from '../src/shared/api.ts'

const refusal = (code: string) => ({ code, message: 'No.', details: {} })

test('data missed during a lost connection is requested again within five seconds; a refusal is not', () => {
  expect(SOON_MS).toBeLessThan(5_000)
  const passing = [
    new LineLost(null),
    new RefusedByAnother(502, refusal('unavailable'), null),
    new Refused(503, refusal('unavailable'), null),
  ]
  expect(passing.map(isPassing)).toEqual([true, true, true])
  expect(soonAgain({ state: { error: passing[0] } })).toBe(SOON_MS)
  for (const error of [null, new Refused(404, refusal('not_found'), null), new Refused(401, refusal('session_invalid'), null)])
    expect(soonAgain({ state: { error } })).toBe(false)
})
