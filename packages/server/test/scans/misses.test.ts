// Guessed codes at a counter are counted for each person, shown to the operator, and rate-limited.
import { gs1CheckDigit } from '@backhaul/core/check-characters.ts'
import { carrierSeries } from '@backhaul/core/numbering.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type SessionClient, signIn } from '../support/session.ts'

let service: TestService
let partner: TestClient & { partnerId: string }
let store_id: string
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  store_id = (await partner.get('/v2/drop-off-locations?postal_code=10011&country=US')).json.data[0].store_id
})
afterAll(() => service.close())
beforeEach(() => void vi.restoreAllMocks())

let made = 0
/** Barcodes with valid check digits that belong to no parcel. */
const guess = (): string => {
  const digits = String(9_000_000_000 + made++).padStart(19, '0')
  return digits + gs1CheckDigit(digits)
}
const find = (session: TestClient, code = guess()) => session.get(`/v2/parcels/find?code=${code}`)
let people = 0
/** Signs in as a new person each time. */
const counter = (): Promise<SessionClient> => signIn(partner, { access: 'counter', store_id, email: `clerk-${++people}@example.com` })
const parcel = async () => (await partner.post('/v2/shipments', RETURN)).json
const pass = (ms: number) => {
  const { clock } = service.running.service
  const then = clock.now() + ms
  vi.spyOn(clock, 'now').mockImplementation(() => then)
}
const standing = async ({ session }: SessionClient) => {
  const { data } = (await partner.get('/v2/console-sessions?limit=100')).json
  const { unknown_codes, is_slowed } = data.find(({ id }: { id: string }) => id === session.id)
  return [unknown_codes, is_slowed]
}
const missTwenty = async (session: SessionClient) => {
  for (let i = 0; i < 20; i++) expect((await find(session)).status).toBe(404)
}

test('after 20 misses, one lookup per ten seconds is allowed until the misses are ten minutes old', async () => {
  const [session, other, known, held] = [await counter(), await counter(), await parcel(), await parcel()]
  expect((await session.post('/v2/scan-events/accept', { barcode: held.barcode })).status).toBe(200)
  await missTwenty(session)
  expect([await standing(session), await standing(other)]).toEqual([
    [20, true],
    [0, false],
  ])
  for (const code of [guess(), known.barcode]) {
    const { status, json, headers } = await find(session, code)
    expect([status, json.error.code, json.error.details]).toEqual([429, 'rate_limited', { limit: 20, retry_after_s: 10 }])
    expect(headers.get('retry-after')).toBe('10')
  }
  // The limit does not affect normal work: parcels in custody, parcels scanned by their id, and other sessions.
  expect((await find(session, held.barcode)).json.in_hand).toBe(true)
  expect((await session.post('/v2/scan-events/collect', { barcode: held.barcode })).status).toBe(200)
  expect((await session.post('/v2/scan-events/accept', { shipment_id: (await parcel()).id })).status).toBe(200)
  expect((await find(other, known.barcode)).status).toBe(200)
  pass(10_000)
  expect([(await find(session, known.barcode)).status, (await find(session, known.barcode)).status]).toEqual([200, 429])
  pass(10_000)
  expect([(await find(session)).status, (await find(session)).status]).toEqual([404, 429])
  pass(600_000)
  expect([(await find(session)).status, (await find(session, known.barcode)).status, (await find(session)).status]).toEqual([404, 200, 404])
})

test('many concurrent lookups do not bypass the limit, through any endpoint', async () => {
  const session = await counter()
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await find(session)).status))
  expect(statuses.filter((status) => status === 404)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  const { barcode } = await parcel()
  for (const named of [{ barcode: guess() }, { barcode }, { tracking: (await parcel()).tracking }]) {
    expect((await session.post('/v2/scan-events/accept', named)).status).toBe(429)
    expect((await session.post('/v2/scan-events/collect', named)).status).toBe(429)
  }
})

