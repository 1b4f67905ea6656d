// docs/guide/requests.md#idempotency: each Idempotency-Key has one effect, and a repeated request gets the same answer byte for byte.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../src/kinds/partners/create.ts'
import { QR_RETURN, RETURN, type TestAnswer, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { command, create, type Json, ok, outcome, read, scan, types, UNKNOWN } from './support.ts'

let service: TestService
let demo: TestClient
beforeAll(async () => {
  service = await startTestService()
  demo = service.demo
})
afterAll(() => service.close())

const isReplay = ({ headers }: TestAnswer): boolean => headers.get('idempotent-replayed') === 'true'

/** Repeats the request and expects the identical answer, marked as replayed. */
const expectReplay = async (first: TestAnswer, again: Promise<TestAnswer>): Promise<void> => {
  const second = await again
  expect(first.headers.has('idempotent-replayed')).toBe(false)
  expect([second.status, second.text, isReplay(second)]).toEqual([first.status, first.text, true])
  expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
}

let keys = 0
const key = () => ({ idempotencyKey: `probe-${++keys}` })

test('every kind of POST can be replayed', async () => {
  const [store] = ok(await demo.get('/v2/drop-off-locations?postal_code=10011&country=US')).data
  const { id } = await create(demo)
  const { id: qrId } = await create(demo, QR_RETURN)
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const requests: [string, object | undefined][] = [
    ['/v2/shipments', RETURN],
    ['/v2/shipments/batch', { shipments: [RETURN, QR_RETURN] }],
    ['/v2/retail/shipments', { to: { line1: '1 Main', city: 'Reno', postal_code: '89501', country: 'US' } }],
    [`/v2/shipments/${id}/label/reprint`, undefined],
    [`/v2/shipments/${id}/hold`, undefined],
    [`/v2/shipments/${id}/release`, {}],
    [`/v2/shipments/${qrId}/qr/reissue`, undefined],
    ['/v2/pickups', { shipment_id: id, store_id: store.store_id, date: day, window_start: '09:00', window_end: '12:00' }],
    ['/v2/scan-events/accept', { shipment_id: id, store_id: store.store_id }],
    ['/v2/scan-events/bulk', { scans: [{ kind: 'collect', shipment_id: id }, { kind: 'nonsense' }] }],
    [`/v2/shipments/${id}/adjustments`, { delta_amount: -5, reason: 'other' }],
    ['/v2/discrepancies', { shipment_id: id, stage: 'sort', observed: { weight: 3 }, chargeable: true }],
    ['/v2/claims', { shipment_id: id, type: 'lost', description: 'Where is it?' }],
    ['/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [id] }],
    ['/v2/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] }],
    [`/v2/test/shipments/${id}/advance`, undefined],
    ['/v2/test/clock/advance', { seconds: 1 }],
  ]
  for (const [path, body] of requests) {
    const once = key()
    const first = await demo.post(path, body, once)
    expect([path, first.status < 300, first.text]).toEqual([path, true, first.text])
    await expectReplay(first, demo.post(path, body, once))
  }
})

test('a replay returns the first answer, even if the resource has changed since', async () => {
  const made = key()
  const first = await demo.post('/v2/shipments', RETURN, made)
  const { id } = ok(first, 201)
  const held = key()
  const hold = await command(demo, id, 'hold')
  const release = await demo.post(`/v2/shipments/${id}/release`, undefined, held)
  ok(await command(demo, id, 'cancel'))
  await expectReplay(first, demo.post('/v2/shipments', RETURN, made))
  await expectReplay(release, demo.post(`/v2/shipments/${id}/release`, undefined, held))
  expect(ok(hold).held).toBe(true)
  expect((await read(demo, id)).status).toBe('cancelled')
  expect(types(await demo.events(id))).toEqual([
    'shipment.created',
    'shipment.label_ready',
    'shipment.held',
    'shipment.released',
    'shipment.cancelled',
  ])
})

test('a replay returns the first answer, even if the fields would be refused now', async () => {
  const client = await service.partner()
  const { now } = ok(await client.get('/v2/test/clock'))
  const body = { ...RETURN, expires_at: new Date(Date.parse(now) + 3_600_000).toISOString() }
  const once = key()
  const first = await client.post('/v2/shipments', body, once)
  expect(first.status).toBe(201)
  ok(await client.post('/v2/test/clock/advance', { seconds: 7200 }))
  expect(outcome(await client.post('/v2/shipments', body))).toEqual([422, 'validation_failed'])
  await expectReplay(first, client.post('/v2/shipments', body, once))
})

test('a repeated scan with the same key is the first scan, not a late one', async () => {
  const { id } = await create(demo)
  const once = key()
  const send = () => demo.post('/v2/scan-events/accept', { shipment_id: id }, once)
  const first = await send()
  expect(ok(first).applied).toBe(true)
  await expectReplay(first, send())
  expect(ok(await scan(demo, 'accept', { shipment_id: id })).applied).toBe(false)
})

test('a 409 and a 404 are stored: the key returns them even after the state changes', async () => {
  const { id } = await create(demo, QR_RETURN)
  const once = key()
  const reprint = () => demo.post(`/v2/shipments/${id}/label/reprint`, undefined, once)
  const refused = await reprint()
  expect(outcome(refused)).toEqual([409, 'invalid_transition'])
  ok(await demo.post(`/v2/test/shipments/${id}/advance`))
  await expectReplay(refused, reprint())
  expect(ok(await command(demo, id, 'label/reprint')).label_version).toBe(2)
  const lost = key()
  const missing = await demo.post(`/v2/shipments/${UNKNOWN.shipment}/hold`, undefined, lost)
  expect(outcome(missing)).toEqual([404, 'not_found'])
  await expectReplay(missing, demo.post(`/v2/shipments/${UNKNOWN.shipment}/hold`, undefined, lost))
})

test('an answer that is not stored leaves the key free', async () => {
  const once = key()
  const post = (body: unknown, more: object = {}) => demo.post('/v2/shipments', body, { ...once, ...more })
  expect(outcome(await post({}))).toEqual([422, 'validation_failed'])
  expect(outcome(await post({ ...RETURN, expires_at: '2020-01-01T00:00:00Z' }))).toEqual([422, 'validation_failed'])
  expect(outcome(await post({ direction: 'outbound', fulfillment: 'print_label' }))).toEqual([422, 'validation_failed'])
  expect(outcome(await post('x', { headers: { 'Content-Type': 'text/plain' } }))).toEqual([415, 'unsupported_media_type'])
  expect(outcome(await post(RETURN, { headers: { 'X-Service-Signature': '0'.repeat(64) } }))).toEqual([401, 'invalid_signature'])
  expect(outcome(await post(' '.repeat(1024 * 1024 + 1)))).toEqual([413, 'payload_too_large'])
  const made = await post(RETURN)
  ok(made, 201)
  await expectReplay(made, post(RETURN))
})

test('another body, query string, spacing or resource with the same key is refused as reused', async () => {
  const once = key()
  const text = JSON.stringify(RETURN)
  const first = await demo.post('/v2/shipments', text, once)
  ok(first, 201)
  const others: [string, string | object][] = [
    ['/v2/shipments', { ...RETURN, order_id: 'other' }],
    ['/v2/shipments', `${text} `],
    ['/v2/shipments?x=1', text],
  ]
  for (const [path, body] of others)
    expect([path, ...outcome(await demo.post(path, body, once))]).toEqual([path, 422, 'idempotency_key_reused'])
  await expectReplay(first, demo.post('/v2/shipments', text, once))
  const [a, b] = [await create(demo), await create(demo)]
  const held = key()
  ok(await demo.post(`/v2/shipments/${a.id}/hold`, undefined, held))
  expect(outcome(await demo.post(`/v2/shipments/${b.id}/hold`, undefined, held))).toEqual([422, 'idempotency_key_reused'])
  expect(outcome(await demo.post(`/v2/shipments/${a.id}/hold`, {}, held))).toEqual([422, 'idempotency_key_reused'])
  expect((await read(demo, b.id)).held).toBe(false)
})

test('an idempotency key belongs to one endpoint and one partner, and is shared by all API keys of that partner', async () => {
  const once = key()
  const { id } = ok(await demo.post('/v2/shipments', RETURN, once), 201)
  ok(await demo.post(`/v2/shipments/${id}/hold`, undefined, once))
  ok(await demo.post(`/v2/shipments/${id}/release`, undefined, once))
  const other = await service.partner()
  const foreign = ok(await other.post('/v2/shipments', RETURN, once), 201)
  expect(foreign.id).not.toBe(id)
  const rights = { partner_id: other.partnerId, scopes: null, allow_ips: [], rate_limit: 1000, email: '', full_name: '' }
  const second = new TestClient(service.url, await createKey(service.running.service, rights))
  const again = await second.post('/v2/shipments', RETURN, once)
  expect([again.json.id, isReplay(again)]).toEqual([foreign.id, true])
})

test('concurrent duplicates take effect once, even from two API keys of one partner', async () => {
  const partner = await service.partner()
  const rights = { partner_id: partner.partnerId, scopes: null, allow_ips: [], rate_limit: 10_000, email: '', full_name: '' }
  const second = new TestClient(service.url, await createKey(service.running.service, rights))
  const once = key()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? partner : second).post('/v2/shipments', RETURN, once)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1)
  expect(ok(await partner.get('/v2/shipments')).data).toHaveLength(1)
  expect(types(await partner.events())).toEqual(['shipment.created', 'shipment.label_ready'])
})

test('of concurrent requests that differ, one succeeds and the others are refused as reused', async () => {
  const partner = await service.partner()
  const once = key()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => partner.post('/v2/shipments', { ...RETURN, order_id: `order-${i}` }, once)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 201).every((answer) => outcome(answer).join(' ') === '422 idempotency_key_reused')).toBe(
    true,
  )
  expect(ok(await partner.get('/v2/shipments')).data).toHaveLength(1)
})

