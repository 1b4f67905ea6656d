import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectionTurns } from '../../src/database/connection-turns.ts'
import { Database, Unavailable } from '../../src/database/db.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Records the order in which statements get a connection. `turns.give` returns one connection of an owner. */
const turnsOf = (size: number, most_waiting = 100) => {
  const turns = new ConnectionTurns(size, most_waiting)
  const begun: string[] = []
  const take = (name: string) => turns.take(name[0] as string, () => begun.push(name))
  return { turns, begun, take }
}

test('owners take turns: a statement waits for one connection, not for all waiting statements', () => {
  const { turns, begun, take } = turnsOf(2)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2']) take(name)
  expect(begun).toEqual(['a1', 'a2'])
  for (let i = 0; i < 2; i++) turns.give('a')
  expect(begun.slice(2)).toEqual(['b1', 'a3'])
  turns.give('b')
  turns.give('a')
  expect(begun.slice(4)).toEqual(['c1', 'b2'])
})

test('an owner gets at most half of the connections while another waits, and all when alone', () => {
  const { turns, begun, take } = turnsOf(4)
  for (let i = 1; i <= 8; i++) take(`a${i}`)
  expect(begun).toHaveLength(4)
  for (let i = 1; i <= 3; i++) take(`b${i}`)
  turns.give('a')
  turns.give('a')
  expect(begun.slice(4)).toEqual(['b1', 'b2'])
  // Both owners have half. When one returns a connection, the owner that now has less than half gets it.
  turns.give('a')
  expect(begun.slice(6)).toEqual(['a5'])
  turns.give('b')
  expect(begun.slice(7)).toEqual(['b3'])
})

test('one owner can fill at most half of the queue, and a statement that left it is not started', () => {
  const { turns, begun, take } = turnsOf(1, 4)
  take('a1')
  expect([take('a2'), take('a3'), take('a4')]).toEqual([true, true, false])
  expect([take('b1'), take('c1'), take('d1')]).toEqual([true, true, false])
  expect(turns.waiting).toBe(4)
  const begin = () => begun.push('e1')
  turns.leave('a', begin)
  expect(turns.waiting).toBe(4)
  turns.give('a')
  expect(begun).toEqual(['a1', 'a2'])
  expect(turns.take('e', begin)).toBe(true)
  turns.leave('e', begin)
  expect(turns.waiting).toBe(3)
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
  // On a slow machine the last of them may have waited too long.
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
