// Webhooks registered with `signing: standard`. The libraries of Standard Webhooks verify their deliveries, and so does the service's own
// verification code. scripts/standard-webhooks.mjs tests the Python library.
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../../client/src/index.ts'
import { newWebhookSecret } from '../../src/delivery/secrets.ts'
import { attemptHeaders, Signer, StandardSigner } from '../../src/delivery/sign.ts'
import { commitEvents, deliveriesWhen, eventOf, register } from '../support/deliveries.ts'
import { type ReceivedRequest, verifies } from '../support/receiver.ts'
import { receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startTestService('all')
})
afterAll(() => server.close())

const headersOf = ({ headers }: ReceivedRequest) => headers as Record<string, string>

/** Returns whether the library accepts the delivery with this secret. */
const takes = ({ body, ...request }: ReceivedRequest, secret: string, changed: Record<string, string> = {}, sent = body): boolean => {
  try {
    return new Webhook(secret).verify(sent, { ...headersOf({ body, ...request }), ...changed }) !== undefined
  } catch {
    return false
  }
}

const registered = async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const { json } = await partner.post('/v2/webhooks', { url: target.url(), enabled_events: ['*'], signing: 'standard' })
  const send = async (): Promise<ReceivedRequest> => {
    const before = target.requests.length
    await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_0')])
    return (await target.received(before + 1)).at(-1) as ReceivedRequest
  }
  return { partner, target, webhook: json, send }
}

test('the signature matches the example of Standard Webhooks', () => {
  // The example from the Standard Webhooks specification, which its libraries test too.
  const signer = new StandardSigner('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  expect(signer.sign('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('the library and our verifier accept a delivery with one secret and detect every change', async () => {
  const { webhook, send } = await registered()
  expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const request = await send()
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headersOf(request)
  expect(id).toBe(JSON.parse(request.body.toString()).eventID)
  expect([id, timestamp]).toEqual([request.headers['x-service-event-id'], request.headers['x-service-timestamp']])
  expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
  expect(takes(request, webhook.secret)).toBe(true)
  expect(takes(request, newWebhookSecret('standard'))).toBe(false)
  expect(takes(request, webhook.secret, { 'webhook-id': 'evt_other' })).toBe(false)
  expect(takes(request, webhook.secret, { 'webhook-timestamp': String(Number(timestamp) - 1) })).toBe(false)
  expect(takes(request, webhook.secret, {}, Buffer.from(`${request.body} `))).toBe(false)
  expect(verifies(request, webhook.secret)).toBe(true)
  expect((await verifyWebhook(request.body, request.headers, webhook.secret)).eventID).toBe(id)
})

test('a delivery that is sent again has the same id', async () => {
  const { partner, target, webhook, send } = await registered()
  const first = await send()
  const [delivery] = await deliveriesWhen(partner, webhook.id, ([one]) => one?.status === 'delivered')
  await partner.post(`/v2/webhook-deliveries/${delivery.id}/redeliver`)
  const again = (await target.received(2))[1] as ReceivedRequest
  expect([headersOf(again)['webhook-id'], again.headers['x-service-attempt']]).toEqual([headersOf(first)['webhook-id'], '2'])
  expect(takes(again, webhook.secret)).toBe(true)
})

test('during a rotation both secrets sign a delivery; afterward only the new one does', async () => {
  const { partner, webhook, send } = await registered()
  const { secret } = (await partner.post(`/v2/webhooks/${webhook.id}/rotate-secret`)).json
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const during = await send()
  expect(headersOf(during)['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  expect([takes(during, webhook.secret), takes(during, secret)]).toEqual([true, true])
  expect([verifies(during, webhook.secret), verifies(during, secret, 'x-service-signature-next')]).toEqual([true, true])
  const { db } = server.running.service
  await db.query('test_rotated', 'update webhooks set next_secret_at = now(), version = version + 1 where id = $1', [webhook.id])
  const after = await send()
  expect(headersOf(after)['webhook-signature']).toMatch(/^v1,\S{44}$/)
  expect([takes(after, webhook.secret), takes(after, secret), verifies(after, secret)]).toEqual([false, true, true])
})

test('a webhook without standard signing has unchanged answers, secret and headers', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const { id, secret, ...shown } = (await register(partner, target)) as { id: string; secret: string }
  const keys = ['object', 'url', 'enabled_events', 'description', 'status', 'disabled_reason', 'health', 'created_at']
  expect(Object.keys(shown)).toEqual(keys)
  expect(Object.keys((await partner.get(`/v2/webhooks/${id}`)).json)).toEqual(['id', ...keys])
  expect(secret).toMatch(/^whsec_[\w-]{43}$/)
  await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_0')])
  const [request] = await target.received(1)
  expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([])
})

test('the signing of a webhook is shown and cannot be changed', async () => {
  const { partner, webhook } = await registered()
  expect(webhook.signing).toBe('standard')
  expect((await partner.get(`/v2/webhooks/${webhook.id}`)).json.signing).toBe('standard')
  expect((await partner.get('/v2/webhooks')).json.data[0].signing).toBe('standard')
  expect((await partner.patch(`/v2/webhooks/${webhook.id}`, { description: 'x' })).json).toMatchObject({ signing: 'standard' })
  for (const signing of ['standard', null]) {
    const { status, json } = await partner.patch(`/v2/webhooks/${webhook.id}`, { signing })
    expect([status, json.error.details.errors[0].path]).toEqual([422, '/signing'])
  }
  const other = await partner.post('/v2/webhooks', { url: webhook.url, enabled_events: ['*'], signing: 'none' })
  expect([other.status, other.json.error.details.errors[0].path]).toEqual([422, '/signing'])
})

test('a base64url secret from a rotation in 0.2 still gives a key', () => {
  const secret = 'whsec_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_8'
  const key = Buffer.from('fbffbf'.repeat(11).slice(0, 64), 'hex')
  const headers = attemptHeaders({
    signer: new Signer('whsec_'),
    next_signer: null,
    standard: [new StandardSigner(secret)],
    ...{ event_id: 'evt_1', delivery_id: 'dlv_1', attempt: 1, timestamp_s: Math.floor(Date.now() / 1000), body: '{}' },
  })
  expect(new Webhook(key, { format: 'raw' }).verify('{}', headers)).toEqual({})
})