test('concurrent cancels without a key take effect once and fire one event', async () => {
  const { id } = await create(demo)
  const answers = await Promise.all(Array.from({ length: 10 }, () => command(demo, id, 'cancel')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(types(await demo.events(id)).filter((type) => type === 'shipment.cancelled')).toHaveLength(1)
})

test('a key is 1 to 255 visible ASCII characters', async () => {
  const visible = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('')
  for (const good of ['x', 'y'.repeat(255), visible]) ok(await demo.post('/v2/shipments', RETURN, { idempotencyKey: good }), 201)
  for (const bad of ['', 'a b', 'a\tb', 'z'.repeat(256), 'caf\u00e9']) {
    const answer = await demo.post('/v2/shipments', RETURN, { headers: { 'Idempotency-Key': bad } })
    expect([bad, ...outcome(answer)]).toEqual([bad, 400, 'idempotency_key_invalid'])
  }
})

test('the Idempotency-Key header is ignored on other methods', async () => {
  const { id } = await create(demo)
  const once = key()
  const first = await demo.patch(`/v2/shipments/${id}`, { declared_value: 100 }, once)
  const second = await demo.patch(`/v2/shipments/${id}`, { declared_value: 200 }, once)
  expect([ok(first).declared_value, ok(second).declared_value]).toEqual([100, 200])
  const bad = await demo.get(`/v2/shipments/${id}`, { headers: { 'Idempotency-Key': 'not valid' } })
  expect((ok(bad) as Json).id).toBe(id)
})
