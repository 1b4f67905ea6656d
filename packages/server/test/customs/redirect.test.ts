// Redirects across a border. The policy decides whether they are allowed, refused, or priced like a new shipment.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { typesOf } from '../pickups/fixtures.ts'
import { ADDRESS, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { DECLARED, TORONTO } from './fixtures.ts'

let service: TestService
let operator: TestClient
let demo: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  demo = service.demo
})
afterAll(() => service.close())
afterEach(() => policy({}))

const policy = (body: object) => operator.send('PUT', '/v2/ops/policy', { body })
const BOSTON = { ...ADDRESS, city: 'Boston', state: 'MA', postal_code: '02108' }
const HOME = { direction: 'outbound', fulfillment: 'print_label', from: BOSTON, to: ADDRESS, parcel: { weight: 4 } }
const read = async (id: string) => (await demo.get(`/v2/shipments/${id}`)).json
const redirect = (id: string, to: object) => demo.post(`/v2/shipments/${id}/redirect`, { to })
const onItsWay = async (body: object = HOME) => {
  const { json } = await demo.post('/v2/shipments', body)
  for (const kind of ['custody', 'inject', 'movement']) await demo.post(`/v2/scan-events/${kind}`, { shipment_id: json.id })
  return read(json.id)
}

test('a redirect abroad keeps price, carrier and label by default', async () => {
  const before = await onItsWay()
  const { status, json } = await redirect(before.id, TORONTO)
  const { amount, currency, carrier, ltracking, label_id } = before
  expect([status, json]).toEqual([
    200,
    expect.objectContaining({ to: expect.objectContaining({ country: 'CA' }), amount, currency, carrier, ltracking, label_id }),
  ])
})

test('reprice gives the shipment the price of a new one and a new label, and keeps its carrier', async () => {
  await policy({ redirects_abroad: 'reprice' })
  const before = await onItsWay()
  const { json } = await redirect(before.id, TORONTO)
  const { json: quote } = await demo.post('/v2/quotes', { ...HOME, to: TORONTO })
  expect(json).toMatchObject({
    status: 'in_transit',
    market: 'CA',
    currency: 'CAD',
    amount: quote.amount,
    label_version: 2,
    supersedes: before.label_id,
  })
  expect([json.tracking, json.barcode]).toEqual([before.tracking, before.barcode])
  expect(quote.candidates.find(({ chosen }: { chosen: boolean }) => chosen).carrier).not.toBe(before.carrier)
  expect([json.carrier, json.ltracking]).toEqual([before.carrier, before.ltracking])
  expect(await read(before.id)).toEqual(json)
  expect(typesOf(await demo.events(before.id)).slice(-1)).toEqual(['shipment.redirected'])
  const label = await demo.get(`/v2/shipments/${before.id}/label?format=zpl`)
  expect(label.text).toContain('Toronto')
  const { json: home } = await redirect(before.id, ADDRESS)
  expect(home).toMatchObject({ market: 'US', currency: 'USD', amount: before.amount, carrier: before.carrier, label_version: 3 })
  expect(home.ltracking).toBe(before.ltracking)
})

test('a redirect with a new price in another currency drops the declared value', async () => {
  await policy({ redirects_abroad: 'reprice' })
  const before = await onItsWay({ ...HOME, declared_value: 5_000 })
  expect((await redirect(before.id, TORONTO)).json).toMatchObject({ currency: 'CAD', declared_value: null })
  const near = await onItsWay({ ...HOME, declared_value: 5_000 })
  expect((await redirect(near.id, BOSTON)).json.declared_value).toBe(5_000)
})

test('a measurement after a redirect into another currency charges nothing', async () => {
  const before = await onItsWay()
  expect((await redirect(before.id, TORONTO)).json.currency).toBe('USD')
  const body = { shipment_id: before.id, stage: 'sort', observed: { weight: 20 }, chargeable: true }
  expect((await demo.post('/v2/discrepancies', body)).status).toBe(201)
  const [adjustment] = (await demo.get(`/v2/shipments/${before.id}/adjustments`)).json.data
  expect(adjustment).toMatchObject({ delta_amount: 0, currency: 'USD', new_weight: 20 })
})

