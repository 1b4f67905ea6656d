// Places over HTTP: territories of a market, countries without postal codes, labels that cross a border, origins without a price, local times.
import { weightText } from '@backhaul/core/parcel.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../labels/decode.ts'
import { runImport } from '../ops/imports-support.ts'
import { ADDRESS, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { DECLARED, TORONTO } from './fixtures.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService('all')
  operator = await service.operator()
})
afterAll(() => service.close())

const OUT = { direction: 'outbound', fulfillment: 'print_label', from: ADDRESS, to: ADDRESS }
const SAN_JUAN = { line1: '1 Calle Sol', city: 'San Juan', postal_code: '00901' }
const DUBAI = { name: 'Amal', line1: 'Villa 5, Al Wasl Rd', city: 'Dubai', country: 'AE' }
const make = async (body: object) => {
  const answer = await service.demo.post('/v2/shipments', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}

const PLACES = [
  { ...SAN_JUAN, postal_code: '00716', country: 'PR' },
  { ...SAN_JUAN, postal_code: '00716', state: 'PR', country: 'US' },
  { ...SAN_JUAN, postal_code: '00716', state: 'Puerto Rico', country: 'US' },
  { ...SAN_JUAN, postal_code: '00716', country: 'US' },
]
test('a place has one price as origin and destination, however its state is written', async () => {
  const within = await Promise.all(PLACES.map((from) => make({ ...OUT, from, to: { ...SAN_JUAN, state: 'PR', country: 'US' } })))
  const to = await Promise.all(PLACES.map((place) => make({ ...OUT, from: { ...SAN_JUAN, country: 'PR' }, to: place })))
  expect(new Set([...within, ...to].map(({ amount }) => amount)).size).toBe(1)
})

test('Puerto Rico has the price and market of the US in every spelling, and is stored as given', async () => {
  const asCountry = await make({ ...OUT, to: { ...SAN_JUAN, country: 'PR' } })
  const asState = await make({ ...OUT, to: { ...SAN_JUAN, state: 'PR', country: 'US' } })
  const known = (one: typeof asState) => [one.market, one.currency, one.carrier, one.amount, one.customs_url]
  expect(known(asCountry)).toEqual(known(asState))
  expect([asCountry.market, asCountry.to.country, asCountry.to.state, asCountry.customs_url]).toEqual(['US', 'PR', null, null])
  const from = async (address: object) => (await make({ ...OUT, from: address })).amount
  expect(await from({ ...SAN_JUAN, country: 'PR' })).toBe(await from({ ...SAN_JUAN, state: 'PR', country: 'US' }))
})

test('customs documents are offered to territories outside the customs area, and served for any declared parcel', async () => {
  const base = { line1: 'Unit 1', city: 'APO', state: 'AE', postal_code: '09012', country: 'US' }
  const { id, customs_url } = await make({ ...OUT, to: base })
  expect(customs_url).toBe(`/v2/shipments/${id}/customs`)
  expect((await make({ ...OUT, to: { ...SAN_JUAN, postal_code: '00802', city: 'St Thomas', country: 'VI' } })).customs_url).not.toBeNull()
  const home = await make(OUT)
  const put = await service.demo.send('PUT', `/v2/shipments/${home.id}/customs`, { body: DECLARED })
  expect([put.status, put.json.crosses_border, put.json.cn23_url]).toEqual([200, false, `/v2/shipments/${home.id}/customs/cn23`])
  for (const form of ['cn23', 'commercial-invoice'])
    expect((await service.demo.get(`/v2/shipments/${home.id}/customs/${form}`)).headers.get('content-type')).toBe('application/pdf')
})

test('a postal code can be left out only where the country has none', async () => {
  const { from, id } = await make({ ...OUT, from: DUBAI })
  expect([from.postal_code, from.country]).toEqual([null, 'AE'])
  const text = (await readPdf((await service.demo.get(`/v2/shipments/${id}/label?format=pdf`)).bytes)).map((one) => one.text).join('\n')
  expect(text).toContain('UNITED ARAB EMIRATES')
  expect(text).not.toMatch(/null|undefined/)
  await make({ ...OUT, from: { ...DUBAI, postal_code: null, country: 'HK' } })
  const batch = await service.demo.post('/v2/shipments/batch', { shipments: [{ ...OUT, from: { ...DUBAI, country: 'BS' } }] })
  expect(batch.status).toBe(201)
  for (const country of ['US', 'CA', 'GB', 'PR'])
    for (const postal_code of [undefined, null]) {
      const { status, json } = await service.demo.post('/v2/shipments', { ...OUT, from: { ...DUBAI, country, postal_code } })
      expect([status, json.error.details.errors]).toEqual([
        422,
        [{ path: '/from/postal_code', rule: 'required', message: `is required in ${country}` }],
      ])
    }
  const verified = await service.demo.post('/v2/addresses/verify', { address: DUBAI })
  expect([verified.status, verified.json.verdict, verified.json.normalized.postal_code]).toEqual([200, 'unchecked', null])
})

test('stores without a postal code can be created by request or file if the country has none', async () => {
  const place = { name: 'Marina', line1: 'Al Marsa St', city: 'Dubai', country: 'AE', lat: 25.08, lon: 55.14, timezone: 'Asia/Dubai' }
  const made = await operator.post('/v2/ops/stores', { code: 'DXB-1', ...place })
  expect([made.status, made.json.postal_code]).toEqual([201, null])
  const moved = await operator.send('PATCH', `/v2/ops/stores/${made.json.id}`, { body: { country: 'US' } })
  expect(moved.json.error.details.errors).toEqual([{ path: '/postal_code', rule: 'required', message: 'is required in US' }])
  const head = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone'
  const row = (code: string, country: string) => `${code},Mall,1 Main St,Town,,,${country},25.1,55.1,Asia/Dubai`
  expect(await runImport(operator, 'stores', `${head}\n${row('DXB-2', 'AE')}`)).toMatchObject({ state: 'done', created_rows: 1 })
  const refused = await runImport(operator, 'stores', `${head}\n${row('NYC-9', 'US')}`)
  expect(refused.errors).toEqual([{ row: 2, field: 'postal_code', code: 'required', message: 'is required in US' }])
  const { id } = await make(OUT)
  const scanned = await operator.post('/v2/scan-events/custody', { shipment_id: id, store_id: made.json.id })
  expect([scanned.status, scanned.json.scan.location.city, scanned.json.scan.location.postal_code]).toEqual([200, 'Dubai', null])
})

test.each([
  [{ weight: 5, weight_unit: 'kg' }, '5 KG'],
  [{ weight: 12.5, weight_unit: 'oz' }, '12.5 OZ'],
  [{ weight: 350, weight_unit: 'g' }, '350 G'],
  [{ weight: 2.5 }, '2.5 LB'],
])('a label shows the weight as given: %j', async (parcel, written) => {
  const { id } = await make({ ...OUT, parcel })
  const zpl = new TextDecoder().decode((await service.demo.get(`/v2/shipments/${id}/label?format=zpl`)).bytes)
  expect(zpl).toContain(written)
  const pdf = (await readPdf((await service.demo.get(`/v2/shipments/${id}/label?format=pdf`)).bytes)).map(({ text }) => text).join('\n')
  expect(pdf).toContain(written)
})

test('a cross-border label ends with the name of the country; a label within the US has none', async () => {
  const label = async (body: object) => {
    const { id } = await make({ ...OUT, ...body })
    return new TextDecoder().decode((await service.demo.get(`/v2/shipments/${id}/label?format=zpl`)).bytes)
  }
  const abroad = await label({ to: TORONTO })
  expect(abroad).toContain('CANADA')
  expect(abroad).toContain('UNITED STATES')
  const home = await label({ to: { ...SAN_JUAN, country: 'PR' } })
  expect(home).not.toMatch(/UNITED STATES|PUERTO RICO/)
})

test('each entry of a parcel page shows local time, in summer and winter, in every language', async () => {
  const [store] = (await service.demo.get('/v2/drop-off-locations?postal_code=60603&country=US')).json.data
  const { id, parcel_url } = await make({ ...OUT, direction: 'return', fulfillment: 'qr_code', from: { ...ADDRESS, ...HOUSE } })
  await operator.post('/v2/scan-events/walk-in', { shipment_id: id, store_id: store.store_id })
  const { db } = service.running.service
  const page = async (language: string) => (await (await fetch(`${parcel_url}?lang=${language}`)).text()).replace(/[\u202f\u00a0]/g, ' ')
  for (const [at, en] of [
    ['2026-03-13T01:30:00.000Z', /Mar 12, 8:30 PM CDT/],
    ['2026-01-13T02:30:00.000Z', /Jan 12, 8:30 PM CST/],
  ] as const) {
    await db.query('test_scan_time', 'update scans set occurred_at = $2::timestamptz where shipment_id = $1', [id, at])
    expect(await page('en')).toMatch(en)
    for (const language of ['fr', 'es']) expect(await page(language)).toMatch(/(20[:h ]+30|8:30)/)
  }
  // First, the state of the scan's location determines the time zone. Then the scan has no location, so the sender's time zone is used.
  await db.query(
    'test_scan_place',
    `update scans set store_id = null, location = '{"city":"El Paso","state":"TX","postalCode":"79901","country":"US"}' where shipment_id = $1`,
    [id],
  )
  expect(await page('en')).toMatch(/Jan 12, 7:30 PM MST/)
  await db.query('test_scan_nowhere', 'update scans set location = null where shipment_id = $1', [id])
  expect(await page('en')).toMatch(/Jan 12, 6:30 PM PST/)
})
const HOUSE = { city: 'Los Angeles', state: 'CA', postal_code: '90017' }

test('an origin without a price is named in the refusal, the import, the return link and the form', async () => {
  const head = 'carrier,country,currency,effective_on,kind,service_level,measure,zone,from,to,value,cents,percent'
  const rows = ['zone,,,1,*,*,,,', 'rate,standard,,1,,,70,500,'].map((row) => `northline,US,USD,2026-01-01,${row}`)
  const PARIS = { name: 'Luc', line1: '1 Rue X', city: 'Paris', postal_code: '75001', country: 'FR' }
  const BACK = { direction: 'return', fulfillment: 'print_label', from: PARIS, to: ADDRESS }
  await make(BACK)
  const done = await runImport(operator, 'tariffs', [head, ...rows].join('\n'))
  expect(done.state).toBe('done')
  const lost = done.lost_prices.find((one: { service_level: string }) => one.service_level === 'standard')
  expect(lost).toMatchObject({ carrier: 'northline', country: 'US', effective_on: '2026-01-01' })
  expect(lost.from).toContain('FR')
  expect(lost.from).not.toContain('*')
  expect(lost.from).not.toContain('PR')
  expect(lost.message).toMatch(/^standard service to US loses its price from 24\d other countries: /)
  // The rate card had economy and express prices, and the tariff has none.
  expect(done.lost_prices.find((one: { service_level: string }) => one.service_level === 'express').from).toContain('*')
  expect((await runImport(operator, 'tariffs', [head, ...rows].join('\n'))).lost_prices).toEqual([])

  const refused = await service.demo.post('/v2/shipments', BACK)
  expect([refused.status, refused.json.error.details.errors]).toEqual([
    422,
    [{ path: '/from/country', rule: 'market', message: 'is not served: no carrier delivers from FR to US with standard service' }],
  ])
  expect((await service.demo.post('/v2/quotes', { ...BACK, fulfillment: undefined })).json.error.details.errors[0].path).toBe(
    '/from/country',
  )
  const lanes = { from: ADDRESS, to: { ...PARIS } }
  expect((await service.demo.post('/v2/shipments', { ...OUT, ...lanes })).json.error.details.errors[0].path).toBe('/to/country')
  await make({ ...BACK, from: { ...SAN_JUAN, country: 'PR' } })

  const link = (await service.demo.post('/v2/return-links', { market: 'FR', to: ADDRESS })).json
  expect(link.warnings).toMatchObject([{ code: 'origin_unserved' }])
  expect(link.warnings[0].message).toContain('FRANCE (FR)')
  expect((await service.demo.post('/v2/return-links', { market: 'US', to: ADDRESS })).json.warnings).toBeUndefined()
  const body = new URLSearchParams({ number: '0', ...PARIS, fulfillment: 'print_label' }).toString()
  for (const [language, text] of [
    ['en', 'We cannot accept a return from this country.'],
    ['fr', 'Nous ne pouvons pas prendre de retour depuis ce pays.'],
    ['es', 'No podemos aceptar devoluciones desde este país.'],
  ] as const) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${link.url}?lang=${language}`, { method: 'POST', headers, body })
    expect([answer.status, (await answer.text()).includes(`id="country-fault">${text}`)]).toEqual([422, true])
  }
})

test('a territory given as a country is printed as a state on labels', async () => {
  const { id } = await make({ ...OUT, to: { ...SAN_JUAN, country: 'PR' } })
  const label = await service.demo.get(`/v2/shipments/${id}/label?format=pdf`)
  const text = (await readPdf(label.bytes)).map((part) => part.text).join('\n')
  expect(text).toMatch(/San Juan,? PR 00901\s+US/)
})

test('customs documents have the local date of the sender', async () => {
  const { id } = await make({ ...OUT, to: TORONTO, customs: DECLARED })
  await service.running.service.db.query(
    'test_declared_at',
    "update customs_declarations set updated_at = '2026-11-21T04:30:00Z' where id = $1",
    [id],
  )
  const paper = await service.demo.get(`/v2/shipments/${id}/customs/cn23`)
  const text = (await readPdf(paper.bytes)).map((part) => part.text).join(' ')
  expect([text.includes('2026-11-20'), text.includes('2026-11-21')]).toEqual([true, false])
})

test('the weight of a very light parcel is not printed as zero', () => {
  expect([weightText(0.001, 'g'), weightText(0.001, 'kg'), weightText(0.001, 'oz'), weightText(0.001, undefined)]).toEqual([
    '1 G',
    '0.001 KG',
    '0.1 OZ',
    '0.001 LB',
  ])
})
