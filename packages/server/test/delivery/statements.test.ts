// How many SQL statements an event costs, counted by PostgreSQL itself.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmbedded } from '../../src/platform/embedded.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { commitEvents, deliveriesWhen, eventsOf, pause, register } from '../support/deliveries.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'

const EVENTS = 100

const databaseThatCounts = async (): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-test-'))
  chmodSync(dataDir, 0o711)
  const settings = { fsync: 'off', shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' }
  const embedded = await openEmbedded({ dataDir, role: 'server', log: () => {}, settings })
  atEndOfTest(async () => {
    await embedded.release()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { host, port, user, password, database } = embedded.config
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  await migrate({ connectionString: url })
  return url
}

test('an event with its delivery costs at most 8 statements, even when events come one by one', async () => {
  const server = await startTestService('all', { DATABASE_URL: await databaseThatCounts() })
  atEndOfTest(() => server.close())
  const { service } = server.running
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  await service.db.query('test_extension', 'create extension pg_stat_statements')
  const count = async () =>
    (
      await service.db.one<{ calls: number }>(
        'test_calls',
        "select sum(calls) as calls from pg_stat_statements where query not like '%test_%'",
      )
    )?.calls ?? 0
  const before = await count()
  for (let i = 1; i <= EVENTS; i++) {
    await commitEvents(service, eventsOf(partner.partnerId, [`shp_${i}`]))
    await target.received(i)
    await pause(30)
  }
  const per_event = ((await count()) - before) / EVENTS
  expect(per_event).toBeGreaterThan(2)
  expect(per_event).toBeLessThanOrEqual(8)
  await deliveriesWhen(partner, webhook.id, (all) => all.length === EVENTS && all.every(({ status }) => status === 'delivered'))
})
