// The adapter against a local EasyPost that answers with recorded bodies: it passes the conformance suite, sends what EasyPost needs, and
// reads rates, costs and customs as EasyPost means them.
import { CURRENCY_CODES, decimalsOf as coreDecimalsOf } from '@backhaul/core/currencies.ts'
import type { CustomsDeclaration } from '@backhaul/core/customs.ts'
import { checkAdapter } from '@backhaul/server/testing'
import { expect, test } from 'vitest'
import adapter from '../src/index.ts'
import { decimalsOf, decimalText, minorUnits } from '../src/money.ts'
import { ounces } from '../src/shipment.ts'
import { ARE_HERE, type Json, labelFile, ownOf, RECORDINGS, recorded } from './recordings.ts'
import { account, connected, KEY, lastOf, parcel, rated, server, service, TO, withEasyPost } from './support.ts'

withEasyPost()

test('the adapter passes the conformance suite, and connects to nothing but loopback', async () => {
  connected.clear()
  expect(await checkAdapter(adapter, account, parcel)).toEqual([])
  expect([...connected]).toEqual(['127.0.0.1'])
  expect(server.got.filter(({ template }) => template === null)).toEqual([])
  expect([...server.shipments.values()].map(({ body }) => body.refund_status)).toEqual(['submitted'])
})

test.runIf(ARE_HERE)('data of our own has the shape of the recordings', () => {
  const differences = (own: unknown, other: unknown, path: string): string[] => {
    if (Array.isArray(own) && Array.isArray(other)) return own.slice(0, 1).flatMap((one) => differences(one, other[0], `${path}[]`))
    if (own === null || other === null || typeof own !== 'object')
      return typeof own === typeof other || own === null || other === null ? [] : [path]
    if (typeof other !== 'object') return [path]
    return Object.entries(own).flatMap(([name, one]) =>
      name in (other as Json) ? differences(one, (other as Json)[name], `${path}.${name}`) : [`${path}.${name}`],
    )
  }
  expect(RECORDINGS.flatMap((name) => differences(ownOf(name), recorded(name).body, name))).toEqual([])
})

test('a shipment has both addresses, ounces, our reference, and no service, with which EasyPost would pay at once', async () => {
  const { rates, attempt, one } = await rated()
  expect(lastOf('POST /v2/shipments')).toEqual({
    shipment: {
      reference: one.reference,
      from_address: {
        name: 'Jo Sender',
        street1: '388 Townsend St',
        street2: 'Apt 20',
        city: 'San Francisco',
        state: 'CA',
        zip: '94107',
        country: 'US',
      },
      to_address: {
        company: 'Shop',
        street1: '179 N Harbor Dr',
        city: 'Redondo Beach',
        state: 'CA',
        zip: '90277',
        country: 'US',
        phone: '5555555555',
      },
      parcel: { length: 10, width: 8, height: 4, weight: 15.4 },
      options: { label_format: 'PNG' },
    },
  })
  expect(rates.offers.map(({ service, cost }) => [service, cost.amount, cost.currency])).toEqual([
    ['USPS Express', 3310, 'USD'],
    ['USPS Priority', 690, 'USD'],
    ['USPS GroundAdvantage', 593, 'USD'],
  ])
  const bought = await service().buy(attempt, one)
  expect(lastOf('POST /v2/shipments/{id}/buy')).toEqual({ rate: { id: attempt.offer } })
  expect(bought).toMatchObject({
    done: {
      numbers: [server.shipments.get(attempt.carrier_shipment_id as string)?.number],
      cost: {
        amount: 643,
        currency: 'USD',
        charges: [
          { name: 'Postage', amount: 593 },
          { name: 'Insurance', amount: 50 },
        ],
      },
      void: 'none',
      documents: [],
      ids: { tracker: expect.stringMatching(/^trk_/) },
    },
  })
  expect('done' in bought && Buffer.from(bought.done.label as Uint8Array).equals(labelFile())).toBe(true)
  const { authorization } = server.got.find(({ template }) => template === 'POST /v2/shipments') ?? {}
  expect(authorization).toBe(`Basic ${Buffer.from(`${KEY}:`).toString('base64')}`)
})

