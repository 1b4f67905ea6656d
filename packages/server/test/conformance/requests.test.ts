// docs/guide/requests.md: the order of refusals, the headers of every answer, and raw bytes.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RequestSigner } from '../../../client/src/index.ts'
import { QR_RETURN, RETURN, type TestAnswer, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { command, create, type Json, OUTBOUND, ok, outcome, read, scan, UNKNOWN } from './support.ts'

let service: TestService
let demo: TestClient
beforeAll(async () => {
  service = await startTestService()
  demo = service.demo
})
afterAll(() => service.close())

const TEXT = { headers: { 'Content-Type': 'text/plain' } }
const BAD_SIGNATURE = { 'X-Service-Signature': '0'.repeat(64) }
const withKey = (api_key: string) => new TestClient(service.url, { api_key, signing_secret: service.demo.credentials.signing_secret })

test('a request with two faults is refused for the one that is checked first', async () => {
  const { api_key } = demo.credentials
  const outside = await service.partner({ allow_ips: ['192.0.2.1'] })
  const reader = await service.partner({ scopes: ['shipments:read'] })
  const big = ' '.repeat(1024 * 1024 + 1)
  const used = { idempotencyKey: 'used-for-something-else' }
  ok(await demo.post('/v2/shipments', RETURN, used), 201)
  const pairs: [string, Promise<TestAnswer>, [number, string]][] = [
    ['size, key', withKey('').post('/v2/shipments', big), [413, 'payload_too_large']],
    ['size, signature', demo.post('/v2/shipments', big, { headers: BAD_SIGNATURE }), [413, 'payload_too_large']],
    ['method, key', withKey('').send('PUT', '/v2/shipments'), [405, 'method_not_allowed']],
    ['path, key', withKey('').get('/v2/nowhere'), [404, 'route_not_found']],
    ['key, signature', withKey(`${api_key}x`).get('/v2/shipments', { headers: BAD_SIGNATURE }), [401, 'invalid_api_key']],
    ['allowlist, signature', outside.get('/v2/shipments', { headers: BAD_SIGNATURE }), [403, 'forbidden']],
    ['signature, scope', reader.post('/v2/shipments', RETURN, { headers: BAD_SIGNATURE }), [401, 'invalid_signature']],
    ['signature, JSON', demo.post('/v2/shipments', '{', { headers: BAD_SIGNATURE }), [401, 'invalid_signature']],
    ['scope, media type', reader.post('/v2/shipments', 'x', TEXT), [403, 'insufficient_scope']],
    ['scope, existence', reader.post(`/v2/shipments/${UNKNOWN.shipment}/hold`), [403, 'insufficient_scope']],
    ['scope, replay', reader.post('/v2/shipments', RETURN, used), [403, 'insufficient_scope']],
    ['media type, idempotency key', demo.post('/v2/shipments', 'x', { ...TEXT, idempotencyKey: 'a b' }), [415, 'unsupported_media_type']],
    ['JSON, idempotency key', demo.post('/v2/shipments', '{', { idempotencyKey: 'a b' }), [400, 'invalid_json']],
    ['JSON, reused key', demo.post('/v2/shipments', '{', used), [400, 'invalid_json']],
    ['idempotency key, schema', demo.post('/v2/shipments', {}, { idempotencyKey: 'a b' }), [400, 'idempotency_key_invalid']],
    ['reused key, schema', demo.post('/v2/shipments', { nonsense: 1 }, used), [422, 'idempotency_key_reused']],
    ['schema, path id', command(demo, UNKNOWN.shipment, 'redirect', { to: {} }), [422, 'validation_failed']],
    ['schema, body id', scan(demo, 'accept', { shipment_id: UNKNOWN.shipment, nonsense: 1 }), [422, 'validation_failed']],
  ]
  for (const [faults, answer, expected] of pairs) expect([faults, ...outcome(await answer)]).toEqual([faults, ...expected])
})

test('rules beyond the schema are checked before existence', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const reversed = { date: '2099-01-05', window_start: '12:00', window_end: '09:00' }
  const faults: [string, Promise<TestAnswer>, string][] = [
    ['outbound without to', demo.post('/v2/shipments', { ...OUTBOUND, to: undefined, drop_off_store_id: UNKNOWN.store }), '/to'],
    [
      'expiry in the past',
      demo.post('/v2/shipments', { ...RETURN, expires_at: '2020-01-01T00:00:00Z', drop_off_store_id: UNKNOWN.store }),
      '/expires_at',
    ],
    [
      'a batch with an unknown store before a bad member',
      demo.post('/v2/shipments/batch', {
        shipments: [
          { ...RETURN, drop_off_store_id: UNKNOWN.store },
          { ...OUTBOUND, to: undefined },
        ],
      }),
      '/shipments/1/to',
    ],
    ['two identifications', scan(demo, 'accept', { shipment_id: UNKNOWN.shipment, tracking: 'X' }), '/tracking'],
    ['scan in the future', scan(demo, 'accept', { shipment_id: UNKNOWN.shipment, occurred_at: tomorrow }), '/occurred_at'],
    ['no carrier', demo.post('/v2/tenders', { carrier: '', handoff: 'inject', shipment_ids: [UNKNOWN.shipment] }), '/carrier'],
    ['reversed window', demo.post('/v2/pickups', { shipment_id: UNKNOWN.shipment, ...reversed }), '/window_end'],
  ]
  for (const [fault, answer, path] of faults) {
    const { status, json } = await answer
    expect([fault, status, json.error.code, json.error.details.errors?.[0].path]).toEqual([fault, 422, 'validation_failed', path])
  }
})

