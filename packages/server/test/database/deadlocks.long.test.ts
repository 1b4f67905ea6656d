// When PostgreSQL rolls back a statement to end a deadlock, the statement has no effect. Every such statement is run again, without a
// visible error.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { Blocked, type Database } from '../../src/database/db.ts'
import { Retention } from '../../src/delivery/retention.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { deliveryIdOf } from '../../src/process/ids.ts'
import { CASES, type EndpointName } from '../coverage/cases.ts'
import { World } from '../coverage/world.ts'
import { commitEvents, deliveriesOf, deliveriesWhen, eventsOf, register } from '../support/deliveries.ts'
import { KEPT } from '../support/kept.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/**
 * Makes writes fail with the error of a deadlock. `n` counts the writes, and its count survives the rollback. A write fails if `condition`
 * is true for its `n`.
 */
const failWrites = async (db: Database, condition: string, tables: string): Promise<void> => {
  await db.query('test_count', 'create sequence t_writes')
  await db.query(
    'test_fail',
    `create function t_deadlock() returns trigger language plpgsql as $$
     declare n bigint := nextval('t_writes');
     begin
       if ${condition} then raise exception 'deadlock detected' using errcode = '40P01'; end if;
       return null;
     end $$`,
  )
  await db.query(
    'test_triggers',
    `do $$ declare t text; begin
       for t in select tablename from pg_tables where schemaname = 'public' and tablename ${tables} loop
         execute format('create trigger t_deadlock before insert or update or delete on %I for each statement execute function t_deadlock()', t);
       end loop; end $$`,
  )
}

describe('a deadlock of two transactions', () => {
  let world: World
  let db: Database
  beforeAll(async () => {
    world = await World.open()
    db = world.service.running.service.db
    await db.query('test_locks', 'create table t_locks (id int primary key, n int not null)')
    await db.query('test_lock_rows', 'insert into t_locks values (1, 0), (2, 0)')
  })
  afterAll(() => world.close())

  const waiting = async (): Promise<void> => {
    const text = `select count(*) as n from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%t_locks%' and pid <> pg_backend_pid() and datname = current_database()`
    await until('a statement waits', async () => ((await db.one<{ n: number }>('test_waiting', text))?.n ?? 0) > 0)
  }

  test('that lock rows in opposite order ends with both applied once', async () => {
    const other = new pg.Client({ connectionString: world.service.running.service.config.databaseUrl as string })
    await other.connect()
    atEndOfTest(() => other.end())
    // PostgreSQL must roll back the service's statement, not this one.
    await other.query("set deadlock_timeout = '1 min'")
    await other.query('begin')
    await other.query('update t_locks set n = n + 1 where id = 1')
    const backward =
      'with l as materialized (select id from t_locks order by id desc for update) update t_locks set n = n + 1 where id in (select id from l)'
    const ours = db.query('test_backward', backward)
    await waiting()
    await other.query('update t_locks set n = n + 1 where id = 2')
    await other.query('commit')
    await ours
    expect(await db.query('test_sums', 'select n from t_locks order by id')).toEqual([{ n: 2 }, { n: 2 }])
  })

  test('that recurs every time is given up as Blocked', async () => {
    const always = "do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$"
    await expect(db.query('', always)).rejects.toThrow(Blocked)
  })
})

describe('a command', () => {
  let world: World
  let db: Database
  beforeAll(async () => {
    world = await World.open()
    db = world.service.running.service.db
    await failWrites(db, 'n = 1', "!~ '^(t_|migrations)'")
  })
  afterAll(() => world.close())

  const endpoints = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).filter(([, { method }]) => method !== 'GET')
  let met = 0

  test.each(endpoints)('%s succeeds although its first write ends in a deadlock', async (name, endpoint) => {
    const { path, body, headers } = await CASES[name](world)
    const client = endpoint.auth === 'page' ? world.page : endpoint.scope === 'ops' ? world.operator : world.owner
    await db.query('test_restart', 'alter sequence t_writes restart')
    // With an idempotency key, the request writes something even if it has nothing else to do. Otherwise the counted write could come from
    // elsewhere, such as the rate limits.
    const answer = await client.send(endpoint.method, path, { body, idempotencyKey: randomUUID(), ...(headers && { headers }) })
    const count = await db.one<{ n: number }>('test_writes', 'select case when is_called then last_value else 0 end as n from t_writes')
    await db.query('test_no_more', "select setval('t_writes', 1000)")
    expect([answer.status < 300 ? '' : answer.text, count?.n === 1]).toEqual(['', false])
    if ((count?.n ?? 0) > 1) met++
  })

  test('met the deadlock in nearly every case', () => {
    expect(met).toBeGreaterThan(endpoints.length * 0.9)
  })
})

test('the delivery worker records, skips, recovers and cleans up despite deadlocks, and sends nothing twice', async () => {
  const server = await startTestService('all', { BACKHAUL_LOG_LEVEL: 'silent' })
  atEndOfTest(() => server.close())
  const { service } = server.running
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  await failWrites(service.db, 'n % 5 = 0', "in ('webhooks', 'webhook_queues', 'delivery_workers', 'deliveries', 'delivery_attempts')")

  target.answer({ kind: 'reply', status: 500 })
  const subjects = Array.from({ length: 60 }, (_, i) => `shp_${i}`)
  await commitEvents(service, eventsOf(partner.partnerId, subjects))
  await deliveriesWhen(partner, webhook.id, (all) => all.length === 60 && all.every(({ attempt_count }) => attempt_count >= 1))
  expect((await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'disabled' })).status).toBe(200)
  await deliveriesWhen(partner, webhook.id, (all) => all.every(({ status }) => status === 'skipped'))

  target.answer({ kind: 'reply', status: 200 })
  expect((await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'enabled' })).status).toBe(200)
  await commitEvents(service, eventsOf(partner.partnerId, subjects))
  const since = new Date(Date.now() - 3_600_000).toISOString()
  expect((await partner.post(`/v2/webhooks/${webhook.id}/recover`, { since })).status).toBe(202)
  await deliveriesWhen(partner, webhook.id, (all) => all.every(({ status }) => status === 'delivered'))

  const deliveries = await deliveriesOf(partner, webhook.id)
  const attempts = deliveries.reduce((sum, { attempt_count }) => sum + attempt_count, 0)
  expect([deliveries.length, attempts]).toEqual([120, target.requests.length])
  // Sixty deliveries failed at their first attempt.
  expect(attempts).toBeGreaterThanOrEqual(180)
  const old =
    "update delivery_attempts set recorded_at = now() - interval '60 days', delivery_id = $1 || substr(delivery_id, length($1) + 1)"
  await service.db.query('test_old', old, [deliveryIdOf(Date.now() - 60 * 86_400_000)])
  const left = async () => (await service.db.one<{ n: number }>('test_left', 'select count(*) as n from delivery_attempts'))?.n
  // Retention in the server itself may be running, or the database may have no connection left. In either case this pass ends without an
  // effect, and the next one comes minutes later.
  await until('old attempts are removed', async () => {
    const retention = new Retention(service.db, pino({ level: 'warn' }), KEPT)
    const run = retention.run()
    const areRemoved = await until('a pass removes them', async () => (await left()) === 0, 10_000).catch(() => false)
    retention.stop()
    await run
    return areRemoved
  })
})
