// The timeline of a shipment: several histories, each read page by page, merged into one.
import { expect, test } from 'vitest'
import { amountErrorAt, numberOf } from '../../src/console/forms/errors.ts'
import { inOrder, mergeStreams, type Order } from '../../src/console/shipment/way/streams.ts'
import { Refused } from '../../src/shared/api.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
const points = (name: string, ...minutes: number[]) => minutes.map((minute) => ({ key: `${name}${minute}`, at: at(minute) }))
const line = (order: Order, ...streams: { points: { key: string; at: string }[]; isDone: boolean }[]): string =>
  mergeStreams(streams, order)
    .map(({ key }) => key)
    .join(' ')

test('complete histories merge into one timeline in both orders; at equal times the cause precedes the effect', () => {
  const [scans, events] = [points('s', 1, 4, 6), points('e', 1, 2, 6, 9)]
  const done = (all: typeof scans) => ({ points: all, isDone: true })
  expect(line('oldest', done(scans), done(events))).toBe('s1 e1 e2 s4 s6 e6 e9')
  expect(line('newest', done(scans.toReversed()), done(events.toReversed()))).toBe('e9 e6 s6 s4 e2 e1 s1')
})

test('the timeline stops where an incomplete history ends, so that no later page changes its order', () => {
  const some = { points: points('s', 9, 5), isDone: false }
  expect(line('newest', some, { points: points('e', 8, 7, 3), isDone: true })).toBe('s9 e8 e7 s5')
  expect(line('newest', some, { points: [], isDone: false })).toBe('')
  expect(line('oldest', { points: [], isDone: true }, { points: points('e', 1), isDone: false })).toBe('e1')
})

test('fifty thousand points are sorted, and points of the same time keep their order', () => {
  const many = Array.from({ length: 50_000 }, (_, i) => ({ key: String(i), at: at(Math.floor(i / 100)) }))
  const ordered = inOrder(many, 'newest')
  expect(ordered.slice(0, 2).map(({ key }) => key)).toEqual(['49900', '49901'])
  expect(mergeStreams([{ points: ordered, isDone: true }], 'newest')).toHaveLength(50_000)
})

test('numbers are accepted as people type them; other input is refused with an example amount in the currency', () => {
  expect(['2.5', '2,5', ' 3 ', '-1,50', '', 'x', '1.2.3'].map(numberOf)).toEqual([2.5, 2.5, 3, -1.5, null, null, null])
  const errors = [
    { path: '/delta_amount', rule: 'type', message: 'must be integer' },
    { path: '/amount_claimed', rule: 'maximum', message: 'must be <= 9' },
  ]
  const refused = new Refused(422, { code: 'validation_failed', message: 'No.', details: { errors } }, null)
  expect(amountErrorAt(refused, '/delta_amount', 'USD')).toBe('Enter an amount in USD, such as 12.50.')
  expect(amountErrorAt(refused, '/delta_amount', 'JPY')).toBe('Enter an amount in JPY, such as 1250.')
  expect(amountErrorAt(refused, '/amount_claimed', 'USD')).toBe('must be <= 9')
  expect(amountErrorAt(refused, '/declared_value', 'USD')).toBeNull()
})
