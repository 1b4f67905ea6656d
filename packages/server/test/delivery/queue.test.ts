import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { commitEvents, deliveriesWhen, deliveryWhen, eventIds, eventOf, eventsOf, register } from '../support/deliveries.ts'
import { verifies } from '../support/receiver.ts'
import { receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let server: TestService
beforeAll(async () => {
  server = await startTestService('all')
})
afterAll(() => server.close())

const HOUR_S = 3600
const advance = (partner: TestClient, seconds: number) => partner.post('/v2/test/clock/advance', { seconds })

test('an event arrives as its stored bytes, correctly signed, and is recorded as delivered', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  const [event] = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_a')])
  const [request] = await target.received(1)
  expect(request?.body.toString()).toBe(event?.body)
  expect(request?.headers['x-service-event-id']).toBe(event?.id)
  expect(request?.headers['x-service-attempt']).toBe('1')
  expect(request && verifies(request, webhook.secret)).toBe(true)
  const delivery = await deliveryWhen(partner, webhook.id, String(event?.id), ({ status }) => status === 'delivered')
  expect(delivery).toMatchObject({
    id: request?.headers['x-service-delivery-id'],
    event_id: event?.id,
    type: 'shipment.held',
    attempt_count: 1,
    next_attempt_at: null,
    created_at: event?.created_at,
    attempts: [{ attempt: 1, trigger: 'schedule', address: '127.0.0.1', status: 200, error_class: null, answer: '{"received":true}' }],
  })
  expect((await partner.get(`/v2/webhook-deliveries/${delivery.id}`)).json).toEqual(delivery)
})

test('a webhook gets only the event types that it wants', async () => {
  const partner = await server.partner()
  const [some, all] = [await receiverFor(), await receiverFor()]
  await register(partner, some, ['shipment.released'])
  await register(partner, all, ['*'])
  const events = [eventOf(partner.partnerId, 'shp_t', 'shipment.held'), eventOf(partner.partnerId, 'shp_t', 'shipment.released')]
  await commitEvents(server.running.service, events)
  await all.received(2)
  await some.received(1)
  expect(eventIds(some)).toEqual([events[1]?.id])
  expect(eventIds(all)).toEqual(events.map(({ id }) => id))
})

test('a failed attempt is repeated with the same bytes and ids and the next number; every attempt is recorded', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  target.answer({ kind: 'reply', status: 500, body: 'out of \0 order' })
  const [event] = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_r')])
  const failed = await deliveryWhen(partner, webhook.id, String(event?.id), ({ attempt_count }) => attempt_count === 1)
  const [attempt] = failed.attempts
  expect(failed.status).toBe('pending')
  expect(attempt).toMatchObject({ status: 500, error_class: 'http_status', answer: 'out of \ufffd order' })
  // One time is from the clock of this process, and the other from the database's clock.
  expect(Math.abs(Date.parse(failed.next_attempt_at) - Date.parse(attempt.next_attempt_at))).toBeLessThan(5_000)
  const wait_s = (Date.parse(attempt.next_attempt_at) - Date.parse(attempt.at) - attempt.duration_ms) / 1000
  // The three times in this calculation are rounded to milliseconds.
  expect(wait_s).toBeGreaterThanOrEqual(4 - 0.005)
  expect(wait_s).toBeLessThan(10)
  target.answer({ kind: 'reply', status: 204 })
  await advance(partner, 10)
  const delivered = await deliveryWhen(partner, webhook.id, String(event?.id), ({ status }) => status === 'delivered')
  expect(delivered.attempts.map((one: { status: number }) => one.status)).toEqual([500, 204])
  const [first, second] = target.requests
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers['x-service-delivery-id']).toBe(first?.headers['x-service-delivery-id'])
  expect([first, second].map((request) => request?.headers['x-service-attempt'])).toEqual(['1', '2'])
})

