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

test('a partner alone gets full groups in the order of its plans', () => {
  const queue = new CommitQueue()
  push(queue, 'a', 130)
  const groups = [queue.takeGroup(), queue.takeGroup(), queue.takeGroup(), queue.takeGroup()]
  expect(groups.map(({ length }) => length)).toEqual([64, 64, 2, 0])
  expect(groups.flatMap((group) => keysOf(group, 'a'))).toEqual(Array.from({ length: 130 }, (_, i) => i))
})

test('while others wait, a partner gets half of a group, and later arrivals are in the first group', () => {
  const queue = new CommitQueue()
  push(queue, 'a', 500)
  push(queue, 'b', 40)
  expect(ownersOf(queue.takeGroup())).toEqual({ a: 32, b: 32 })
  expect(ownersOf(queue.takeGroup())).toEqual({ a: 56, b: 8 })
  expect(ownersOf(queue.takeGroup())).toEqual({ a: 64 })
})

test('a plan of another shape is in the next group, not in the last', () => {
  const queue = new CommitQueue()
  push(queue, 'a', 500)
  push(queue, 'b', 1, { shape: 'cancel' })
  push(queue, 'c', 1, { shape: 'hold', isSmall: false })
  const groups = [queue.takeGroup(), queue.takeGroup(), queue.takeGroup(), queue.takeGroup()].map(ownersOf)
  expect(groups).toEqual([{ a: 64 }, { b: 1 }, { c: 1 }, { a: 64 }])
})

test('plans beyond a usual group size return to the front in their order', () => {
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

test('plans with a common row or key are in different groups, and no group exceeds the rows of a statement', () => {
  const queue = new CommitQueue()
  push(queue, 'a', 2, { locks: ['shipments/shp_1'], isSmall: false })
  push(queue, 'a', 3, { size: 900, isSmall: false })
  expect([queue.takeGroup(), queue.takeGroup()].map((group) => group.map(({ size }) => size))).toEqual([
    [1, 900, 900],
    [1, 900],
  ])
})

test('a plan belongs to the partner of its events or rows, regardless of its key', () => {
  const answer = { principal: 'key_operator', endpoint: 'POST /', key: 'k', fingerprint: 'f', status: 200, body: '{}' }
  const [event] = eventsOf('par_1', ['shp_1'])
  expect(ownerOf({ answer, events: event ? [event] : [] })).toBe('par_1')
  expect(ownerOf({ answer, inserts: [['webhook_queues', { webhook_id: 'whk_1' }]] } as unknown as Plan)).toBe('key_operator')
  expect(ownerOf({ inserts: [['documents', { id: 'doc_1', partner_id: 'par_2' }]] } as unknown as Plan)).toBe('par_2')
  expect(ownerOf({})).toBe('')
})
