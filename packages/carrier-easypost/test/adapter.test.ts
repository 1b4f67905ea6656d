// The adapter against a local EasyPost that answers with recorded bodies: it passes the conformance suite, sends what EasyPost needs, and
// reads errors, costs and customs as EasyPost means them.
import { Socket } from 'node:net'
import type { BookableParcel, CarrierAccount } from '@backhaul/core/carrier-adapter.ts'
import { CURRENCY_CODES, decimalsOf as coreDecimalsOf } from '@backhaul/core/currencies.ts'
import type { CustomsDeclaration } from '@backhaul/core/customs.ts'
import { accountOf, checkAdapter } from '@backhaul/server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import adapter from '../src/index.ts'
import { decimalsOf, decimalText, minorUnits } from '../src/money.ts'
import { ounces, soldIn } from '../src/shipment.ts'
import { EasyPostServer, type Fault, type Template } from './easypost-server.ts'
import { ARE_HERE, type Json, labelFile, ownOf, RECORDINGS, recorded } from './recordings.ts'

const KEY = 'EZTK-canary-0123456789abcdef'
const FROM = {
  name: 'Jo Sender',
  line1: '388 Townsend St',
  line2: 'Apt 20',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94107',
  country: 'US',
}
const TO = {
  company: 'Shop',
  line1: '179 N Harbor Dr',
  city: 'Redondo Beach',
  state: 'CA',
  postal_code: '90277',
  country: 'US',
  phone: '5555555555',
}
let made = 0
const parcel = (changes: Partial<BookableParcel> = {}): BookableParcel => ({
  ...{ reference: `cpu_${++made}`, tracking: `BH${made}`, number: null, service_level: 'standard', customs: null },
  ...{ parcel: { weight: 0.963, length: 10, width: 8, height: 4 }, from: FROM, to: TO },
  ...changes,
})

