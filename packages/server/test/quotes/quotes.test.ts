import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANADA, countRows, type Json } from '../scans/support.ts'
import { ADDRESS, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const MEASURES = { weight: 2, length: 12, width: 10, height: 8 }
const NEAR = { ...ADDRESS, line1: '2 Main St' }

const quote = async (body: object): Promise<Json> => {
  const { status, json } = await service.demo.post('/v2/quotes', body)
  expect([status, json.error]).toEqual([200, undefined])
  return json
}

test('a quote gives the price, the carrier and the calculation', async () => {
  expect(await quote({ direction: 'outbound', from: NEAR, to: ADDRESS, parcel: MEASURES })).toEqual({
    object: 'quote',
    market: 'US',
    market_kind: 'fixed',
    currency: 'USD',
    amount: 767,
    carrier: 'northline',
    service_level: 'standard',
    zone: 'local',
    from: { ...NEAR, company: null, line2: null, phone: null, email: null },
    to: { ...ADDRESS, company: null, line2: null, phone: null, email: null },
    parcel: { ...MEASURES, weight_unit: 'lb', dimension_unit: 'in' },
    weight: { actual_lb: 2, dimensional_lb: 6.906, billable_lb: 6.906, billed_by: 'size' },
    candidates: [
      {
        carrier: 'northline',
        name: 'Northline Parcel',
        amount: 767,
        base_cents: 525,
        weight_cents: 242,
        per_lb_cents: 35,
        max_weight_lb: 150,
        chosen: true,
        lines: [
          { code: 'base', cents: 525, detail: 'zone local' },
          { code: 'weight', cents: 242, detail: '6.906 lb x 0.35 USD' },
        ],
        tariff: null,
      },
    ],
    excluded: [
      { carrier: 'maplego', name: 'MapleGo', reason: 'other_market_carrier', max_weight_lb: null },
      { carrier: 'swiftpost', name: 'Swiftpost', reason: 'other_market_carrier', max_weight_lb: null },
    ],
  })
})

test('in a marketplace all carriers are compared, cheapest first, and none is promised', async () => {
  const { carrier, market_kind, amount, candidates, excluded, weight } = await quote({
    direction: 'outbound',
    to: CANADA,
    parcel: { weight: 20 },
  })
  expect([carrier, market_kind, weight.billed_by]).toEqual([null, 'marketplace', 'weight'])
  expect(candidates.map((one: Json) => [one.carrier, one.chosen])).toEqual([
    ['swiftpost', true],
    ['maplego', false],
  ])
  expect(amount).toBe(candidates[0].amount)
  expect(excluded).toEqual([{ carrier: 'northline', name: 'Northline Parcel', reason: 'no_rate', max_weight_lb: null }])
})

test('missing facts come from the same defaults as for a create', async () => {
  const partner = await service.partner()
  const operator = await service.operator()
  const default_parcel = { weight: 4, length: 5, width: 5, height: 5 }
  await operator.patch(`/v2/ops/partners/${partner.partnerId}`, { default_parcel, default_return_address: CANADA })
  const { json } = await partner.post('/v2/quotes', { direction: 'return' })
  expect(json).toMatchObject({ market: 'CA', zone: 'national', parcel: default_parcel, to: CANADA })
})

test('an operator also gets a price, without the defaults of a partner', async () => {
  const operator = await service.operator()
  const { status, json } = await operator.post('/v2/quotes', { direction: 'outbound', from: ADDRESS, to: CANADA })
  expect([status, json.market, json.parcel]).toEqual([200, 'CA', expect.objectContaining({ weight: 1, length: 10, width: 8, height: 4 })])
  expect((await operator.post('/v2/quotes', { direction: 'outbound' })).json.error.details.errors[0].path).toBe('/to')
})

test('the shipment created next has the price, carrier, market and parcel of the quote', async () => {
  const measure = (most: number) => fc.integer({ min: 1, max: most * 1000 }).map((thousandths) => thousandths / 1000)
  const bodies = fc.record(
    {
      direction: fc.constantFrom('return', 'outbound'),
      fulfillment: fc.constantFrom('print_label', 'qr_code'),
      from: fc.constantFrom(ADDRESS, CANADA, { ...ADDRESS, state: 'PA', postal_code: '15222' }),
      to: fc.constantFrom(ADDRESS, ADDRESS, CANADA, CANADA, CANADA, { ...ADDRESS, country: 'MX' }),
      service_level: fc.constantFrom('economy', 'standard', 'express'),
      parcel: fc.record(
        {
          weight: measure(160),
          length: measure(60),
          weight_unit: fc.constantFrom('lb', 'oz', 'kg', 'g'),
          dimension_unit: fc.constantFrom('in', 'cm'),
        },
        { requiredKeys: ['weight'] },
      ),
      expires_at: fc.constantFrom(...Array(7).fill('2099-01-01T00:00:00Z'), '2020-01-01T00:00:00Z'),
      drop_off_store_id: fc.constantFrom(...Array(7).fill(undefined), 'sto_00000000000000000000000000'),
    },
    { requiredKeys: ['direction', 'fulfillment'] },
  )
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const [quoted, created] = [await service.demo.post('/v2/quotes', body), await service.demo.post('/v2/shipments', body)]
      outcomes.add(created.json.error?.code ?? created.json.market)
      if (created.status !== 201) {
        expect([quoted.status, quoted.json]).toEqual([created.status, created.json])
        return
      }
      const { market, currency, amount, carrier, service_level, from, to, parcel } = created.json
      expect(quoted.json).toMatchObject({ market, currency, amount, carrier, service_level, from, to, parcel })
    }),
    { numRuns: 60, seed: 220 },
  )
  expect([...outcomes].sort()).toEqual(['CA', 'US', 'not_found', 'validation_failed'])
})

