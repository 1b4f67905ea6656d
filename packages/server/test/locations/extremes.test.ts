// Coordinates at the limits of a double, and numbers in every form in which programs print them.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const TINY = [5e-324, -5e-324, 2.2250738585072014e-308, 1e-200, 1e-162, -1e-154, 1e-12]
const PLACES: readonly (readonly [lat: number, lon: number])[] = [
  [0, 0],
  [-0, -0],
  ...TINY.map((tiny) => [tiny, tiny] as const),
  ...TINY.map((tiny) => [tiny, 180] as const),
  [90, 0],
  [90, 180],
  [-90, -180],
  [89.99999999999999, 5e-324],
  [0, 180],
  [0, -180],
  [0, 179.99999999999997],
  [45, 45],
  [45, 45.00000000000001],
]
const RADII = [5e-324, 1e-300, 1e-9, 0.001, 1, 20_000, 1e21, 1.7976931348623157e308]

const STORE = { name: 'Edge', line1: '1 St', city: 'Town', postal_code: '1', country: 'NO', timezone: 'Europe/Oslo' }

const search = async (lat: number, lon: number, radius_km: number, limit = 100) => {
  const query = new URLSearchParams({ lat: String(lat), lon: String(lon), radius_km: String(radius_km), limit: String(limit) })
  return service.demo.get(`/v2/drop-off-locations?${query}`)
}

describe('stores at extreme coordinates', () => {
  beforeAll(async () => {
    const operator = await service.operator()
    for (const [i, [lat, lon]] of PLACES.entries()) {
      const made = await operator.post('/v2/ops/stores', { ...STORE, code: `EDGE-${i}`, lat, lon })
      expect([made.status, made.json.lat, made.json.lon]).toEqual([201, lat + 0, lon + 0])
    }
  })

  test('are found at distance 0 from their own position, at any radius', async () => {
    for (const [i, [lat, lon]] of PLACES.entries()) {
      for (const radius of RADII) {
        const { status, json } = await search(lat, lon, radius)
        expect([status, lat, lon, radius]).toEqual([200, lat, lon, radius])
        const here = json.data.find(({ code }: { code: string }) => code === `EDGE-${i}`)
        expect([lat, lon, radius, here?.distance_km]).toEqual([lat, lon, radius, 0])
      }
    }
  })

  test('180 and -180 degrees east are the same meridian, at any radius', async () => {
    for (const lon of [180, -180]) {
      const { json } = await search(0, lon, 0.001)
      const found = json.data.map((store: { lon: number }) => store.lon)
      expect(found).toEqual(expect.arrayContaining([180, -180]))
    }
  })

  test('can be paged through one by one', async () => {
    const all = (await search(5e-324, 5e-324, 1e308)).json.data.map(({ code }: { code: string }) => code)
    expect(all.length).toBeGreaterThanOrEqual(PLACES.length)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { status, json } = await service.demo.get(`/v2/drop-off-locations?lat=5e-324&lon=5e-324&radius_km=1e308&limit=1${cursor}`)
      expect(status).toBe(200)
      seen.push(...json.data.map(({ code }: { code: string }) => code))
      if (!json.has_more) break
      cursor = `&cursor=${json.next_cursor}`
    }
    expect(seen).toEqual(all)
  })
})

const RANGE: Record<string, (value: number) => boolean> = {
  lat: (value) => Math.abs(value) <= 90,
  lon: (value) => Math.abs(value) <= 180,
  radius_km: (value) => value > 0,
}
const OUT_OF_RANGE = ['minimum', 'maximum', 'exclusiveMinimum']
const GIVEN = { lat: '1', lon: '1', radius_km: '1' }

const ask = (name: string, text: string, escaped = true) => {
  const query = { ...GIVEN, [name]: '' }
  const rest = Object.entries(query).filter(([other]) => other !== name)
  const search = [...rest, [name, escaped ? encodeURIComponent(text) : text]].map(([key, value]) => `${key}=${value}`).join('&')
  return service.demo.get(`/v2/drop-off-locations?${search}`)
}

describe('a number in a query', () => {
  test.each(Object.keys(RANGE))(
    '%s: every finite double as JavaScript prints it is accepted or refused only for its range',
    async (name) => {
      const doubles = fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, min: -200, max: 200 }),
        fc.double({ noNaN: true, min: -1, max: 1 }),
      )
      const property = fc.asyncProperty(doubles, fc.boolean(), async (value, escaped) => {
        const { status, json } = await ask(name, String(value), escaped)
        const refused = json.error?.details.errors.map((error: { path: string; rule: string }) => [
          error.path,
          OUT_OF_RANGE.includes(error.rule),
        ])
        const fits = RANGE[name]?.(value)
        expect([value, status, refused]).toEqual([value, fits ? 200 : 422, fits ? undefined : [[`?${name}`, true]]])
      })
      await fc.assert(property, { numRuns: 100, seed: 20_261_122 })
    },
  )

  test.each([
    '0.30000000000000004',
    '1e-7',
    '-0',
    '1E-7',
    '1e-07',
    '00.5',
    '.5',
    '5.',
    '45.000000000000000000000000000000001',
    '5e-324',
    '1e-400',
  ])('is accepted as %s', async (text) => {
    expect((await ask('lat', text)).status).toBe(200)
  })

  test.each([
    '',
    ' ',
    '1,5',
    '0x10',
    '1e',
    'e5',
    '.',
    '-',
    '--1',
    '+1',
    '1_000',
    '1 2',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e999',
    '١',
    '1e5.5',
  ])('is refused with its name if malformed: "%s"', async (text) => {
    const { status, json } = await ask('lat', text)
    expect([status, json.error.code, json.error.details.errors[0].path]).toEqual([422, 'validation_failed', '?lat'])
  })

  test('is refused with its name if it is far too long', async () => {
    const { status, json } = await ask('lat', `0.${'1'.repeat(2000)}`)
    expect([status, json.error.details.errors[0].path]).toEqual([422, '?lat'])
  })

  test.each(['1.0', '1e1', '0.5', '1e-7', '', 'x'])('must be an integer for counts: limit=%s is refused', async (text) => {
    const { status, json } = await service.demo.get(`/v2/drop-off-locations?lat=1&lon=1&limit=${text}`)
    expect([status, json.error.details.errors[0].path]).toEqual([422, '?limit'])
  })
})
