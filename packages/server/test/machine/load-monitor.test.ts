import { expect, test } from 'vitest'
import { LoadMonitor } from '../../src/process/load-monitor.ts'
import { pause } from '../support/deliveries.ts'
import { until } from '../support/until.ts'

test('other processes are told once that commits queue up and once that they stop, despite moments with an empty queue', async () => {
  const told: boolean[] = []
  let rows = 0
  const monitor = new LoadMonitor(
    () => rows,
    (isOn) => told.push(isOn),
  )
  monitor.check()
  expect(told).toEqual([])
  for (let i = 0; i < 10; i++) {
    rows = 64
    monitor.check()
    rows = 0
    monitor.check()
    await pause(1)
  }
  expect(told).toEqual([true])
  await until('it is over', () => told.length === 2)
  expect(told).toEqual([true, false])
  rows = 64
  monitor.check()
  expect(told).toEqual([true, false, true])
})
