// The health of a webhook's receiver: how long it has been failing, the last attempts, the next attempt, and lists filtered by health.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { commitEvents, eventOf, register } from '../support/deliveries.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const DAY_MS = 24 * 3_600_000
const OK = {
  state: 'ok',
  failing_since: null,
  failures: 0,
  last_failure: null,
  next_attempt_at: null,
  disable_after: null,
  is_gone: false,
}

let server: TestService
let receiver: Receiver
let operator: TestClient
beforeAll(async () => {
  server = await startTestService('all')
  receiver = await startReceiver()
  operator = await server.operator()
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const readOf = async (client: TestClient, id: string) => (await client.get(`/v2/webhooks/${id}`)).json
const saved = (client: TestClient, id: string, state: string) =>
  until(`it is ${state}`, async () => {
    const { health } = await readOf(client, id)
    return health.state === state && health
  })
const fire = async (partnerId: string, subject: string) => commitEvents(server.running.service, [eventOf(partnerId, subject)])
const failing = async (status: number) => {
  const partner = await server.partner()
  const { id } = await register(partner, receiver)
  receiver.answer({ kind: 'reply', status })
  await fire(partner.partnerId, 'failing-1')
  return { partner, id, health: await saved(partner, id, 'failing') }
}
const idsOf = async (client: TestClient, path: string): Promise<string[]> =>
  (await client.get(path)).json.data.map(({ id }: { id: string }) => id)

test('a failing webhook shows since when and why it fails, its next attempt and when it is disabled', async () => {
  const { partner, id, health } = await failing(503)
  const [delivery] = (await partner.get(`/v2/webhooks/${id}/deliveries`)).json.data
  expect(health).toEqual({
    state: 'failing',
    failing_since: expect.any(String),
    failures: expect.any(Number),
    last_failure: {
      at: expect.any(String),
      delivery_id: delivery.id,
      status: 503,
      error_class: 'http_status',
      error_message: 'the receiver answered 503',
    },
    next_attempt_at: expect.any(String),
    disable_after: new Date(Date.parse(health.failing_since) + 5 * DAY_MS).toISOString(),
    is_gone: false,
  })
  expect(health.failures).toBeGreaterThanOrEqual(1)
  expect(Date.parse(health.last_failure.at)).toBeGreaterThanOrEqual(Date.parse(health.failing_since))
  // The next attempt may already be due, so its time may be slightly in the past.
  expect(Date.parse(health.next_attempt_at)).toBeGreaterThan(Date.parse(health.failing_since))
  const seen = (await operator.get(`/v2/ops/webhooks/${id}`)).json
  expect(seen.health.failing_since).toBe(health.failing_since)
})

test('a success ends the failing state, and so does enabling the webhook again', async () => {
  const { partner, id } = await failing(500)
  await partner.patch(`/v2/webhooks/${id}`, { status: 'disabled' })
  const disabled = (await readOf(partner, id)).health
  expect(disabled).toMatchObject({ state: 'disabled', failing_since: expect.any(String), next_attempt_at: null, disable_after: null })
  const enabled = await partner.patch(`/v2/webhooks/${id}`, { status: 'enabled' })
  expect(enabled.json.health).toEqual(OK)
  expect((await readOf(partner, id)).health).toEqual(OK)
  expect(await idsOf(partner, '/v2/webhooks?health=failing')).toEqual([])
  await fire(partner.partnerId, 'failing-2')
  await saved(partner, id, 'failing')
  receiver.answer({ kind: 'reply', status: 200 })
  await fire(partner.partnerId, 'better')
  expect(await saved(partner, id, 'ok')).toEqual(OK)
})

test('an answer of 410 is shown, as a second one would disable the webhook', async () => {
  const { health } = await failing(410)
  expect(health).toMatchObject({ is_gone: true, last_failure: { status: 410 } })
})

test('lists can be filtered by health, for a partner and for an operator', async () => {
  const { partner, id } = await failing(500)
  const [fine, off] = [await register(partner, receiver), await register(partner, receiver)]
  await partner.patch(`/v2/webhooks/${off.id}`, { status: 'disabled' })
  for (const [health, own] of Object.entries({ failing: id, ok: fine.id, disabled: off.id })) {
    expect([health, await idsOf(partner, `/v2/webhooks?health=${health}`)]).toEqual([health, [own]])
    expect([health, await idsOf(operator, `/v2/ops/webhooks?health=${health}&partner_id=${partner.partnerId}`)]).toEqual([health, [own]])
  }
  const { json, status } = await partner.get('/v2/webhooks?health=ill')
  expect([status, json.error.code, json.error.details.errors[0].path]).toEqual([422, 'validation_failed', '?health'])
})

test('a failing webhook is counted in the needs of today, and the list matches', async () => {
  const { partner, id } = await failing(500)
  const { needs } = (await partner.get('/v2/today')).json
  const need = needs.find(({ kind }: { kind: string }) => kind === 'webhook_failing')
  expect(need.count).toBe(1)
  expect(await idsOf(partner, need.list)).toEqual([id])
})
