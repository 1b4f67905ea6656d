// Monitoring for operators: the metrics behind alerts, and the log of an outage.
import { readFileSync } from 'node:fs'
import { ERRORS } from '@backhaul/core/errors.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { behindValues, Retention } from '../../src/delivery/retention.ts'
import { RETRY_DELAYS_MS } from '../../src/delivery/schedule.ts'
import { Metrics } from '../../src/http/metrics.ts'
import { WATCHED } from '../../src/http/watching-metrics.ts'
import { idAt } from '../../src/process/ids.ts'
import { EventPartitionMaintainer } from '../../src/storage/event-partitions.ts'
import { RETURN } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { Holder } from '../support/holder.ts'
import { KEPT } from '../support/kept.ts'
import { startProxy } from '../support/proxy.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
beforeAll(async () => {
  // Retention runs only when the tests call it.
  const run = vi.spyOn(Retention.prototype, 'run').mockResolvedValue()
  service = await startTestService('all')
  run.mockRestore()
})
afterAll(() => service.close())

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const exposition = async () => (await service.running.metrics.answer()).text
/** Returns the value of a sample in the exposition, with its labels. Null if there is none. */
const value = async (sample: string): Promise<number | null> => {
  const line = (await exposition()).split('\n').find((one) => one.startsWith(`${sample} `))
  return line === undefined ? null : Number(line.slice(sample.length + 1))
}
const query = (name: string, text: string) => service.running.service.db.query(name, text)

