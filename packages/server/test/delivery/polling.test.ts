// When a worker polls without a notification. The tests pass times as parameters and need no clock.
import { expect, test } from 'vitest'
import { Polling, QUIET_MS, REST_MS } from '../../src/delivery/polling.ts'

/** Returns the pauses before each of `count` polls that find nothing. */
const pauses = (polling: Polling, count: number, isAtRest: boolean, from_ms = 0): number[] =>
  Array.from({ length: count }, () => {
    const next_ms = polling.next_ms(isAtRest)
    const pause_ms = next_ms - from_ms
    polling.looked(next_ms)
    from_ms = next_ms
    return pause_ms
  })

const started = (isListening: () => boolean): Polling => {
  const polling = new Polling(isListening)
  polling.looked(0)
  polling.found('told')
  return polling
}

test('an idle worker that receives notifications polls every 3 s, a busy one every half second', () => {
  expect(
    pauses(
      started(() => true),
      7,
      true,
    ),
  ).toEqual([200, 400, 800, 1600, 3000, 3000, 3000])
  expect(
    pauses(
      started(() => true),
      4,
      false,
    ),
  ).toEqual([200, 400, 500, 500])
  expect(REST_MS).toBe(3000)
})

test('a worker that receives no notifications polls as often as without a notifier', () => {
  expect(
    pauses(
      started(() => false),
      7,
      true,
    ),
  ).toEqual([25, 50, 100, 200, 400, 500, 500])
})

test('losing the connection shortens the current pause', () => {
  let isListening = true
  const polling = started(() => isListening)
  pauses(polling, 6, true)
  const resting_ms = polling.next_ms(true)
  isListening = false
  expect(resting_ms - polling.next_ms(true)).toBe(2500)
})

test('notifications count as unreliable after a poll found unannounced work, until the next one', () => {
  const polling = started(() => true)
  polling.found('poll')
  expect(pauses(polling, 2, true)).toEqual([25, 50])
  polling.notified()
  polling.looked(1000)
  polling.found('told')
  expect(pauses(polling, 5, true, 1000)).toEqual([200, 400, 800, 1600, 3000])
})

test('work found by a retry or a continued read says nothing about notifications', () => {
  const polling = started(() => true)
  for (const reason of ['due', 'told', null] as const) polling.found(reason)
  expect(pauses(polling, 2, true)).toEqual([200, 400])
})

test('continued reads do not postpone the next poll, so a long backlog hides nothing', () => {
  const polling = started(() => true)
  const before_ms = polling.next_ms(false)
  polling.found(null)
  expect(polling.next_ms(false)).toBe(before_ms)
})

test('a worker polls every 15 s while no worker holds a webhook, after one more early poll', () => {
  const polling = started(() => true)
  const pauseAfter = (quietSince_ms: number, from_ms: number): number => {
    const next_ms = polling.next_ms(true, quietSince_ms)
    polling.looked(next_ms)
    return next_ms - from_ms
  }
  pauses(polling, 8, true)
  const last_ms = polling.next_ms(true) - REST_MS
  expect(pauseAfter(last_ms, last_ms)).toBe(REST_MS)
  expect(pauseAfter(last_ms, last_ms + REST_MS)).toBe(QUIET_MS)
  expect(polling.next_ms(false, last_ms) - (last_ms + REST_MS + QUIET_MS)).toBe(500)
})
