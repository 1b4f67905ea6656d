// The metrics of several processes combined: how each metric is merged, and what happens to the metrics of a process that dies or hangs.

import { expect, test } from 'vitest'
import { MachineMetrics } from '../../src/app/machine-metrics.ts'
import type { Slot } from '../../src/app/slot.ts'
import type { MetricValues } from '../../src/http/metrics.ts'
import { Ledger } from '../../src/process/ledger.ts'
import { PNG } from '../coverage/world.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** Returns metrics of a process that have these values. */
const said = (requests: number, waiting: number, oldest_s: number) => [
  { name: 'requests_total', help: 'r', type: 'counter', aggregator: 'sum', values: [{ value: requests, labels: { route: '/v2' } }] },
  { name: 'waiting', help: 'w', type: 'gauge', aggregator: 'sum', values: [{ value: waiting, labels: {} }] },
  { name: 'oldest_seconds', help: 'o', type: 'gauge', aggregator: 'max', values: [{ value: oldest_s, labels: {} }] },
]

interface Fake {
  id: number
  role: string
  replaced: number
  link: { call: () => Promise<unknown> } | null
}

const fake = (id: number, ...numbers: [number, number, number]): Fake => ({
  id,
  role: 'api',
  replaced: 0,
  link: { call: async () => said(...numbers) },
})

const lines = async (metrics: MachineMetrics): Promise<string[]> =>
  (await metrics.gather()).text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !line.includes('_refused_'))

test('counters and queue lengths are summed; ages are not', async () => {
  const metrics = new MachineMetrics([fake(1, 10, 2, 5), fake(2, 7, 1, 9)] as unknown as Slot[], new Ledger())
  expect(await lines(metrics)).toEqual([
    'requests_total{route="/v2"} 17',
    'waiting 3',
    'oldest_seconds 9',
    'backhaul_processes{part="api"} 2',
    'backhaul_processes_replaced_total{part="api"} 0',
  ])
})

test('the counters of a dead process are kept, and its queues are dropped', async () => {
  const slots = [fake(1, 10, 2, 5), fake(2, 7, 1, 9)]
  const metrics = new MachineMetrics(slots as unknown as Slot[], new Ledger())
  await metrics.gather()
  Object.assign(slots[0] as Fake, fake(3, 0, 0, 0), { replaced: 1 })
  await metrics.leave(1)
  expect(await lines(metrics)).toEqual([
    'requests_total{route="/v2"} 17',
    'waiting 1',
    'oldest_seconds 9',
    'backhaul_processes{part="api"} 2',
    'backhaul_processes_replaced_total{part="api"} 1',
  ])
})

test('a process that does not answer is shown with its last values', async () => {
  const slots = [fake(1, 10, 2, 5), fake(2, 7, 1, 9)]
  const metrics = new MachineMetrics(slots as unknown as Slot[], new Ledger())
  await metrics.gather()
  ;(slots[0] as Fake).link = { call: () => Promise.reject(new Error('not answered')) }
  expect(await lines(metrics)).toContain('requests_total{route="/v2"} 17')
})

test('a process that is gone or does not answer is not ready, and only ready processes are counted', async () => {
  const ready = (process: string, value: number) =>
    ({
      name: 'backhaul_ready',
      help: '',
      type: 'gauge',
      values: [{ labels: { process }, value }],
      aggregator: 'min',
    }) as unknown as MetricValues
  const slot = (id: number, name: string, value = 1) => ({ ...fake(id, 0, 0, 0), name, link: { call: async () => [ready(name, value)] } })
  const slots = [slot(1, 'api 1'), slot(2, 'api 2'), slot(3, 'worker', 0), { ...slot(4, 'api 3'), link: null }]
  const metrics = new MachineMetrics(slots as unknown as Slot[], new Ledger())
  const shown = async () => (await lines(metrics)).filter((line) => /backhaul_(ready|processes\{)/.test(line)).sort()
  expect(await shown()).toEqual([
    'backhaul_processes{part="api"} 2',
    'backhaul_ready{process="api 1"} 1',
    'backhaul_ready{process="api 2"} 1',
    'backhaul_ready{process="api 3"} 0',
    'backhaul_ready{process="worker"} 0',
  ])
  Object.assign(slots[0] as object, { link: { call: () => Promise.reject(new Error('not answered')) } })
  expect(await shown()).toEqual(expect.arrayContaining(['backhaul_processes{part="api"} 1', 'backhaul_ready{process="api 1"} 0']))
})

test('values that every process reads from the database or the disk are not summed', async () => {
  const service = await startTestService()
  try {
    await service.demo.send('POST', '/v2/documents', { body: PNG, headers: { 'Content-Type': 'image/png' } })
    const operator = await service.operator()
    await operator.send('PUT', '/v2/ops/numbering', { body: { barcodes: { standard: 'sscc', company_prefix: '0614141' } } })
    const names = ['backhaul_storage_bytes', 'backhaul_numbers_left']
    const values = await until('the database has told all numbers in time', async () => {
      const all = await service.running.metrics.values()
      return names.every((name) => all.some((one) => one.name === name && one.values.length > 0)) ? all : null
    })
    const process = (id: number): Fake => ({ id, role: 'api', replaced: 0, link: { call: async () => values } })
    const shared = /^backhaul_(storage|table|disk|numbers|unmatched|deliveries|webhooks|workers|leases|feed|retention_behind|clock)(_|\b)/
    const alone = await lines(new MachineMetrics([process(1)] as unknown as Slot[], new Ledger()))
    const three = await lines(new MachineMetrics([1, 2, 3].map(process) as unknown as Slot[], new Ledger()))
    const found = alone.filter((line) => shared.test(line))
    expect(found).toContain(`backhaul_storage_bytes ${PNG.length}`)
    expect(found).toContain('backhaul_numbers_left{series="sscc 00614141"} 1000000000')
    expect(three.filter((line) => shared.test(line))).toEqual(found)
  } finally {
    await service.close()
  }
})
