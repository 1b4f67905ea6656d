import { expect, test } from 'vitest'
import { Leases } from '../../src/delivery/leases.ts'
import type { Service } from '../../src/platform/service.ts'
import { commitEvents, eventsOf, pause, register } from '../support/deliveries.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'

const startService = async () => {
  const server = await startTestService('api')
  atEndOfTest(() => server.close())
  return server
}

/** Webhooks with an event that waits each. */
const busyWebhooks = async (server: TestService, count: number): Promise<void> => {
  const partner = await server.partner()
  const receiver = await receiverFor()
  for (let i = 0; i < count; i++) await register(partner, receiver)
  await commitEvents(server.running.service, eventsOf(partner.partnerId, ['shp_1']))
}

const leasesOf = ({ db, log }: Service, owner: string): Leases => {
  const leases = new Leases(db, log, owner, () => {})
  atEndOfTest(() => leases.leave())
  return leases
}

test('a worker that stood still for longer than its leases keeps all webhooks that nobody took meanwhile', async () => {
  const server = await startService()
  const { service } = server.running
  await busyWebhooks(server, 6)
  const leases = leasesOf(service, 'wrk_1')
  expect(await leases.claim()).toHaveLength(6)
  await service.db.query('test_run_out', `update webhook_queues set leased_until = now() - interval '1 s'`)
  await leases.beat()
  expect([...leases.held.values()].map(({ yielding }) => yielding)).toEqual(Array(6).fill(false))
  const row = await service.db.one<{ n: number }>('test_held', 'select count(*) as n from webhook_queues where leased_until > now()')
  expect(row?.n).toBe(6)
})

test('a worker whose webhooks another one took while it stood still gives them up, and leaves their leases alone', async () => {
  const server = await startService()
  const { db } = server.running.service
  await busyWebhooks(server, 6)
  const [first, second] = ['wrk_1', 'wrk_2'].map((owner) => leasesOf(server.running.service, owner)) as [Leases, Leases]
  expect(await first.claim()).toHaveLength(6)
  await db.query('test_run_out', `update webhook_queues set leased_until = now() - interval '1 s'`)
  expect(await second.claim()).toHaveLength(6)
  const leases = () =>
    db.query<{ owner: string; leased_until: string }>('test_leases', 'select owner, leased_until from webhook_queues order by 2, 1')
  const before = await leases()
  expect(new Set(before.map(({ owner }) => owner))).toEqual(new Set(['wrk_2']))
  await first.beat()
  expect(first.held.size).toBe(0)
  expect(await leases()).toEqual(before)
})

test('a worker that joins gets its share in one step, and both keep theirs', { timeout: 30_000 }, async () => {
  const server = await startService()
  await busyWebhooks(server, 12)
  const [first, second] = ['wrk_1', 'wrk_2'].map((owner) => leasesOf(server.running.service, owner)) as [Leases, Leases]
  await first.claim()
  const held = { first: new Set<number>(), second: new Set<number>() }
  const since_ms = performance.now()
  while (performance.now() - since_ms < 8000) {
    for (const leases of [first, second]) {
      await leases.beat()
      await leases.claim()
      // As if they were sent for all the time.
      for (const queue of leases.held.values()) queue.last_active_ms = performance.now()
    }
    held.first.add(first.held.size)
    held.second.add(second.held.size)
    await pause(50)
  }
  expect([...held.first, 'and', ...held.second]).toEqual([12, 6, 'and', 0, 6])
})
