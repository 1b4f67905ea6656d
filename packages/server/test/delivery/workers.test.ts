// Several workers as separate processes, some of which are killed.
import type { EventRecord } from '@backhaul/core/events/catalog.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/db.ts'
import { MAX_IN_FLIGHT_PER_WEBHOOK } from '../../src/delivery/backlog.ts'
import { DeliveryWorker } from '../../src/delivery/worker.ts'
import { commitEvents, deliveriesWhen, eventIds, eventsOf, pause } from '../support/deliveries.ts'
import type { Receiver } from '../support/receiver.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { killed, startWorker, targets } from './worker-processes.ts'

let server: TestService
let db: Database
beforeAll(async () => {
  server = await startTestService('api')
  db = server.running.service.db
})
afterAll(() => server.close())

/** Returns the workers that have leased webhooks. */
const owners = async (): Promise<string[]> => {
  const rows = await db.query<{ owner: string }>('test_owners', 'select distinct owner from webhook_queues where leased_until > now()')
  return rows.map(({ owner }) => owner)
}

const subjects = Array.from({ length: 20 }, (_, i) => `shp_${i % 5}`)

/** Expects that for each subject, the events arrived in their order. Only the first arrival of an event counts. */
const expectOrder = (receiver: Receiver, events: EventRecord[]): void => {
  const arrived = [...new Set(eventIds(receiver))]
  const subject_of = new Map(events.map(({ id, subject }) => [id, subject]))
  for (const subject of new Set(subjects)) {
    const expected = events.filter((event) => event.subject === subject).map(({ id }) => id)
    expect(arrived.filter((id) => subject_of.get(id) === subject)).toEqual(expected)
  }
}

test('two workers share the webhooks, send each event once, and the remaining one takes over', async () => {
  const partner = await server.partner()
  const { service } = server.running
  const found = await targets(partner, 6)
  const [first, second] = [new DeliveryWorker(service), new DeliveryWorker(service)]
  atEndOfTest(() => first.stop())
  const events: EventRecord[] = []
  const more = async () => events.push(...(await commitEvents(service, eventsOf(partner.partnerId, subjects))))
  const allDelivered = async () => {
    // Waits for the receivers first, because repeated requests for hundreds of deliveries would slow the workers down.
    for (const { receiver } of found) await receiver.received(events.length)
    for (const { webhook } of found)
      await deliveriesWhen(partner, webhook.id, (all) => all.length === events.length && all.every(({ status }) => status === 'delivered'))
  }
  first.start()
  await more()
  const [theFirst] = await until('the first worker holds webhooks', async () => {
    const found = await owners()
    return found.length > 0 && found
  })
  second.start()
  const bothWork = async () => {
    // Limits the number of events, so that a slow machine finishes in time.
    if (found.every(({ receiver }) => receiver.requests.length >= events.length)) await more()
    return (await owners()).length >= 2
  }
  await until('both workers hold webhooks', bothWork)
  for (let i = 0; i < 5; i++) await more()
  await allDelivered()
  await second.stop()
  // The first worker may have released webhooks without pending deliveries.
  expect((await owners()).filter((owner) => owner !== theFirst)).toEqual([])
  await more()
  await allDelivered()
  for (const { receiver } of found) {
    expect(eventIds(receiver)).toHaveLength(events.length)
    expectOrder(receiver, events)
  }
})

/** Returns pseudorandom numbers in [0, 1) that are determined by the seed (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const KILLS = Number(process.env.BACKHAUL_TEST_KILLS ?? 3)

const MAX_WAITING = 4_000

test(`a worker killed ${KILLS} times under load loses nothing, keeps the order and repeats only attempts in flight`, {
  timeout: 60_000 + KILLS * 30_000,
}, async () => {
  const partner = await server.partner()
  const { service } = server.running
  const random = seeded(20_261_120)
  const found = await targets(partner, 4)
  for (const { receiver } of found) receiver.answer(() => ({ kind: 'reply', status: 200, delay_ms: Math.floor(random() * 6) }))
  const events: EventRecord[] = []
  let loading = true
  const arrived = () => found.reduce((sum, { receiver }) => sum + receiver.requests.length, 0)
  const load = (async () => {
    while (loading) {
      // There are always more events than a worker can have in progress, but so few that a slow machine finishes in time.
      if (events.length * found.length - arrived() < MAX_WAITING)
        events.push(...(await commitEvents(service, eventsOf(partner.partnerId, subjects))))
      await pause(15)
    }
  })()
  for (let n = 0; n < KILLS; n++) {
    const before = arrived()
    const child = startWorker(server)
    await until('the worker sends', () => arrived() > before)
    await pause(random() * 400)
    await killed(child)
    // Only the last lease is left to expire by itself. To wait for each lease would take long and prove nothing more.
    if (n < KILLS - 1) await db.query('test_expire', 'update webhook_queues set leased_until = now()')
  }
  loading = false
  await load
  startWorker(server)
  let repeated = 0
  for (const { receiver, webhook } of found) {
    const count = async () =>
      (
        await db.one<{ n: number }>('test_left', "select count(*) as n from deliveries where webhook_id = $1 and status <> 'delivered'", [
          webhook.id,
        ])
      )?.n
    await until('all are delivered', async () => (await count()) === 0, 60_000 + KILLS * 10_000)
    const ids = eventIds(receiver)
    expect(new Set(ids)).toEqual(new Set(events.map(({ id }) => id)))
    repeated += ids.length - events.length
    expectOrder(receiver, events)
  }
  expect(repeated).toBeLessThanOrEqual(KILLS * found.length * MAX_IN_FLIGHT_PER_WEBHOOK)
})
