import { expect, test } from 'vitest'
import { BUSY_WINDOW_MS, Pace } from '../../src/delivery/pace.ts'

/** Returns the number of attempts that start in each of `windows` windows when there is always an attempt to start. */
const starts = (rowsToCommit: number, windows: number, most: number): number[] => {
  const pace = new Pace(() => rowsToCommit)
  return Array.from({ length: windows }, (_, i) => {
    let started = 0
    for (; started < most && pace.allows(1000 + i * BUSY_WINDOW_MS); started++) pace.count(false)
    return started
  })
}

test('attempts start at once while few rows wait for a commit', () => {
  expect(starts(0, 2, 1000)).toEqual([1000, 1000])
  expect(starts(63, 2, 1000)).toEqual([1000, 1000])
})

test('while commits queue up, exactly 3,000 deliveries start per second', () => {
  const perSecond = starts(64, 125, 1000).reduce((sum, n) => sum + n, 0) / ((125 * BUSY_WINDOW_MS) / 1000)
  expect(perSecond).toBe(3000)
  expect(starts(1_000_000, 3, 1000)).toEqual([48, 48, 48])
})

test('nothing is held back once the queue of commits is empty', () => {
  let rows = 100
  const pace = new Pace(() => rows)
  while (pace.allows(1000)) pace.count(false)
  expect(pace.allows(1001)).toBe(false)
  rows = 0
  expect(pace.allows(1001)).toBe(true)
})

test('failing webhooks share 100 attempts a second and take none from the others', () => {
  const pace = new Pace(() => 0)
  let started = 0
  for (let now_ms = 5000; now_ms < 15_000; now_ms++) {
    while (pace.allowsFailing(now_ms)) {
      pace.count(true)
      started++
    }
    expect(pace.allows(now_ms)).toBe(true)
  }
  expect(started).toBe(1000)
})
