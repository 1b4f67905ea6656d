import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN } from '../support/client.ts'
import { operatingGuide } from '../support/operating.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

// The instructions of docs/operating/, executed.

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const DOCUMENT = operatingGuide()
const blocks = [...DOCUMENT.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql as string)
/** Returns the one SQL block that contains this text. */
const block = (part: string): string => {
  const found = blocks.filter((sql) => sql.includes(part))
  expect(found).toHaveLength(1)
  return found[0] as string
}
/** Returns the SQL statement that contains this text. */
const statement = (part: string): string => {
  const found = block(part)
    .split(/;.*\n/)
    .filter((sql) => sql.includes(part))
  expect(found).toHaveLength(1)
  return found[0] as string
}

const TOKEN = 'a-token'
let service: TestService
let database: pg.Client
beforeAll(async () => {
  service = await startTestService('api', { BACKHAUL_METRICS_TOKEN: TOKEN })
  database = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string })
  database.on('error', () => {})
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await service.close()
})

const create = () => service.demo.post('/v2/shipments', RETURN)
/** Returns the events that the feed shows at this moment. */
const shown = async () => (await service.demo.get('/v2/events?limit=500')).json.data.map(({ eventID }: { eventID: string }) => eventID)
/**
 * Repeats the scrape until the database answers in time. On a busy machine the database may need longer than a scrape waits, and the value
 * is then NaN.
 */
const metrics = () =>
  until('the metrics of deliveries are read', async () => {
    const response = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await response.text()
    return !text.includes('backhaul_webhooks_failing Nan') && text
  })
const feed = async () => (await service.demo.events()).map(({ eventID }) => eventID)

test('the settings table names exactly the variables that are read', () => {
  const readers = ['config', 'object-settings', 'provider-settings'].map((name) => read(`packages/server/src/process/${name}.ts`))
  const read_ = readers.flatMap((text) => [...text.matchAll(/env(?:\.|, ')([A-Z0-9_]{4,})\b/g)].map(([, name]) => name))
  const rows = read('docs/operating/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const told = rows.flatMap((line) => [...(line.split('|')[1] as string).matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name))
  expect(told.sort()).toEqual([...new Set(read_)].sort())
})

test('a transaction that holds back the feed is found, and ending it releases the feed', async () => {
  const before = await feed()
  const holder = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string, application_name: 'forgotten' })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin; create table forgotten (n int)')
  expect((await create()).status).toBe(201)
  expect(await shown()).toEqual(before)
  const { rows } = await database.query(statement('backend_xid is not null'))
  const found = rows.find((row) => row.application_name === 'forgotten')
  expect(found.state).toBe('idle in transaction')
  await database.query('select pg_terminate_backend($1)', [found.pid])
  expect(await feed()).toHaveLength(before.length + 2)
  expect((await database.query(statement('pg_prepared_xacts'))).rows).toEqual([])
})

test('a backlog appears in the queries and in the metrics, and a disabled webhook is found', async () => {
  const receiver = await startReceiver()
  const { json: webhook } = await service.demo.post('/v2/webhooks', { url: receiver.url(), enabled_events: ['*'] })
  await create()
  const { rows } = await database.query(statement('as due, min'))
  expect(rows).toEqual([expect.objectContaining({ webhook_id: webhook.id, due: expect.anything(), owner: null })])
  expect(Number(rows[0].due)).toBe(2)
  expect((await database.query(statement('from delivery_workers'))).rows).toEqual([])
  const text = await metrics()
  expect(text).toMatch(/^backhaul_deliveries_due 2$/m)
  expect(text).toMatch(/^backhaul_webhooks_failing 0$/m)
  // An event was committed, and no worker hears the notification.
  expect(text).toMatch(/^backhaul_bell_up 1$/m)
  expect(text).toMatch(/^backhaul_bell_rings_total [1-9]\d*$/m)
  expect(text).toMatch(/^backhaul_bell_heard_total 0$/m)
  // The first scrape shows the deliveries that are due now.
  expect(Number(/^backhaul_deliveries_oldest_due_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  // machine/metrics.test.ts covers the metrics of several processes.
  for (const [name] of DOCUMENT.matchAll(/(?<=\| `)backhaul_(?!processes)[a-z_]+/g)) expect(text).toContain(`# TYPE ${name} `)
  expect((await service.demo.patch(`/v2/webhooks/${webhook.id}`, { status: 'disabled' })).status).toBe(200)
  const disabled = await database.query(statement("where status = 'disabled'"))
  expect(disabled.rows).toEqual([expect.objectContaining({ id: webhook.id, url: receiver.url() })])
  await receiver.close()
})

test('a failing webhook is found, with its last attempt', async () => {
  const { json: webhook } = await service.demo.post('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] })
  await create()
  const failing = statement('q.failing_since is not null')
  expect((await database.query(failing)).rows).toEqual([])
  // No worker runs here, so the test writes the row.
  await database.query("update webhook_queues set failing_since = now() - interval '1 hour', failures = 2 where webhook_id = $1", [
    webhook.id,
  ])
  expect(await metrics()).toMatch(/^backhaul_webhooks_failing 1$/m)
  await database.query('update deliveries set attempts = 2 where webhook_id = $1', [webhook.id])
  await database.query(
    `insert into delivery_attempts (delivery_id, attempt, trigger, at, duration_ms, error_class, error_message)
     select id, attempt, 'schedule', now(), 1, class, 'what happened'
       from deliveries, (values (1, 'timeout'), (2, 'connect')) as made (attempt, class) where webhook_id = $1 order by attempt`,
    [webhook.id],
  )
  expect((await database.query(failing)).rows).toEqual([
    expect.objectContaining({ id: webhook.id, url: 'http://127.0.0.1:9/hook', failures: 2, error_class: 'connect', status: null }),
  ])
})
