// Which plans are written together, and in which order.
import { expect, test } from 'vitest'
import { CommitQueue, ownerOf, type Pending } from '../../src/commit/commit-queue.ts'
import type { Plan } from '../../src/commit/plan.ts'
import { eventsOf } from '../support/deliveries.ts'

const pending = (principal: string, key: string, more: Partial<Pending> = {}): Pending => ({
  plan: { answer: { principal, endpoint: 'POST /', key, fingerprint: 'f', status: 200, body: '{}' } } as Plan,
  owner: principal,
  shape: 'create',
  isSmall: true,
  locks: [`key/${principal}/${key}`],
  size: 1,
  resolve() {},
  reject() {},
  ...more,
})

const push = (queue: CommitQueue, principal: string, count: number, more: Partial<Pending> = {}) => {
  for (let i = 0; i < count; i++) queue.push(pending(principal, String(i), more))
}
const ownersOf = (group: Pending[]): Record<string, number> => {
  const owners: Record<string, number> = {}
  for (const { plan } of group) owners[String(plan.answer?.principal)] = (owners[String(plan.answer?.principal)] ?? 0) + 1
  return owners
}
const keysOf = (group: Pending[], owner: string) =>
  group.filter(({ plan }) => plan.answer?.principal === owner).map(({ plan }) => Number(plan.answer?.key))

test('one partner alone has whole groups, in the order of its plans', () => {
  const queue = new CommitQueue()
  push(queue, 'a', 130)
  const groups = [queue.takeGroup(), queue.takeGroup(), queue.takeGroup(), queue.takeGroup()]
  expect(groups.map(({ length }) => length)).toEqual([64, 64, 2, 0])
  expect(groups.flatMap((group) => keysOf(group, 'a'))).toEqual(Array.from({ length: 130 }, (_, i) => i))
})

test('while others wait, one partner has half of a group, and those who came last are in the first', () => {
  const queue = new CommitQueue()
  push(queue, 'a', 500)
  push(queue, 'b', 40)
  expect(ownersOf(queue.takeGroup())).toEqual({ a: 32, b: 32 })
  expect(ownersOf(queue.takeGroup())).toEqual({ a: 56, b: 8 })
  expect(ownersOf(queue.takeGroup())).toEqual({ a: 64 })
})

test('a plan of another shape is the next group, not the last one', () => {
  const queue = new CommitQueue()
  push(queue, 'a', 500)
  push(queue, 'b', 1, { shape: 'cancel' })
  push(queue, 'c', 1, { shape: 'hold', isSmall: false })
  const groups = [queue.takeGroup(), queue.takeGroup(), queue.takeGroup(), queue.takeGroup()].map(ownersOf)
  expect(groups).toEqual([{ a: 64 }, { b: 1 }, { c: 1 }, { a: 64 }])
})

test('what is more than a group of a usual size goes back in front, in its order', () => {
  const queue = new CommitQueue()
  push(queue, 'a', 30)
  push(queue, 'b', 7)
  const groups: Pending[][] = []
  while (queue.length > 0) groups.push(queue.takeGroup())
  expect(groups.map(({ length }) => length)).toEqual([32, 4, 1])
  for (const owner of ['a', 'b']) {
    const keys = groups.flatMap((group) => keysOf(group, owner))
    expect(keys).toEqual(keys.toSorted((one, other) => one - other))
    expect(keys).toHaveLength(owner === 'a' ? 30 : 7)
  }
})

test('plans with a row or a key in common are never in one group, nor more rows than a statement takes', () => {
  const queue = new CommitQueue()
  push(queue, 'a', 2, { locks: ['shipments/shp_1'], isSmall: false })
  push(queue, 'a', 3, { size: 900, isSmall: false })
  expect([queue.takeGroup(), queue.takeGroup()].map((group) => group.map(({ size }) => size))).toEqual([
    [1, 900, 900],
    [1, 900],
  ])
})

test('a plan is for the partner of its events or rows, whatever key it has', () => {
  const answer = { principal: 'key_operator', endpoint: 'POST /', key: 'k', fingerprint: 'f', status: 200, body: '{}' }
  const [event] = eventsOf('par_1', ['shp_1'])
  expect(ownerOf({ answer, events: event ? [event] : [] })).toBe('par_1')
  expect(ownerOf({ answer, inserts: [['webhook_queues', { webhook_id: 'whk_1' }]] } as unknown as Plan)).toBe('key_operator')
  expect(ownerOf({ inserts: [['documents', { id: 'doc_1', partner_id: 'par_2' }]] } as unknown as Plan)).toBe('par_2')
  expect(ownerOf({})).toBe('')
})
