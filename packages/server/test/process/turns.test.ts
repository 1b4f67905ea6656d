import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn, SHARE_MS } from '../../src/process/turns.ts'

const WORK_MS = SHARE_MS / 4
/** The most work that fits into a turn: what runs when it arrives, and what runs at the end of the turn. */
const MOST_PER_TURN = 2 * (SHARE_MS / WORK_MS + 1)

const compute = () => {
  const end = performance.now() + WORK_MS
  while (performance.now() < end);
}

/** Adds work that begins in turn and computes only afterward, in a promise. Resolves with the order in which the owners were served. */
const serve = async (owners: readonly string[]): Promise<string[][]> => {
  const turns: string[][] = []
  let served: string[] = []
  const all = owners.map(async (owner) => {
    await new Promise<void>((resolve) => inTurn(owner, resolve))
    compute()
    served.push(owner)
  })
  for (let count = 0; count < owners.length; count += served.length) {
    served = []
    await nextTurn()
    turns.push(served)
  }
  await Promise.all(all)
  return turns
}

test('work begins at once if the turn has time for it', () => {
  let isDone = false
  inTurn('a', () => {
    isDone = true
  })
  expect(isDone).toBe(true)
})

test('a turn ends although much work waits, and the work of an owner keeps its order', async () => {
  await nextTurn()
  const order: number[] = []
  const all = Array.from({ length: 40 }, async (_, i) => {
    await new Promise<void>((resolve) => inTurn('a', resolve))
    compute()
    order.push(i)
  })
  let before = 0
  while (order.length < 40) {
    await nextTurn()
    expect(order.length - before).toBeLessThanOrEqual(MOST_PER_TURN)
    before = order.length
  }
  await Promise.all(all)
  expect(order).toEqual([...order.keys()])
})

test('an owner with little work does not wait for all work of an owner with much', async () => {
  await nextTurn()
  const order = (await serve([...Array<string>(40).fill('much'), 'little'])).flat()
  expect(order).toHaveLength(41)
  expect(order.indexOf('little')).toBeLessThanOrEqual(2)
})