test('one request with many scans allows as few guesses as many requests', async () => {
  const session = await counter()
  const real = await Promise.all(Array.from({ length: 8 }, parcel))
  const scans = real.flatMap(({ barcode }) => [
    ...Array.from({ length: 9 }, () => ({ kind: 'accept', barcode: guess() })),
    { kind: 'accept', barcode },
  ])
  const sent = async () => (await session.post('/v2/scan-events/bulk', { scans })).json.data
  const count = (data: { status: number }[]) => [200, 404, 429].map((status) => data.filter((one) => one.status === status).length)
  const first = await sent()
  expect(count(first)).toEqual([2, 20, 58])
  expect(first.at(-1).error).toMatchObject({ code: 'rate_limited', details: { limit: 20, retry_after_s: 10 } })
  // The two accepted parcels are now in the counter's custody, so the limit does not apply to them.
  expect(count(await sent())).toEqual([2, 0, 78])
  pass(10_000)
  expect(count(await sent())).toEqual([2, 1, 77])
  const own = { scans: [{ kind: 'accept', shipment_id: real[7].id }] }
  expect((await session.post('/v2/scan-events/bulk', own)).json.data[0].status).toBe(200)
})

test('signing in again does not reset the count, and a colleague has a separate count', async () => {
  const person = { access: 'counter', store_id, email: 'again@example.com' }
  await missTwenty(await signIn(partner, person))
  const again = await signIn(partner, person)
  expect((await find(again)).status).toBe(429)
  expect(await standing(again)).toEqual([20, true])
  expect((await find(await counter())).status).toBe(404)
})

test('codes of other networks count less, unless they match the numbers of a carrier', async () => {
  const session = await counter()
  for (let i = 0; i < 60; i++) expect((await find(session, '1Z999AA10123456784')).json.error.code).toBe('code_foreign')
  expect([(await find(session, '1Z999AA10123456784')).status, (await find(session)).status]).toEqual([429, 429])
  expect(await standing(session)).toEqual([0, true])
  const operator = await service.operator()
  const numbers = { standard: 's10', prefix: 'RR', country: 'US', first: 0, last: 99_999_999 }
  const set = await operator.send('PUT', '/v2/ops/carriers/northline', { body: { name: 'Northline', numbers } })
  expect(set.status).toBe(200)
  const other = await counter()
  const s10 = (serial: number) => carrierSeries({ ...numbers, digits: 8, check: 'none', standard: 's10' }).write(serial)
  for (let i = 0; i < 20; i++) expect((await find(other, s10(90_000_000 + i))).json.error.code).toBe('code_foreign')
  expect((await find(other)).status).toBe(429)
})

test('misread codes count immediately, codes of other networks do not, and keys and other sessions never count', async () => {
  const [session, viewer] = [await counter(), await signIn(partner, { access: 'partner' })]
  for (let i = 0; i < 25; i++) expect((await find(session, '1Z999AA10123456784')).json.error.code).toBe('code_foreign')
  expect(await standing(session)).toEqual([0, false])
  const damaged = guess()
  await find(session, `${damaged.slice(0, -1)}${(Number(damaged.at(-1)) + 1) % 10}`)
  expect(await standing(session)).toEqual([1, false])
  for (const client of [partner, viewer]) for (let i = 0; i < 25; i++) expect((await find(client)).status).toBe(404)
  expect(await standing(viewer)).toEqual([0, false])
})

test('a handler is limited in the same way, and the counts are metrics', async () => {
  const handler = await signIn(partner, { access: 'handler' })
  await missTwenty(handler)
  expect([
    (await find(handler)).status,
    (await handler.post('/v2/scan-events/arrive', { barcode: guess(), facility: 'ORD' })).status,
  ]).toEqual([429, 429])
  const { text } = await service.running.metrics.answer()
  expect(text).toMatch(/^backhaul_sessions_slowed [1-9]/m)
  expect(text).toMatch(/^backhaul_unknown_codes \d\d/m)
})
