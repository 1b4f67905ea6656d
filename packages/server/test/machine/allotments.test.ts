// The rate limits of several machines on one database. The machines are objects here, and their messages go through PostgreSQL.
import { expect, test } from 'vitest'
import { Database } from '../../src/database/db.ts'
import { Allotments } from '../../src/http/allotments.ts'
import { ownBroker } from '../../src/http/own-machine.ts'
import type { SharedRates } from '../../src/http/shared-rates.ts'
import { exchangeShares } from '../../src/service/rate-shares.ts'
import { connectTestDatabase } from '../support/database.ts'
import { pause } from '../support/deliveries.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'

interface Machine {
  name: string
  rates: SharedRates
  allotments: Allotments
  /** The number of exchanges with the database so far, and the number of rows that they requested. */
  exchanges: () => { count: number; rows: number }
}

const world = async () => {
  const database = await connectTestDatabase()
  atEndOfTest(() => database.drop())
  const db = new Database(database.config, 4)
  atEndOfTest(() => db.close())
  let hangs = false
  const machine = (name: string, isOld = true): Machine => {
    const { rates, broker } = ownBroker()
    const counts = { count: 0, rows: 0 }
    let ahead_ms = 0
    const allotments = new Allotments({
      exchange: async (asks) => {
        if (hangs) await new Promise(() => {})
        counts.count++
        counts.rows += asks.length
        return exchangeShares(db, name, asks)
      },
      usedOf: (bucket) => broker.usedOf(bucket),
      now: () => performance.now() + ahead_ms,
    })
    // The machine has existed for longer than a rate limit window.
    if (isOld) ahead_ms = 63_000
    broker.between = allotments
    allotments.start()
    atEndOfTest(() => (hangs ? Promise.resolve() : allotments.stop()))
    return { name, rates, allotments, exchanges: () => counts }
  }
  const know = async (...machines: Machine[]) => {
    await until('all know of one another', async () => {
      for (const { allotments } of machines) allotments.tick()
      await pause(50)
      const n = (await database.client.query('select count(*)::int as n from rate_machines')).rows[0].n
      return (
        n >= machines.length && machines.every(({ allotments }) => allotments.limitOf('nothing', 1_000_000) === Math.floor(100_000 / n))
      )
    })
  }
  const hang = () => {
    hangs = true
  }
  return { database, machine, know, hang }
}

/** Sends this number of requests at the same time. Returns how many are admitted. */
const burst = async ({ rates }: Machine, bucket: string, limit: number, requests: number): Promise<number> =>
  (await Promise.all(Array.from({ length: requests }, () => rates.take(bucket, limit)))).filter(({ allowed }) => allowed).length

/** Sends requests one after another until three are refused in a row. */
const inARow = async ({ rates }: Machine, bucket: string, limit: number): Promise<number> => {
  let admitted = 0
  for (let refused = 0; refused < 3; ) {
    if ((await rates.take(bucket, limit)).allowed) {
      admitted++
      refused = 0
    } else {
      refused++
      await pause(300)
    }
  }
  return admitted
}

test('one connection gets exactly the full limit on any machine', async () => {
  const { machine, know } = await world()
  const [one, two] = [machine('one'), machine('two')]
  await know(one, two)
  expect(await inARow(one, 'key', 100)).toBe(100)
  const elsewhere = await inARow(two, 'key', 100)
  expect(elsewhere).toBeLessThanOrEqual(10)
  expect(await inARow(two, 'other', 100)).toBe(100)
  expect(await burst(one, 'third', 100, 250)).toBe(100)
})

test.each([10, 100, 1_000])(
  'with a limit of %i, connections to all machines together get all of it and at most 1.1 times',
  async (limit) => {
    const { machine, know } = await world()
    const machines = ['one', 'two', 'three'].map((name) => machine(name))
    await know(...machines)
    let admitted = 0
    for (let none = 0; none < 3; ) {
      const more = (await Promise.all(machines.map((one) => burst(one, 'key', limit, limit)))).reduce((a, b) => a + b, 0)
      admitted += more
      none = more === 0 ? none + 1 : 0
      await pause(300)
    }
    expect(admitted).toBeGreaterThanOrEqual(limit)
    expect(admitted).toBeLessThanOrEqual(1.1 * limit)
  },
)

test('a new machine admits little until use before its start has left every window', async () => {
  const { machine, know } = await world()
  const old = machine('old')
  await know(old)
  expect(await inARow(old, 'key', 100)).toBe(100)
  const young = machine('young', false)
  await pause(300)
  expect(await inARow(young, 'key', 100)).toBe(0)
})

test('quota used by a dead machine stays used, the rest is available, and after a window all of it is', async () => {
  const { database, machine, know } = await world()
  const [dead, other] = [machine('dead'), machine('other')]
  await know(dead, other)
  expect(await burst(dead, 'key', 100, 40)).toBe(40)
  dead.allotments.tick = () => {}
  const admitted = await inARow(other, 'key', 100)
  expect(admitted + 40).toBeLessThanOrEqual(110)
  expect(admitted).toBeGreaterThanOrEqual(40)
  await database.client.query("update rate_machines set seen_at = now() - interval '73 s' where machine = 'dead'")
  expect((await inARow(other, 'key', 100)) + admitted).toBe(100)
})

test('rarely used keys cost no rows, however many exist; a busy key costs a few', async () => {
  const { database, machine, know } = await world()
  const [one, two] = [machine('one'), machine('two')]
  await know(one, two)
  for (let key = 0; key < 500; key++) expect((await one.rates.take(`key ${key}`, 1_000)).allowed).toBe(true)
  await pause(300)
  expect((await database.client.query('select count(*)::int as n from rate_shares')).rows[0].n).toBe(0)
  const before = one.exchanges()
  const { count, rows } = { ...before }
  const began_ms = performance.now()
  for (let i = 0; i < 20_000; i++) await one.rates.take('busy', 100_000)
  expect(one.exchanges().rows - rows).toBeLessThan(40)
  expect(one.exchanges().count - count).toBeLessThan(10 + (performance.now() - began_ms) / 50)
})

test('a hung database blocks nobody: each machine admits an equal share', async () => {
  const { machine, know, hang } = await world()
  const [one, two] = [machine('one'), machine('two')]
  await know(one, two)
  hang()
  const admitted = await Promise.all([inARow(one, 'key', 100), inARow(two, 'key', 100)])
  expect(admitted).toEqual([50, 50])
})

test('machines poll ten times a second while they have quota to give, and every two seconds at rest', async () => {
  let now_ms = 0
  let used = 0
  let exchanges = 0
  const allotments = new Allotments({
    exchange: async (asks) => {
      exchanges++
      return { shares: asks.map(({ desired }) => desired), wanted: [], machines: 2 }
    },
    usedOf: () => used,
    now: () => now_ms,
  })
  const exchangesIn = async (seconds: number): Promise<number> => {
    const before = exchanges
    for (const until_ms = now_ms + seconds * 1000; now_ms < until_ms; now_ms += 100) {
      allotments.tick()
      await Promise.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return exchanges - before
  }
  await exchangesIn(70)
  expect(await exchangesIn(20)).toBe(10)
  used = 10
  expect(await allotments.more('key', 100, 10)).toBe(true)
  expect(await exchangesIn(10)).toBeGreaterThan(90)
  used = 0
  await exchangesIn(70)
  expect(await exchangesIn(20)).toBe(10)
})
