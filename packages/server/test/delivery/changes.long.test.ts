// What a change of a webhook does to deliveries that wait, are in progress, or come later.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitEvents, deliveriesOf, deliveriesWhen, deliveryWhen, eventIds, eventOf, eventsOf, register } from '../support/deliveries.ts'
import { type Answer, verifies } from '../support/receiver.ts'
import { receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let server: TestService
beforeAll(async () => {
  server = await startTestService('all')
})
afterAll(() => server.close())

const DAY_S = 24 * 3600
const subjects = (count: number): string[] => Array.from({ length: count }, (_, i) => `shp_${i}`)
const statuses = async (client: Parameters<typeof deliveriesOf>[0], id: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { status } of await deliveriesOf(client, id)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Slow enough that the webhook can be changed while ten attempts are in progress. */
const SLOW: Answer = { kind: 'reply', status: 200, delay_ms: 10_000 }

test('disabling skips waiting deliveries and lets current attempts end; nothing more starts', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  target.answer(SLOW)
  await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects(50)))
  await target.received(10)
  const changed = await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'disabled' })
  expect(changed.json).toMatchObject({ status: 'disabled', disabled_reason: expect.any(String) })
  await deliveriesWhen(partner, webhook.id, (all) => all.every(({ status }) => status !== 'pending'))
  expect(await statuses(partner, webhook.id)).toEqual({ delivered: 10, skipped: 40 })
  expect(target.requests.length).toBe(10)
})

test('events of a disabled webhook are kept as skipped, and recovery sends them in order once it is enabled', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'disabled' })
  const before = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_0', 'shipment.held', Date.now() - 60_000)])
  const events = await commitEvents(
    server.running.service,
    eventsOf(
      partner.partnerId,
      Array.from({ length: 30 }, () => 'shp_0'),
    ),
  )
  expect(await statuses(partner, webhook.id)).toEqual({ skipped: 31 })
  const since = new Date(Date.now() - 30_000).toISOString()
  const early = await partner.post(`/v2/webhooks/${webhook.id}/recover`, { since })
  expect([early.status, early.json.error.code]).toEqual([409, 'delivery_not_possible'])

  const enabled = await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'enabled' })
  expect(enabled.json).toMatchObject({ status: 'enabled', disabled_reason: null })
  const recovered = await partner.post(`/v2/webhooks/${webhook.id}/recover`, { since })
  expect(recovered.status).toBe(202)
  expect(recovered.json).toEqual({ object: 'webhook_recovery', webhook_id: webhook.id, since, queued: 30 })
  await deliveriesWhen(partner, webhook.id, (all) => all.filter(({ status }) => status === 'delivered').length === 30)
  expect(eventIds(target)).toEqual(events.map(({ id }) => id))
  const skipped = await deliveriesOf(partner, webhook.id, 'skipped')
  expect(skipped.map(({ event_id }) => event_id)).toEqual(before.map(({ id }) => id))
  expect((await deliveriesOf(partner, webhook.id, 'delivered'))[0].attempts).toMatchObject([{ trigger: 'recover', attempt: 1 }])
})

test('recovery goes back at most 30 days', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'disabled' })
  const [, recent] = await commitEvents(server.running.service, [
    eventOf(partner.partnerId, 'shp_0', 'shipment.held', Date.now() - 30.01 * DAY_S * 1000),
    eventOf(partner.partnerId, 'shp_0', 'shipment.held', Date.now() - 29.99 * DAY_S * 1000),
  ])
  await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'enabled' })
  const { json } = await partner.post(`/v2/webhooks/${webhook.id}/recover`, { since: '2020-01-01T00:00:00.000Z' })
  expect(json.queued).toBe(1)
  await target.received(1)
  expect(eventIds(target)).toEqual([recent?.id])
})

test('410 Gone for two different events disables a webhook with a reason; enabling it resets the count', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  target.answer({ kind: 'reply', status: 410 })
  const [first] = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_0')])
  await deliveryWhen(partner, webhook.id, String(first?.id), ({ attempt_count }) => attempt_count === 1)
  await partner.post('/v2/test/clock/advance', { seconds: 10 })
  await deliveryWhen(partner, webhook.id, String(first?.id), ({ attempt_count }) => attempt_count === 2)
  expect((await partner.get(`/v2/webhooks/${webhook.id}`)).json.status).toBe('enabled')
  await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_1')])
  await deliveriesWhen(partner, webhook.id, (all) => all.every(({ status }) => status === 'skipped'))
  expect((await partner.get(`/v2/webhooks/${webhook.id}`)).json).toMatchObject({
    status: 'disabled',
    disabled_reason: 'The receiver answered 410 Gone to two different events.',
  })
  await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'enabled' })
  const [third] = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_2')])
  await deliveryWhen(partner, webhook.id, String(third?.id), ({ attempt_count }) => attempt_count === 1)
  expect((await partner.get(`/v2/webhooks/${webhook.id}`)).json.status).toBe('enabled')
})

test('at least 20 attempts over five days on the sandbox clock, all failed, disable a webhook', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  const { db } = server.running.service
  target.answer({ kind: 'reply', status: 500 })
  await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects(19)))
  await deliveriesWhen(partner, webhook.id, (all) => all.length === 19 && all.every(({ attempt_count }) => attempt_count === 1))
  await db.query('test_offset', 'update partners set clock_offset_s = $2, version = version + 1 where id = $1', [
    partner.partnerId,
    5 * DAY_S,
  ])
  expect((await partner.get(`/v2/webhooks/${webhook.id}`)).json.status).toBe('enabled')
  await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_20', 'shipment.held', Date.now() + 5 * DAY_S * 1000)])
  await deliveriesWhen(partner, webhook.id, (all) => all.length === 20 && all.every(({ status }) => status === 'skipped'))
  const { json } = await partner.get(`/v2/webhooks/${webhook.id}`)
  expect(json).toMatchObject({ status: 'disabled', disabled_reason: expect.stringMatching(/^All 20 attempts since .* failed\.$/) })
})

