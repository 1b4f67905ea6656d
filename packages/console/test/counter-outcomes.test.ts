// The counter's messages after a confirmation, and the actions that it offers for a parcel.
import { expect, test } from 'vitest'
import { handedOutcome } from '../src/counter/hand-over/handed-outcome.ts'
import { isLoaded } from '../src/counter/hand-over/load.ts'
import { visitsOf } from '../src/counter/hand-over/visits.ts'
import { differenceOf, piecesOf } from '../src/counter/handler/pieces.ts'
import { dayAt, durationHere, isLong } from '../src/counter/here/times.ts'
import { scaled } from '../src/counter/intake/photo.ts'
import { stepsOf } from '../src/counter/intake/steps.ts'
import { unsentEntryOf } from '../src/counter/intake/unsent-entry.ts'
import { weightOf } from '../src/counter/intake/weight.ts'
import { notStored, outcomeOf } from '../src/counter/outcome/outcome-of.ts'
import { type Entry, NotStored } from '../src/counter/queue/types.ts'
import { TASKS } from '../src/counter/words.ts'

const entry = (change: Partial<Entry>): Entry =>
  ({
    seq: 1,
    path: '/v2/scan-events/accept',
    title: 'Accept QGKX…',
    parcel: 'QGKX',
    state: 'sent',
    body: {},
    outcome: null,
    problem: null,
    ...change,
  }) as Entry
const answered = (applied: boolean, status: string): Partial<Entry> => ({
  outcome: { shipment_id: 'shp_1', status, applied, replayed: false },
})
const problem = { status: 409, code: 'invalid_transition', message: 'No.', remedy: 'Look.', details: {} }

test('success, refusal, "already done" and "kept" differ, and only scans on the device are "kept"', () => {
  const tones = [
    entry({ state: 'waiting' }),
    entry({ state: 'sending' }),
    entry({ state: 'held', problem }),
    entry(answered(true, 'ready_for_pickup')),
    entry(answered(false, 'ready_for_pickup')),
    entry(answered(false, 'cancelled')),
    entry({ state: 'refused', problem }),
    entry({ ...answered(false, 'delivered'), path: '/v2/scan-events/walk-in' }),
    entry({ ...answered(false, 'delivered'), path: '/v2/scan-events/collect' }),
  ].map((one) => outcomeOf(one).tone)
  expect(tones).toEqual(['kept', 'kept', 'kept', 'success', 'already', 'refused', 'refused', 'refused', 'already'])
  expect(outcomeOf(entry({ state: 'refused', problem })).detail).toBe('No. Look.')
})

test('a full device is reported in plain words with what to do', () => {
  const outcome = notStored(new NotStored('storage_full', 'quota'))
  expect([outcome.tone, outcome.title]).toEqual(['refused', 'Not kept: this device is full'])
  expect(outcome.detail).toMatch(/Nothing was recorded. Delete photos/)
})

const commands = (moves: readonly string[], recorded: readonly string[] = []) =>
  (['walk-in', 'accept', 'reject', 'collect'] as const).map((command) => ({
    command,
    outcome: moves.includes(command) ? ('moves' as const) : recorded.includes(command) ? ('recorded' as const) : ('refused' as const),
    status: null,
    code: null,
    message: 'why not',
  }))

test('the main button is the next step according to the service; Enter never gives a parcel to a driver', () => {
  const labeled = stepsOf({ commands: commands(['walk-in', 'accept', 'reject', 'collect']), next: 'accept' }, TASKS.counter, false)
  expect([labeled.primary, labeled.others]).toEqual(['accept', ['walk-in', 'reject', 'collect']])
  const unlabeled = stepsOf({ commands: commands(['walk-in', 'reject']), next: 'walk-in' }, TASKS.counter, false)
  expect(unlabeled.primary).toBe('walk-in')
  const accepted = stepsOf({ commands: commands(['collect'], ['accept', 'walk-in']), next: 'collect' }, TASKS.counter, false)
  expect([accepted.primary, accepted.isDone, accepted.others]).toEqual([null, true, ['collect']])
  const kept = stepsOf({ commands: commands(['accept', 'reject']), next: 'accept' }, TASKS.counter, true)
  expect(kept.primary).toBeNull()
})

