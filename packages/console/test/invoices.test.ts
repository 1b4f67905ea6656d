// Logic of the carrier invoice pages, without rendering.
import type { CarrierInvoiceLine } from '@backhaul/client'
import { expect, test } from 'vitest'
import { decidableOf, decidedLine, effectText, sumsOf } from '../src/console/invoices/decisions.ts'
import { nextLineOf } from '../src/console/invoices/next-line.ts'
import { verdictText } from '../src/console/invoices/words.ts'

const line = (id: string, facts: object = {}) =>
  ({
    ...{ id, line: 2, state: 'open', verdict: 'over', reason: null, amount_cents: 900, expected_cents: 700, difference_cents: 200 },
    ...facts,
  }) as object as CarrierInvoiceLine

test('a decision applies only to the lines that qualify for it', () => {
  const lines = [
    line('over'),
    line('fair', { difference_cents: 0, verdict: 'matched' }),
    line('disputed', { state: 'disputed' }),
    line('approved', { state: 'approved' }),
  ]
  const ids = (decision: Parameters<typeof decidableOf>[0]) => decidableOf(decision, lines).map(({ id }) => id)
  expect(ids('approve')).toEqual(['over', 'fair'])
  expect(ids('dispute')).toEqual(['over'])
  expect(ids('credited')).toEqual(['disputed'])
  expect(ids('rejected')).toEqual(['disputed'])
  expect(ids('reopen')).toEqual(['disputed', 'approved'])
})

test('a decided line shows the amount that is paid', () => {
  expect(decidedLine('dispute', line('a'))).toMatchObject({ state: 'disputed', agreed_cents: 700 })
  expect(decidedLine('approve', line('a'))).toMatchObject({ state: 'approved', agreed_cents: 900 })
  expect(decidedLine('reopen', line('a', { state: 'approved' }))).toMatchObject({ state: 'open', agreed_cents: null })
})

test('the confirmation names what is paid and what is not', () => {
  const sums = sumsOf([line('a'), line('b')])
  expect(effectText('approve', sums, 'USD')).toBe('Paid as charged: $18.00.')
  expect(effectText('dispute', sums, 'USD')).toContain('The amount owed, $14.00, is paid. The difference, $4.00, is not paid')
  expect(effectText('dispute', null, 'USD')).not.toContain('null')
})

test('the next line is the next undecided line, wrapping to the first, and never the same line', () => {
  const waiting = [
    { id: 'a', line: 2 },
    { id: 'b', line: 5 },
    { id: 'c', line: 9 },
  ]
  expect(nextLineOf(waiting, { id: 'b', line: 5 })).toBe('c')
  expect(nextLineOf(waiting, { id: 'c', line: 9 })).toBe('a')
  expect(nextLineOf(waiting, { id: 'x', line: 6 })).toBe('c')
  expect(nextLineOf([{ id: 'a', line: 2 }], { id: 'a', line: 2 })).toBe(null)
})

test('a verdict is described in words with the amount', () => {
  expect(verdictText(line('a'), 'USD')).toBe('The line charges $2.00 more than is owed.')
  expect(verdictText(line('a', { verdict: 'under', difference_cents: -150 }), 'USD')).toBe('The line charges $1.50 less than is owed.')
  expect(verdictText(line('a', { reason: 'other_carrier' }), 'USD')).toContain('with another carrier')
  expect(verdictText(line('a', { verdict: 'unknown', reason: 'unknown_number' }), 'USD')).toContain('No parcel')
  expect(verdictText(line('a', { verdict: 'doubled' }), 'USD')).toContain('Another line has already charged this')
})
