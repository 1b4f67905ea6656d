// The number of deliveries that a recovery would send, before it starts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitEvents, eventOf, eventsOf, register } from '../support/deliveries.ts'
import { receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { signIn } from '../support/session.ts'

let server: TestService
beforeAll(async () => {
  server = await startTestService('api')
})
afterAll(() => server.close())

const MINUTE_MS = 60_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

test('the preview counts what the recovery then queues, and queues nothing itself', async () => {
  const partner = await server.partner()
  const webhook = await register(partner, await receiverFor())
  await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'disabled' })
  const { service } = server.running
  await commitEvents(service, [eventOf(partner.partnerId, 'shp_0', 'shipment.held', Date.now() - MINUTE_MS)])
  await commitEvents(service, eventsOf(partner.partnerId, ['shp_1', 'shp_2', 'shp_3']))
  const preview = (since: string) => partner.get(`/v2/webhooks/${webhook.id}/recovery?since=${since}`)
  const since = ago(MINUTE_MS / 2)
  const early = await preview(since)
  expect([early.status, early.json.error.code]).toEqual([409, 'delivery_not_possible'])
  await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'enabled' })
  expect((await preview(since)).json).toEqual({ object: 'webhook_recovery_preview', webhook_id: webhook.id, since, count: 3 })
  expect((await preview(ago(2 * MINUTE_MS))).json.count).toBe(4)
  expect((await partner.get(`/v2/webhooks/${webhook.id}/deliveries?status=skipped`)).json.data).toHaveLength(4)
  const viewer = await signIn(partner, { access: 'partner-viewer' })
  expect((await viewer.get(`/v2/webhooks/${webhook.id}/recovery?since=${since}`)).json.count).toBe(3)
  expect((await partner.post(`/v2/webhooks/${webhook.id}/recover`, { since })).json.queued).toBe(3)
})

test('a time more than 30 days ago counts as 30 days ago, as in the recovery', async () => {
  const partner = await server.partner()
  const webhook = await register(partner, await receiverFor())
  const { json } = await partner.get(`/v2/webhooks/${webhook.id}/recovery?since=2020-01-01T00:00:00Z`)
  expect([json.count, Date.parse(json.since) > Date.now() - 31 * 24 * 60 * MINUTE_MS]).toEqual([0, true])
})
