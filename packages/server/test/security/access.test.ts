// Access control: from which addresses, with which key and for how long a caller has access, and which errors it sees.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RateLimiter } from '../../src/http/rate-limit.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

describe('behind a trusted proxy', () => {
  let service: TestService
  let client: TestClient
  beforeAll(async () => {
    service = await startTestService('api', { BACKHAUL_TRUST_PROXY: '127.0.0.1,198.51.100.0/24' })
    client = await service.partner({ allow_ips: ['203.0.113.0/24', '2001:db8::/32'] })
  })
  afterAll(() => service.close())

  test.each([
    '203.0.113.7',
    '2001:db8::1',
    '::ffff:203.0.113.7',
    '::ffff:cb00:7107',
    '203.0.113.7, 198.51.100.9',
    '6.6.6.6, 203.0.113.7, 198.51.100.9, 127.0.0.1',
  ])('the last address that is not a proxy counts, in any notation: %s', async (forwarded) => {
    expect((await client.get('/v2/shipments', { headers: { 'X-Forwarded-For': forwarded } })).status).toBe(200)
  })

  test.each([
    '',
    '6.6.6.6',
    '203.0.113.7, 6.6.6.6',
    '203.0.113.7, 6.6.6.6, 198.51.100.9',
    '203.0.113.7, nonsense',
    '203.0.113.7:443',
    '[2001:db8::1]',
    'fe80::1%eth0',
    '3405803783',
    '203.000.113.007',
    '::203.0.113.7',
    '64:ff9b::203.0.113.7',
    '2002:cb00:7107::1',
    `${'203.0.113.7,'.repeat(500)}6.6.6.6`,
  ])('other addresses are refused: %s', async (forwarded) => {
    const { status, json } = await client.get('/v2/shipments', { headers: { 'X-Forwarded-For': forwarded } })
    expect([status, json.error.code]).toEqual([403, 'forbidden'])
  })
})

describe('without a proxy', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService('api', { BACKHAUL_PRIVATE_WEBHOOKS: 'deny' })
  })
  afterAll(() => service.close())

  test('a key revoked by another process is refused after one second, even if it is in use', async () => {
    const client = await service.partner()
    expect((await client.get('/v2/shipments')).status).toBe(200)
    const id = /key_[0-9a-z]{26}/.exec(client.credentials.api_key)?.[0] as string
    await service.running.service.db.query('test_revoke', 'update api_keys set revoked_at = now() where id = $1', [id])
    const until = Date.now() + 1_000
    while (Date.now() <= until) await client.get('/v2/shipments')
    const { status, json } = await client.get('/v2/shipments')
    expect([status, json.error.code]).toEqual([401, 'invalid_api_key'])
  })

  test('no answer is cached or content-sniffed', async () => {
    const { id } = (await service.demo.post('/v2/shipments', RETURN)).json
    const paths = ['/v2/shipments', `/v2/shipments/${id}`, `/v2/shipments/${id}/label`, '/v2/events', '/v2/nowhere', '/v2/shipments/none']
    for (const path of paths) {
      const { headers } = await service.demo.get(path)
      expect([path, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([path, 'no-store', 'nosniff'])
    }
  })

  test('pages of other sites can read only public tracking', async () => {
    const { id, tracking } = (await service.demo.post('/v2/shipments', RETURN)).json
    const origin = async (path: string) =>
      (await service.demo.get(path, { headers: { Origin: 'https://thief.example' } })).headers.get('access-control-allow-origin')
    expect(await origin(`/v2/tracking/${tracking}`)).toBe('*')
    for (const path of ['/v2/shipments', `/v2/shipments/${id}`, '/v2/events', '/docs', '/v2/openapi.json'])
      expect(await origin(path)).toBeNull()
    const preflight = await fetch(`${service.url}/v2/shipments`, { method: 'OPTIONS', headers: { Origin: 'https://thief.example' } })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null])
  })

  test('a file is served with a policy that runs no script in it', async () => {
    const { id } = (await service.demo.post('/v2/shipments', { ...RETURN, fulfillment: 'qr_code' })).json
    const { qr_id } = (await service.demo.get(`/v2/shipments/${id}`)).json
    const { headers, text } = await service.demo.get(`/v2/qr/${qr_id}/image?format=svg`)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).not.toMatch(/<script|on\w+=|href/i)
  })

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://169.254.169.254/',
    'https://127.0.0.1./',
    'https://①②⑦.⓪.⓪.①/',
    'https://localhost/',
    'https://metadata.google.internal/',
    'https://user@example.com/',
    'http://example.com/',
    'https://example.com:6379/',
  ])('a webhook can be neither created with nor changed to %s', async (url) => {
    const { json: webhook } = await service.demo.post('/v2/webhooks', { url: 'https://example.com/', enabled_events: ['shipment.created'] })
    const made = await service.demo.post('/v2/webhooks', { url, enabled_events: ['shipment.created'] })
    const changed = await service.demo.patch(`/v2/webhooks/${webhook.id}`, { url })
    expect([made.json.error.code, changed.json.error.code]).toEqual(['webhook_url_not_allowed', 'webhook_url_not_allowed'])
    expect((await service.demo.get(`/v2/webhooks/${webhook.id}`)).json.url).toBe('https://example.com/')
    await service.demo.delete(`/v2/webhooks/${webhook.id}`)
  })

  test('a URL that programs parse in different ways is refused', async () => {
    const url = 'https://example.com\\@127.0.0.1/'
    const { status, json } = await service.demo.post('/v2/webhooks', { url, enabled_events: ['shipment.created'] })
    expect([status, json.error.code, json.error.details.errors[0].path]).toEqual([422, 'validation_failed', '/url'])
  })
})

