// Which sessions may send an entry of the queue.
import { expect, test } from 'vitest'
import type { StoredEntry } from '../../src/counter/queue/database.ts'
import { whyHeld, whyTooOld } from '../../src/counter/queue/fitting.ts'
import type { QueueSession } from '../../src/counter/queue/types.ts'

const session: QueueSession = {
  id: 'ses_1',
  access: 'counter',
  store_id: 'sto_1',
  partner_id: null,
  environment: 'sandbox',
  name: 'Cora',
  email: 'cora@example.com',
  principal: 'key:one',
}
const entryWith = (fields: Partial<StoredEntry>): StoredEntry => ({ session, tried_as: null, tried_at: null, ...fields }) as StoredEntry

test('a scan is sent under a later session of the same person at the same store', () => {
  expect(whyHeld(entryWith({}), { ...session, id: 'ses_2', email: 'CORA@example.com ' })).toBe(null)
})

test.each([{ name: 'Next', email: 'next@example.com' }, { name: 'Next' }, { email: 'next@example.com' }])(
  'a scan waits for the person who confirmed it under a session of another person: %o',
  (other) => {
    expect(whyHeld(entryWith({}), { ...session, id: 'ses_2', ...other })).toMatchObject({
      code: 'other_person',
      message: expect.stringContaining('Cora confirmed this'),
    })
  },
)

test.each([{ store_id: 'sto_2' }, { store_id: null }, { partner_id: 'par_1' }, { access: 'handler' }, { environment: 'production' }])(
  'a scan waits under a session with a different %o',
  (other) => {
    expect(whyHeld(entryWith({}), { ...session, ...other })).toMatchObject({
      code: 'other_store',
      remedy: expect.stringContaining('Sign in'),
    })
  },
)

test('a scan sent without an answer is not repeated as another principal', () => {
  const tried = entryWith({ tried_at: '2026-11-22T12:00:00.000Z', tried_as: 'key:one' })
  expect(whyHeld(tried, session)).toBe(null)
  expect(whyHeld(tried, { ...session, principal: 'key:two' })).toMatchObject({ code: 'not_repeatable' })
  expect(whyHeld(entryWith({}), { ...session, principal: 'key:two' })).toBe(null)
})

test('a scan tried days ago is not repeated automatically, because the service forgets keys after seven days', () => {
  const at = (day: number) => Date.parse(`2026-11-${day}T12:00:00Z`)
  const tried = entryWith({ tried_at: '2026-11-20T11:59:00.000Z' })
  expect(whyTooOld(tried, at(25))).toBe(null)
  expect(whyTooOld(tried, at(26))).toMatchObject({ code: 'too_old_to_repeat' })
  expect(whyTooOld(entryWith({}), at(26))).toBe(null)
})
