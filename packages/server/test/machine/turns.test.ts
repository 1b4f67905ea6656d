import { expect, test } from 'vitest'
import { TurnBroker } from '../../src/app/turn-broker.ts'

const rest = () => new Promise((resolve) => setImmediate(resolve))

/** Records the order in which turns begin. */
const turns = () => {
  const broker = new TurnBroker()
  const begun: string[] = []
  const take = (holder: number, turn: number, ...keys: string[]) => {
    void broker.take(holder, turn, keys).then(() => begun.push(`${holder}/${turn}`))
  }
  return { broker, begun, take }
}

test('a turn begins when all earlier turns with one of its keys have ended, in every process', async () => {
  const { broker, begun, take } = turns()
  take(1, 1, 'a', 'b')
  take(2, 1, 'b')
  take(1, 2, 'c')
  take(2, 2, 'c', 'b')
  await rest()
  expect(begun).toEqual(['1/1', '1/2'])
  broker.done(1, 1)
  await rest()
  expect(begun).toEqual(['1/1', '1/2', '2/1'])
  broker.done(2, 1)
  await rest()
  expect(begun).toHaveLength(3)
  broker.done(1, 2)
  await rest()
  expect(begun).toEqual(['1/1', '1/2', '2/1', '2/2'])
})

test('a process that dies gives back its current turn and the turns it waits for', async () => {
  const { broker, begun, take } = turns()
  take(1, 1, 'a')
  take(1, 2, 'a')
  take(2, 1, 'a')
  await rest()
  broker.leave(1)
  await rest()
  expect(begun).toEqual(['1/1', '2/1'])
})