test('every alert and panel uses existing metrics; every alert has a runbook and a test that fires it', async () => {
  const text = await exposition()
  const names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string))
  // Metrics of the whole machine, which no single process reports.
  for (const name of ['backhaul_processes', 'backhaul_processes_replaced_total']) names.add(name)
  const rules = read('deploy/prometheus/alerts.yml')
  const dashboard = read('deploy/grafana/backhaul.json')
  const named = `${rules.replace(/^ *(#|runbook|summary).*$/gm, '')}\n${dashboard}`.match(/\b(backhaul|process|nodejs)_[a-z_]+/g) ?? []
  expect(new Set(named).size).toBeGreaterThan(20)
  expect([...new Set(named)].filter((name) => !names.has(name.replace(/_bucket$/, '')))).toEqual([])
  expect([...new Set(rules.match(/^ *expr: *([a-z_]+)/gm))].length).toBeGreaterThan(0)
  JSON.parse(dashboard)

  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name as string)
  expect(alerts).toHaveLength(17)
  const runbook = read('docs/operating/runbook.md')
  expect([...runbook.matchAll(/^### (Backhaul\w+)$/gm)].map(([, name]) => name).sort()).toEqual(alerts.toSorted())
  const fired = read('deploy/prometheus/alerts.test.yml')
  for (const alert of alerts) {
    expect(fired).toContain(`alertname: ${alert}, exp_alerts: [] }\n`)
    const rule = rules.slice(rules.indexOf(`alert: ${alert}\n`)).split('\n\n')[0] as string
    expect(rule).toContain(`runbook: docs/operating/runbook.md#${alert.toLowerCase()}\n`.trimEnd())
    const entry = (runbook.split(`### ${alert}\n`)[1] ?? '').split('\n#')[0] as string
    for (const part of [/\*\*Symptom:\*\*/, /\*\*Look here/, /do this/i])
      expect([alert, entry]).toEqual([alert, expect.stringMatching(part)])
    expect(fired).toContain(`name: ${alert} fires\n`)
  }
})

test('the documentation lists every metric of the service and no others', async () => {
  const names = [...(await exposition()).matchAll(/^# TYPE (backhaul_\S+)/gm)].map(([, name]) => name as string)
  const section = read('docs/operating/monitoring.md').split('\n## Metrics\n')[1]?.split('\n## ')[0] as string
  const told = [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
    [...(cell as string).matchAll(/`(backhaul_[a-z_]+)/g)].map(([, name]) => name),
  )
  const ofMachine = ['backhaul_processes', 'backhaul_processes_replaced_total']
  expect(told.sort()).toEqual([...names, ...ofMachine].sort())
})

test('the first scrape shows the delay of the event loop, which is measured only from then on', async () => {
  const scrape = new Metrics(service.running.service).answer()
  for (const end = performance.now() + 100; performance.now() < end; );
  const mean = Number(/^nodejs_eventloop_lag_mean_seconds (.+)$/m.exec((await scrape).text)?.[1])
  expect(mean).toBeGreaterThan(0)
})

test('metrics count workers, their leases, delivery attempts and disabled webhooks', async () => {
  const [good, bad] = [await startReceiver(), await startReceiver()]
  bad.answer({ kind: 'reply', status: 500 })
  const target = (url: string) => ({ url, enabled_events: ['shipment.created'] })
  await service.demo.post('/v2/webhooks', target(good.url()))
  const { json: failing } = await service.demo.post('/v2/webhooks', target(bad.url()))
  expect((await service.demo.post('/v2/shipments', RETURN)).status).toBe(201)
  const total = (outcome: string) => value(`backhaul_delivery_attempts_total{outcome="${outcome}"}`)
  await until('both attempts are counted', async () => (await total('delivered')) === 1 && (await total('failed')) === 1)
  expect([await total('exhausted'), await value('backhaul_webhooks_disabled')]).toEqual([0, 0])
  await until(
    'the worker is seen with what it holds',
    async () => (await value('backhaul_workers')) === 1 && (await value('backhaul_leases')) === 2,
  )
  // The next attempt is the delivery's last one.
  await query('test_last', `update deliveries set attempts = ${RETRY_DELAYS_MS.length}, due_at = now() where status = 'pending'`)
  await until('it is exhausted', async () => (await total('exhausted')) === 1)
  await service.demo.patch(`/v2/webhooks/${failing.id}`, { status: 'disabled' })
  expect(await value('backhaul_webhooks_disabled')).toBe(1)
  await Promise.all([good.close(), bad.close()])
})

test('a transaction that holds back the feed is reported with its owner, even to an account that cannot see its start time', async () => {
  await service.demo.events()
  expect(await value('backhaul_feed_held_back_seconds')).toBe(0)
  const connectionString = service.running.service.config.databaseUrl as string
  // This transaction begins before the one that holds back the feed, but it writes later.
  const other = await Holder.begin({ connectionString, application_name: 'other' })
  await other.query('select 1')
  const holder = await Holder.begin({ connectionString, application_name: 'forgotten' })
  await holder.query('create table forgotten (n int)')
  await other.query('create table other (n int)')
  expect((await service.demo.post('/v2/shipments', RETURN)).status).toBe(201)
  await until('it holds the feed back', async () => ((await value('backhaul_feed_held_back_seconds')) ?? 0) > 1)
  // Other users of the tests' PostgreSQL may have held back the feed for longer.
  const told = /^backhaul_feed_holder_seconds\{database="\w+",account="\w+",application="forgotten"\} [\d.]+$/m
  await until('its owner is told', async () => told.test(await exposition()))

  const stranger = await Holder.begin({ connectionString })
  await stranger.query('create role stranger; grant select on all tables in schema public to stranger; set local role stranger')
  const isTold = async () => {
    const { rows } = await stranger.query(WATCHED, behindValues(KEPT))
    await stranger.query('select pg_stat_clear_snapshot()')
    return rows[0].application === 'forgotten' && rows[0].held_s === null && rows[0].held_back_s > 1
  }
  await until('another account is told who it is', isTold)
})

test('refusals are counted by code, and every code is exported before its first refusal', async () => {
  const refused = () => value('backhaul_http_refusals_total{code="missing_api_key"}')
  const text = await exposition()
  for (const code of Object.keys(ERRORS)) expect(text).toContain(`backhaul_http_refusals_total{code="${code}"} `)
  const before = (await refused()) as number
  expect((await fetch(`${service.url}/v2/shipments`)).status).toBe(401)
  await until('it is counted', async () => (await refused()) === before + 1)
})

test('retention reports how far behind it is and how much it removed', async () => {
  expect(await value('backhaul_retention_behind_seconds{what="idempotency_keys"}')).toBe(0)
  expect(await value('backhaul_retention_removed_total{what="idempotency"}')).toBe(0)
  await query('test_old', "update idempotency_keys set created_at = now() - interval '8 days'")
  await query('test_mark', "update upkeep_marks set done_to = (now() - interval '9 days')::text where task = 'idempotency_keys'")
  // The only attempt of a finished delivery, in a partition of attempts that has just ended.
  const attempted = (Date.now() - 52 * 86_400_000).toString(16).padStart(12, '0')
  await query(
    'test_old_attempt',
    `update delivery_attempts set recorded_at = now() - interval '52 days', delivery_id = 'dlv_${attempted}' || substr(delivery_id, 17)`,
  )
  const behind = await value('backhaul_retention_behind_seconds{what="idempotency_keys"}')
  expect(Math.round((behind ?? 0) / 3600)).toBe(24)
  expect(Math.round(((await value('backhaul_retention_behind_seconds{what="attempts"}')) ?? 0) / 3600)).toBe(24)
  expect(await value('backhaul_retention_behind_seconds{what="skipped_deliveries"}')).toBe(0)
  expect(await value('backhaul_retention_behind_seconds{what="deliveries"}')).toBe(0)
  const made = (Date.now() - (91 + 28) * 86_400_000).toString(16).padStart(12, '0')
  await query(
    'test_old_delivery',
    `update deliveries set status = 'delivered', id = 'dlv_${made}' || substr(id, 17) where id = (select min(id) from deliveries)`,
  )
  expect(Math.round(((await value('backhaul_retention_behind_seconds{what="deliveries"}')) ?? 0) / 3600)).toBe(24)
  const retention = new Retention(service.running.service.db, service.running.service.log, KEPT)
  const ended = retention.run()
  const { removed } = retention
  await until('all of them are removed', () => removed.idempotency && removed.attempts && removed.deliveries)
  retention.stop()
  await ended
  expect(await value('backhaul_partitions_ahead_seconds{table="deliveries"}')).toBeGreaterThan(28 * 86_400)
  for (const what of ['idempotency_keys', 'deliveries']) expect(await value(`backhaul_retention_behind_seconds{what="${what}"}`)).toBe(0)
})

test('an event partition whose end is overdue is reported until a worker sets the end', async () => {
  expect(await value('backhaul_event_partitions_due')).toBe(0)
  // With this lock, the service's own worker cannot set the end first.
  const other = await Holder.begin({ connectionString: service.running.service.config.databaseUrl as string })
  await other.query('select pg_advisory_xact_lock(7215014)')
  await query(
    'test_old_event',
    `insert into events (id, partner_id, type, subject, created_at, body)
     select '${idAt('event', Date.now() - 40 * 86_400_000).slice(0, -1)}1', partner_id, type, subject, created_at, body from events limit 1`,
  )
  expect(await value('backhaul_event_partitions_due')).toBe(1)
  await other.query('rollback')
  const { db, log } = service.running.service
  const keeper = new EventPartitionMaintainer(db, log)
  const isDone = async () => {
    await keeper.keep()
    return (await value('backhaul_event_partitions_due')) === 0
  }
  await until('it has one', isDone)
  expect(await query('test_parts', "select from pg_inherits where inhparent = 'events'::regclass")).toHaveLength(2)
})

test('metrics show connections in use, partners near their storage limit and clock skew', async () => {
  expect(await value('backhaul_database_connections{pool="commands",state="most"}')).toBe(6)
  const taken = await service.running.service.db.pool.connect()
  const inUse = async () => ((await value('backhaul_database_connections{pool="commands",state="in_use"}')) ?? 0) > 0
  await until('it is in use', inUse).finally(() => taken.release())
  await until('the clock is known', async () => Math.abs((await value('backhaul_clock_skew_seconds')) ?? 99) < 5)
  expect(await value('backhaul_storage_partners_near_limit')).toBe(0)
  const full =
    'insert into storage (id, used) select id, 10737418240 from partners limit 1 on conflict (id) do update set used = excluded.used'
  await query('test_full', full)
  expect(await value('backhaul_storage_partners_near_limit')).toBe(1)
})

test('an outage logs one line first and then one per second, with the number of requests', async () => {
  const database = await createTestDatabase()
  const proxy = await startProxy(database.url)
  const outage = await startTestService('api', { DATABASE_URL: proxy.url })
  try {
    const lines: { times?: number }[] = []
    vi.spyOn(outage.running.service.log, 'warn').mockImplementation(((facts: { times?: number }, text: string) => {
      if (text === 'request refused: service unavailable') lines.push(facts)
    }) as never)
    await proxy.close()
    const began_ms = performance.now()
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await outage.demo.get('/v2/shipments')).status))
    const unavailable = statuses.filter((status) => status === 503).length
    expect(unavailable).toBeGreaterThan(30)
    await until('all of them are told of', () => lines.reduce((sum, { times = 1 }) => sum + times, 0) === unavailable)
    expect(lines.length).toBeLessThanOrEqual(2 + Math.floor((performance.now() - began_ms) / 1000))
    expect(lines.length).toBeLessThan(unavailable)
  } finally {
    vi.restoreAllMocks()
    await outage.close()
    await database.drop()
  }
})
