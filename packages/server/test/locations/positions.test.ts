// A store with a wrong position, or with a postal code that a spreadsheet shortened, is imported with a warning. It does not affect the
// other stores.
import { localTimezone, withLeadingZeros } from '@backhaul/core/regions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importStores } from '../../src/kinds/network/import.ts'
import { runImport } from '../ops/imports-support.ts'
import { ADDRESS, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

const HEADER = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone'
const at = (code: string, postal_code: string, lat: number, lon: number, state = 'IL'): string =>
  `${code},${code},1 Main St,Chicago,${state},${postal_code},US,${lat},${lon},America/Chicago`

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService('all')
  operator = await service.operator()
})
afterAll(() => service.close())

const imported = async (...rows: string[]) => importStores(service.running.service, 'test', [HEADER, ...rows].join('\n'))
const storeBy = async (code: string) => (await operator.get(`/v2/ops/stores?code=${code}`)).json.data[0]
const found = async (query: string): Promise<string[]> =>
  (await service.demo.get(`/v2/drop-off-locations?${query}`)).json.data.map(({ code }: { code: string }) => code)

test('a store with swapped coordinates is imported with a warning, and its postal code still finds the others', async () => {
  const good = Array.from({ length: 8 }, (_, i) => at(`LOOP-${i}`, '60601', 41.885 + i / 1_000, -87.622))
  const result = await imported(...good, at('LOOP-9', '60601', -87.622, 41.885))
  expect(result).toEqual({
    imported: 9,
    warnings: [
      { row: 10, column: 'lat', message: expect.stringMatching(/^is \d+ km from postal code 60601; swap latitude and longitude$/) },
    ],
  })
  const codes = await found('postal_code=60601&country=US&limit=20')
  expect(codes.filter((code) => code.startsWith('LOOP-'))).toHaveLength(8)
  expect((await storeBy('LOOP-9')).warnings).toEqual([expect.objectContaining({ path: '/lat', rule: 'far_from_postal_code' })])
  expect((await storeBy('LOOP-1')).warnings).toEqual([])
})

test('the most central store gives the position of a postal code that no table knows', async () => {
  const berlin = (code: string, lat: number, lon: number) => `${code},${code},Torstr. 1,Berlin,,10115,DE,${lat},${lon},Europe/Berlin`
  const result = await imported(berlin('B-1', 52.53, 13.38), berlin('B-2', 52.531, 13.381), berlin('B-3', 13.38, 52.53))
  expect(result).toEqual({ imported: 3, warnings: [] })
  expect(await found('postal_code=10115&country=DE')).toEqual(expect.arrayContaining(['B-1', 'B-2']))
})

test('a changed store, a new store and a facility give the same warning', async () => {
  await imported(at('MOVED', '60602', 41.883, -87.629))
  const { id } = await storeBy('MOVED')
  const wrong = {
    path: '/lat',
    rule: 'far_from_postal_code',
    message: expect.stringContaining('check latitude, longitude and postal code'),
  }
  const moved = await operator.send('PATCH', `/v2/ops/stores/${id}`, { body: { lat: 48.8, lon: 2.3 } })
  expect([moved.status, moved.json.warnings]).toEqual([200, [wrong]])
  expect((await operator.get(`/v2/ops/stores/${id}`)).json.warnings).toEqual([wrong])
  const back = await operator.send('PATCH', `/v2/ops/stores/${id}`, { body: { lat: 41.883, lon: -87.629 } })
  expect(back.json.warnings).toEqual([])
  const place = { name: 'X', line1: '1 Main St', city: 'Toronto', state: 'ON', country: 'CA', timezone: 'America/Toronto' }
  const added = await operator.post('/v2/ops/stores', { ...place, code: 'TOR-X', postal_code: 'M5V 2A5', lat: -79.39, lon: 43.64 })
  expect([added.status, added.json.warnings[0].message]).toEqual([201, expect.stringContaining('swap latitude and longitude')])
  const facility = await operator.send('PUT', '/v2/ops/facilities/FAR', { body: { ...place, postal_code: 'M5V 2A5', lat: 0, lon: 0 } })
  expect([facility.status, facility.json.warnings]).toEqual([200, [wrong]])
  const listed = (await operator.get('/v2/ops/facilities?limit=100')).json.data.find(({ code }: { code: string }) => code === 'FAR')
  expect(listed.warnings).toEqual([wrong])
})