test('express parcels get only services of two days', async () => {
  const { rates } = await rated(parcel({ service_level: 'express' }))
  expect(rates.offers.map(({ service }) => service)).toEqual(['USPS Express', 'USPS Priority'])
})

test('a declaration has the value and the ounces of all pieces of an item', async () => {
  const item = {
    description: 'Shirt',
    quantity: 2,
    value: 1163 as never,
    weight: 0.35,
    weight_unit: 'lb' as const,
    hs_code: '654321',
    origin_country: 'US',
    sku: null,
  }
  const customs: CustomsDeclaration = {
    ...{ contents_type: 'return', contents_explanation: null, currency: 'USD', incoterm: 'DDP', invoice_number: '123' },
    ...{ export_reference: null, exported: null, non_delivery: 'return', signer: 'Steve Brule', items: [item] },
  }
  await rated(parcel({ customs }))
  expect(lastOf('POST /v2/shipments').shipment).toMatchObject({
    customs_info: {
      ...{ contents_type: 'returned_goods', non_delivery_option: 'return', customs_certify: true, customs_signer: 'Steve Brule' },
      ...{ eel_pfc: 'NOEEI 30.37(a)', restriction_type: 'none' },
      customs_items: [
        {
          description: 'Shirt',
          quantity: 2,
          value: '23.26',
          weight: 11.2,
          hs_tariff_number: '654321',
          origin_country: 'US',
          currency: 'USD',
        },
      ],
    },
    options: { invoice_number: '123', incoterm: 'DDP' },
  })
  const filing = async (changes: Partial<CustomsDeclaration>, to = TO) => {
    await rated(parcel({ customs: { ...customs, ...changes }, to }))
    return lastOf('POST /v2/shipments').shipment.customs_info.eel_pfc
  }
  const dear = [{ ...item, value: 125_001 as never }]
  expect(await filing({ items: dear })).toBeUndefined()
  expect(await filing({ items: dear, export_reference: 'X20260101123456' })).toBe('AES X20260101123456')
  expect(await filing({ items: dear }, { ...TO, country: 'CA' })).toBe('NOEEI 30.36')
})

test.each([
  ['the currency', { currency: null }, {}],
  ['a quantity', {}, { quantity: null }],
  ['a value', {}, { value: null }],
  ['a weight', {}, { weight: null }],
])('a declaration without %s is refused without a request', async (_, changes, of) => {
  const item = { ...{ description: 'Shirt', quantity: 2, value: 1163 as never, weight: 0.35, weight_unit: 'lb' as const }, ...of }
  const items = [{ ...item, hs_code: '654321', origin_country: 'US', sku: null }]
  const customs: CustomsDeclaration = {
    ...{ contents_type: 'return', contents_explanation: null, currency: 'USD', incoterm: null, invoice_number: null, items },
    ...{ export_reference: null, exported: null, non_delivery: 'return', signer: null, ...changes },
  }
  expect(await service().rates(parcel({ customs }))).toMatchObject({ failed: 'refused', cause: 'customs' })
  expect(server.got).toEqual([])
})

test('a parcel without a sender is refused without a request', async () => {
  expect(await service().rates(parcel({ from: null }))).toMatchObject({ failed: 'refused', cause: 'address' })
  expect(server.got).toEqual([])
})