test('existence is checked before state', async () => {
  const { id } = await create(demo, QR_RETURN)
  expect(outcome(await demo.patch(`/v2/shipments/${id}`, { drop_off_store_id: UNKNOWN.store }))).toEqual([404, 'not_found'])
  ok(await command(demo, id, 'cancel'))
  expect(outcome(await demo.patch(`/v2/shipments/${id}`, { drop_off_store_id: UNKNOWN.store }))).toEqual([404, 'not_found'])
  expect(outcome(await scan(demo, 'deliver', { shipment_id: id, pod_document_id: 'doc_x' }))).toEqual([404, 'not_found'])
})

test('unknown, malformed, foreign and very long ids get the same answer in every path and body', async () => {
  const other = await service.partner()
  const foreign = await create(other)
  const long = 'x'.repeat(3000)
  const answers: [string, TestAnswer][] = []
  for (const id of [UNKNOWN.shipment, 'nonsense', '%20', "a'b", foreign.id, long, '00000000-0000-0000-0000-000000000000']) {
    answers.push([`read ${id}`, await demo.get(`/v2/shipments/${id}`)])
    answers.push([`label ${id}`, await demo.get(`/v2/shipments/${id}/label`)])
    answers.push([`pod ${id}`, await demo.get(`/v2/shipments/${id}/pod`)])
    answers.push([`adjustments ${id}`, await demo.get(`/v2/shipments/${id}/adjustments`)])
    for (const name of ['cancel', 'hold', 'release', 'label/reprint', 'qr/reissue'])
      answers.push([`${name} ${id}`, await command(demo, id, name)])
    answers.push([`amend ${id}`, await demo.patch(`/v2/shipments/${id}`, { declared_value: 1 })])
    answers.push([`disposition ${id}`, await command(demo, id, 'disposition', { disposition: 'rts' })])
    answers.push([`advance ${id}`, await demo.post(`/v2/test/shipments/${id}/advance`)])
    for (const path of ['qr', 'documents', 'pickups', 'sweeps', 'tenders', 'claims', 'manifests', 'webhooks']) {
      answers.push([`${path} ${id}`, await demo.get(`/v2/${path}/${id}`)])
    }
  }
  for (const [what, answer] of answers) expect([what, ...outcome(answer)]).toEqual([what, 404, 'not_found'])
  for (const [field, value] of Object.entries({
    shipment_id: foreign.id,
    tracking: foreign.tracking,
    barcode: foreign.barcode,
    qr_id: 'q',
    qr_token: 't',
  })) {
    const answer = await scan(demo, 'arrive', { [field]: value })
    expect([...outcome(answer), answer.json.error.details.field]).toEqual([404, 'not_found', field])
  }
  const claim = await demo.post('/v2/claims', { shipment_id: foreign.id, type: 'lost', description: 'Gone' })
  expect([...outcome(claim), claim.json.error.details.field]).toEqual([404, 'not_found', 'shipment_id'])
})

test('every answer has its own X-Request-Id, and every error the same envelope', async () => {
  const answers = [
    await demo.get('/v2/nowhere'),
    await demo.send('PUT', '/v2/shipments'),
    await withKey('').get('/v2/shipments'),
    await demo.get('/v2/shipments', { headers: BAD_SIGNATURE }),
    await demo.post('/v2/shipments', {}),
    await demo.get(`/v2/shipments/${UNKNOWN.shipment}`),
    await demo.post('/v2/shipments', 'x', TEXT),
    await demo.get('/v2/shipments?cursor=x'),
  ]
  for (const { status, headers, json } of answers) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(headers.get('content-type')).toContain('application/json')
    expect(Object.keys(json)).toEqual(['error'])
    expect(Object.keys(json.error).sort()).toEqual(['code', 'details', 'message'])
    expect(typeof json.error.details === 'object' && json.error.details !== null && !Array.isArray(json.error.details)).toBe(true)
    expect(json.error.message.length).toBeGreaterThan(10)
  }
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(ids.every((id) => id !== null && id.length > 8)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  for (const path of ['/healthz', '/readyz', '/v2/openapi.json']) {
    const response = await fetch(service.url + path)
    expect([path, response.status, response.headers.has('x-request-id')]).toEqual([path, 200, true])
  }
})

