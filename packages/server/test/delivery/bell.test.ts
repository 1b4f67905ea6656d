// The path of an event when the API and its workers are separate processes. Here, several services on the same database represent these
// processes. bell-processes.long.test.ts uses real processes.
import type { EventRecord } from '@backhaul/core/events/catalog.ts'
import { expect, test } from 'vitest'
import { type OpenService, openService } from '../../src/app/open-service.ts'
import { serve } from '../../src/app/serve.ts'
import { createSender } from '../../src/delivery/http1/http1.ts'
import { Polling } from '../../src/delivery/polling.ts'
import { DeliveryWorker } from '../../src/delivery/worker.ts'
import type { TestClient } from '../support/client.ts'
import { databaseThatCounts, statementsOf } from '../support/counting.ts'
import { commitEvents, deliveriesWhen, eventIds, eventOf, eventsOf, pause, type Registered, register } from '../support/deliveries.ts'
import type { Receiver } from '../support/receiver.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import type { TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { cutBells, startApi } from './bells.ts'

/** The resources that a second process would open on the same database. */
const openOther = async (server: TestService): Promise<OpenService> => {
  const service = await openService(server.running.service.config, 'tool')
  atEndOfTest(() => service.close())
  return service
}

/** Longer than any test. */
const NEVER_MS = 3_600_000

/** Starts a worker next to the API. The worker polls only after a notification or when a retry is due. */
const startWorkerThatNeverPolls = async (server: TestService): Promise<OpenService> => {
  const service = await openOther(server)
  const polling = Object.assign(new Polling(() => true), { next_ms: () => performance.now() + NEVER_MS })
  const worker = new DeliveryWorker(service, createSender({ allowPrivate: true }), polling)
  worker.start()
  atEndOfTest(() => worker.stop())
  await until('it listens', () => service.notifier.isListening)
  return service
}

const expectEach = (receiver: Receiver, events: EventRecord[]): void => {
  expect(eventIds(receiver)).toEqual(events.map(({ id }) => id))
}

test('a worker in another process gets every event without polling, even for webhooks that it does not hold', async () => {
  const server = await startApi()
  const { service } = server.running
  await startWorkerThatNeverPolls(server)
  const partner = await server.partner()
  const target = await receiverFor()
  await register(partner, target)
  const events: EventRecord[] = []
  const commit = async (subjects: string[]) => events.push(...(await commitEvents(service, eventsOf(partner.partnerId, subjects))))
  await commit(['shp_1'])
  await target.received(1)
  for (let n = 2; n <= 6; n++) {
    await pause(100)
    await commit(['shp_1', 'shp_1'])
    await target.received(2 * n - 1)
  }
  // The number of events exceeds what a webhook may have in memory, and the receiver is slow.
  target.answer({ kind: 'reply', status: 200, delay_ms: 5 })
  for (let n = 0; n < 40; n++) await commit(['shp_1', 'shp_1', 'shp_1'])
  await target.received(events.length)
  expectEach(target, events)
  const others = await receiverFor()
  await register(partner, others)
  await commit(['shp_2'])
  await others.received(1)
})

test('a worker that never polls makes a retry when it is due, even after a slow failure', async () => {
  const server = await startApi()
  await startWorkerThatNeverPolls(server)
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  target.answer({ kind: 'reply', status: 500, delay_ms: 1500 })
  const [event] = await commitEvents(server.running.service, eventsOf(partner.partnerId, ['shp_1']))
  const failed = (await deliveriesWhen(partner, webhook.id, (all) => all.length === 1 && all[0].attempts.length === 1))[0]
  target.answer({ kind: 'reply', status: 200 })
  await target.received(2)
  expect((target.requests[1]?.arrived_ms ?? 0) - Date.parse(failed.next_attempt_at)).toBeGreaterThanOrEqual(0)
  expect(eventIds(target)).toEqual([event?.id, event?.id])
})

