// How long the sender of the queue waits, and which wake-ups end the wait early.
import { expect, test } from 'vitest'
import { LONGEST_WAIT_MS } from '../../src/counter/queue/limits.ts'
import { backOff, Pause } from '../../src/counter/queue/pause.ts'

const NEVER = new AbortController().signal

test('waits double up to a maximum and differ between devices', () => {
  expect([1, 2, 3].map((tries) => backOff(tries, 1))).toEqual([500, 1_000, 2_000])
  expect(backOff(40, 1)).toBe(LONGEST_WAIT_MS)
  expect(backOff(40, 0)).toBe(LONGEST_WAIT_MS / 2)
})

test('a wait is ended only by the wake-ups that it accepts', async () => {
  const pause = new Pause()
  let isOver = false
  const waited = pause.wait(null, ['eager'], NEVER).then(() => {
    isOver = true
  })
  pause.wake('new')
  await Promise.resolve()
  expect(isOver).toBe(false)
  pause.wake('eager')
  await waited
})

test('a wake-up just before a wait is not lost', async () => {
  const pause = new Pause()
  pause.wake('new')
  await pause.wait(null, ['new', 'eager'], NEVER)
  pause.wake('eager')
  pause.wake('new')
  await pause.wait(null, ['eager'], NEVER)
})

test('closing the page ends a wait', async () => {
  const ending = new AbortController()
  const waited = new Pause().wait(null, [], ending.signal)
  ending.abort()
  await waited
})
