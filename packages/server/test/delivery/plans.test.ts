// The worker's statements are planned while the tables are empty. They must not become slow when the tables fill faster than statistics are
// gathered.
import { expect, test } from 'vitest'
import { openClient } from '../../src/database/database-client.ts'
import { Database } from '../../src/database/db.ts'
import { makePartitions } from '../../src/database/partitions.ts'
import { recoverSome, skipWaiting } from '../../src/delivery/bulk-updates.ts'
import { claim } from '../../src/delivery/claim.ts'
import { ATTEMPTS, DELIVERIES } from '../../src/delivery/partitions.ts'
import { type AttemptRow, type DeliveryRow, fetchDue, heartbeat, record, recordFirst, type Success } from '../../src/delivery/queries.ts'
import { DELIVERY_PLANNER } from '../../src/delivery/worker.ts'
import { commitEvents, eventsOf, register } from '../support/deliveries.ts'
import { readsIn } from '../support/reads.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'

const FILL = `
  with e as (
    insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
    select 'evt_fill' || n, $1, 'shipment.held', 'shp_' || n, 'shp_' || n, now() + n * interval '1 ms', '{}' from generate_series(1, 20000) n
    returning id, seq, partner_id, subject, created_at
  ), w as (
    insert into webhooks (id, partner_id, slot, url, enabled_events, status, enabled_at, secret, master_key_id, created_at, version)
    select 'whk_fill' || n, $1, 100 + n, 'http://127.0.0.1:9/', '{}', 'enabled', now(), '\\x', '', now(), 1 from generate_series(1, 3000) n
    returning id
  ), q as (insert into webhook_queues (webhook_id) select id from w)
  insert into deliveries (webhook_id, partner_id, event_id, event_seq, subject, status, created_at)
  select $2, partner_id, id, seq, subject, 'pending', created_at from e`

const request = (webhook_id: string) => ({ webhook_id, after: -1, fresh: 32, retries: 10, known: [] })

const delivered = ({ id, version }: DeliveryRow): AttemptRow => ({
  ...{ id, version, at_ms: Date.now(), address: '127.0.0.1', status: 200, duration_ms: 1, answer: 'ok', attempt: 1 },
  ...{
    delivery_status: 'delivered',
    delay_ms: null,
    clock_offset_s: 0,
    trigger: 'schedule',
    error_class: null,
    error_message: null,
    next_attempt_at: null,
  },
})

const successes = (rows: DeliveryRow[]): [string[], Success[]] => [rows.map(({ id }) => id), rows.map(delivered)]

const lane = (db: Database) => ({
  execute: async (name: string, text: string, values: readonly string[]) => (await db.query(name, text, values)).length,
})

const costOf = async (db: Database, step: () => Promise<unknown>): Promise<number> => {
  const { rows, blocks } = await readsIn(db, step)
  return rows + blocks
}

/** Every statement that runs continuously, with the maximum number of rows and blocks that it may read. */
const stepsOf = (db: Database, webhookId: string, masterKeyId: string): [string, number, () => Promise<unknown>][] => [
  [
    'claim',
    150,
    () =>
      claim(db, 'wrk_1', 500, [{ id: webhookId, version: 99, clock_offset_s: 0, is_leased: true, has_more: true }], [masterKeyId], null),
  ],
  ['fetch', 250, () => fetchDue(db, [request(webhookId)])],
  ['fetch with a mark', 250, () => fetchDue(db, [request(webhookId)], webhookId)],
  ['record', 1500, async () => record(lane(db), (await fetchDue(db, [request(webhookId)])).rows.map(delivered))],
  ['record first', 1500, async () => recordFirst(lane(db), ...successes((await fetchDue(db, [request(webhookId)])).rows))],
  ['skip', 100, () => skipWaiting(db, webhookId, [1, 2, 3])],
  ['recover', 100, () => recoverSome(db, webhookId)],
  // To count the leases of all workers, this statement reads one small row per webhook.
  [
    'heartbeat',
    3200,
    () =>
      heartbeat(db, 'wrk_1', [{ webhook_id: webhookId, failing_since: null, failures: 0, gone_event_id: null, last_failure: null }], []),
  ],
]

const expectFewRows = async (db: Database, webhookId: string, masterKeyId: string): Promise<void> => {
  for (const [name, most, step] of stepsOf(db, webhookId, masterKeyId)) {
    const cost = await costOf(db, step)
    expect([name, cost <= most || cost]).toEqual([name, true])
  }
}

