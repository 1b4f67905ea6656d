import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CANADA, createShipment, scanned, storeId } from '../scans/support.ts'
import { backdate } from '../support/backdate.ts'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const track = (key: string | null, tracking: string, init: RequestInit = {}) =>
  fetch(`${service.url}/v2/tracking/${tracking}`, {
    ...init,
    headers: { ...(key && { 'X-Api-Key': key }), Origin: 'https://shop.example' },
  })

test('shows status and history for the key alone, and nothing else', async () => {
  const created = await createShipment(service.demo, { ...RETURN, to: CANADA, order_id: 'secret-order', metadata: { secret: 'metadata' } })
  await backdate(service, created.id)
  const store = await storeId(service, 'YYZ-001')
  await scanned(service.demo, 'accept', {
    tracking: created.tracking,
    store_id: store,
    scanner_email: 'secret@counter.example',
    scanner_name: 'Secret Scanner',
    occurred_at: '2026-11-02T07:15:30Z',
  })
  await scanned(service.demo, 'inject', { tracking: created.tracking, occurred_at: '2026-11-03T07:15:30Z', ltracking: 'SECRET-1' })
  await scanned(service.demo, 'collect', { tracking: created.tracking, occurred_at: '2026-11-02T09:00:00Z', lat: 1.5, lon: 2.5 })
  const response = await track(service.demo.credentials.api_key, created.tracking)
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.json()).toEqual({
    object: 'tracking',
    tracking: created.tracking,
    status: 'injected',
    history: [
      {
        kind: 'accept',
        status: 'ready_for_pickup',
        occurred_at: '2026-11-02T07:15:30.000Z',
        location: { city: 'Toronto', state: 'ON', country: 'CA' },
      },
      { kind: 'collect', status: 'picked_up', occurred_at: '2026-11-02T09:00:00.000Z', location: null },
      { kind: 'inject', status: 'injected', occurred_at: '2026-11-03T07:15:30.000Z', location: null },
    ],
  })
})

test('works with a tracking-only key, which can do nothing else', async () => {
  const partner = await service.partner({ scopes: ['tracking:read'] })
  expect((await partner.get('/v2/shipments')).json.error.code).toBe('insufficient_scope')
  expect((await track(partner.credentials.api_key, '0'.repeat(27))).status).toBe(404)
  const reader = await service.partner({ scopes: ['shipments:read'] })
  expect((await track(reader.credentials.api_key, '0'.repeat(27))).status).toBe(403)
})

test("another partner's parcel, an unknown number and nonsense get the same answer", async () => {
  const created = await createShipment(service.demo)
  const partner = await service.partner()
  const bodies = new Set<string>()
  for (const tracking of [created.tracking, '0'.repeat(27), created.tracking.toLowerCase(), created.id, 'x', '%00', '%F0%9F%93%A6']) {
    const response = await track(partner.credentials.api_key, tracking)
    expect(response.status).toBe(404)
    bodies.add(await response.text())
  }
  expect(bodies.size).toBe(1)
  expect(JSON.parse([...bodies][0] as string).error).toMatchObject({ code: 'not_found', details: { field: 'tracking' } })
})

test('a page of another site can send requests and read refusals', async () => {
  const preflight = await fetch(`${service.url}/v2/tracking/${'0'.repeat(27)}`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-api-key' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('x-api-key')
  for (const key of [null, 'nonsense', service.demo.credentials.api_key]) {
    const response = await track(key, '0'.repeat(27))
    expect([401, 404]).toContain(response.status)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  }
})

describe('the rate limit of a key counts signed requests and tracking together', () => {
  const remaining = (headers: Headers) => headers.get('ratelimit')?.split(';')[1]

  test('each kind leaves the rest to the other, and a 429 uses nothing up', async () => {
    const partner = await service.partner({ rate_limit: 6 })
    const ask = [() => partner.get('/v2/shipments'), () => track(partner.credentials.api_key, '0'.repeat(27))] as const
    const seen = []
    const began_ms = performance.now()
    for (let i = 0; i < 9; i++) {
      const { status, headers } = await ask[i % 2 === 0 ? 0 : 1]()
      seen.push([status, remaining(headers)])
    }
    const admitted = [200, 404, 200, 404, 200, 404].map((status, i) => [status, `r=${5 - i}`])
    expect(seen).toEqual([...admitted, ...Array(3).fill([429, 'r=0'])])
    const limited = await ask[1]()
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(59 - (performance.now() - began_ms) / 1000)
  })

  test('tracking alone can use up the limit of signed requests', async () => {
    const partner = await service.partner({ rate_limit: 3 })
    for (let i = 0; i < 3; i++) expect((await track(partner.credentials.api_key, '0'.repeat(27))).status).toBe(404)
    expect((await partner.get('/v2/shipments')).status).toBe(429)
  })

  test('a request with an invalid signature uses nothing up', async () => {
    const partner = await service.partner({ rate_limit: 1 })
    const badly = { headers: { 'X-Service-Signature': '0'.repeat(64) } }
    for (let i = 0; i < 5; i++) expect((await partner.get('/v2/shipments', badly)).status).toBe(401)
    expect((await track(partner.credentials.api_key, '0'.repeat(27))).status).toBe(404)
  })

  test('keys have separate limits: a key in a browser takes nothing from another', async () => {
    const [server, browser] = [
      await service.partner({ rate_limit: 1 }),
      await service.partner({ rate_limit: 1, scopes: ['tracking:read'] }),
    ]
    expect((await track(browser.credentials.api_key, '0'.repeat(27))).status).toBe(404)
    expect((await track(browser.credentials.api_key, '0'.repeat(27))).status).toBe(429)
    expect((await server.get('/v2/shipments')).status).toBe(200)
  })
})

test('tracking expires a due shipment, as every read does', async () => {
  const created = await createShipment(service.demo)
  await service.demo.post('/v2/test/clock/advance', { seconds: 31 * 24 * 3600 })
  const response = await track(service.demo.credentials.api_key, created.tracking)
  expect(await response.json()).toMatchObject({ status: 'expired', history: [] })
})

test('a tracking number is accepted in any case and with spaces, everywhere', async () => {
  const created = await createShipment(service.demo)
  const written = `${created.tracking.match(/.{1,9}/g).join(' ')}\t`.toLowerCase()
  const shown = await track(service.demo.credentials.api_key, encodeURIComponent(written))
  expect(((await shown.json()) as { tracking: string }).tracking).toBe(created.tracking)
  const listed = await service.demo.get(`/v2/shipments?tracking=${encodeURIComponent(written)}`)
  expect(listed.json.data.map(({ id }: { id: string }) => id)).toEqual([created.id])
  const operator = await service.operator()
  const found = await operator.get(`/v2/ops/shipments?q=${encodeURIComponent(written)}`)
  expect(found.json.data).toMatchObject([{ id: created.id, matched_by: 'tracking' }])
  expect((await scanned(service.demo, 'accept', { tracking: written })).shipment.id).toBe(created.id)
  const bulk = await service.demo.post('/v2/scan-events/bulk', { scans: [{ kind: 'arrive', tracking: ` ${written}` }] })
  expect(bulk.json.data[0]).toMatchObject({ status: 200, result: { shipment: { id: created.id, status: 'at_sort_center' } } })
})