let server: EasyPostServer
let account: CarrierAccount
let url: string
const connected = new Set<string>()
beforeEach(async () => {
  server = new EasyPostServer(KEY)
  url = await server.listen()
  account = accountOf({ url, secret: async () => KEY }, adapter)
  const connect = Socket.prototype.connect
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    this.once('connect', () => connected.add(this.remoteAddress ?? 'a local file'))
    this.once('error', () => connected.add('failed'))
    return (connect as (...all: unknown[]) => Socket).apply(this, args)
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const service = () => adapter.open(account)
const rated = async (one = parcel()) => {
  const rates = await service().rates(one)
  if (!('done' in rates)) throw new Error(rates.reason)
  const { carrier_shipment_id, offers } = rates.done
  return { one, rates: rates.done, attempt: { reference: one.reference, carrier_shipment_id, offer: offers.at(-1)?.id as string } }
}
const lastOf = (template: Template): Json => server.got.findLast((one) => one.template === template)?.body as Json

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

const envelope = (code: string, errors: unknown[] = []) => JSON.stringify({ error: { code, message: 'Words.', errors } })
const says = (name: Parameters<typeof recorded>[0]): Fault => {
  const { status, body } = recorded(name)
  return { status, body: JSON.stringify(body) }
}
test.each<[string, Fault, object, object]>([
  ['a missing parameter (recorded)', says('error-01-422-parameter-required'), { failed: 'refused' }, { failed: 'refused' }],
  [
    'an inactive key (recorded)',
    says('error-03-403-key-inactive'),
    { failed: 'stopped', stop: 'credentials' },
    { failed: 'stopped', stop: 'credentials' },
  ],
  ['a 404 (recorded)', says('error-04-404-not-found'), { failed: 'later' }, { failed: 'later' }],
  [
    'details that are texts (recorded, but with status 404)',
    { ...(says('error-02-404-errors-are-strings') as object), status: 422 } as Fault,
    { failed: 'refused', reason: expect.stringContaining('No eligible insurance found') },
    { failed: 'unknown', reason: expect.stringContaining('No eligible insurance found') },
  ],
  [
    '429 (synthetic)',
    { status: 429, headers: { 'retry-after': '7' } },
    { failed: 'later', retry_after_s: 7 },
    { failed: 'later', retry_after_s: 7 },
  ],
  ['503 (synthetic)', { status: 503, body: '<html>' }, { failed: 'unknown' }, { failed: 'unknown' }],
  ['a lost answer (synthetic)', 'after', { failed: 'unknown' }, { failed: 'unknown' }],
  ['a cut answer (synthetic)', 'cut', { failed: 'unknown' }, { failed: 'unknown' }],
  [
    'an unverified address (synthetic)',
    { status: 422, body: envelope('ADDRESS.VERIFY.FAILURE') },
    { failed: 'refused', cause: 'address' },
    { failed: 'refused', cause: 'address' },
  ],
  [
    'an outage of a carrier (synthetic)',
    { status: 422, body: envelope('ADDRESS.VERIFY.UPSTREAM_UNAVAILABLE') },
    { failed: 'later' },
    { failed: 'unknown' },
  ],
  [
    'no money (synthetic)',
    { status: 402, body: envelope('PAYMENT_REQUIRED') },
    { failed: 'stopped', stop: 'payment' },
    { failed: 'stopped', stop: 'payment' },
  ],
  [
    'postage without an answer (synthetic)',
    { status: 422, body: envelope('SHIPMENT.POSTAGE.NO_RESPONSE') },
    { failed: 'unknown' },
    { failed: 'unknown' },
  ],
  [
    'postage without an answer, with the status for no money (synthetic)',
    { status: 402, body: envelope('SHIPMENT.POSTAGE.NO_RESPONSE') },
    { failed: 'unknown' },
    { failed: 'unknown' },
  ],
  ...['SHIPMENT.POSTAGE.FAILURE', 'SHIPMENT.PURCHASE.FAILURE', 'INSURANCE.PURCHASE.FAILED', 'IMAGE.CONVERSION.FAILURE', 'BAD_REQUEST'].map(
    (code): [string, Fault, object, object] => [
      `${code}, which may come after the payment (synthetic)`,
      { status: 422, body: envelope(code) },
      { failed: 'refused' },
      { failed: 'unknown' },
    ],
  ),
  ...['SHIPMENT.INVALID_PARAMS', 'SHIPMENT.MISSING_RATE', 'CUSTOMS_ITEM.ORIGIN_COUNTRY.REQUIRED', 'PARCEL.PARAMETERS.INVALID'].map(
    (code): [string, Fault, object, object] => [
      `${code}, which comes before the payment (synthetic)`,
      { status: 422, body: envelope(code) },
      { failed: 'refused' },
      { failed: 'refused' },
    ],
  ),
  [
    'a purchase under way (synthetic)',
    { status: 409, body: envelope('SHIPMENT.PURCHASE.IN_PROGRESS') },
    { failed: 'unknown' },
    { failed: 'unknown' },
  ],
  ['a redirect (synthetic)', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, { failed: 'unknown' }, { failed: 'unknown' }],
])('rates and buy read %s', async (_, fault, rates, buy) => {
  const { one, attempt } = await rated()
  server.faults.set('POST /v2/shipments', fault)
  expect(await service().rates(one)).toMatchObject(rates)
  server.faults.set('POST /v2/shipments/{id}/buy', fault)
  expect(await service().buy(attempt, one)).toMatchObject(buy)
})

test('a request is given up after its deadline (synthetic)', async () => {
  const { attempt, one } = await rated()
  server.faults.set('POST /v2/shipments/{id}/buy', 'no answer')
  const hasty = { ...adapter, deadline_ms: { ...adapter.deadline_ms, buy: 50 } }
  expect(await adapter.open(accountOf({ url, secret: async () => KEY }, hasty)).buy(attempt, one)).toMatchObject({ failed: 'unknown' })
})

test('a purchase whose answer was lost is found, and a key of another account proves nothing', async () => {
  const { attempt, one } = await rated()
  server.faults.set('POST /v2/shipments/{id}/buy', 'after')
  expect(await service().buy(attempt, one)).toMatchObject({ failed: 'unknown' })
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: 'none', cost: { amount: 643 } }] })
  server.shipments.clear()
  expect(await service().find(attempt)).toMatchObject({ failed: 'unknown' })
  expect(await service().void(attempt, 'N')).toMatchObject({ failed: 'unknown' })
})

test('the recorded reads show what was bought', () => {
  expect(soldIn(recorded('shipment-04-read-before-buy').body)).toBe('none')
  const { body } = recorded('shipment-06-read-after-buy')
  expect(soldIn(body)).toMatchObject({ purchase: { numbers: [body.tracking_code], cost: { amount: 643 }, void: 'none' } })
  for (const part of ['tracking_code', 'postage_label', 'selected_rate'])
    expect(soldIn({ ...body, [part]: null })).toMatchObject({ isWhole: false })
  expect(soldIn({ ...body, tracking_code: null, postage_label: null })).toBeNull()
  expect(soldIn({ ...body, refund_status: 'new_word' })).toMatchObject({ purchase: { void: 'submitted' } })
  const alias = { ...body, tracker: { ...body.tracker, carrier_detail: { alternate_identifier: '1Z999' } } }
  expect(soldIn(alias)).toMatchObject({ purchase: { numbers: [body.tracking_code, '1Z999'] } })
})

test.each([
  ['submitted', { done: 'submitted' }, 'submitted'],
  ['refunded', { done: 'settled' }, 'settled'],
  ['not_applicable', { done: 'not_needed' }, 'not_needed'],
  ['rejected', { failed: 'refused' }, 'refused'],
])('a refund that is %s (only submitted is recorded)', async (state, answer, found) => {
  const { attempt, one } = await rated()
  const bought = await service().buy(attempt, one)
  server.refund = state
  const files = () => server.got.filter(({ template }) => template === 'GET /files/{id}').length
  const before = files()
  expect(await service().void(attempt, 'done' in bought ? bought.done.numbers[0] : '')).toMatchObject(answer)
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: found, label: null }] })
  expect(files()).toBe(before)
})