test('after ten failed attempts a delivery is exhausted; redelivering it makes one more attempt', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  target.answer({ kind: 'reply', status: 503 })
  const [event] = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_x')])
  for (let n = 1; n <= 9; n++) {
    await deliveryWhen(partner, webhook.id, String(event?.id), ({ attempt_count }) => attempt_count === n)
    await advance(partner, 30 * HOUR_S)
  }
  const exhausted = await deliveryWhen(partner, webhook.id, String(event?.id), ({ status }) => status === 'exhausted')
  expect(exhausted.attempt_count).toBe(10)
  expect(exhausted.next_attempt_at).toBeNull()
  expect(exhausted.attempts.at(-1).next_attempt_at).toBeNull()

  const again = await partner.post(`/v2/webhook-deliveries/${exhausted.id}/redeliver`)
  expect(again.status).toBe(202)
  expect(again.json).toMatchObject({ id: exhausted.id, status: 'pending' })
  const failed = await deliveryWhen(partner, webhook.id, String(event?.id), ({ attempt_count }) => attempt_count === 11)
  expect(failed.status).toBe('exhausted')
  expect(failed.attempts.at(-1).trigger).toBe('redeliver')

  target.answer({ kind: 'reply', status: 200 })
  await partner.post(`/v2/webhook-deliveries/${exhausted.id}/redeliver`)
  const delivered = await deliveryWhen(partner, webhook.id, String(event?.id), ({ status }) => status === 'delivered')
  expect(delivered.attempt_count).toBe(12)
  expect(new Set(target.requests.map(({ body }) => body.toString()))).toEqual(new Set([event?.body]))
})

test('Retry-After lengthens the wait to at most twice the planned one', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  target.answer({ kind: 'reply', status: 429, headers: { 'Retry-After': '3600' } })
  const [event] = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_q')])
  const { attempts } = await deliveryWhen(partner, webhook.id, String(event?.id), ({ attempt_count }) => attempt_count === 1)
  const waited_ms = Date.parse(attempts[0].next_attempt_at) - Date.parse(attempts[0].at) - attempts[0].duration_ms
  expect(waited_ms).toBeGreaterThanOrEqual(10_000 - 5)
  expect(waited_ms).toBeLessThan(20_000)
})

test('a delivered event can be sent again, and the same Idempotency-Key sends it only once', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  const [event] = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_d')])
  const { id } = await deliveryWhen(partner, webhook.id, String(event?.id), ({ status }) => status === 'delivered')
  const [first, second] = [
    await partner.post(`/v2/webhook-deliveries/${id}/redeliver`, {}, { idempotencyKey: 'again-1' }),
    await partner.post(`/v2/webhook-deliveries/${id}/redeliver`, {}, { idempotencyKey: 'again-1' }),
  ]
  expect(second.text).toBe(first.text)
  const delivery = await deliveryWhen(partner, webhook.id, String(event?.id), ({ attempt_count }) => attempt_count === 2)
  expect(delivery.attempts.map((one: { trigger: string }) => one.trigger)).toEqual(['schedule', 'redeliver'])
  // A later event is delivered. This proves that no third attempt was queued before it.
  const [last] = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_d')])
  await deliveryWhen(partner, webhook.id, String(last?.id), ({ status }) => status === 'delivered')
  expect(eventIds(target)).toEqual([event?.id, event?.id, last?.id])
})

test('first attempts of one subject follow event order, each after the previous one has ended', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  const open = new Map<string, string>()
  const overlaps: string[] = []
  let n = 0
  target.answer((request) => {
    const { identifiers } = JSON.parse(request.body.toString())
    const subject = identifiers.shipment
    if (request.headers['x-service-attempt'] === '1') {
      if (open.has(subject)) overlaps.push(subject)
      open.set(subject, subject)
    }
    const delay_ms = 1 + ((n++ * 7) % 13)
    setTimeout(() => open.delete(subject), delay_ms - 1)
    return { kind: 'reply', status: n % 4 === 0 ? 500 : 200, delay_ms }
  })
  const subjects = Array.from({ length: 120 }, (_, i) => `shp_${i % 7}`)
  const events = []
  for (let i = 0; i < subjects.length; i += 10) {
    events.push(...(await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects.slice(i, i + 10)))))
  }
  await deliveriesWhen(partner, webhook.id, (all) => all.length === 120 && all.every(({ attempt_count }) => attempt_count > 0))
  expect(overlaps).toEqual([])
  for (const subject of new Set(subjects)) {
    const sent = target.requests.filter(
      ({ headers, body }) => headers['x-service-attempt'] === '1' && JSON.parse(body.toString()).identifiers.shipment === subject,
    )
    expect(sent.map(({ headers }) => headers['x-service-event-id'])).toEqual(
      events.filter((event) => event.subject === subject).map(({ id }) => id),
    )
  }
})

