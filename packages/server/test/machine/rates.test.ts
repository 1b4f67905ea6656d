// The rate limits of several processes. The processes are objects here, and each of their messages takes one turn of the event loop.
import { expect, test } from 'vitest'
import { RateBroker } from '../../src/http/rate-broker.ts'
import type { Quota } from '../../src/http/rate-limit.ts'
import { SharedRates } from '../../src/http/shared-rates.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

interface Machine {
  processes: SharedRates[]
  broker: RateBroker
  /** Returns how many messages were sent to the broker. */
  asked: () => number
  /** Advances the clock by this many milliseconds. */
  pass: (ms: number) => void
  /** Stops all messages of this process from now on. */
  hang: (process: number) => void
}

const machine = (count: number): Machine => {
  let now_ms = 1_000_000
  let asked = 0
  const hung = new Set<number>()
  const now = () => now_ms
  const processes: SharedRates[] = []
  const broker = new RateBroker(async (id, bucket) => {
    await turn()
    return hung.has(id) ? null : (processes[id] as SharedRates).recall(bucket)
  }, now)
  for (let id = 0; id < count; id++) {
    const line = {
      ask: async (ask: Parameters<RateBroker['ask']>[1]) => {
        asked++
        await turn()
        const lent = await broker.ask(id, ask)
        await turn()
        return lent
      },
      tell: async (used: ({ bucket: string } & Parameters<RateBroker['tell']>[2])[]) => {
        await turn()
        return used.map(({ bucket, ...rest }) => broker.tell(id, bucket, rest))
      },
    }
    processes.push(new SharedRates(line, now))
  }
  const pass = (ms: number) => {
    now_ms += ms
  }
  return { processes, broker, asked: () => asked, pass, hang: (id) => hung.add(id) }
}

const allowed = async (quotas: (Quota | Promise<Quota>)[]): Promise<number> =>
  (await Promise.all(quotas)).filter((quota) => quota.allowed).length

test.each([1, 2, 3, 7, 100, 1_000])(
  'two processes together admit exactly the limit of %i, however many requests arrive at once',
  async (limit) => {
    const { processes } = machine(2)
    const quotas = Array.from({ length: limit * 2 + 5 }, (_, i) => (processes[i % 2] as SharedRates).take('key', limit))
    expect(await allowed(quotas)).toBe(limit)
  },
)

test('one process can use the whole limit even if another has borrowed part of it', async () => {
  const { processes } = machine(3)
  const [one, two, three] = processes as [SharedRates, SharedRates, SharedRates]
  await two.take('key', 20)
  await three.look('key', 20)
  let admitted = 1
  while ((await one.take('key', 20)).allowed) admitted++
  expect(admitted).toBe(20)
  expect((await two.take('key', 20)).allowed).toBe(false)
})

test('no minute admits more than the limit, and quota returns after a minute', async () => {
  const { processes, pass } = machine(2)
  const [one, two] = processes as [SharedRates, SharedRates]
  const at = async (rates: SharedRates) => (await rates.take('key', 3)).allowed
  const first = [await at(one), await at(two)]
  pass(30_000)
  expect([...first, await at(one), await at(two)]).toEqual([true, true, true, false])
  pass(29_999)
  expect(await at(one)).toBe(false)
  pass(1)
  expect([await at(two), await at(one), await at(two)]).toEqual([true, true, false])
})

test('one connection sees its quota fall by one per request, and when all of it is free again', async () => {
  const { processes, pass } = machine(2)
  const [one] = processes as [SharedRates]
  const seen: number[] = []
  for (let i = 0; i < 5; i++) {
    expect((await one.look('key', 5)).remaining).toBe(5 - i)
    const { remaining, reset_s } = await one.take('key', 5)
    expect(reset_s).toBe(60)
    seen.push(remaining)
    pass(1_000)
  }
  expect(seen).toEqual([4, 3, 2, 1, 0])
  // The first request was five seconds ago.
  expect(await one.take('key', 5)).toEqual({ allowed: false, limit: 5, remaining: 0, reset_s: 55 })
})

test('no wait is longer than the window, even if it began at a fraction of a millisecond', async () => {
  const { processes, pass } = machine(1)
  for (let i = 0; i < 300; i++) {
    pass(0.37)
    expect((await processes[0]?.take(`key ${i}`, 100))?.reset_s).toBe(60)
  }
})

test('quota used in one process is not available again in another', async () => {
  const { processes } = machine(2)
  const [one, two] = processes as [SharedRates, SharedRates]
  for (let i = 0; i < 4; i++) await one.take('key', 10)
  // This loop requests the rest of the quota. At its end, the first process has reported how much it used.
  while ((await two.take('key', 10)).allowed);
  expect((await one.look('key', 10)).remaining).toBeLessThanOrEqual(6)
  expect((await one.take('key', 10)).allowed).toBe(false)
})

test('most requests need no message to the broker, and refused ones need none until quota is free', async () => {
  const { processes, asked } = machine(2)
  for (let i = 0; i < 10_000; i++) await (processes[i % 2] as SharedRates).take('key', 1_000_000)
  expect(asked()).toBeLessThan(400)
  const [one] = processes as [SharedRates]
  while ((await one.take('other', 5)).allowed);
  const before = asked()
  for (let i = 0; i < 100; i++) expect((await one.take('other', 5)).allowed).toBe(false)
  expect(asked()).toBe(before)
})

test('quota borrowed by a process that died counts as used then and returns a minute later', async () => {
  const { processes, broker, pass } = machine(2)
  const [one, two] = processes as [SharedRates, SharedRates]
  expect((await one.take('key', 100)).allowed).toBe(true)
  broker.leave(0)
  const admitted = await allowed(Array.from({ length: 120 }, () => two.take('key', 100)))
  expect(admitted).toBeGreaterThan(50)
  expect(admitted + 1).toBeLessThanOrEqual(100)
  pass(60_001)
  expect(await allowed(Array.from({ length: 120 }, () => two.take('key', 100)))).toBe(100)
})

test('a process that does not answer keeps its quota and delays nobody', async () => {
  const { processes, hang } = machine(2)
  const [one, two] = processes as [SharedRates, SharedRates]
  await one.take('key', 100)
  hang(0)
  const admitted = await allowed(Array.from({ length: 120 }, () => two.take('key', 100)))
  expect(admitted).toBeGreaterThan(50)
  expect(admitted).toBeLessThan(100)
})

test('a changed limit applies immediately, also to earlier use', async () => {
  const { processes } = machine(2)
  const [one, two] = processes as [SharedRates, SharedRates]
  for (let i = 0; i < 6; i++) await one.take('key', 100)
  expect((await one.take('key', 5)).allowed).toBe(false)
  expect((await two.take('key', 5)).allowed).toBe(false)
  expect(await allowed(Array.from({ length: 10 }, () => two.take('key', 10)))).toBe(4)
})