const startWithWebhook = async () => {
  const server = await startTestService('api')
  atEndOfTest(() => server.close())
  const partner = await server.partner()
  const { id } = await register(partner, await receiverFor())
  return { service: server.running.service, partner, id }
}

const EMPTY = ['never looked at', 'known to be empty']

test.each(EMPTY)('statements planned on tables that are %s, or full without statistics, read no more rows than needed', async (state) => {
  const { service, partner, id } = await startWithWebhook()
  const key = service.masterKey.id
  const connection = () => {
    const db = new Database(service.db.config, 1, DELIVERY_PLANNER)
    atEndOfTest(() => db.close())
    return db
  }
  const client = await openClient(service.db.config)
  atEndOfTest(() => client.end())
  await makePartitions(client, DELIVERIES, Date.now() - 118 * 86_400_000)
  await makePartitions(client, ATTEMPTS, Date.now() - 51 * 86_400_000)
  const { rows } = await client.query<{ name: string }>(
    "select inhrelid::regclass as name from pg_inherits where inhparent = 'deliveries'::regclass",
  )
  const partitions = rows.map(({ name }) => name)
  expect(partitions.length).toBeGreaterThanOrEqual(6)
  for (const table of [...partitions, 'events_before', 'webhooks', 'webhook_queues']) {
    await service.db.query(`test_manual_${table}`, `alter table ${table} set (autovacuum_enabled = off)`)
  }
  if (state === 'known to be empty') await service.db.query('test_analyze_empty', 'vacuum analyze deliveries, events, webhooks')
  const early = connection()
  for (const [, , step] of stepsOf(early, id, key)) for (let i = 0; i < 7; i++) await step()
  await commitEvents(service, eventsOf(partner.partnerId, ['shp_1']))
  for (const [, , step] of stepsOf(early, id, key)) await step()
  await service.db.query('test_fill', FILL, [partner.partnerId, id])
  await expectFewRows(early, id, key)
  await expectFewRows(connection(), id, key)
  await service.db.query('test_analyze', 'analyze deliveries')
  await expectFewRows(connection(), id, key)
})

test('a claim skips delivered rows of a webhook that its worker holds, even before the index is cleaned', async () => {
  const { service, partner, id } = await startWithWebhook()
  await service.db.query('test_manual', 'alter table deliveries_before set (autovacuum_enabled = off)')
  await service.db.query('test_fill', FILL, [partner.partnerId, id])
  const client = await openClient(service.db.config)
  atEndOfTest(() => client.end())
  // While a transaction may still see the old row versions, PostgreSQL does not even mark them as dead.
  await client.query('begin isolation level repeatable read')
  await client.query('select from deliveries limit 1')
  // Half of the deliveries have been attempted before.
  await service.db.query(
    'test_deliver',
    "with tried as (update deliveries set due_at = now() - interval '1 h' where webhook_id = $1 and event_seq % 2 = 0 returning id) select count(*) from tried",
    [id],
  )
  await service.db.query('test_deliver_all', "update deliveries set status = 'delivered', due_at = now() where webhook_id = $1", [id])
  const db = new Database(service.db.config, 1, DELIVERY_PLANNER)
  atEndOfTest(() => db.close())
  const costOfClaim = async (is_leased: boolean): Promise<number> => {
    const held = [{ id, version: 1, clock_offset_s: 0, is_leased, has_more: false }]
    const step = () => claim(db, 'wrk_1', 500, held, [service.masterKey.id], null)
    await step()
    return costOf(db, step)
  }
  const [held, lost] = [await costOfClaim(true), await costOfClaim(false)]
  expect(held).toBeLessThan(150)
  expect(lost).toBeGreaterThan(150)
})

test('a claim reports the next retry of a webhook that its worker holds, despite newer rows', async () => {
  const { service, partner, id } = await startWithWebhook()
  await commitEvents(service, eventsOf(partner.partnerId, ['shp_1', 'shp_2']))
  const dueIn = async (held: boolean): Promise<number | null> => {
    const known = held ? [{ id, version: 1, clock_offset_s: 0, is_leased: true, has_more: false }] : []
    return (await claim(service.db, 'wrk_1', 0, known, [service.masterKey.id], null)).next_due_s
  }
  expect(await dueIn(true)).toBeNull()
  await service.db.query(
    'test_retry',
    "update deliveries set due_at = now() + interval '60 s' where id = (select max(id) from deliveries where webhook_id = $1)",
    [id],
  )
  const due_s = (await dueIn(true)) as number
  expect(due_s).toBeLessThanOrEqual(60)
  expect(due_s).toBeGreaterThan(30)
  // The new delivery comes first in the index.
  expect(await dueIn(false)).toBeNull()
})