test('every answer to a known key shows its quota', async () => {
  const reader = await service.partner({ scopes: ['shipments:read', 'tracking:read'], rate_limit: 50 })
  const outside = await service.partner({ allow_ips: ['192.0.2.1'] })
  const answers = [
    await reader.get('/v2/shipments'),
    await reader.get(`/v2/shipments/${UNKNOWN.shipment}`),
    await reader.get('/v2/shipments?limit=0'),
    await reader.get('/v2/shipments?cursor=x'),
    await reader.post('/v2/shipments', RETURN),
    await reader.get('/v2/shipments', { headers: BAD_SIGNATURE }),
    await reader.get('/v2/tracking/X'),
    await outside.get('/v2/shipments'),
  ]
  for (const { status, headers } of answers) {
    expect([status, headers.get('ratelimit-policy')]).toEqual([status, expect.stringMatching(/^"\w+";q=\d+;w=60$/)])
    expect([status, headers.get('ratelimit')]).toEqual([status, expect.stringMatching(/^"\w+";r=\d+;t=\d+$/)])
  }
})

test('only correctly signed requests use up the quota, replays included; unsigned tracking shares it', async () => {
  const partner = await service.partner({ rate_limit: 4 })
  const key = { idempotencyKey: 'k' }
  const { json: shipment } = await partner.post('/v2/shipments', RETURN, key)
  for (let i = 0; i < 6; i++) await partner.get('/v2/shipments', { headers: BAD_SIGNATURE })
  await partner.post('/v2/shipments', RETURN, key)
  await partner.post('/v2/shipments', {})
  await partner.get(`/v2/shipments/${UNKNOWN.shipment}`)
  const limited = await partner.get('/v2/shipments')
  expect(outcome(limited)).toEqual([429, 'rate_limited'])
  expect(limited.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  const track = () => fetch(`${service.url}/v2/tracking/${shipment.tracking}`, { headers: { 'X-Api-Key': partner.credentials.api_key } })
  const tracked = await track()
  expect([tracked.status, tracked.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-9]\d*$/)])
})

test('the text of an API key alone identifies its environment', async () => {
  const { api_key } = demo.credentials
  for (const text of ['bh_production_abc_def', api_key.replace('bh_sandbox_', 'bh_production_')]) {
    expect(outcome(await withKey(text).get('/v2/shipments'))).toEqual([401, 'wrong_environment'])
  }
  for (const text of ['bh_sandbox_abc_def', 'bh_staging_abc_def', 'Bearer x', api_key.toUpperCase()]) {
    expect(outcome(await withKey(text).get('/v2/shipments'))).toEqual([401, 'invalid_api_key'])
  }
})

test('a timestamp in milliseconds is refused as skewed, not as malformed', async () => {
  const sent = await demo.get('/v2/shipments', { headers: { 'X-Service-Timestamp': String(Date.now()) } })
  expect([sent.status, sent.json.error.details.reason]).toEqual([401, 'timestamp_skew'])
  const none = await demo.get('/v2/shipments', { headers: { 'X-Service-Timestamp': '', 'X-Service-Signature': '' } })
  expect(none.json.error.details.reason).toBe('missing_signature')
})

/** Signs these bytes and sends them unchanged, either with their length or in chunks. */
const sendRaw = async (
  path: string,
  bytes: Uint8Array,
  headers: Record<string, string>,
  chunked = false,
): Promise<{ status: number; json: Json }> => {
  const { api_key, signing_secret } = demo.credentials
  const signed = { 'X-Api-Key': api_key, ...(await new RequestSigner(signing_secret).headers(bytes)), ...headers }
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.url)
    const length = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(bytes.length) }
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { ...signed, ...length } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode as number, json: JSON.parse(Buffer.concat(parts).toString()) }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

test('JSON with any spacing, key order and escapes has the same meaning', async () => {
  const bodies = [
    '\n\t{ "fulfillment"\r\n:\t"print_label" ,\n\n"direction" : "return", "order_id":"caf\\u00e9" }\n\n',
    '{"order_id":"café","direction":"return","fulfillment":"print_label"}',
    '{"\\u006frder_id":"caf\\u00E9","\\u0064irection":"ret\\u0075rn","fulfillment":"print_label"}',
  ]
  for (const body of bodies) {
    for (const chunked of [false, true]) {
      const { status, json } = await sendRaw('/v2/shipments', utf8(body), { 'Content-Type': 'APPLICATION/JSON ; charset=UTF-8' }, chunked)
      expect([status, json.order_id]).toEqual([201, 'café'])
    }
  }
})

