import type { Logger } from 'pino'
import { expect, test } from 'vitest'
import type { WebhookBacklog } from '../../src/delivery/backlog.ts'
import { Leases, takeOver } from '../../src/delivery/leases.ts'
import { encryptSecret, newWebhookSecret } from '../../src/delivery/secrets.ts'
import { DeliveryWorker } from '../../src/delivery/worker.ts'
import type { Service } from '../../src/service/service.ts'
import { commitEvents, eventsOf, pause, register } from '../support/deliveries.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const startService = async () => {
  const server = await startTestService('api')
  atEndOfTest(() => server.close())
  return server
}

/** Creates webhooks with one pending event each. */
const busyWebhooks = async (server: TestService, count: number): Promise<void> => {
  const partner = await server.partner()
  const receiver = await receiverFor()
  for (let i = 0; i < count; i++) await register(partner, receiver)
  await commitEvents(server.running.service, eventsOf(partner.partnerId, ['shp_1']))
}

const leasesOf = ({ db, log, masterKey }: Service, owner: string): Leases => {
  const leases = new Leases(db, log, owner, [masterKey.id], () => {})
  atEndOfTest(() => leases.leave())
  return leases
}

test('a worker paused for longer than its leases keeps the webhooks that no other worker took', async () => {
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

test('a worker gives up webhooks that another took during its pause, and leaves their leases alone', async () => {
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

test('a worker that joins gets its share in one step, and both keep their shares', async () => {
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
      // Simulates that attempts are being sent for these webhooks all the time.
      for (const backlog of leases.held.values()) backlog.last_active_ms = performance.now()
    }
    held.first.add(first.held.size)
    held.second.add(second.held.size)
    await pause(50)
  }
  expect([...held.first, 'and', ...held.second]).toEqual([12, 6, 'and', 0, 6])
})

test('a claim reports a retry that became due after the previous read', async () => {
  const server = await startService()
  const { service } = server.running
  const { db } = service
  await busyWebhooks(server, 1)
  const leases = leasesOf(service, 'wrk_1')
  expect(await leases.claim()).toHaveLength(1)
  const [{ at }] = (await db.query('test_read_at', 'select now()::text as at')) as [{ at: string }]
  await db.query('test_fail', 'update deliveries set attempts = 1, due_at = clock_timestamp()')
  for (const [read_at, isTold] of [
    [at, true],
    [null, false],
  ] as const) {
    leases.reread([...leases.held.values()][0] as WebhookBacklog)
    await leases.claim(read_at)
    expect(leases.takeDue(performance.now())).toBe(isTold)
  }
})

test('a worker holds only webhooks that its master key opens; a re-encrypted one moves to another worker', async () => {
  const server = await startService()
  const { service } = server.running
  await busyWebhooks(server, 3)
  const stranger = new Leases(service.db, service.log, 'wrk_stranger', ['another'], () => {})
  atEndOfTest(() => stranger.leave())
  expect(await stranger.claim()).toEqual([])
  const leases = leasesOf(service, 'wrk_1')
  expect(await leases.claim()).toHaveLength(3)
  const [backlog] = [...leases.held.values()] as [WebhookBacklog]
  await service.db.query('test_seal_anew', "update webhooks set master_key_id = 'another', version = version + 1 where id = $1", [
    backlog.webhook.id,
  ])
  leases.reread(backlog)
  await leases.claim()
  expect(backlog.yielding).toBe(true)
  await leases.beat()
  expect(leases.held.size).toBe(2)
  leases.reread([...leases.held.values()][0] as WebhookBacklog)
  await leases.claim()
  expect(leases.held.size).toBe(2)
  const takenOver = async () => {
    await stranger.claim()
    return [...stranger.held.keys()]
  }
  await expect.poll(takenOver).toEqual([backlog.webhook.id])
})

test('workers with different master keys send for their own webhooks, and log once that there are others', async () => {
  const server = await startService()
  const { service } = server.running
  const partner = await server.partner()
  const [receiver, othersReceiver] = [await receiverFor(), await receiverFor()]
  await register(partner, receiver)
  const { id } = await register(partner, othersReceiver)
  const said: unknown[] = []
  const log = { ...service.log, warn: (facts: unknown, text: string) => said.push([facts, text]), error: () => {} } as unknown as Logger
  const other = { ...service, log, masterKey: { id: 'another', bytes: Buffer.alloc(32, 1) } }
  await service.db.query('test_seal_for_other', "update webhooks set secret = $2::text::bytea, master_key_id = 'another' where id = $1", [
    ...[id, encryptSecret(other, id, newWebhookSecret(null))],
  ])
  const start = (of: Service) => {
    const worker = new DeliveryWorker(of)
    worker.start()
    atEndOfTest(() => worker.stop())
  }
  start(other)
  await expect.poll(() => said).toEqual([[{ webhooks: 1 }, 'webhooks encrypted with another master key are left to workers that have it']])
  await commitEvents(service, eventsOf(partner.partnerId, ['shp_1', 'shp_2']))
  // One claim takes everything that is available.
  await expect.poll(() => othersReceiver.requests.length).toBe(2)
  start(service)
  await expect.poll(() => receiver.requests.length).toBe(2)
  expect(said).toHaveLength(1)
})

test('the webhooks of a dead worker are free as soon as it is replaced, and no others are', async () => {
  const server = await startService()
  const { service } = server.running
  await busyWebhooks(server, 3)
  const dead = new Leases(service.db, service.log, 'wrk_dead', [service.masterKey.id], () => {})
  expect(await dead.claim()).toHaveLength(3)
  await busyWebhooks(server, 2)
  expect(await leasesOf(service, 'wrk_living').claim()).toHaveLength(2)
  expect(await leasesOf(service, 'wrk_waiting').claim()).toHaveLength(0)
  await takeOver(service.db, service.log, 'wrk_dead')
  expect(await leasesOf(service, 'wrk_next').claim()).toHaveLength(3)
})

test('a worker is quiet while no worker holds a webhook, and wakes when another takes one', async () => {
  const server = await startService()
  const { service } = server.running
  await busyWebhooks(server, 2)
  let woken = 0
  const watching = new Leases(service.db, service.log, 'wrk_watching', [service.masterKey.id], () => woken++)
  atEndOfTest(() => watching.leave())
  const holder = leasesOf(service, 'wrk_holder')
  const isQuiet = () => Number.isFinite(watching.quietSince_ms)
  expect(isQuiet()).toBe(false)
  await watching.beat()
  expect(isQuiet()).toBe(true)
  expect(await holder.claim()).toHaveLength(2)
  await until('it knows of the lease', async () => {
    await watching.beat()
    return !isQuiet()
  })
  expect(woken).toBe(1)
  await holder.leave()
  await until('it knows of the end of the lease', async () => {
    await watching.beat()
    return isQuiet()
  })
  expect(await watching.claim()).toHaveLength(2)
  expect(isQuiet()).toBe(false)
})
