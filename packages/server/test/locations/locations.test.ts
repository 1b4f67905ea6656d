import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importStores } from '../../src/kinds/network/import.ts'
import { storesByCode } from '../pickups/fixtures.ts'
import { startTestService, type TestService } from '../support/service.ts'

// Places with difficult coordinates: both sides of the 180th meridian, close to a pole, and on the equator.
const HEADER = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone'
const ELSEWHERE = `${HEADER}
FJ-EAST,Taveuni East,1 Shore Rd,Waiyevo,,FJ100,FJ,-16.8,179.95,Pacific/Fiji
FJ-WEST,Taveuni West,2 Shore Rd,Waiyevo,,FJ200,FJ,-16.8,-179.95,Pacific/Fiji
NP-1,Pole Camp,1 Ice Way,Barneo,,SJ001,SJ,89.9,10,Arctic/Longyearbyen
NP-2,Far Side of the Pole,2 Ice Way,Barneo,,SJ002,SJ,89.9,-170,Arctic/Longyearbyen
EQ-1,Equator,1 Line St,Kampala,,UG1,UG,0,32,Africa/Kampala
EQ-2,One degree on,2 Line St,Kampala,,UG2,UG,0,33,Africa/Kampala
DE-1,Mitte,Torstr. 1,Berlin,,10115,DE,52.53,13.38,Europe/Berlin
DE-2,Kreuzberg,Oranienstr. 2,Berlin,,10999,DE,52.5,13.42,Europe/Berlin
DE-3,Potsdam,Brandenburger Str. 3,Potsdam,,14467,DE,52.4,13.06,Europe/Berlin
`

let service: TestService
let stores: Map<string, string>
beforeAll(async () => {
  service = await startTestService()
  expect(await importStores(service.running.service, 'test', ELSEWHERE)).toEqual({ imported: 9, warnings: [] })
  stores = await storesByCode(service)
})
afterAll(() => service.close())

const find = async (query: string) => (await service.demo.get(`/v2/drop-off-locations?${query}`)).json
const codes = async (query: string): Promise<string[]> => (await find(query)).data.map(({ code }: { code: string }) => code)

describe('by coordinates', () => {
  test('lists the nearest first with distance, hours and time zone', async () => {
    const list = await find('lat=40.7446&lon=-73.9967')
    expect(list).toMatchObject({ object: 'list', has_more: false, next_cursor: null })
    expect(list.data.map(({ code }: { code: string }) => code)).toEqual(['NYC-001', 'NYC-002'])
    expect(list.data[0]).toEqual({
      object: 'drop_off_location',
      store_id: stores.get('NYC-001'),
      code: 'NYC-001',
      name: 'Backhaul Counter Chelsea',
      line1: '230 W 23rd St',
      city: 'New York',
      state: 'NY',
      postal_code: '10011',
      country: 'US',
      lat: 40.7446,
      lon: -73.9967,
      distance_km: 0,
      hours: expect.objectContaining({ mon: [['08:00', '20:00']], sun: [['11:00', '17:00']] }),
      timezone: 'America/New_York',
    })
    // The great-circle distance on a sphere of 6371 km.
    expect(list.data[1].distance_km).toBeCloseTo(6.071, 1)
  })

  test('a degree of longitude on the equator is 111.195 km', async () => {
    const [, second] = (await find('lat=0&lon=32&radius_km=150')).data
    expect(second).toMatchObject({ code: 'EQ-2', distance_km: 111.195 })
  })

  test('the radius is exact and 50 km by default', async () => {
    expect(await codes('lat=0&lon=32')).toEqual(['EQ-1'])
    expect(await codes('lat=0&lon=32&radius_km=111.2')).toEqual(['EQ-1', 'EQ-2'])
    expect(await codes('lat=0&lon=32&radius_km=111.19')).toEqual(['EQ-1'])
    expect(await codes('lat=0&lon=0')).toEqual([])
  })

  test.each([
    ['lat=-16.8&lon=179.99', ['FJ-EAST', 'FJ-WEST']],
    ['lat=-16.8&lon=-179.99', ['FJ-WEST', 'FJ-EAST']],
    ['lat=-16.8&lon=180', ['FJ-EAST', 'FJ-WEST']],
    ['lat=-16.8&lon=-180', ['FJ-EAST', 'FJ-WEST']],
    ['lat=89.95&lon=10', ['NP-1', 'NP-2']],
    ['lat=90&lon=0', ['NP-1', 'NP-2']],
  ])('%s finds stores across the date line and the pole', async (query, expected) => {
    const found = await codes(query)
    expect(found.toSorted()).toEqual(expected.toSorted())
    if (!query.endsWith('180') && !query.includes('lat=90')) expect(found).toEqual(expected)
  })

  test('each page continues where the previous one ended', async () => {
    const all = await codes('lat=52.52&lon=13.4')
    expect(all).toEqual(['DE-1', 'DE-2', 'DE-3'])
    const seen = []
    let cursor = ''
    do {
      const page = await find(`lat=52.52&lon=13.4&limit=1${cursor}`)
      seen.push(...page.data.map(({ code }: { code: string }) => code))
      cursor = page.has_more ? `&cursor=${page.next_cursor}` : ''
    } while (cursor)
    expect(seen).toEqual(all)
  })

  test('locations at the same position are paged without loss', async () => {
    const rows = Array.from({ length: 7 }, (_, i) => `TWIN-${i},Twin,1 St,Town,,9999,NO,70,25,Europe/Oslo`)
    await importStores(service.running.service, 'test', [HEADER, ...rows].join('\n'))
    const first = await find('lat=70.001&lon=25&limit=4')
    const second = await find(`lat=70.001&lon=25&limit=4&cursor=${first.next_cursor}`)
    const seen = [...first.data, ...second.data].map(({ code }) => code)
    expect(seen.toSorted()).toEqual(rows.map((row) => row.split(',')[0]))
    expect(second.has_more).toBe(false)
  })

  test('a location out of use is not found by search but can still be read by its id', async () => {
    const { db, network } = service.running.service
    await db.query('test_inactive', "update stores set active = false where code = 'DE-3'")
    network.forget()
    expect(await codes('lat=52.4&lon=13.06')).toEqual(['DE-1', 'DE-2'])
    expect(await codes('postal_code=14467&country=DE')).toEqual([])
    const { status, json } = await service.demo.get(`/v2/drop-off-locations/${stores.get('DE-3')}`)
    expect([status, json.code]).toEqual([200, 'DE-3'])
    await db.query('test_active', "update stores set active = true where code = 'DE-3'")
    network.forget()
  })
})

