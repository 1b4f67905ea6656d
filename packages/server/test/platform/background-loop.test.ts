import { expect, test } from 'vitest'
import { BackgroundLoop } from '../../src/platform/background-loop.ts'
import { Unavailable } from '../../src/platform/db.ts'

const AN_HOUR_MS = 3_600_000

test('a pass that fails is reported and tried again, and an unavailable database is tried again without a report', async () => {
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

test('stopping ends a rest at once, between passes and within one', async () => {
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

test('a pass under way when the loop is stopped is waited for, and no other begins', async () => {
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