test('no wait is longer than the window, even if it began at a fraction of a millisecond', () => {
  const limiter = new RateLimiter()
  // At these times, rounding makes the window too long: adding the window and then subtracting the time gives more than the window.
  for (const now_ms of [122_774.0002, 122_774.27065320445]) expect(limiter.take(String(now_ms), 1, now_ms).reset_s).toBe(60)
})

test('a request counts against the limit for exactly a minute', () => {
  const limiter = new RateLimiter()
  const allowed = (at_ms: number): boolean => limiter.take('key', 2, at_ms).allowed
  expect([0, 30_000, 59_999, 60_000, 60_001, 89_999, 90_000].map(allowed)).toEqual([true, true, false, true, false, false, true])
})

test('a changed limit counts earlier requests too', () => {
  const limiter = new RateLimiter()
  const allowed = (key: string, limit: number, at_ms: number): boolean => limiter.take(key, limit, at_ms).allowed
  for (let at_ms = 0; at_ms < 6; at_ms++) for (const key of ['up', 'down']) expect(allowed(key, 6, at_ms)).toBe(true)
  expect([allowed('up', 7, 10), allowed('up', 7, 11)]).toEqual([true, false])
  // The request is allowed only when the third newest request is a minute old.
  expect([10, 60_002, 60_003, 60_003].map((at_ms) => allowed('down', 3, at_ms))).toEqual([false, false, true, false])
})

test('limits of different keys are independent, and idle keys are forgotten after a minute', () => {
  const limiter = new RateLimiter()
  expect([limiter.take('a', 1, 0).allowed, limiter.take('a', 1, 1).allowed, limiter.take('b', 1, 1).allowed]).toEqual([true, false, true])
  for (let i = 0; i < 5_000; i++) limiter.take(`key ${i}`, 100, 2)
  // A minute later, one request removes the idle keys. Each idle key then starts with its full limit.
  expect(limiter.take('a', 1, 120_001).allowed).toBe(true)
  expect(limiter.take('key 1', 100, 120_002).remaining).toBe(99)
})