test('a redirect within the country is not priced again', async () => {
  await policy({ redirects_abroad: 'reprice' })
  const before = await onItsWay()
  const { json } = await redirect(before.id, { ...BOSTON, country: 'US' })
  expect(json).toMatchObject({ amount: before.amount, label_version: 1, to: { city: 'Boston' } })
})

test('a new price includes earlier charges for measurements, which are refunded in their own currency', async () => {
  await policy({ redirects_abroad: 'reprice' })
  const { json } = await demo.post('/v2/shipments', HOME)
  await demo.post('/v2/scan-events/walk-in', { shipment_id: json.id, reweigh: { weight: 9 } })
  for (const kind of ['inject', 'movement']) await demo.post(`/v2/scan-events/${kind}`, { shipment_id: json.id })
  const charged = (await demo.get(`/v2/shipments/${json.id}/adjustments`)).json.data
  expect(charged).toHaveLength(1)
  const { json: after } = await redirect(json.id, TORONTO)
  const { json: quote } = await demo.post('/v2/quotes', { ...HOME, to: TORONTO, parcel: { weight: 9 } })
  expect(after.amount).toBe(quote.amount)
  const { data } = (await demo.get(`/v2/shipments/${json.id}/adjustments`)).json
  expect(data.map(({ delta_amount, currency }: { delta_amount: number; currency: string }) => [delta_amount, currency])).toEqual([
    [-charged[0].delta_amount, 'USD'],
    [charged[0].delta_amount, 'USD'],
  ])
  expect(typesOf(await demo.events(json.id)).slice(-2)).toEqual(['shipment.redirected', 'shipment.adjusted'])
})

test('concurrent redirects are priced one after another, and the shipment matches one of them', async () => {
  await policy({ redirects_abroad: 'reprice' })
  const before = await onItsWay()
  const answers = await Promise.all([TORONTO, ADDRESS, TORONTO, ADDRESS].map((to) => redirect(before.id, to)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const after = await read(before.id)
  expect(after.currency).toBe(after.to.country === 'CA' ? 'CAD' : 'USD')
  expect(after.version).toBe(before.version + 4)
})

test('a country whose carriers do not accept the parcel is refused by name, and the destination stays', async () => {
  await policy({ redirects_abroad: 'reprice' })
  const heavy = await onItsWay()
  await demo.post('/v2/scan-events/walk-in', { shipment_id: heavy.id })
  await demo.post('/v2/discrepancies', {
    shipment_id: heavy.id,
    stage: 'sort',
    observed: { weight: 60_000 },
    chargeable: true,
  })
  const refused = await redirect(heavy.id, TORONTO)
  expect([refused.status, refused.json.error.details.errors[0].path]).toEqual([422, '/to/country'])
  expect((await read(heavy.id)).to.country).toBe('US')
})

test('the policy can refuse to redirect undeclared parcels abroad; domestic redirects still work', async () => {
  const { id } = await onItsWay()
  await policy({ incomplete_customs: 'refuse' })
  const refused = await redirect(id, TORONTO)
  expect([refused.status, refused.json.error.code]).toEqual([409, 'customs_incomplete'])
  expect(refused.json.error.details.errors.map(({ path }: { path: string }) => path)).toEqual(['/customs'])
  expect((await redirect(id, BOSTON)).status).toBe(200)
  expect((await demo.send('PUT', `/v2/shipments/${id}/customs`, { body: DECLARED })).status).toBe(200)
  expect((await redirect(id, TORONTO)).status).toBe(200)
})

test('the policy can refuse redirects abroad; the refusal names the country', async () => {
  await policy({ redirects_abroad: 'refuse' })
  const { id } = await onItsWay()
  expect((await redirect(id, TORONTO)).json.error.details.errors).toEqual([
    expect.objectContaining({ path: '/to/country', rule: 'policy' }),
  ])
})
