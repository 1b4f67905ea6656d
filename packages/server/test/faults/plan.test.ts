import { expect, test } from 'vitest'
import { program } from './hand-made.ts'

const { planOf } = await program('plan')

test('the same seed plans the same run, and another seed a different one', () => {
  const plan = (seed: number) => JSON.stringify(planOf({ seed, minutes: 1 }))
  expect(plan(7)).toBe(plan(7))
  expect(plan(7)).not.toBe(plan(8))
})

test('every key belongs to one command, and every fault occurs: 200 kills and 20 restarts an hour', () => {
  const { lives, calamities } = planOf({ seed: 1, minutes: 10 })
  // biome-ignore lint/suspicious/noExplicitAny: plain JavaScript
  const keys = lives.flatMap(({ steps }: any) => steps.flatMap(({ commands }: any) => commands.map(({ key }: any) => key))).filter(Boolean)
  expect(new Set(keys).size).toBe(keys.length)
  const count = (pattern: RegExp) => calamities.filter(({ what }: { what: string }) => pattern.test(what)).length
  expect(count(/kill/)).toBeGreaterThan(200 / 6)
  expect(count(/restart|crash/)).toBeGreaterThan(20 / 6)
  for (const what of ['freeze_api', 'freeze_worker', 'freeze_database', 'end_sessions', 'stall_session', 'step_clock'])
    expect(count(new RegExp(what))).toBeGreaterThan(0)
})
