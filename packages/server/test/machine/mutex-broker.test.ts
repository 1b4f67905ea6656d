import { expect, test } from 'vitest'
import { MutexBroker } from '../../src/app/mutex-broker.ts'

const rest = () => new Promise((resolve) => setImmediate(resolve))

/** Records the order in which locks are granted. */
const locks = () => {
  const broker = new MutexBroker()
  const begun: string[] = []
  const take = (holder: number, turn: number, ...keys: string[]) => {
    void broker.acquire(holder, turn, keys).then(() => begun.push(`${holder}/${turn}`))
  }
  return { broker, begun, take }
}

test('a lock is granted when all earlier locks with one of its keys are released, in every process', async () => {
  const { broker, begun, take } = locks()
  take(1, 1, 'a', 'b')
  take(2, 1, 'b')
  take(1, 2, 'c')
  take(2, 2, 'c', 'b')
  await rest()
  expect(begun).toEqual(['1/1', '1/2'])
  broker.release(1, 1)
  await rest()
  expect(begun).toEqual(['1/1', '1/2', '2/1'])
  broker.release(2, 1)
  await rest()
  expect(begun).toHaveLength(3)
  broker.release(1, 2)
  await rest()
  expect(begun).toEqual(['1/1', '1/2', '2/1', '2/2'])
})

test('a process that dies releases its lock and the locks it waits for', async () => {
  const { broker, begun, take } = locks()
  take(1, 1, 'a')
  take(1, 2, 'a')
  take(2, 1, 'a')
  await rest()
  broker.leave(1)
  await rest()
  expect(begun).toEqual(['1/1', '2/1'])
})