test('a scan kept on the device is found by any code of its parcel until it is sent', () => {
  const kept = entry({ seq: 7, state: 'waiting', parcel: 'QGKX', body: { barcode: '0123' } })
  expect(unsentEntryOf([kept], ['0123'])?.seq).toBe(7)
  expect(unsentEntryOf([kept], ['QGKX'])?.seq).toBe(7)
  expect(unsentEntryOf([kept], ['other'])).toBeUndefined()
  expect(unsentEntryOf([{ ...kept, state: 'sent' }], ['0123'])).toBeUndefined()
})

test('weights accept a comma or a point and nothing else', () => {
  expect(['2.5', ' 2,5 ', '0', '-1', 'two', '', '1e999'].map(weightOf)).toEqual([2.5, 2.5, null, null, null, null, null])
})

test('piece counts are whole numbers, and a difference shows its direction', () => {
  expect(['12', ' 0 ', '1.5', '-1', 'x', '99999999'].map(piecesOf)).toEqual([12, 0, null, null, null, null])
  expect([differenceOf(2, 2), differenceOf(1, 3)?.slice(0, 7), differenceOf(5, 3)?.slice(0, 6)]).toEqual([null, '2 short', '2 over'])
})

test('photos keep their aspect ratio and have at most 1,600 pixels per side', () => {
  expect([scaled(4000, 3000), scaled(100, 50), scaled(9000, 1)]).toEqual([
    { width: 1600, height: 1200 },
    { width: 100, height: 50 },
    { width: 1600, height: 1 },
  ])
})

test('the day follows the counter’s time zone, and a stay is shown in one unit', () => {
  const at = Date.parse('2026-03-01T03:30:00Z')
  expect([dayAt('America/New_York', at), dayAt('Europe/Berlin', at)]).toEqual(['2026-02-28', '2026-03-01'])
  const since = (minutes: number) => new Date(at - minutes * 60_000).toISOString()
  expect([5, 90, 47 * 60, 49 * 60].map((minutes) => durationHere(since(minutes), at))).toEqual(['5 min', '1 h', '47 h', '2 days'])
  expect([isLong(since(47 * 60), at), isLong(since(48 * 60), at)]).toEqual([false, true])
  expect(durationHere(since(-5), at)).toBe('0 min')
})

test('visits are ordered by their windows and show the booked parcels', () => {
  const sweeps = [
    { id: 'swp_2', dp: 'swiftpost' },
    { id: 'swp_1', dp: 'northline' },
  ]
  const pickup = (sweep_id: string, window_start: string, package_count: number) => ({
    sweep_id,
    window_start,
    window_end: '18:00',
    package_count,
    confirmation_code: `${sweep_id}-${window_start}`,
  })
  const pickups = [pickup('swp_2', '15:00', 1), pickup('swp_1', '09:00', 2), pickup('swp_1', '09:00', 3)]
  const visits = visitsOf(sweeps as never, pickups as never)
  expect(visits.map(({ carrier, booked, windows }) => [carrier, booked, windows])).toEqual([
    ['northline', 5, ['09:00–18:00']],
    ['swiftpost', 1, ['15:00–18:00']],
  ])
})

test('a hand-over is done when the service has recorded all of its parcels', () => {
  const sent = entry(answered(true, 'picked_up'))
  expect(handedOutcome('Dana', [sent, sent])).toEqual({
    tone: 'success',
    title: '2 parcels given to Dana',
    detail: 'All of them are recorded.',
  })
  expect(handedOutcome('Dana', [sent, entry({ state: 'waiting' })]).tone).toBe('kept')
  expect(handedOutcome('Dana', [sent, entry({ state: 'refused', problem })]).tone).toBe('refused')
  expect(isLoaded([{ field: 'tracking', value: 'A', about: 'A' }], ['B', 'A'])).toBe(true)
})
