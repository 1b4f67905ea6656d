import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const CREATE = {
  direction: 'return',
  fulfillment: 'print_label',
  from: { name: 'Ada Example', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' },
}

interface Scans {
  whole: number
  by_index: number
}

/**
 * Returns how often shipments were read by sequential scan and by index. Only scans that the sessions have already reported are counted.
 */
const scans = async (): Promise<Scans> => {
  const text = "select seq_scan as whole, coalesce(idx_scan, 0) as by_index from pg_stat_user_tables where relname = 'shipments'"
  return (await service.running.service.db.one<Scans>('scans', text)) as Scans
}

test('statements planned on an empty table still find rows by key after the table has grown', async () => {
  const { demo } = service
  const id = (await demo.post('/v2/shipments', CREATE)).json.id as string
  const holdAndRelease = async () => {
    for (const command of ['hold', 'release']) expect((await demo.post(`/v2/shipments/${id}/${command}`)).status).toBe(200)
  }
  const before = await scans()
  const ROUNDS = 10
  for (let i = 0; i < ROUNDS; i++) await holdAndRelease()
  expect((await demo.post('/v2/shipments/batch', { shipments: Array(1000).fill(CREATE) })).status).toBe(201)
  for (let i = 0; i < ROUNDS; i++) await holdAndRelease()
  // Each command reads the row, and its commit locks and writes the row. A busy session reports its scans at most once a second.
  const told = async (): Promise<Scans | null> => {
    const after = await scans()
    if (after.by_index - before.by_index >= ROUNDS * 2 * 2 * 3) return after
    await holdAndRelease()
    return null
  }
  expect((await until('the sessions have told of their scans', told)).whole).toBe(before.whole)
})
