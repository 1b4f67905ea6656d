// The state that a worker leaves when it is killed during its work. workers.test.ts checks that nothing is lost.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_IN_FLIGHT_PER_WEBHOOK } from '../../src/delivery/backlog.ts'
import { LEASE_S } from '../../src/delivery/queries.ts'
import { build } from '../cli/run.ts'
import { expectWithin } from '../support/by-the-clock.ts'
import { commitEvents, eventIds, eventsOf } from '../support/deliveries.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { killed, startWorker, type Target, targets } from './worker-processes.ts'

let server: TestService
beforeAll(async () => {
  build()
  server = await startTestService('api')
})
afterAll(() => server.close())

test('an attempt of a killed worker is repeated by another, within its lease and 5 s by the clock', async () => {
  const partner = await server.partner()
  const [target] = await targets(partner, 1)
  const { receiver } = target as Target
  receiver.answer({ kind: 'hang' })
  const first = startWorker(server)
  await commitEvents(server.running.service, eventsOf(partner.partnerId, ['shp_1']))
  await receiver.received(1)
  startWorker(server)
  receiver.answer({ kind: 'reply', status: 200 })
  await killed(first)
  const killed_ms = performance.now()
  await receiver.received(2)
  expectWithin((LEASE_S + 5) * 1000, performance.now() - killed_ms)
  const [before, after] = receiver.requests
  expect(after?.body).toEqual(before?.body)
  expect(after?.headers['x-service-event-id']).toBe(before?.headers['x-service-event-id'])
})

test('a worker killed while draining a backlog at full speed causes repeats only of attempts in flight', async () => {
  const partner = await server.partner()
  const [target] = await targets(partner, 1)
  const { receiver, webhook } = target as Target
  // The body is as long as the stored part of an answer, so that the records of these attempts do not fit into a socket's buffer.
  receiver.answer({ kind: 'reply', status: 200, body: '"'.repeat(16 * 1024) })
  const shipments = Array.from({ length: 4000 }, (_, n) => `shp_${n}`)
  const events = await commitEvents(server.running.service, eventsOf(partner.partnerId, shipments))
  const first = startWorker(server)
  await receiver.received(1000)
  await killed(first)
  await server.running.service.db.query('test_expire', 'update webhook_queues set leased_until = now()')
  startWorker(server)
  const waiting = () =>
    server.running.service.db.one<{ n: number }>(
      'test_left',
      "select count(*) as n from deliveries where webhook_id = $1 and status <> 'delivered'",
      [webhook.id],
    )
  await until('all are delivered', async () => (await waiting())?.n === 0, 150_000)
  const ids = eventIds(receiver)
  expect(new Set(ids)).toEqual(new Set(events.map(({ id }) => id)))
  expect(ids.length - events.length).toBeLessThanOrEqual(MAX_IN_FLIGHT_PER_WEBHOOK)
})
