// Input that is made to break or stall the service is refused as invalid.
import { type FieldError, isRefusal } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { bindCursor } from '../../src/http/cursors.ts'
import { parseJson } from '../../src/http/json.ts'
import { mostValues } from '../../src/http/most-values.ts'
import { prepare } from '../../src/http/reading.ts'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const MIB = 1024 * 1024

test.each([
  ['numbers', `{"shipments":[${'1,'.repeat(4_000_000)}1]}`],
  ['objects', `{"shipments":[${'{},'.repeat(2_600_000)}{}]}`],
  ['keys', `{${Array.from({ length: 600_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
])('a body of millions of %s is refused before it is parsed', async (_what, body) => {
  const { status, json } = await service.demo.post('/v2/shipments/batch', body)
  expect([status, json.error.code, json.error.details]).toEqual([400, 'invalid_json', { max_values: 100_000 }])
})

test('a thousand shipments with every field are within the limit of values', async () => {
  const address = {
    name: 'n',
    company: 'c',
    line1: 'l',
    line2: 'm',
    city: 'c',
    state: 's',
    postal_code: 'p',
    country: 'US',
    phone: '1',
    email: 'e',
  }
  const parcel = { weight: 1, length: 1, width: 1, height: 1, weight_unit: 'lb', dimension_unit: 'in' }
  const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'v']))
  const texts = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`field${i}`, 'x']))
  const shipments = Array.from({ length: 1000 }, () => ({ ...texts, from: address, to: address, parcel, metadata }))
  expect(isRefusal(parseJson(Buffer.from(JSON.stringify({ shipments }))))).toBe(false)
})

const ones = (count: number) => new Array<number>(count).fill(1)
const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown${i}`, 1]))

test('a body with more values than its endpoint can use is refused before it is parsed, with the limit', async () => {
  const many = await service.demo.post('/v2/shipments', { ...RETURN, unknown: ones(3_000) })
  const { max_values } = many.json.error.details
  expect([many.status, many.json.error.code]).toEqual([400, 'invalid_json'])
  expect(many.json.error.message).toContain(String(max_values))
  // The body of a create has up to about sixty values, plus nine for each of the hundred items of a customs declaration.
  expect(max_values).toBeGreaterThan(1_900)
  expect(max_values).toBeLessThan(3_000)
  expect((await service.demo.post('/v2/shipments', { ...RETURN, unknown: ones(max_values - 6) })).json.error.code).toBe('validation_failed')
  const scans = Array.from({ length: 1000 }, () => unknown(50))
  expect((await service.demo.post('/v2/scan-events/bulk', { scans })).json.error.details).toEqual({ max_values: expect.any(Number) })
})

test('every valid body has at most half the values that its endpoint allows', () => {
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    if (!endpoint.body || name === 'createShipments') continue
    expect([name, prepare(endpoint).max_values]).toEqual([
      name,
      Math.min(100_000, 2 * (endpoint.most_values ?? mostValues(endpoint.body)) + 100),
    ])
  }
  expect(prepare(ENDPOINTS.createShipments).max_values).toBe(100_000)
  // Schemas with and without fields of any kind, and with lists of maximum length.
  const Inner = Type.Object({ a: Type.String(), b: Type.Optional(Type.Array(Type.Integer(), { maxItems: 3 })) })
  const Free = Type.Record(Type.String({ pattern: '^a' }), Type.String(), { maxProperties: 5 })
  expect(mostValues(Type.Object({ inner: Type.Union([Inner, Type.Null()]), list: Type.Array(Inner, { maxItems: 2 }), free: Free }))).toBe(
    1 + 6 + 13 + 6,
  )
})

test('an object with thousands of fields is refused wherever it appears', async () => {
  const { status, json } = await service.demo.post('/v2/shipments/batch', { shipments: [RETURN, unknown(1001)] })
  expect([status, json.error.code, json.error.details]).toEqual([400, 'invalid_json', { max_fields: 1000 }])
  const fits = await service.demo.post('/v2/shipments/batch', { shipments: [RETURN, unknown(1000)] })
  expect(fits.json.error.code).toBe('validation_failed')
})

