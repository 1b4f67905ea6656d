// Carrier invoices whose import is interrupted because its process is killed. Two API processes run, and one worker after another.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whenEnded } from '../ops/imports-support.ts'
import { ADDRESS, TestClient } from '../support/client.ts'
import { Holder } from '../support/holder.ts'
import { type ServerProcess, startServer } from '../support/process.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let operator: TestClient
let worker: ServerProcess | null = null
beforeAll(async () => {
  service = await startTestService('api')
  operator = await service.operator()
})
afterAll(async () => {
  await worker?.end('SIGKILL')
  await service.close()
})

const startWorker = async (): Promise<ServerProcess> => {
  const { databaseUrl, dataDir } = service.running.service.config
  worker = await startServer({ DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir })
  return worker
}

const MANY = 600
/** Counts lines that belong to no invoice. No endpoint shows them, and none may remain. */
const linesWithoutInvoice = async (): Promise<number> => {
  const text = `select count(*)::int as count from carrier_invoice_lines l
    where not exists (select from carrier_invoices i where i.id = l.invoice_id)`
  return (await service.running.service.db.one<{ count: number }>('test_orphans', text))?.count as number
}

const file = async (number: string): Promise<string> => {
  const shipments = Array.from({ length: 20 }, () => ({ direction: 'outbound', fulfillment: 'print_label', from: ADDRESS, to: ADDRESS }))
  const { json } = await service.demo.post('/v2/shipments/batch', { shipments })
  const parcels: { tracking: string; amount: number }[] = json.data
  const rows = Array.from({ length: MANY }, (_, i) => {
    const parcel = parcels[i]
    return `${number},${parcel?.tracking ?? `NOBODY-${i}`},${parcel?.amount ?? 7},USD`
  })
  return ['invoice,number,amount_cents,currency', ...rows, ''].join('\n')
}

test.each([
  ['judged', 'lock table carrier_invoice_lines in access exclusive mode'],
  ['written', 'lock table carrier_invoice_lines in share mode'],
  ['put into force', 'lock table carrier_invoices in share mode'],
] as const)('an import killed while its lines are %s leaves nothing, and the next worker imports each line once', async (when, hold) => {
  const number = `KILLED-${when.length}`
  const first = await startWorker()
  const lines = await file(number)
  const holder = await Holder.begin(service.running.service.db.config)
  await holder.query(hold)
  const path = '/v2/ops/carrier-invoices?carrier=northline'
  const { id } = (await operator.post(path, lines, { headers: { 'Content-Type': 'text/csv' } })).json
  await until('it is held up in the middle', async () => (await holder.waiting()) > 0)
  const elsewhere = new TestClient(first.url, operator.credentials)
  expect((await elsewhere.get(`/v2/ops/imports/${id}`)).json).toMatchObject({ state: 'applying', ended_at: null })
  await first.end('SIGKILL')
  await holder.query('rollback')
  expect((await operator.get(`/v2/ops/carrier-invoices?number=${number}`)).json.data).toEqual([])
  await startWorker()
  expect(await whenEnded(operator, id)).toMatchObject({ state: 'done', rows: MANY, applied_rows: MANY, created_rows: MANY })
  await worker?.end('SIGKILL')
  const [invoice] = (await operator.get(`/v2/ops/carrier-invoices?number=${number}`)).json.data
  expect(invoice).toMatchObject({ lines: MANY, verdicts: { matched: { lines: 20 }, unknown: { lines: MANY - 20 } } })
  const text = 'select count(*)::int as count, count(distinct line)::int as lines from carrier_invoice_lines where invoice_id = $1'
  expect(await service.running.service.db.query('test_lines', text, [invoice.id])).toEqual([{ count: MANY, lines: MANY }])
  expect(await linesWithoutInvoice()).toBe(0)
})

test('an import given up after writing its lines is interrupted and leaves no lines', async () => {
  const first = await startWorker()
  const lines = await file('GIVEN-UP')
  const holder = await Holder.begin(service.running.service.db.config)
  await holder.query('lock table carrier_invoices in share mode')
  const path = '/v2/ops/carrier-invoices?carrier=northline'
  const { id } = (await operator.post(path, lines, { headers: { 'Content-Type': 'text/csv' } })).json
  await until('its lines are written', async () => (await holder.waiting()) > 0)
  await first.end('SIGKILL')
  expect(await linesWithoutInvoice()).toBe(MANY)
  await holder.query('rollback')
  await service.running.service.db.query('test_tries', 'update imports set tries = 5 where id = $1', [id])
  await startWorker()
  expect(await whenEnded(operator, id)).toMatchObject({ state: 'interrupted' })
  expect(await linesWithoutInvoice()).toBe(0)
  expect((await operator.get('/v2/ops/carrier-invoices?number=GIVEN-UP')).json.data).toEqual([])
})