test('a retry moved up by a clock advance, a redelivery and a change elsewhere reach a worker that never polls', async () => {
  const server = await startApi()
  const { service } = server.running
  const { notifier } = await startWorkerThatNeverPolls(server)
  const partner = await server.partner()
  const [target, other] = [await receiverFor(), await receiverFor()]
  const webhook = await register(partner, target)
  target.answer({ kind: 'reply', status: 500 })
  await commitEvents(service, eventsOf(partner.partnerId, ['shp_1']))
  const attempted = (count: number) => deliveriesWhen(partner, webhook.id, (all) => all[0]?.attempts.length === count)
  await attempted(1)
  // Without the virtual clock the first retry would come after 5 s, and the second after 5 minutes.
  for (const count of [2, 3]) {
    await partner.post('/v2/test/clock/advance', { seconds: 600 })
    await attempted(count)
  }
  target.answer({ kind: 'reply', status: 200 })
  const [delivery] = await attempted(3)
  // A worker in this process would learn of changes even without NOTIFY, so the test counts notifications.
  const rings = async (change: () => Promise<unknown>) => {
    const { receivedCount: heard } = notifier
    await change()
    await until('a notification arrives', () => notifier.receivedCount > heard)
  }
  await rings(() => partner.post(`/v2/webhook-deliveries/${delivery.id}/redeliver`, {}))
  await attempted(4)
  await rings(() => partner.patch(`/v2/webhooks/${webhook.id}`, { url: other.url() }))
  await commitEvents(service, eventsOf(partner.partnerId, ['shp_2']))
  await other.received(1)
})

test('a worker that gives up its webhooks notifies others, so that one that never polls takes them over', async () => {
  const server = await startApi()
  const { service } = server.running
  const partner = await server.partner()
  const target = await receiverFor()
  await register(partner, target)
  target.answer({ kind: 'reply', status: 200, delay_ms: 300 })
  const first = new DeliveryWorker(await openOther(server))
  first.start()
  // These events are delivered one by one, because they have the same subject.
  const events = await commitEvents(service, eventsOf(partner.partnerId, Array(60).fill('shp_1')))
  await target.received(1)
  await startWorkerThatNeverPolls(server)
  // During this pause the second worker polls and finds the webhook leased by the first.
  await pause(250)
  await first.stop()
  expect(target.requests.length).toBeLessThan(events.length)
  target.answer({ kind: 'reply', status: 200 })
  await target.received(events.length)
  expectEach(target, events)
})

test('an event committed while both notifiers are cut arrives after they reconnect, without a poll', async () => {
  const server = await startApi()
  const { service } = server.running
  const other = await startWorkerThatNeverPolls(server)
  const partner = await server.partner()
  const target = await receiverFor()
  await register(partner, target)
  const events: EventRecord[] = []
  for (let n = 1; n <= 5; n++) {
    await cutBells(server.running.service.db)
    events.push(...(await commitEvents(service, eventsOf(partner.partnerId, ['shp_1', 'shp_2']))))
    await target.received(2 * n)
  }
  await until('it listens again', () => other.notifier.isListening)
  events.push(...(await commitEvents(service, [eventOf(partner.partnerId, 'shp_3')])))
  await target.received(events.length)
  expectEach(target, events)
})

const IDLE_STATEMENTS_PER_S = 5
const WEBHOOKS = 100
const COUNTED_S = 5

test(`an idle service with ${WEBHOOKS} webhooks runs at most ${IDLE_STATEMENTS_PER_S} statements a second, API and worker together`, async () => {
  const server = await startApi({ DATABASE_URL: await databaseThatCounts() })
  const { service } = server.running
  const worker = await serve(service.config, 'worker')
  atEndOfTest(() => worker.close())
  const partners = await Promise.all(Array.from({ length: 10 }, () => server.partner()))
  const target = await receiverFor()
  const webhooks: [TestClient, Registered][] = []
  for (const partner of partners) {
    for (let n = 0; n < WEBHOOKS / partners.length; n++) webhooks.push([partner, await register(partner, target)])
    await commitEvents(service, eventsOf(partner.partnerId, ['shp_1']))
  }
  await target.received(WEBHOOKS)
  // All webhooks are leased. On an idle machine, the first polls after the last event are over by the end of this pause.
  await pause(1500)
  const counted = async () => {
    const [before, began_ms] = [await statementsOf(service.db), performance.now()]
    await pause(COUNTED_S * 1000)
    return ((await statementsOf(service.db)) - before) / ((performance.now() - began_ms) / 1000)
  }
  // A count may be too high, because retention runs some twenty statements once a minute, and the last attempts may not be recorded yet. So
  // the count is repeated.
  let per_s = await counted()
  for (let tries = 1; per_s > IDLE_STATEMENTS_PER_S && tries < 4; tries++) per_s = await counted()
  expect(per_s).toBeGreaterThan(1)
  expect(per_s).toBeLessThanOrEqual(IDLE_STATEMENTS_PER_S)
})
