import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { commitEvents, deliveryWhen, eventOf, register } from '../support/deliveries.ts'
import { type Receiver, startReceiver, verifies } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'

let server: TestService
const receivers: Receiver[] = []
const receiver = async (): Promise<Receiver> => {
  const started = await startReceiver()
  receivers.push(started)
  return started
}

beforeAll(async () => {
  server = await startTestService('all')
})
afterEach(async () => {
  for (const one of receivers.splice(0)) await one.close()
})
afterAll(() => server.close())

test('an event arrives as the stored bytes, signed with the secret of the webhook, and is recorded as delivered', async () => {
  const partner = await server.partner()
  const target = await receiver()
  const webhook = await register(partner, target)
  const [event] = await commitEvents(server.running.service, [eventOf(partner.partnerId, 'shp_a')])
  const [request] = await target.received(1)
  expect(request?.body.toString()).toBe(event?.body)
  expect(request?.headers['x-service-event-id']).toBe(event?.id)
  expect(request?.headers['x-service-attempt']).toBe('1')
  expect(request && verifies(request, webhook.secret)).toBe(true)
  const delivery = await deliveryWhen(partner, webhook.id, ({ status }) => status === 'delivered')
  expect(delivery).toMatchObject({
    id: request?.headers['x-service-delivery-id'],
    event_id: event?.id,
    type: 'shipment.held',
    attempt_count: 1,
    next_attempt_at: null,
    attempts: [{ attempt: 1, trigger: 'schedule', address: '127.0.0.1', status: 200, error_class: null, answer: '{"received":true}' }],
  })
})