test('a new URL gets the waiting deliveries, and current attempts at the old URL end', async () => {
  const partner = await server.partner()
  const [old, next] = [await receiverFor(), await receiverFor()]
  const webhook = await register(partner, old)
  old.answer(SLOW)
  const events = await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects(50)))
  await old.received(10)
  await partner.patch(`/v2/webhooks/${webhook.id}`, { url: next.url('/next') })
  await deliveriesWhen(partner, webhook.id, (all) => all.every(({ status }) => status === 'delivered'))
  expect(old.requests.length).toBe(10)
  expect(new Set([...eventIds(old), ...eventIds(next)])).toEqual(new Set(events.map(({ id }) => id)))
  expect(next.requests.length).toBe(40)
})

test('a deleted webhook starts nothing more; its deliveries can be read but not sent again', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  target.answer(SLOW)
  await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects(30)))
  await target.received(10)
  const known = await deliveriesOf(partner, webhook.id)
  expect((await partner.delete(`/v2/webhooks/${webhook.id}`)).status).toBe(204)
  await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects(1)))
  const ended = async () => {
    const read = await Promise.all(known.map(({ id }) => partner.get(`/v2/webhook-deliveries/${id}`)))
    return read.every(({ json }) => json.status !== 'pending') ? read.map(({ json }) => json) : null
  }
  const deliveries = await until('no delivery is pending', ended)
  expect(deliveries.filter(({ status }) => status === 'delivered').length).toBe(10)
  expect(deliveries.filter(({ status }) => status === 'skipped').length).toBe(20)
  expect(target.requests.length).toBe(10)
  expect((await partner.get(`/v2/webhooks/${webhook.id}`)).status).toBe(404)
  expect((await partner.get(`/v2/webhooks/${webhook.id}/deliveries`)).status).toBe(404)
  const refused = await partner.post(`/v2/webhook-deliveries/${known[0].id}/redeliver`)
  expect([refused.status, refused.json.error.code]).toEqual([409, 'delivery_not_possible'])
})

test('after a change is answered, nothing starts with the old state, even at full speed', async () => {
  const partner = await server.partner()
  const [first, second] = [await receiverFor(), await receiverFor()]
  const webhook = await register(partner, first)
  for (let i = 0; i < 4; i++) await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects(1000)))
  await first.received(300)
  await partner.patch(`/v2/webhooks/${webhook.id}`, { url: second.url() })
  const at_change = first.requests.length
  await second.received(300)
  await partner.delete(`/v2/webhooks/${webhook.id}`)
  const at_delete = second.requests.length
  const { db } = server.running.service
  const pending = async () =>
    (
      await db.one<{ n: number }>('test_pending', "select count(*) as n from deliveries where webhook_id = $1 and status = 'pending'", [
        webhook.id,
      ])
    )?.n
  await until('no delivery is pending', async () => (await pending()) === 0)
  expect(first.requests.length).toBeLessThanOrEqual(at_change + 10)
  expect(second.requests.length).toBeLessThanOrEqual(at_delete + 10)
  expect(new Set([...eventIds(first), ...eventIds(second)]).size).toBe(first.requests.length + second.requests.length)
})

test('during a rotation both secrets sign; after it only the new one does', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  const send = async () => {
    const before = target.requests.length
    await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_0')])
    const request = (await target.received(before + 1)).at(-1)
    if (!request) throw new Error('nothing came')
    return request
  }
  const plain = await send()
  expect([verifies(plain, webhook.secret), plain.headers['x-service-signature-next']]).toEqual([true, undefined])

  const asked_ms = Date.now()
  const { status, json } = await partner.post(`/v2/webhooks/${webhook.id}/rotate-secret`)
  expect(status).toBe(200)
  expect(Object.keys(json)).toEqual(['secret', 'previous_valid_until'])
  const valid_ms = Date.parse(json.previous_valid_until) - asked_ms
  expect(valid_ms).toBeGreaterThanOrEqual(DAY_S * 1000)
  expect(valid_ms).toBeLessThan(DAY_S * 1000 + 60_000)
  const during = await send()
  expect(verifies(during, webhook.secret)).toBe(true)
  expect(verifies(during, json.secret, 'x-service-signature-next')).toBe(true)

  const { db } = server.running.service
  await db.query('test_rotated', 'update webhooks set next_secret_at = now(), version = version + 1 where id = $1', [webhook.id])
  const after = await send()
  expect([verifies(after, json.secret), after.headers['x-service-signature-next']]).toEqual([true, undefined])

  const second = await partner.post(`/v2/webhooks/${webhook.id}/rotate-secret`)
  const again = await send()
  expect([verifies(again, json.secret), verifies(again, second.json.secret, 'x-service-signature-next')]).toEqual([true, true])
})

test('an advanced clock sets the times of attempts even if the backlog is already in memory', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  target.answer({ kind: 'reply', status: 200, delay_ms: 400 })
  await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects(200)))
  await target.received(10)
  await partner.post('/v2/test/clock/advance', { seconds: DAY_S })
  const all = await deliveriesWhen(partner, webhook.id, (now) => now.length === 200 && now.every(({ status }) => status === 'delivered'))
  const ahead = all.filter(({ attempts }) => Date.parse(attempts[0].at) > Date.now() + (DAY_S / 2) * 1000)
  expect(ahead.length).toBeGreaterThan(20)
})