test('receivers that hang, fail or drip get at most ten attempts at a time and delay no other webhook', async () => {
  const partner = await server.partner()
  const [hanging, failing, dripping, healthy] = [await receiverFor(), await receiverFor(), await receiverFor(), await receiverFor()]
  hanging.answer({ kind: 'hang' })
  failing.answer({ kind: 'reply', status: 500 })
  dripping.answer({ kind: 'drip', status: 200, interval_ms: 1000 })
  await register(partner, hanging)
  await register(partner, failing)
  await register(partner, dripping)
  const webhook = await register(partner, healthy)
  const subjects = Array.from({ length: 400 }, (_, i) => `shp_${i}`)
  await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects))
  await deliveriesWhen(partner, webhook.id, (all) => all.length === 400 && all.every(({ status }) => status === 'delivered'))
  expect(healthy.requests.length).toBe(400)
  for (const { open_connections } of [hanging, dripping]) {
    expect(open_connections).toBeGreaterThan(0)
    expect(open_connections).toBeLessThanOrEqual(10)
  }
})

test('with 30 of 100 receivers broken, the other 70 get everything, and connections stay within the limits', async () => {
  const receivers = [await receiverFor(), await receiverFor(), await receiverFor(), await receiverFor()] as const
  const [healthy, hanging, failing, dripping] = receivers
  hanging.answer({ kind: 'hang' })
  failing.answer({ kind: 'reply', status: 500 })
  dripping.answer({ kind: 'drip', status: 200, interval_ms: 1000 })
  const partners = await Promise.all(Array.from({ length: 10 }, () => server.partner()))
  const targets = [hanging, failing, dripping, ...Array.from({ length: 7 }, () => healthy)]
  const registered = await Promise.all(
    partners.map((partner) => Promise.all(targets.map(async (target) => ({ target, webhook: await register(partner, target) })))),
  )
  const subjects = Array.from({ length: 30 }, (_, i) => `shp_${i}`)
  for (const { partnerId } of partners) await commitEvents(server.running.service, eventsOf(partnerId, subjects))
  const ids = registered.flat().flatMap(({ target, webhook }) => (target === healthy ? [webhook.id] : []))
  const { db } = server.running.service
  const delivered = 'select count(*) as n from deliveries where webhook_id = any ($1) and status = $2'
  const count = async () => (await db.one<{ n: number }>('test_delivered', delivered, [ids, 'delivered']))?.n
  await until('the healthy have everything', async () => (await count()) === 70 * 30)
  expect(new Set(healthy.requests.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(70 * 30)
  expect(healthy.open_connections).toBeLessThanOrEqual(70 * 10)
  for (const { connections, open_connections } of [hanging, failing, dripping]) {
    expect(connections).toBeGreaterThan(0)
    expect(open_connections).toBeLessThanOrEqual(10 * 10)
  }
})

test('more hanging receivers than connections leave connections for the others', async () => {
  const [hanging, healthy] = [await receiverFor(), await receiverFor()]
  hanging.answer({ kind: 'hang' })
  const partners = await Promise.all(Array.from({ length: 8 }, () => server.partner()))
  for (const partner of partners) await Promise.all(Array.from({ length: 15 }, () => register(partner, hanging)))
  const subjects = Array.from({ length: 12 }, (_, i) => `shp_${i}`)
  const began_ms = performance.now()
  for (const { partnerId } of partners) await commitEvents(server.running.service, eventsOf(partnerId, subjects))
  // 120 webhooks need ten connections each, and a process has 1,024.
  await hanging.received(500)
  const own = await server.partner()
  const webhook = await register(own, healthy)
  await commitEvents(server.running.service, eventsOf(own.partnerId, subjects))
  await deliveriesWhen(own, webhook.id, (all) => all.length === 12 && all.every(({ status }) => status === 'delivered'))
  // No attempt times out before 15 s.
  if (performance.now() - began_ms < 14_000) expect(hanging.open_connections).toBe(hanging.connections)
  expect(hanging.connections).toBeLessThan(1024)
})
