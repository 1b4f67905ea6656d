import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectionScheduler } from '../../src/database/connection-scheduler.ts'
import { Database, Unavailable } from '../../src/database/db.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Records the order in which statements get a connection. `scheduler.give` returns one connection of an owner. */
const schedulerOf = (size: number, most_waiting = 100) => {
  const scheduler = new ConnectionScheduler(size, most_waiting)
  const begun: string[] = []
  const take = (name: string) => scheduler.take(name[0] as string, () => begun.push(name))
  return { scheduler, begun, take }
}

test('owners are served round-robin: a statement waits for one connection, not for all waiting statements', () => {
  const { scheduler, begun, take } = schedulerOf(2)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2']) take(name)
  expect(begun).toEqual(['a1', 'a2'])
  for (let i = 0; i < 2; i++) scheduler.give('a')
  expect(begun.slice(2)).toEqual(['b1', 'a3'])
  scheduler.give('b')
  scheduler.give('a')
  expect(begun.slice(4)).toEqual(['c1', 'b2'])
})

test('an owner gets at most half of the connections while another waits, and all when alone', () => {
  const { scheduler, begun, take } = schedulerOf(4)
  for (let i = 1; i <= 8; i++) take(`a${i}`)
  expect(begun).toHaveLength(4)
  for (let i = 1; i <= 3; i++) take(`b${i}`)
  scheduler.give('a')
  scheduler.give('a')
  expect(begun.slice(4)).toEqual(['b1', 'b2'])
  // Each owner has half of the connections. When one owner returns a connection, it has less than half, so it gets the connection back.
  scheduler.give('a')
  expect(begun.slice(6)).toEqual(['a5'])
  scheduler.give('b')
  expect(begun.slice(7)).toEqual(['b3'])
})

test('one owner can fill at most half of the queue, and a statement that left it is not started', () => {
  const { scheduler, begun, take } = schedulerOf(1, 4)
  take('a1')
  expect([take('a2'), take('a3'), take('a4')]).toEqual([true, true, false])
  expect([take('b1'), take('c1'), take('d1')]).toEqual([true, true, false])
  expect(scheduler.waiting).toBe(4)
  const begin = () => begun.push('e1')
  scheduler.leave('a', begin)
  expect(scheduler.waiting).toBe(4)
  scheduler.give('a')
  expect(begun).toEqual(['a1', 'a2'])
  expect(scheduler.take('e', begin)).toBe(true)
  scheduler.leave('e', begin)
  expect(scheduler.waiting).toBe(3)
})

test("a partner's hundred statements barely delay another partner", async () => {
  const db = new Database(database.config, 2)
  const order: string[] = []
  const run = async (owner: string) => {
    await db.for(owner).query('test_turn', 'select pg_sleep(0.005)')
    order.push(owner)
  }
  const many = Array.from({ length: 100 }, () => run('many'))
  await until('they wait', () => db.waiting >= 90)
  await Promise.all([run('one'), run('one')])
  expect(order.filter((owner) => owner === 'many').length).toBeLessThan(20)
  // On a slow machine the last of these statements may have waited too long.
  for (const one of await Promise.allSettled(many)) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Unavailable)
  expect(order).toContain('many')
  expect(db.waiting).toBe(0)
  await db.close()
})

test('a partner that fills half of the queue is refused, and another partner is not', async () => {
  const db = new Database(database.config, 1)
  const busy = db.query('test_busy', 'select pg_sleep(0.5)')
  await until('there is a connection', () => db.pool.totalCount > 0)
  const mine = Array.from({ length: 501 }, () => db.for('many').query('test_one', 'select 1'))
  const settled = Promise.allSettled(mine)
  await expect(mine.at(-1)).rejects.toThrow(Unavailable)
  expect(await db.for('other').query('test_one', 'select 1')).toHaveLength(1)
  await Promise.all([busy, settled])
  await db.close()
})
