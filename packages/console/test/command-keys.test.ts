// Idempotency-Keys that survive a reload of the page.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CommandKeys } from '../src/console/live/keys.ts'
import { LineLost } from '../src/shared/api.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Sends a command whose answer is lost, and returns its key. */
const lost = (command: string, name: string | null = 'form'): string => {
  const keys = new CommandKeys(name)
  const key = keys.keyOf(command)
  keys.settle(command, new LineLost(null))
  return key
}

test('after a reload, a command whose outcome is unknown has the same key, for an hour; other commands have others', () => {
  const key = lost('A')
  expect(lost('A')).toBe(key)
  expect(lost('B')).not.toBe(key)
  expect(lost('A', 'another form')).not.toBe(key)
  vi.advanceTimersByTime(59 * 60_000)
  expect(lost('A')).toBe(key)
  vi.advanceTimersByTime(60_000)
  expect(lost('A')).not.toBe(key)
})

test('nothing of a command is stored that could be read', () => {
  lost('{"name":"Ada Lovelace"}')
  expect([...stored.keys()]).toEqual(['form'])
  expect([...stored.values()].join()).not.toMatch(/name|Ada|Lovelace/)
})

test('a success ends every key of its form', () => {
  const key = lost('A')
  const keys = new CommandKeys('form')
  keys.keyOf('B')
  keys.settle('B')
  expect(stored.size).toBe(0)
  expect(lost('A')).not.toBe(key)
})