describe('by postal code', () => {
  test('searches from the center of its area', async () => {
    const { data } = await find('postal_code=10011&country=US')
    expect(data.map(({ code }: { code: string }) => code)).toEqual(['NYC-001', 'NYC-002'])
    expect(data[0].distance_km).toBe(0.582)
  })

  test('searches from the locations that have it, if its area is unknown', async () => {
    const { data } = await find('postal_code=14467&country=DE&limit=1')
    expect(data[0]).toMatchObject({ code: 'DE-3', distance_km: 0 })
  })

  test.each([
    ['m5v2a5', 'CA', ['YYZ-001']],
    ['M5V-2A5', 'CA', ['YYZ-001']],
    ['10011-1234', 'US', ['NYC-001', 'NYC-002']],
    ['M5V 9Z9', 'CA', ['YYZ-001']],
    ['10012', 'US', ['NYC-001', 'NYC-002']],
    ['10119', 'DE', ['DE-1', 'DE-2', 'DE-3']],
    ['109', 'DE', ['DE-2', 'DE-1', 'DE-3']],
    ['15000', 'DE', []],
    ['10011', 'CA', []],
    ['10011', 'FR', []],
  ])('%s in %s', async (postal_code, country, expected) => {
    expect(await codes(`postal_code=${encodeURIComponent(postal_code)}&country=${country}`)).toEqual(expected)
  })

  test('lists locations of that country only', async () => {
    expect(await codes('postal_code=FJ100&country=FJ&radius_km=500')).toEqual(['FJ-EAST', 'FJ-WEST'])
    const near = await codes('lat=-16.8&lon=179.95&radius_km=500')
    expect(near).toEqual(['FJ-EAST', 'FJ-WEST'])
  })
})

