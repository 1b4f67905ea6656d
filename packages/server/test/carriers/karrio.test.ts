// Karrio's recorded double purchase (48 to 50) and its late purchase (51, 52). Two purchases of one draft at the same time bought two
// labels, and Karrio kept one of the two numbers. A read one second after a purchase was given up said that nothing was bought.
import { existsSync, readFileSync } from 'node:fs'
import type { Answer, CarrierAdapter, Purchase } from '@backhaul/core/carrier-adapter.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Exchange } from '../../src/kinds/carriers/exchange.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { InventedCarrier } from './invented-carrier.ts'
import type { Json } from './support.ts'

const FOLDER = new URL('../../../../../shared/recordings/karrio/', import.meta.url)
const FILES = {
  first: '48-allied-concurrent-purchase-1.json',
  second: '49-allied-concurrent-purchase-2.json',
  kept: '50-allied-after-concurrent-purchase.json',
  early: '51-allied-read-1s-after-client-timeout.json',
  late: '52-allied-read-7s-after-client-timeout.json',
}
/** Data of our own with the shape of the recordings, for a machine without them. */
const own = (number: string | null) => ({
  ...{ status: number === null ? 'draft' : 'created', tracking_number: number, shipping_documents: [] },
  selected_rate: number === null ? null : { currency: 'AUD', total_charge: 16.28 },
})
const OWN = { first: own('OWN000003J'), second: own('OWN000002J'), kept: own('OWN000002J'), early: own(null), late: own('OWN000004J') }
if (!existsSync(FOLDER)) console.warn(`The recordings of carriers are not at ${FOLDER.pathname}: Karrio's answers are of our own making.`)
const recorded = (name: keyof typeof FILES): Json =>
  existsSync(FOLDER) ? JSON.parse(readFileSync(new URL(FILES[name], FOLDER), 'utf8')).response.body : OWN[name]

/** What a recorded shipment shows to have been bought. */
const boughtIn = ({ status, tracking_number, selected_rate, shipping_documents }: Json): Purchase[] => {
  if (status === 'draft' || tracking_number === null) return []
  const amount = Math.round(selected_rate.total_charge * 100)
  const [paper] = shipping_documents
  return [
    {
      ...{ numbers: [tracking_number], cost: { amount, currency: selected_rate.currency, charges: [{ name: 'Total', amount }] } },
      ...{ label: paper?.base64 ? Buffer.from(paper.base64, 'base64') : null, documents: [], ids: {}, void: 'none' },
    },
  ]
}

let service: TestService
let operator: TestClient
let ahead_ms = 0
let calls: { buy: number; reads_ms: number[]; voided: string[] }
const exchanges: Exchange[] = []
beforeEach(async () => {
  ahead_ms = 0
  calls = { buy: 0, reads_ms: [], voided: [] }
  service = await startTestService('api')
  operator = await service.operator()
  await operator.send('PUT', '/v2/ops/carriers/northline', {
    body: { name: 'N', adapter: 'replay', codes: {}, url: 'http://127.0.0.1:9/' },
  })
})
afterEach(async () => {
  for (const one of exchanges.splice(0)) await one.stop()
  await service.close()
})

const now = () => Date.now() + ahead_ms
const booking = async (): Promise<Json> => (await operator.get('/v2/ops/carrier-bookings')).json.data[0]

/** Workers on a Karrio that answers with what was recorded. Its draft is one for the test. */
const workers = (count: number, buy: (call: number) => Promise<Answer<Purchase>>, find: () => Purchase[]): Exchange[] => {
  const invented = new InventedCarrier(now, 2).adapter
  const adapter: CarrierAdapter = {
    ...invented,
    open: (account) => ({
      ...invented.open(account),
      buy: () => buy(++calls.buy),
      find: async () => {
        calls.reads_ms.push(ahead_ms)
        return { done: find() }
      },
      void: async (_, number) => {
        calls.voided.push(number)
        return calls.voided.length === 1 ? { failed: 'unknown', reason: 'no answer' } : { done: 'settled' }
      },
    }),
  }
  const all = Array.from({ length: count }, () => new Exchange({ ...service.running.service, clock: { now } }, 20, 0, async () => adapter))
  exchanges.push(...all)
  return all
}

test('two workers buy one label where Karrio sells two, and a number that Karrio shows later is voided too', async () => {
  const [first, second] = [boughtIn(recorded('first')), boughtIn(recorded('second'))]
  const buy = async (call: number): Promise<Answer<Purchase>> => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return { done: (call === 1 ? first : second)[0] as Purchase }
  }
  const all = workers(2, buy, () => boughtIn(recorded('kept')))
  const { json } = await service.demo.post('/v2/shipments', RETURN)
  for (let i = 0; i < 3; i++) await Promise.all(all.map((one) => one.pass()))
  const number = first[0]?.numbers[0]
  expect([calls.buy, await booking()]).toMatchObject([1, { state: 'booked', number, purchases: [{ cost_cents: 1628, currency: 'AUD' }] }])
  await service.demo.post(`/v2/shipments/${json.id}/cancel`, {})
  for (let i = 0; i < 4; i++) {
    ahead_ms += 400_000
    await all[0]?.pass()
  }
  expect([...new Set(calls.voided)].sort()).toEqual([number, second[0]?.numbers[0]].sort())
  expect(await booking()).toMatchObject({ state: 'void', purchases: [{ state: 'void' }, { state: 'void' }] })
})

test('a purchase that was given up is not believed to be missing before the deadline, and is bought once', async () => {
  const find = () => boughtIn(recorded(ahead_ms < 7_000 ? 'early' : 'late'))
  const [one] = workers(1, async () => ({ failed: 'unknown', reason: 'no answer within 1 s' }), find) as [Exchange]
  await service.demo.post('/v2/shipments', RETURN)
  for (const ms of [0, 1_000, 7_000, 59_000, 61_000, 62_000]) {
    ahead_ms = ms
    await one.pass()
  }
  expect(calls).toMatchObject({ buy: 1, reads_ms: [61_000] })
  expect(await booking()).toMatchObject({ state: 'booked', number: boughtIn(recorded('late'))[0]?.numbers[0] })
})