test('a label is fetched once, without the key, and asked for again for an hour if it does not come', async () => {
  const { attempt, one } = await rated()
  const broken: Fault = { status: 403 }
  server.faults.set('GET /files/{id}', broken)
  const first = await service().buy(attempt, one)
  expect(first).toMatchObject({ failed: 'unknown', reason: expect.stringContaining('was bought') })
  expect(JSON.stringify(first)).not.toContain('/files/')
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: 'none', label: expect.any(Uint8Array) }] })
  expect(server.got.filter(({ template }) => template === 'GET /files/{id}').map(({ authorization }) => authorization)).toEqual([
    undefined,
    undefined,
  ])
  for (const fault of [broken, { status: 404 }, { status: 302, headers: { location: `${server.origin}/files/x` } }]) {
    server.faults.set('GET /files/{id}', fault)
    expect(await service().find(attempt)).toMatchObject({ failed: 'unknown' })
  }
})

const anHourLater = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)

test.each<[string, Json, object]>([
  ['a label at another host', { postage_label: { id: 'pl_1', label_url: 'https://example.com/a.png' } }, { ids: { label: 'pl_1' } }],
  ['no address of the label', { postage_label: { id: 'pl_1', label_url: null } }, { ids: { label: 'pl_1' } }],
  ['no number', { tracking_code: null, tracker: null }, { numbers: [expect.stringMatching(/^shp_/)] }],
  ['a number that cannot be printed', { tracking_code: 'Ü', tracker: null }, { numbers: [expect.stringMatching(/^shp_/)] }],
  ['no rate', { selected_rate: null }, { cost: null }],
])('a purchase with %s is read again for an hour, and then counts (synthetic)', async (_, sold, found) => {
  server.sold = sold
  const { attempt, one } = await rated()
  expect(await service().buy(attempt, one)).toMatchObject({ failed: 'unknown' })
  expect(await service().find(attempt)).toMatchObject({ failed: 'unknown' })
  anHourLater()
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: 'none', ...found }] })
})

test('a label whose file storage fails is found after an hour, so that it can be refunded', async () => {
  const { attempt, one } = await rated()
  await service().buy(attempt, one)
  anHourLater()
  server.faults.set('GET /files/{id}', { status: 503 })
  expect(await service().find(attempt)).toMatchObject({ done: [{ void: 'none', label: null }] })
})

test('neither a form that does not come nor an unreadable cost keeps a label back (synthetic)', async () => {
  server.sold = { forms: [{ form_type: 'invoice', form_url: 'https://example.com/a.pdf' }] }
  const { attempt, one } = await rated()
  expect(await service().buy(attempt, one)).toMatchObject({ done: { label: expect.any(Uint8Array), documents: [] } })
  const other = await rated()
  server.sold = { forms: [{ form_type: 'invoice', form_url: `${server.origin}/files/1.pdf` }], selected_rate: { id: 'r', rate: 'free' } }
  expect(await service().buy(other.attempt, other.one)).toMatchObject({ done: { cost: null, documents: [{ name: 'invoice' }] } })
})

test('files come only from listed hosts', async () => {
  connected.clear()
  const elsewhere = [
    'https://example.com/files/a.png',
    'http://169.254.169.254/a',
    'http://127.0.0.1:1/files/a',
    `https://${adapter.file_hosts?.[0]}/a`,
    'file:///etc/passwd',
  ]
  for (const address of elsewhere) expect(await account.fetch(address)).toMatchObject({ no_answer: expect.not.stringContaining('/a') })
  expect([...connected]).toEqual([])
})

test('the mode of a key comes from an address, which is free', async () => {
  expect(await service().mode?.()).toEqual({ done: 'test' })
  server.mode = 'production'
  expect(await service().mode?.()).toEqual({ done: 'live' })
  expect(server.got.map(({ template }) => template)).toEqual(['POST /v2/addresses', 'POST /v2/addresses'])
})

test('the key appears in no error, even if EasyPost repeats it', async () => {
  const wrong = accountOf({ url, secret: async () => 'EZTK-canary-wrong-0123456789' }, adapter)
  const refused = await adapter.open(wrong).rates(parcel())
  expect(refused).toMatchObject({ failed: 'stopped', stop: 'credentials', reason: expect.stringContaining('no such key: Basic ***') })
  const { attempt, one } = await rated()
  server.faults.set('POST /v2/shipments/{id}/buy', { status: 422, body: envelope('SHIPMENT.INVALID', [`the key ${KEY} may not`]) })
  expect(await service().buy(attempt, one)).toMatchObject({ failed: 'refused', reason: expect.stringContaining('the key *** may not') })
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
