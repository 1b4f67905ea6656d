// The order of refusals (docs/guide/requests.md#the-order-of-checks). The request of each step would also fail all later checks.
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RequestSigner } from '../../../client/src/index.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const code = (answer: { status: number; json: { error: { code: string } } | null }) => [answer.status, answer.json?.error.code]
const nobody = () => new TestClient(service.url, { api_key: '', signing_secret: 'x' })

/** Sends raw bytes and returns the whole response. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    setTimeout(() => socket.end(), 500)
  })

test('an unknown path without a key is route_not_found', async () => {
  for (const path of ['/v2', '/v2/nothing', '/v2/shipments/', '/v1/shipments', '/v2/shipments/%zz']) {
    expect(code(await nobody().get(path))).toEqual([404, 'route_not_found'])
  }
})

test('a wrong method is method_not_allowed, and Allow lists the allowed methods', async () => {
  const answer = await nobody().send('DELETE', '/v2/shipments/shp_x')
  expect(code(answer)).toEqual([405, 'method_not_allowed'])
  expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'PATCH'])
  const head = await fetch(`${service.url}/v2/tenders/tnd_x/accept`, { method: 'HEAD' })
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'POST'])
})

test.each(['QUERY', 'PROPFIND', 'TRACE', 'LINK'])('%s is method_not_allowed with or without a body', async (method) => {
  for (const length of [0, 2]) {
    const answer = await raw(
      `${method} /v2/shipments HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${'{}'.slice(0, length)}`,
    )
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 405 Method Not Allowed')
    expect(answer).toContain('"code":"method_not_allowed"')
  }
})

test('an oversized body is payload_too_large before the key is checked', async () => {
  const answer = await nobody().post('/v2/shipments', 'x'.repeat(1024 * 1024 + 1))
  expect(code(answer)).toEqual([413, 'payload_too_large'])
  expect(answer.json.error.details.limit_bytes).toBe(1024 * 1024)
  const batch = await service.demo.post('/v2/shipments/batch', 'x'.repeat(8 * 1024 * 1024 + 1))
  expect(batch.json.error.details.limit_bytes).toBe(8 * 1024 * 1024)
})

test('a client that sends a whole oversized body before it reads still receives the answer', async () => {
  for (const megabytes of [6, 6, 20, 20]) {
    const body = new Uint8Array(megabytes * 1024 * 1024)
    const answer = await service.demo.post('/v2/documents', body, { headers: { 'Content-Type': 'image/png' } })
    expect(code(answer)).toEqual([413, 'payload_too_large'])
  }
})

test('an oversized body without Content-Length is cut off with the same answer', async () => {
  const chunk = `${(200_000).toString(16)}\r\n${'x'.repeat(200_000)}\r\n`
  const head = `POST /v2/shipments HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${service.demo.credentials.api_key}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const text = await raw(`${head + chunk.repeat(6)}0\r\n\r\n`)
  expect(text).toMatch(/^HTTP\/1.1 413 /)
  expect(text).toContain('"payload_too_large"')
})

test('a key that is missing, malformed, unknown or from the other environment is refused', async () => {
  const key = service.demo.credentials.api_key
  const as = (api_key: string) => new TestClient(service.url, { api_key, signing_secret: 'wrong' }).get('/v2/shipments')
  expect(code(await as(''))).toEqual([401, 'missing_api_key'])
  expect(code(await as('nonsense'))).toEqual([401, 'invalid_api_key'])
  expect(code(await as(key.replace(/.$/, key.endsWith('A') ? 'B' : 'A')))).toEqual([401, 'invalid_api_key'])
  expect(code(await as(key.replace(/key_.{3}/, 'key_000')))).toEqual([401, 'invalid_api_key'])
  const foreign = await as(key.replace('sandbox', 'production'))
  expect(code(foreign)).toEqual([401, 'wrong_environment'])
  expect(foreign.json.error.details).toEqual({ key_environment: 'production', environment: 'sandbox' })
})

test('the IP allowlist is checked before the signature, and a forged X-Forwarded-For does not bypass it', async () => {
  const partner = await service.partner({ allow_ips: ['10.0.0.0/8', '2001:db8::/32'] })
  const answer = await partner.get('/v2/shipments', { headers: { 'X-Forwarded-For': '10.1.2.3', 'X-Service-Signature': 'bad' } })
  expect(code(answer)).toEqual([403, 'forbidden'])
  const allowed = await service.partner({ allow_ips: ['127.0.0.0/8'] })
  expect((await allowed.get('/v2/shipments')).status).toBe(200)
})

test('each signature fault has its own reason, and the skew window is enforced', async () => {
  const reason = async (headers: Record<string, string>, skew_s = 0) => {
    const { json } = await service.demo.get('/v2/shipments', { headers, skew_s })
    return json.error?.details.reason ?? 'passed'
  }
  const now = Math.floor(Date.now() / 1000)
  expect(await reason({ 'X-Service-Signature': '' })).toBe('missing_signature')
  expect(await reason({ 'X-Service-Timestamp': '' })).toBe('missing_timestamp')
  for (const odd of ['12a', '1e9', '-5', '0x5f', `${now}.5`, `+${now}`, `0${now}`]) {
    expect(await reason({ 'X-Service-Timestamp': odd })).toBe('malformed_timestamp')
  }
  // Time passes before the request arrives, so the offsets keep a distance from the limits.
  expect(await reason({}, -270)).toBe('passed')
  expect(await reason({}, 298)).toBe('passed')
  expect(await reason({}, -302)).toBe('timestamp_skew')
  expect(await reason({}, 330)).toBe('timestamp_skew')
  for (const odd of ['0'.repeat(64), 'A'.repeat(64), 'abc', '0'.repeat(65), 'é'.repeat(32)]) {
    expect(await reason({ 'X-Service-Signature': encodeURI(odd) })).toBe('signature_mismatch')
  }
})

test('the signature covers the exact bytes of the body; the same JSON with other spacing is refused', async () => {
  const { signing_secret, api_key } = service.demo.credentials
  const signature = await new RequestSigner(signing_secret).headers(JSON.stringify(RETURN))
  const headers = { 'X-Api-Key': api_key, 'Content-Type': 'application/json', ...signature }
  const respaced = await fetch(`${service.url}/v2/shipments`, { method: 'POST', headers, body: JSON.stringify(RETURN, null, 1) })
  expect([respaced.status, ((await respaced.json()) as { error: { details: { reason: string } } }).error.details.reason]).toEqual([
    401,
    'signature_mismatch',
  ])
})

test('the rate limit is exact, counts only signed requests and sends Retry-After', async () => {
  const partner = await service.partner({ rate_limit: 3 })
  for (let i = 0; i < 5; i++) await partner.get('/v2/shipments', { headers: { 'X-Service-Signature': '0'.repeat(64) } })
  const answers = []
  const began_ms = performance.now()
  for (let i = 0; i < 4; i++) answers.push(await partner.get('/v2/shipments'))
  const took_s = (performance.now() - began_ms) / 1000
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429])
  expect(answers.map((answer) => answer.headers.get('ratelimit')?.split(';')[1])).toEqual(['r=2', 'r=1', 'r=0', 'r=0'])
  expect(code(answers[3] as (typeof answers)[0])).toEqual([429, 'rate_limited'])
  expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(59 - took_s)
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60')
})

test('a missing scope is named before the body is parsed', async () => {
  const reader = await service.partner({ scopes: ['shipments:read'] })
  const answer = await reader.post('/v2/shipments', '{broken', { headers: { 'Content-Type': 'text/plain' } })
  expect(code(answer)).toEqual([403, 'insufficient_scope'])
  expect(answer.json.error.details.required).toBe('shipments:write')
})

test('checks run in order: media type, JSON, idempotency key, schema', async () => {
  const bad = { idempotencyKey: 'has space' }
  const send = (body: string | Uint8Array, type = 'application/json') =>
    service.demo.post('/v2/shipments', body, { ...bad, headers: { 'Content-Type': type } })
  expect(code(await send('{broken', 'text/plain'))).toEqual([415, 'unsupported_media_type'])
  expect(code(await send('{broken'))).toEqual([400, 'invalid_json'])
  expect(code(await send('{"direction":"sideways"}'))).toEqual([400, 'idempotency_key_invalid'])
  expect(code(await service.demo.post('/v2/shipments', { direction: 'sideways' }))).toEqual([422, 'validation_failed'])
  expect(code(await service.demo.post('/v2/shipments', RETURN, { idempotencyKey: 'x'.repeat(256) }))).toEqual([
    400,
    'idempotency_key_invalid',
  ])
  expect(
    (await service.demo.post('/v2/shipments', RETURN, { headers: { 'Content-Type': 'application/json; charset=UTF-8' } })).status,
  ).toBe(201)
})

test('a used idempotency key is checked before the schema; a request that fails the schema does not use its key', async () => {
  await service.demo.post('/v2/shipments', RETURN, { idempotencyKey: 'once' })
  expect(code(await service.demo.post('/v2/shipments', { nonsense: true }, { idempotencyKey: 'once' }))).toEqual([
    422,
    'idempotency_key_reused',
  ])
  expect(code(await service.demo.post('/v2/shipments', { nonsense: true }, { idempotencyKey: 'twice' }))).toEqual([
    422,
    'validation_failed',
  ])
  expect((await service.demo.post('/v2/shipments', RETURN, { idempotencyKey: 'twice' })).status).toBe(201)
})

test('a 404 or 409 is replayed byte for byte for its key, per endpoint and partner', async () => {
  const first = await service.demo.post('/v2/shipments/shp_none/cancel', undefined, { idempotencyKey: 'k1' })
  const again = await service.demo.post('/v2/shipments/shp_none/cancel', undefined, { idempotencyKey: 'k1' })
  expect([first.status, again.status, again.text]).toEqual([404, 404, first.text])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const created = await service.demo.post('/v2/shipments', RETURN, { idempotencyKey: 'k1' })
  expect(created.status).toBe(201)
  const other = await service.partner()
  expect((await other.post('/v2/shipments', RETURN, { idempotencyKey: 'k1' })).json.id).not.toBe(created.json.id)
})

test('malformed HTTP gets the error envelope too', async () => {
  const answer = await raw('NONSENSE\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('X-Request-Id: req_')
  expect(answer).toContain('{"error":{"code":"bad_request"')
  expect(await raw('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: nine\r\n\r\n')).toContain('"bad_request"')
})

test('every answer has a different X-Request-Id', async () => {
  const ids = await Promise.all([nobody().get('/nowhere'), service.demo.get('/v2/shipments'), nobody().get('/v2/shipments')])
  expect(new Set(ids.map((answer) => answer.headers.get('x-request-id'))).size).toBe(3)
})