test('UTF-8 text is stored and returned unchanged', async () => {
  const text = 'Zoë 荷物 🚚 \u202e ﷽ é'
  const { id } = await create(demo, { ...RETURN, order_id: text, metadata: { [text]: text } })
  const shipment = await read(demo, id)
  expect([shipment.order_id, shipment.metadata]).toEqual([text, { [text]: text }])
  const found = ok(await demo.get(`/v2/shipments?order_id=${encodeURIComponent(text)}`))
  expect(found.data.map((one: Json) => one.id)).toEqual([id])
})

test('invalid JSON is invalid_json, and JSON that is not an object is validation_failed', async () => {
  for (const bytes of [
    utf8('{'),
    utf8('{"direction":}'),
    utf8('nonsense'),
    utf8('{} {}'),
    utf8("{'a':1}"),
    utf8('   '),
    new Uint8Array([0x7b, 0xff, 0x7d]),
  ]) {
    const { status, json } = await sendRaw('/v2/shipments', bytes, JSON_TYPE)
    expect([status, json.error.code]).toEqual([400, 'invalid_json'])
  }
  for (const text of ['[]', 'null', '5', '"x"', 'true', `[${JSON.stringify(RETURN)}]`]) {
    const { status, json } = await sendRaw('/v2/shipments', utf8(text), JSON_TYPE)
    expect([text, status, json.error.code]).toEqual([text, 422, 'validation_failed'])
  }
})

test('a body of exactly 1 MiB is accepted and one byte more is refused, with or without Content-Length', async () => {
  const text = JSON.stringify(RETURN)
  const exact = utf8(text + ' '.repeat(1024 * 1024 - text.length))
  for (const chunked of [false, true]) {
    expect((await sendRaw('/v2/shipments', exact, JSON_TYPE, chunked)).status).toBe(201)
  }
  const over = utf8(`${text} ${' '.repeat(1024 * 1024 - text.length)}`)
  const refused = await sendRaw('/v2/shipments', over, JSON_TYPE)
  expect([refused.status, refused.json.error.code]).toEqual([413, 'payload_too_large'])
})

test('a client that sends far too much can still read the refusal', async () => {
  for (const megabytes of [2, 9, 20]) {
    const answer = await demo.post('/v2/shipments', new Uint8Array(megabytes * 1024 * 1024))
    expect([megabytes, ...outcome(answer)]).toEqual([megabytes, 413, 'payload_too_large'])
  }
})

test('a command without fields accepts no body, an empty one, or {}', async () => {
  const { id } = await create(demo)
  const bare = (name: string, body: string | undefined, headers: Record<string, string>) =>
    demo.send('POST', `/v2/shipments/${id}/${name}`, { headers, ...(body === undefined ? {} : { body }) })
  ok(await bare('hold', undefined, {}))
  ok(await bare('release', '', { 'Content-Type': 'application/json' }))
  ok(await bare('hold', '{}', { 'Content-Type': 'application/json' }))
  ok(await bare('release', ' { } ', { 'Content-Type': 'application/json' }))
  ok(await bare('hold', undefined, { 'Content-Type': 'application/json' }))
  const odd = await bare('release', '{"reason":"x"}', { 'Content-Type': 'application/json' })
  expect([...outcome(odd)]).toEqual([422, 'validation_failed'])
})

test('a POST without an Idempotency-Key takes effect every time', async () => {
  const send = () => demo.send('POST', '/v2/shipments', { body: RETURN })
  const [first, second] = [ok(await send(), 201), ok(await send(), 201)]
  expect(first.id).not.toBe(second.id)
})

test('unknown fields are refused by name at every level', async () => {
  const cases: [object, string][] = [
    [{ ...RETURN, orderId: 'x' }, '/orderId'],
    [{ ...RETURN, parcel: { weigth: 1 } }, '/parcel/weigth'],
    [{ ...OUTBOUND, to: { ...OUTBOUND.to, zip: '1' } }, '/to/zip'],
    [{ ...RETURN, 'a/b~c': 1 }, '/a~1b~0c'],
  ]
  for (const [body, path] of cases) {
    const { status, json } = await demo.post('/v2/shipments', body)
    expect([status, json.error.details.errors.map((error: Json) => error.path)]).toEqual([422, [path]])
    expect(Object.keys(json.error.details.errors[0]).sort()).toEqual(['message', 'path', 'rule'])
  }
  const batch = await demo.post('/v2/shipments/batch', { shipments: [RETURN, { ...RETURN, parcel: { weight: -1 } }] })
  expect([batch.status, batch.json.error.details.errors[0].path]).toEqual([422, '/shipments/1/parcel/weight'])
})