test('a carrier that the operator switches off is listed with the reason and without a price', async () => {
  const operator = await service.operator()
  const body = { direction: 'outbound', to: CANADA, parcel: { weight: 20 } }
  await operator.send('PUT', '/v2/ops/carriers/swiftpost', { body: { name: 'Swiftpost', active: false } })
  const without = await quote(body)
  await operator.send('PUT', '/v2/ops/carriers/swiftpost', { body: { name: 'Swiftpost', active: true } })
  expect(without.candidates.map((one: Json) => [one.carrier, one.chosen])).toEqual([['maplego', true]])
  expect(without.excluded.map((one: Json) => [one.carrier, one.reason])).toEqual([
    ['northline', 'no_rate'],
    ['swiftpost', 'inactive'],
  ])
  expect((await quote(body)).amount).toBeLessThan(without.amount)
})

test('a quote writes nothing and needs only the read scope', async () => {
  const reader = await service.partner({ scopes: ['shipments:read'] })
  const rows = async () => [await countRows(service), await service.running.service.db.one('t_ships', 'select count(*) from shipments', [])]
  const keys = () => service.running.service.db.one('t_keys', 'select count(*) from idempotency_keys', [])
  const before = [await rows(), await keys()]
  const ask = (to: object) => reader.send('POST', '/v2/quotes', { body: { direction: 'outbound', to } })
  expect((await ask(ADDRESS)).status).toBe(200)
  expect((await ask({ ...ADDRESS, country: 'MX' })).status).toBe(422)
  expect([await rows(), await keys()]).toEqual(before)
  expect((await reader.post('/v2/shipments', RETURN)).status).toBe(403)
  await reader.post('/v2/quotes', { direction: 'outbound', to: ADDRESS }, { idempotencyKey: 'kept' })
  expect(await rows()).toEqual(before[0])
})

test('a quote refuses the same bodies as a create', async () => {
  for (const [body, path] of [
    [{ direction: 'outbound', to: ADDRESS, weight: 2 }, '/weight'],
    [{ to: ADDRESS }, '/direction'],
    [{ direction: 'outbound' }, '/to'],
    [{ direction: 'outbound', to: ADDRESS, fulfillment: 'pigeon' }, '/fulfillment'],
  ] as const) {
    const { status, json } = await service.demo.post('/v2/quotes', body)
    expect([status, json.error.code, json.error.details.errors[0].path]).toEqual([422, 'validation_failed', path])
  }
})