test('a few unknown fields are reported with all other errors; of very many, only the first are reported', async () => {
  const errorsOf = async (path: string, body: object) => (await service.demo.post(path, body)).json.error.details.errors
  const few = await errorsOf('/v2/shipments', { ...RETURN, direction: 1, ...unknown(20) })
  expect(few).toHaveLength(21)
  expect(few).toContainEqual(expect.objectContaining({ path: '/direction' }))
  const many = await errorsOf('/v2/shipments', { ...RETURN, direction: 1, to: unknown(90) })
  expect(many.map(({ path, rule }: FieldError) => [path, rule])).toEqual(
    Array.from({ length: 21 }, (_, i) => [`/to/unknown${i}`, 'additionalProperties']),
  )
  const members = await errorsOf('/v2/shipments/batch', { shipments: Array.from({ length: 1000 }, () => ({ ...RETURN, ...unknown(9) })) })
  expect(members.at(-1)).toMatchObject({ path: '/shipments/2/unknown2', rule: 'additionalProperties' })
})

test('the answer to a field name of a megabyte is short', async () => {
  for (const name of ['~'.repeat(MIB - 100), '~'.repeat(500)]) {
    const { status, text, json } = await service.demo.post('/v2/shipments', `{"${name}":1}`)
    expect(status).toBe(422)
    expect(json.error.details.errors.map((error: { rule: string }) => error.rule)).toContain('additionalProperties')
    expect(text.length).toBeLessThan(4000)
  }
})

const TIMES = [
  ['an offset of 20 hours', '2026-01-01T00:00:00+20:00'],
  ['an offset of nearly a day', '2026-01-01T00:00:00-23:59'],
  ['a time beyond the year 9999', '9999-12-31T23:59:59-15:59'],
  ['sixty digits of a second', `2026-01-01T00:00:00.${'1'.repeat(60)}Z`],
  ['ten digits of a second', '2026-01-01T00:00:00.1234567890Z'],
  ['the year 0', '0000-01-01T00:00:00Z'],
] as const
test.each(TIMES)('%s is refused in filters and bodies', async (_what, time) => {
  const { json: webhook } = await service.demo.post('/v2/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
  const text = encodeURIComponent(time)
  const answers = [
    await service.demo.get(`/v2/shipments?created_after=${text}`),
    await service.demo.get(`/v2/events?created_before=${text}`),
    await service.demo.post('/v2/shipments', { ...RETURN, expires_at: time }),
    await service.demo.post(`/v2/webhooks/${webhook.id}/recover`, { since: time }),
  ]
  expect(answers.map(({ status, json }) => [status, json.error.code])).toEqual(answers.map(() => [422, 'validation_failed']))
  await service.demo.delete(`/v2/webhooks/${webhook.id}`)
})

test.each(['2026-01-01T00:00:00+14:00', '2026-01-01T00:00:00-12:00', '2026-01-01t00:00:00.123456789z'])(
  '%s is a valid time',
  async (time) => {
    expect((await service.demo.get(`/v2/shipments?created_after=${encodeURIComponent(time)}`)).status).toBe(200)
  },
)

test('every combination of filters is answered, however many are used at once', async () => {
  const filters = ['sweepId=x', 'status=created', 'order_id=x', 'tracking=x', 'tender_id=x', 'store_id=x']
  const times = ['created_after=2026-01-01T00:00:00Z', 'created_before=2027-01-01T00:00:00Z']
  const position = Buffer.from(`2026-01-01T00:00:00.000Z shp_${'0'.repeat(26)}`).toString('base64url')
  const partner = await service.partner()
  const withCursor = (some: string[]): string => {
    const query = Object.fromEntries(some.map((one) => one.split('=')))
    const list = { partner_id: partner.partnerId, path: '/v2/shipments', params: {}, query }
    return [...some, `cursor=${bindCursor(list, position)}`].join('&')
  }
  const all = [...filters, ...times]
  const fewer = all.map((left) => all.filter((one) => one !== left))
  const queries = [all.join('&'), ...[all, ...fewer].map(withCursor)]
  // The queries are repeated, so that every connection runs several of them.
  for (let round = 0; round < 8; round++) {
    const answers = await Promise.all(queries.map((query) => partner.get(`/v2/shipments?${query}`)))
    expect(answers.map(({ status }) => status)).toEqual(queries.map(() => 200))
  }
})