test('a ZIP code without its leading zero is completed in a file if the state agrees, with a warning', async () => {
  const boston = (code: string, zip: string, state: string) =>
    `${code},${code},1 Main St,Boston,${state},${zip},US,42.357,-71.065,America/New_York`
  const padded = (row: number, given: string, whole: string) => ({
    ...{ row, column: 'postal_code', message: `was read as ${whole}, because the leading zeros of ${given} are missing` },
  })
  const rows = [boston('MA-1', '2108', 'MA'), boston('MA-2', '02108', 'MA'), boston('MA-3', '2108-1234', 'Massachusetts')]
  expect(await imported(...rows)).toEqual({ imported: 3, warnings: [padded(2, '2108', '02108'), padded(4, '2108-1234', '02108-1234')] })
  expect((await storeBy('MA-1')).postal_code).toBe('02108')
  // Texas has no such code, so nobody can tell which code is meant.
  await imported(boston('TX-1', '2108', 'TX'))
  expect((await storeBy('TX-1')).postal_code).toBe('2108')
})

test('importing a large file gives the same warnings', async () => {
  const csv = [HEADER, at('BIG-1', '60603', -87.62, 41.88), at('BIG-2', '60603', 41.88, -87.62)].join('\n')
  const done = await runImport(operator, 'stores', csv)
  expect(done).toMatchObject({ state: 'done', rows: 2, error_count: 0, warning_count: 1 })
  expect(done.warnings).toEqual([
    { row: 2, field: 'lat', code: 'far_from_postal_code', message: expect.stringContaining('swap latitude and longitude') },
  ])
})

test('a cut ZIP code sent to the API is stored as given and priced as the complete code', async () => {
  const price = async (postal_code: string, state: string) => {
    const from = { ...ADDRESS, city: 'Boston', state, postal_code }
    const body = {
      direction: 'return',
      fulfillment: 'print_label',
      from,
      to: { ...ADDRESS, city: 'Salem', state: 'MA', postal_code: '01970' },
    }
    const { status, json } = await service.demo.post('/v2/shipments', body)
    expect(status).toBe(201)
    return { amount: json.amount, postal_code: json.from.postal_code }
  }
  const whole = await price('02134', 'MA')
  expect(await price('2134', 'MA')).toEqual({ amount: whole.amount, postal_code: '2134' })
  const national = await price('2134', 'TX')
  expect(national.amount).not.toBe(whole.amount)
})

test.each([
  ['PR', 'San Juan', '00901', 18.466, -66.106],
  ['GU', 'Hagatna', '96910', 13.474, 144.751],
])('a wrong position in %s, given as the country, is reported', async (country, city, postal_code, lat, lon) => {
  const timezone = country === 'PR' ? 'America/Puerto_Rico' : 'Pacific/Guam'
  const row = (code: string, north: number, east: number) =>
    `${country}-${code},${code},1 Main St,${city},,${postal_code},${country},${north},${east},${timezone}`
  const { warnings } = (await imported(row('GOOD', lat, lon), row('BAD', -lat, lon))) as { warnings: object[] }
  expect(warnings).toEqual([expect.objectContaining({ row: 3, column: 'lat' })])
})

test('if one of two stores has swapped coordinates, the search finds one of them', async () => {
  const munich = (code: string, lat: number, lon: number) => `${code},${code},Weg 1,Munich,,80331,DE,${lat},${lon},Europe/Berlin`
  await imported(munich('M-1', 48.137, 11.575), munich('M-2', 11.575, 48.137))
  expect(await found('postal_code=80331&country=DE')).toHaveLength(1)
})

test('a blank postal code counts as missing', async () => {
  const to = { ...ADDRESS, postal_code: '\t' }
  const created = await service.demo.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label', from: ADDRESS, to })
  expect([created.status, created.json.error?.details.errors]).toEqual([
    422,
    [expect.objectContaining({ path: '/to/postal_code', rule: 'required', message: 'is required in US' })],
  ])
  const abroad = { ...ADDRESS, country: 'HK', postal_code: ' ', state: null }
  const accepted = await service.demo.post('/v2/addresses/verify', { address: abroad })
  expect(accepted.status).toBe(200)
})

test('a nine-digit ZIP code without its leading zero is completed if the state agrees', () => {
  expect(withLeadingZeros({ country: 'US', state: 'MA', postal_code: '21341234' })).toBe('021341234')
  expect(withLeadingZeros({ country: 'US', state: 'TX', postal_code: '21341234' })).toBe('21341234')
})

test.each([
  ['US', 'SD', '57701', 'America/Denver'],
  ['CA', 'BC', 'V1C 1A1', 'America/Edmonton'],
  ['CA', 'SK', 'S9V 0A1', 'America/Edmonton'],
  ['CA', 'QC', 'G4T 1A1', 'America/Halifax'],
  ['CA', 'BC', 'V1J 1A1', 'America/Dawson_Creek'],
])('%s %s %s is in the time zone %s', (country, state, postal_code, timezone) => {
  expect(localTimezone({ country, state, postal_code })).toBe(timezone)
})