test('an answer with throttled carriers is not complete, and what carriers refuse for good is shown', async () => {
  server.rates = 'shipment-14-create-rates-partly-failed'
  expect((await rated()).rates).toMatchObject({ is_complete: false })
  const answers = async (...messages: string[]) => {
    const body = {
      ...recorded('shipment-01-create-with-rates').body,
      rates: [],
      messages: messages.map((message) => ({ type: 'rate_error', carrier: 'UPS', message })),
    }
    server.faults.set('POST /v2/shipments', { status: 201, body: JSON.stringify(body) })
    return service().rates(parcel())
  }
  expect(await answers()).toMatchObject({ done: { offers: [], is_complete: true } })
  expect(await answers('Too Many Requests', 'Invalid weight')).toMatchObject({ done: { offers: [], is_complete: false } })
  expect(await answers('Package exceeds the maximum weight')).toEqual({
    ...{ failed: 'refused', reason: 'UPS: Package exceeds the maximum weight', cause: 'parcel' },
  })
  // Both are recorded in form-02-label-qr-code.
  expect(await answers('No rate response received.')).toMatchObject({ done: { offers: [], is_complete: false } })
  expect(await answers('Invalid credentials')).toMatchObject({ done: { offers: [], is_complete: false } })
})

const ratedAs = (rates: Json[], messages: Json[] = []) => {
  const { body } = recorded('shipment-01-create-with-rates')
  const all = rates.map((changes) => ({ ...body.rates[0], delivery_days: 5, est_delivery_days: 5, ...changes }))
  server.faults.set('POST /v2/shipments', { status: 201, body: JSON.stringify({ ...body, rates: all, messages }) })
}

test('an express parcel with only slow services is refused in our words, not in those of another carrier (synthetic)', async () => {
  ratedAs([{ service: 'Slow' }], [{ type: 'rate_error', carrier: 'UPS', message: 'Account numbers should be 6 characters or less.' }])
  const refused = await service().rates(parcel({ service_level: 'express' }))
  expect(refused).toEqual({ failed: 'refused', reason: 'no service of EasyPost is fast enough for this parcel', cause: 'service' })
})

test.each([
  [['CAD', 'USD', 'CAD'], ['USD']],
  [
    ['CAD', 'EUR', 'CAD'],
    ['CAD', 'CAD'],
  ],
])('rates in %j are offered in one currency (synthetic)', async (currencies, offered) => {
  ratedAs(currencies.map((currency, i) => ({ id: `rate_${i}`, currency })))
  expect((await rated()).rates.offers.map(({ cost }) => cost.currency)).toEqual(offered)
})

test('the mode of a key comes from an address, which is free', async () => {
  expect(await service().mode?.()).toEqual({ done: 'test' })
  server.mode = 'production'
  expect(await service().mode?.()).toEqual({ done: 'live' })
  expect(server.got.map(({ template }) => template)).toEqual(['POST /v2/addresses', 'POST /v2/addresses'])
})

test.each([
  ['5.93', 'USD', 593],
  ['0.29', 'USD', 29],
  ['1.005', 'USD', 101],
  ['0.00500', 'USD', 1],
  ['4.99999', 'USD', 500],
  ['9007199254740.99', 'USD', null],
  ['90071992547.99', 'USD', 9007199254799],
  ['1234', 'JPY', 1234],
  ['12.3456', 'KWD', 12346],
  ['-1.00', 'USD', null],
  ['1e3', 'USD', null],
  ['5.93', 'dollars', null],
])('%s %s is %s minor units', (text, currency, units) => expect(minorUnits(text, currency)).toBe(units))

test('currencies have the decimals of ISO 4217', () => {
  expect(CURRENCY_CODES.filter((code) => decimalsOf(code) !== coreDecimalsOf(code))).toEqual([])
})

test('amounts and weights are written as EasyPost reads them', () => {
  expect([decimalText(5, 'USD'), decimalText(2326, 'USD'), decimalText(1234, 'JPY'), decimalText(7, 'KWD')]).toEqual([
    '0.05',
    '23.26',
    '1234',
    '0.007',
  ])
  expect([0.963, 1, 0.001, 2.5, 1.0025].map(ounces)).toEqual([15.4, 16, 0.1, 40, 16.1])
})
