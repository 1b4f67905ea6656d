import { expect, test } from 'vitest'
import { BackgroundLoop } from '../../src/database/background-loop.ts'
import { Unavailable } from '../../src/database/db.ts'

const AN_HOUR_MS = 3_600_000

test('a failed pass is reported and retried; an unavailable database is retried without a report', async () => {
  const loop = new BackgroundLoop()
  const reported: unknown[] = []
  const failures = [new Error('broken'), new Unavailable('no connection')]
  let passes = 0
  const pass = async (): Promise<void> => {
    const failure = failures[passes]
    passes++
    if (failure) throw failure
    loop.stop()
  }
  await loop.run(1, pass, (error) => reported.push(error))
  expect(passes).toBe(3)
  expect(reported).toEqual([failures[0]])
})

test('stopping ends a pause at once, between passes and within one', async () => {
  const between = new BackgroundLoop()
  let passed: () => void = () => {}
  const first = new Promise<void>((resolve) => {
    passed = resolve
  })
  const run = between.run(AN_HOUR_MS, async () => passed(), fail)
  await first
  setImmediate(() => between.stop())
  await run

  const within = new BackgroundLoop()
  setImmediate(() => within.stop())
  await within.run(AN_HOUR_MS, () => within.rest(AN_HOUR_MS), fail)
})

test('stopping waits for the current pass and starts no other', async () => {
  const loop = new BackgroundLoop()
  let ended = 0
  const pass = async (): Promise<void> => {
    loop.stop()
    expect(loop.stopped).toBe(true)
    await new Promise((resolve) => setImmediate(resolve))
    ended++
  }
  await loop.run(0, pass, fail)
  expect(ended).toBe(1)
})

const fail = (error: unknown): void => {
  throw error
}

test('a loop with a notifier pauses long, but only briefly after work, after a failure or without notifications', async () => {
  const loop = new BackgroundLoop()
  const listeners = new Set<() => void>()
  const notifier = {
    isListening: true,
    listen: (hear: () => void) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
  const ring = () => {
    for (const hear of listeners) hear()
  }
  // Each step must end the pause that follows it. Otherwise that pause would last an hour.
  const steps: (() => Promise<boolean> | boolean)[] = [
    () => true,
    () => Promise.reject(new Unavailable('no connection')),
    () => {
      ring()
      return false
    },
    () => {
      setTimeout(ring, 20)
      return false
    },
    () => {
      notifier.isListening = false
      return false
    },
    () => {
      loop.stop()
      return false
    },
  ]
  let passes = 0
  await loop.runOnNotifications(notifier, { least_ms: 1, most_ms: AN_HOUR_MS }, async () => (steps[passes++] as () => boolean)(), fail)
  expect(passes).toBe(steps.length)
  expect(listeners.size).toBe(0)
})
