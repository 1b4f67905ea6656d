import { expect, test } from 'vitest'
import { Rush } from '../../src/process/rush.ts'
import { pause } from '../support/deliveries.ts'
import { until } from '../support/until.ts'

test('other processes are told once that commits queue up and once that they stop, despite moments with an empty queue', async () => {
  const told: boolean[] = []
  let rows = 0
  const rush = new Rush(
    () => rows,
    (isOn) => told.push(isOn),
  )
  rush.look()
  expect(told).toEqual([])
  for (let i = 0; i < 10; i++) {
    rows = 64
    rush.look()
    rows = 0
    rush.look()
    await pause(1)
  }
  expect(told).toEqual([true])
  await until('it is over', () => told.length === 2)
  expect(told).toEqual([true, false])
  rows = 64
  rush.look()
  expect(told).toEqual([true, false, true])
})
