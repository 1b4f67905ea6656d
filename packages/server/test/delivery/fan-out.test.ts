// Which webhooks receive an event. No worker runs here, so the rows that the event's statement queued stay unchanged.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { commitEvents, deliveriesOf, eventOf } from '../support/deliveries.ts'
import { startTestService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startTestService('api')
})
afterAll(() => server.close())

const webhookOf = async (client: TestClient, enabled_events: string[]): Promise<string> =>
  (await client.post('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events })).json.id

test("an event is queued only for its partner's webhooks that want its type", async () => {
  const [own, other] = [await server.partner(), await server.partner()]
  const wanting = [await webhookOf(own, ['*']), await webhookOf(own, ['shipment.created', 'shipment.held'])]
  const notWanting = await webhookOf(own, ['shipment.created'])
  const strangers = await webhookOf(other, ['*'])
  const [event] = await commitEvents(server.running.service, [eventOf(own.partnerId, 'shp_1', 'shipment.held')])
  for (const id of wanting) {
    const deliveries = await deliveriesOf(own, id)
    expect(deliveries.map(({ event_id, status }) => [event_id, status])).toEqual([[event?.id, 'pending']])
  }
  expect(await deliveriesOf(own, notWanting)).toEqual([])
  expect(await deliveriesOf(other, strangers)).toEqual([])
})
