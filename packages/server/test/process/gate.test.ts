import { expect, test } from 'vitest'
import { Gate } from '../../src/process/gate.ts'

test('an owner with many waiting pieces of work gets few places, and all its work is done', async () => {
  const gate = new Gate(16, 10_000, 1_000, { waiting: 20, places: 2 })
  const running = new Map<string, number>()
  const most = new Map<string, number[]>()
  const work = (owner: string) =>
    gate.run(owner, async () => {
      running.set(owner, (running.get(owner) ?? 0) + 1)
      most.set(owner, [...(most.get(owner) ?? []), running.get(owner) as number])
      await new Promise(setImmediate)
      running.set(owner, (running.get(owner) as number) - 1)
    })
  await Promise.all([...Array.from({ length: 100 }, () => work('many')), ...Array.from({ length: 20 }, () => work('few'))])
  // The first eight start before any wait.
  expect(Math.max(...(most.get('many') as number[]).slice(8, 80))).toBeLessThanOrEqual(8)
  expect((most.get('many') as number[]).slice(20, 70).every((count) => count <= 2)).toBe(true)
  expect(Math.max(...(most.get('few') as number[]))).toBe(8)
  expect([most.get('many')?.length, most.get('few')?.length, gate.depth]).toEqual([100, 20, 0])
})
