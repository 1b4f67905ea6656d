// The adapter passes the conformance suite, and the suite notices adapters that break a rule.
import { createHmac } from 'node:crypto'
import type { BookableParcel, CarrierAdapter, CarrierService } from '@backhaul/core/carrier-adapter.ts'
import { accountOf, checkAdapter } from '@backhaul/server/testing'
import { Random } from '@backhaul/simulator/random.ts'
import { ReplayCarrier } from '@backhaul/simulator/replay-carrier.ts'
import { type Faults, NO_FAULTS } from '@backhaul/simulator/replay-faults.ts'
import { afterEach, expect, test } from 'vitest'
import adapter from '../src/index.ts'

const SECRET = 'carrier-secret-0123456789'
const ADDRESS = { name: 'A', line1: '1 Main St', city: 'Reno', state: 'NV', postal_code: '89501', country: 'US' }
let made = 0
const parcel = (): BookableParcel => ({
  ...{ reference: `cpu_${++made}`, tracking: `BH${made}`, number: null, service_level: 'standard' as never, customs: null },
  ...{ parcel: { weight: 2, length: 10, width: 8, height: 4 }, from: ADDRESS as never, to: ADDRESS as never },
})

const closing: ReplayCarrier[] = []
afterEach(() => Promise.all(closing.splice(0).map((carrier) => carrier.close())))
const open = async (faults: Partial<Faults> = {}) => {
  const carrier = new ReplayCarrier({
    random: new Random(3),
    faults: { ...NO_FAULTS, ...faults },
    step_ms: null,
    outage: null,
    secret: SECRET,
  })
  closing.push(carrier)
  return { carrier, account: accountOf({ url: await carrier.listen(), secret: async () => SECRET }, adapter) }
}

test('the adapter passes the conformance suite', async () => {
  const { account, carrier } = await open()
  expect(await checkAdapter(adapter, account, parcel)).toEqual([])
  expect(carrier.bookings.flatMap(({ labels }) => labels.map((label) => label.void))).toEqual(['settled'])
})

test.each<[string, Partial<CarrierService>, string]>([
  [
    'takes 5xx for a refusal',
    { buy: async () => ({ failed: 'refused', reason: '500', cause: 'other' }) },
    'buy answers unknown after status 500',
  ],
  [
    'says after any answer that nothing was bought',
    { find: async () => ({ done: [] }) },
    'find does not say what was bought after no answer',
  ],
  ['believes every push', { readPush: async ({ body }) => ({ bytes: body, next: '1' }) }, 'readPush refuses a request'],
])('the suite notices an adapter that %s', async (_, changes, rule) => {
  const { account } = await open()
  const wrong: CarrierAdapter = { ...adapter, open: (one) => Object.assign(adapter.open(one), changes) }
  expect((await checkAdapter(wrong, account, parcel)).join('\n')).toContain(rule)
})

test('the suite notices deadlines that read too early', async () => {
  const { account } = await open()
  expect((await checkAdapter({ ...adapter, reads_ms: [1000] }, account, parcel))[0]).toContain('reads_ms must ascend')
})

const buy = async (faults: Partial<Faults>) => {
  const { account, carrier } = await open(faults)
  const [service, one] = [adapter.open(account), parcel()]
  const rates = await service.rates(one)
  if (!('done' in rates)) throw new Error(rates.reason)
  const attempt = { reference: one.reference, carrier_shipment_id: rates.done.carrier_shipment_id, offer: 'ground' }
  return { service, attempt, carrier, answer: await service.buy(attempt, one) }
}

test('the simulated carrier loses answers, sells late, refuses, and voids late', async () => {
  const lost = await buy({ lost: 1 })
  expect([lost.answer, await lost.service.find(lost.attempt)]).toMatchObject([{ failed: 'unknown' }, { done: [{ void: 'none' }] }])
  const declined = await buy({ declined: 1 })
  expect([declined.answer, declined.carrier.bookings[0]?.labels]).toMatchObject([{ failed: 'refused', cause: 'address' }, []])
  const late = await buy({ appearing: 1, unvoidable: 1, settling: 1 })
  expect([late.answer, await late.service.find(late.attempt)]).toMatchObject([{ failed: 'unknown' }, { done: [] }])
  await expect.poll(() => late.service.find(late.attempt), { timeout: 15_000 }).toMatchObject({ done: [{ void: 'none' }] })
  const number = late.carrier.bookings[0]?.labels[0]?.number as string
  const seen = [
    await late.service.void(late.attempt, number),
    await late.service.find(late.attempt),
    await late.service.void(late.attempt, number),
  ]
  expect(seen).toMatchObject([{ failed: 'refused' }, { done: [{ void: 'refused' }] }, { done: 'submitted' }])
  await expect.poll(() => late.service.find(late.attempt), { timeout: 15_000 }).toMatchObject({ done: [{ void: 'settled' }] })
})

test('a push is read only with a signature over its exact bytes and a recent time', async () => {
  const service = adapter.open((await open()).account)
  const body = Buffer.from('{"number":"N1","code":"DL"}\n')
  const push = (at_s: number, signed: Uint8Array = body) => ({
    headers: {
      ...{ 'x-service-timestamp': String(at_s), 'x-next': '7' },
      'x-service-signature': createHmac('sha256', SECRET).update(`${at_s}.`).update(signed).digest('hex'),
    },
    body,
  })
  const now_s = Math.floor(Date.now() / 1000)
  expect(await service.readPush(push(now_s))).toEqual({ bytes: body, next: '7' })
  expect(await service.readPush(push(now_s - 1000))).toBeNull()
  expect(await service.readPush(push(now_s, Buffer.from(`${body} `)))).toBeNull()
})
