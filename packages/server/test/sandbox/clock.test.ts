import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShipment, scanned } from '../scans/support.ts'
import { ADDRESS, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const DAY_S = 24 * 3600
const BODY = { ...RETURN, to: ADDRESS }
const advance = (client: TestClient, seconds: unknown, request = {}) => client.post('/v2/test/clock/advance', { seconds }, request)

describe('the virtual clock', () => {
  test('runs with real time until it is advanced, and stays ahead by the total', async () => {
    const partner = await service.partner()
    const { json: real } = await partner.get('/v2/test/clock')
    expect(real).toEqual({ object: 'test_clock', now: expect.any(String), offset_seconds: 0 })
    expect(Math.abs(Date.parse(real.now) - Date.now())).toBeLessThan(60_000)
    expect((await advance(partner, DAY_S)).json.offset_seconds).toBe(DAY_S)
    const { json } = await advance(partner, 10)
    expect(json).toMatchObject({ object: 'test_clock', offset_seconds: DAY_S + 10 })
    expect(Date.parse(json.now) - Date.parse(real.now)).toBeGreaterThanOrEqual((DAY_S + 10) * 1000)
    expect((await partner.get('/v2/test/clock')).json.offset_seconds).toBe(DAY_S + 10)
  })

  test('refuses unknown parameters, as lists do', async () => {
    const { status, json } = await (await service.partner()).get('/v2/test/clock?x=1')
    expect([status, json.error.details.errors[0].path]).toEqual([422, '?x'])
  })

  test('determines expiry, holding periods and the times of later events', async () => {
    const partner = await service.partner()
    const idle = await createShipment(partner, BODY)
    const sent = await createShipment(partner, BODY)
    await scanned(partner, 'inject', { shipment_id: sent.id })
    await advance(partner, 31 * DAY_S)
    expect((await partner.get(`/v2/shipments/${idle.id}`)).json.status).toBe('expired')
    const { json } = await partner.post(`/v2/shipments/${sent.id}/disposition`, { disposition: 'unclaimed' })
    expect(Date.parse(json.unclaimed_since) - Date.parse(sent.created_at)).toBeGreaterThanOrEqual(31 * DAY_S * 1000)
    expect(Date.parse(json.dispose_after) - Date.parse(json.unclaimed_since)).toBe(30 * DAY_S * 1000)
    const event = (await partner.events(sent.id)).at(-1)
    expect(event.event_info.eventDateTime).toBe(json.unclaimed_since)
    const later = await createShipment(partner, BODY)
    expect(Date.parse(later.created_at)).toBeGreaterThan(Date.parse(sent.expires_at))
    const scan = await scanned(partner, 'accept', { shipment_id: later.id, occurred_at: json.unclaimed_since })
    expect(scan.applied).toBe(true)
  })

  test('is separate for each partner', async () => {
    const [a, b] = [await service.partner(), await service.partner()]
    const created = await createShipment(b, BODY)
    await advance(a, 400 * DAY_S)
    expect((await b.get('/v2/test/clock')).json.offset_seconds).toBe(0)
    expect((await b.get(`/v2/shipments/${created.id}`)).json.status).toBe('label_ready')
  })

  test('advances once per idempotency key and once for each concurrent request', async () => {
    const partner = await service.partner()
    const same = await Promise.all(Array.from({ length: 5 }, () => advance(partner, 100, { idempotencyKey: 'advance-once' })))
    expect(new Set(same.map(({ text }) => text)).size).toBe(1)
    const sums = (await Promise.all(Array.from({ length: 10 }, () => advance(partner, 1)))).map(({ json }) => json.offset_seconds)
    expect(sums.sort()).toEqual(Array.from({ length: 10 }, (_, i) => 101 + i))
  })

  test('accepts whole positive seconds up to ten years', async () => {
    const partner = await service.partner()
    for (const seconds of [0, -1, 1.5, '60', null, 315_360_001, undefined]) {
      const { status, json } = await advance(partner, seconds)
      expect([status, json.error.code, json.error.details.errors[0].path]).toEqual([422, 'validation_failed', '/seconds'])
    }
    expect((await partner.get('/v2/test/clock')).json.offset_seconds).toBe(0)
    expect((await advance(partner, 315_360_000)).status).toBe(200)
  })

  test('belongs to a partner; an operator has none', async () => {
    const operator = await service.operator()
    expect((await operator.get('/v2/test/clock')).status).toBe(403)
    expect((await advance(operator, 1)).status).toBe(403)
  })
})
