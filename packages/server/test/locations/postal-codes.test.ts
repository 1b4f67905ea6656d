// A postal code finds the stores around it, even if no store has that code.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaOf } from '../../src/kinds/network/centroids.ts'
import { plainCode } from '../../src/kinds/network/where-is.ts'
import { countersNear } from '../../src/kinds/shopper/counters.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const find = async (postal_code: string, country: string, more = '') => {
  const query = `postal_code=${encodeURIComponent(postal_code)}&country=${country}${more}`
  const { data } = (await service.demo.get(`/v2/drop-off-locations?${query}`)).json
  return data.map(({ code, distance_km }: { code: string; distance_km: number }) => [code, Math.round(distance_km)])
}

test.each([
  // No store has a code with this prefix.
  [
    '11432',
    'US',
    [
      ['NYC-002', 16],
      ['NYC-001', 18],
    ],
  ],
  [
    '07030',
    'US',
    [
      ['NYC-001', 3],
      ['NYC-002', 8],
    ],
  ],
  [
    '07030-1234',
    'US',
    [
      ['NYC-001', 3],
      ['NYC-002', 8],
    ],
  ],
  ['60614', 'US', [['CHI-001', 5]]],
  ['90802', 'US', [['LAX-001', 34]]],
  ['V5K 0A1', 'CA', [['YVR-001', 6]]],
  ['l5b1m2', 'CA', [['YYZ-001', 20]]],
  // The code of post office boxes has no area of its own, so the areas around it decide.
  [
    '10163',
    'US',
    [
      ['NYC-001', 2],
      ['NYC-002', 8],
    ],
  ],
  // A code far from all stores, codes that belong to no place, and a code of a country without data.
  ['99501', 'US', []],
  ['00000', 'US', []],
  ['H0H 0H0', 'CA', []],
  ['75001', 'FR', []],
])('%s in %s', async (code, country, expected) => {
  expect(await find(code, country)).toEqual(expected)
})

test('a partial postal code is matched against the codes of the stores', async () => {
  expect(await find('11', 'US')).toEqual([
    ['NYC-002', 0],
    ['NYC-001', 6],
  ])
  expect(await find('1001', 'US')).toEqual([
    ['NYC-001', 0],
    ['NYC-002', 6],
  ])
})

test('the radius is measured from the center of the postal code area', async () => {
  expect(await find('11432', 'US', '&radius_km=16.5')).toEqual([['NYC-002', 16]])
  expect(await find('11432', 'US', '&radius_km=10')).toEqual([])
})

test('pages for shoppers search from the same point', async () => {
  const near = await countersNear(service.running.service, { postal_code: '11432', country: 'US' })
  expect(near.map(({ code }) => code)).toEqual(['NYC-002', 'NYC-001'])
})

const KM_PER_DEGREE = 111.2

test('the postal code area of each store is near the store', async () => {
  const { db } = service.running.service
  const stores = await db.query<{ postal_code: string; country: string; lat: number; lon: number }>(
    'test_places',
    'select postal_code, country, lat, lon from stores',
  )
  expect(stores.length).toBe(7)
  for (const { postal_code, country, lat, lon } of stores) {
    const area = await areaOf(country, plainCode(postal_code))
    const off_km = KM_PER_DEGREE * Math.hypot((area?.lat ?? 0) - lat, ((area?.lon ?? 0) - lon) * Math.cos((lat * Math.PI) / 180))
    expect([postal_code, off_km < 3]).toEqual([postal_code, true])
  }
})

test.each([
  ['US', 33_791, /^\d{5}$/],
  ['CA', 1_650, /^[A-Z]\d[A-Z]$/],
])('the file of %s lists each area once, in order, with no region across the 180th meridian', async (country, count, pattern) => {
  const text = await readFile(new URL(`../../assets/places/${country}.csv`, import.meta.url), 'utf8')
  const [header, ...rows] = text.trimEnd().split('\n')
  expect([header, rows.length]).toEqual(['postal_code,lat,lon', count])
  const codes = rows.map((row) => row.split(',')[0] as string)
  expect(codes).toEqual([...new Set(codes)].sort())
  const east = new Map<string, boolean>()
  for (const row of rows) {
    const [code = '', lat, lon] = row.split(',')
    expect([code, pattern.test(code), Math.abs(Number(lat)) < 84, Math.abs(Number(lon)) <= 180]).toEqual([code, true, true, true])
    const region = code.slice(0, 3)
    expect([code, east.get(region) ?? Number(lon) > 0]).toEqual([code, Number(lon) > 0])
    east.set(region, Number(lon) > 0)
  }
  // The installed files may take at most 3 MB in total.
  expect(text.length).toBeLessThan(1_000_000)
})