describe('refused', () => {
  test.each([
    ['', ['?lat', '?lon']],
    ['lat=1', ['?lon']],
    ['lon=1', ['?lat']],
    ['postal_code=10011', ['?country']],
    ['country=US', ['?postal_code']],
    ['lat=1&lon=1&postal_code=10011', ['?postal_code']],
    ['lat=1&lon=1&country=US', ['?country']],
    ['lat=91&lon=1', ['?lat']],
    ['lat=1&lon=-180.1', ['?lon']],
    ['lat=north&lon=1', ['?lat']],
    ['lat=NaN&lon=1', ['?lat']],
    ['lat=1e2&lon=1', ['?lat']],
    ['lat=1&lon=1&radius_km=0', ['?radius_km']],
    ['lat=1&lon=1&radius_km=-1', ['?radius_km']],
    ['lat=1&lon=1&limit=101', ['?limit']],
    ['lat=1&lat=2&lon=1', ['?lat']],
    ['postal_code=10011&country=us', ['?country']],
    ['postal_code=10011&country=USA', ['?country']],
    ['postal_code=--&country=US', ['?postal_code']],
    ['postal_code=&country=US', ['?postal_code']],
    ['latitude=1&lon=1', ['?latitude']],
  ])('%s', async (query, paths) => {
    const { status, json } = await service.demo.get(`/v2/drop-off-locations?${query}`)
    expect([status, json.error.code]).toEqual([422, 'validation_failed'])
    expect(json.error.details.errors.map(({ path }: { path: string }) => path)).toEqual(paths)
  })

  test.each(['abc', Buffer.from('1 shp_1').toString('base64url'), Buffer.from('x sto_00000000000000000000000000').toString('base64url')])(
    'the cursor %s',
    async (cursor) => {
      const { status, json } = await service.demo.get(`/v2/drop-off-locations?lat=1&lon=1&cursor=${cursor}`)
      expect([status, json.error.code]).toEqual([400, 'invalid_cursor'])
    },
  )

  test.each(['sto_00000000000000000000000000', 'nonsense', '%00', 'NYC-001'])('the id %s: 404', async (id) => {
    const { status, json } = await service.demo.get(`/v2/drop-off-locations/${id}`)
    expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'store_id' }])
  })
})

test.each([
  [-45, 170],
  [89, 0],
  [0, -179],
])('a radius that spans the earth finds every location in use, from %s, %s', async (lat, lon) => {
  const { status, json } = await service.demo.get(`/v2/drop-off-locations?lat=${lat}&lon=${lon}&radius_km=50000&limit=100`)
  const stores = await service.running.service.db.one<{ n: number }>(
    'test_stores_in_use',
    'select count(*)::int as n from stores where active',
  )
  expect([status, json.data.length]).toEqual([200, Math.min(stores?.n ?? 0, 100)])
  expect(json.data.length).toBeGreaterThan(5)
})

test('a location read by its id has no distance', async () => {
  const { status, json } = await service.demo.get(`/v2/drop-off-locations/${stores.get('EQ-1')}`)
  expect(status).toBe(200)
  expect(json).toEqual({
    object: 'drop_off_location',
    store_id: stores.get('EQ-1'),
    code: 'EQ-1',
    name: 'Equator',
    line1: '1 Line St',
    city: 'Kampala',
    state: null,
    postal_code: 'UG1',
    country: 'UG',
    lat: 0,
    lon: 32,
    distance_km: null,
    hours: null,
    timezone: 'Africa/Kampala',
  })
})

test('both searches use an index when there are many locations', async () => {
  const { db } = service.running.service
  await db.query(
    'test_many',
    `insert into stores (id, code, pudo_code, name, line1, city, postal_code, country, lat, lon, timezone)
     select 'x' || n, 'x' || n, 'x', 'x', 'x', 'x', lpad(n::text, 5, '0'), 'FR', 42 + (n % 900) / 100.0, -4 + (n / 900) / 10.0, 'Europe/Paris'
       from generate_series(1, 20000) n`,
  )
  await db.query('test_analyze', 'analyze stores')
  const explain = async (name: string, condition: string) =>
    (await db.query<{ 'QUERY PLAN': string }>(name, `explain select * from stores where ${condition}`))
      .map((row) => row['QUERY PLAN'])
      .join()
  expect(await explain('test_box', 'lat between 48.8 and 48.9 and lon between 2.2 and 2.4')).toContain('Index')
  const plain = `(regexp_replace(upper(postal_code), '[^A-Z0-9]', '', 'g') collate "C")`
  expect(await explain('test_code', `country = 'FR' and ${plain} >= left('12345', 4) and ${plain} < left('12345', 4) || '~'`)).toContain(
    'Index',
  )
  const { data } = await find('postal_code=12345&country=FR&limit=1')
  expect(data[0]).toMatchObject({ postal_code: '12345', distance_km: 0 })
})
