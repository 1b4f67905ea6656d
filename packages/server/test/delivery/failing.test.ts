// Webhooks whose receivers refuse everything. Their cost is limited, and other webhooks do not suffer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { commitEvents, eventIds, eventsOf, pause, register } from '../support/deliveries.ts'
import type { Receiver } from '../support/receiver.ts'
import { receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const BEFORE_PACING = 100
const PER_SECOND = 100
const IN_FLIGHT = 10
const EVENTS = 1500
const WATCHED_MS = 3000

let server: TestService
beforeAll(async () => {
  server = await startTestService('all')
})
afterAll(() => server.close())

const failing = async (partner: TestClient): Promise<Receiver> => {
  const receiver = await receiverFor()
  receiver.answer({ kind: 'reply', status: 500 })
  await register(partner, receiver, ['shipment.held'])
  return receiver
}

const subjects = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `shp_${name}${i}`)

test('failing webhooks share 100 attempts a second until their first success, and others never wait', async () => {
  const { service } = server.running
  const hostile = await server.partner()
  const ill = [await failing(hostile), await failing(hostile), await failing(hostile)]
  const all = () => ill.reduce((sum, { requests }) => sum + requests.length, 0)
  const events = await commitEvents(service, eventsOf(hostile.partnerId, subjects('ill', EVENTS)))
  await until('all of them are known to fail', () => ill.every(({ requests }) => requests.length > BEFORE_PACING + IN_FLIGHT))
  const [before, began_ms] = [all(), performance.now()]

  const honest = await server.partner()
  const well = await receiverFor()
  await register(honest, well)
  await commitEvents(service, eventsOf(honest.partnerId, subjects('well', 300)))
  await well.received(300)

  await pause(Math.max(0, WATCHED_MS - (performance.now() - began_ms)))
  const [made, s] = [all() - before, (performance.now() - began_ms) / 1000]
  expect(made).toBeGreaterThan(0)
  // The limit is the sum of the attempts that the rate allows, those in progress at the beginning, and those of the window in which the
  // measurement ends.
  expect(made).toBeLessThan(PER_SECOND * s + ill.length * IN_FLIGHT + PER_SECOND / 10)
  // The failing webhooks are served round-robin.
  const counts = ill.map(({ requests }) => requests.length)
  expect(Math.min(...counts)).toBeGreaterThan(BEFORE_PACING + made / 6)

  const [back] = ill as [Receiver]
  back.answer({ kind: 'reply', status: 200 })
  await until('it has every event', () => new Set(eventIds(back)).size === EVENTS)
  expect(new Set(eventIds(back))).toEqual(new Set(events.map(({ id }) => id)))
})
