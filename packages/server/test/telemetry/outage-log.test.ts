import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { warnOfOutage } from '../../src/telemetry/outage-log.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const newLog = () => {
  const lines: unknown[] = []
  return { lines, log: { warn: (facts: unknown, what: unknown) => lines.push([facts, what]) } as never }
}

test('the first warning is written at once, and the rest of a second as one line', () => {
  const { lines, log } = newLog()
  for (let i = 0; i < 1_000; i++) warnOfOutage(log, { reason: 'gone', i }, 'request not taken')
  expect(lines).toEqual([[{ reason: 'gone', i: 0 }, 'request not taken']])
  vi.advanceTimersByTime(1_000)
  expect(lines.slice(1)).toEqual([[{ reason: 'gone', i: 999, times: 999 }, 'request not taken']])
  for (let i = 0; i < 5; i++) warnOfOutage(log, { reason: 'gone', i }, 'request not taken')
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(1_000)
  expect(lines.slice(2)).toEqual([[{ reason: 'gone', i: 4, times: 5 }, 'request not taken']])
})

test('after a second without warnings, the next is written at once; logs do not silence each other', () => {
  const [one, other] = [newLog(), newLog()]
  warnOfOutage(one.log, {}, 'a')
  warnOfOutage(other.log, {}, 'b')
  expect([one.lines, other.lines]).toEqual([[[{}, 'a']], [[{}, 'b']]])
  vi.advanceTimersByTime(2_000)
  warnOfOutage(one.log, {}, 'c')
  expect(one.lines[1]).toEqual([{}, 'c'])
  expect(vi.getTimerCount()).toBe(1)
})
