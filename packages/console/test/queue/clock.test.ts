// The service's time on a device whose own clock may be wrong.
import { expect, test } from 'vitest'
import { occurredAt, ServerClock } from '../../src/counter/queue/clock.ts'

const MINUTE_MS = 60_000
const NOON_MS = Date.parse('2026-11-22T12:00:00Z')

/** A device with clocks that a test sets. */
const deviceWith = (wall_ms: number) => ({
  wall_ms,
  steady_ms: 1_000,
  hidden: false,
  wall() {
    return this.wall_ms
  },
  steady() {
    return this.steady_ms
  },
  isHidden() {
    return this.hidden
  },
  pass(ms: number) {
    this.wall_ms += ms
    this.steady_ms += ms
  },
})

test('a clock that was never compared with the service counts as correct', () => {
  const device = deviceWith(NOON_MS)
  const clock = new ServerClock(device, null)
  device.pass(MINUTE_MS)
  expect(clock.now_ms()).toBe(NOON_MS + MINUTE_MS)
})

test('a device 20 minutes ahead uses the time of the service, on this page and the next', () => {
  const device = deviceWith(NOON_MS + 20 * MINUTE_MS)
  const clock = new ServerClock(device, null)
  const seen = clock.see(NOON_MS, 1, 0)
  expect(clock.isSeen).toBe(true)
  device.pass(MINUTE_MS)
  expect(clock.now_ms() - NOON_MS).toBeCloseTo(MINUTE_MS, -1)
  const next = new ServerClock(device, seen)
  expect(next.isSeen).toBe(false)
  expect(next.now_ms() - NOON_MS).toBeCloseTo(MINUTE_MS, -1)
})

test.each([-180, -1, 1, 300])('setting the device clock by %i minutes while the page is in use changes nothing', (minutes) => {
  const device = deviceWith(NOON_MS)
  const clock = new ServerClock(device, null)
  device.pass(MINUTE_MS)
  device.wall_ms += minutes * MINUTE_MS
  device.pass(MINUTE_MS)
  expect(clock.now_ms()).toBe(NOON_MS + 2 * MINUTE_MS)
})

test('a device has the right time after sleep although its monotonic clock stopped', () => {
  const device = deviceWith(NOON_MS)
  const clock = new ServerClock(device, null)
  device.hidden = true
  clock.noteHidden()
  device.wall_ms += 60 * MINUTE_MS
  device.hidden = false
  expect(clock.now_ms()).toBe(NOON_MS + 60 * MINUTE_MS)
  // A jump of the wall clock while the page is visible is not a sleep, so the clock ignores it.
  device.wall_ms += 60 * MINUTE_MS
  expect(clock.now_ms()).toBe(NOON_MS + 60 * MINUTE_MS)
})

test('a sleep is detected even if the time was read while the page was hidden', () => {
  const device = deviceWith(NOON_MS)
  const clock = new ServerClock(device, null)
  device.hidden = true
  clock.noteHidden()
  device.pass(MINUTE_MS)
  clock.now_ms()
  device.wall_ms += 30 * MINUTE_MS
  device.hidden = false
  expect(clock.now_ms()).toBe(NOON_MS + 31 * MINUTE_MS)
})

test('a clock set back between two pages does not go below the last known time', () => {
  const seen = { server_ms: NOON_MS, device_ms: NOON_MS }
  expect(new ServerClock(deviceWith(NOON_MS - 30 * 24 * 60 * MINUTE_MS), seen).now_ms()).toBe(NOON_MS)
})

test('answers that agree with the clock do not shift it', () => {
  const device = deviceWith(NOON_MS)
  const clock = new ServerClock(device, null)
  clock.see(NOON_MS - 200, 1_000, 300)
  expect(clock.now_ms()).toBe(NOON_MS)
  clock.see(NOON_MS + 5_000, 1, 100)
  expect(clock.now_ms()).toBe(NOON_MS + 5_000)
  clock.see(NOON_MS, 1, 100)
  expect(clock.now_ms()).toBe(NOON_MS + 101)
})

test.each([
  ['later', NOON_MS + 7.9, NOON_MS, true, NOON_MS + 7],
  ['in the same millisecond', NOON_MS + 0.5, NOON_MS, true, NOON_MS + 1],
  ['a little earlier, by the clock of another tab', NOON_MS - 500, NOON_MS, true, NOON_MS + 1],
  ['much earlier, by a clock that has seen the service', NOON_MS - 60 * MINUTE_MS, NOON_MS, true, NOON_MS - 60 * MINUTE_MS],
  ['much earlier, by a clock that has not', NOON_MS - 60 * MINUTE_MS, NOON_MS, false, NOON_MS + 1],
  ['first of all', NOON_MS, null, false, NOON_MS],
])(
  'an entry gets a time after the previous entry unless a compared clock is much earlier: %s',
  (_what, now_ms, previous_ms, isSeen, expected) => {
    expect(occurredAt(now_ms, previous_ms, isSeen)).toBe(expected)
  },
)
