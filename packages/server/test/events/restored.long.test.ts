// A dump is restored into another cluster. The transaction ids of its events are higher than those of the new cluster.
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { continueRestoredFeed } from '../../src/storage/restored-feed.ts'
import { RETURN } from '../support/client.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
const started: TestService[] = []
beforeEach(async () => {
  service = await startTestService()
  started.push(service)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => Promise.all(started.map((one) => one.close())))

const FAR = 1_000_000_000
const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await service.running.service.db.pool.query(text, values)).rows as Row[]
const restore = (where = 'true') => sql(`update events set xid = (xid::text::bigint + ${FAR})::text::xid8 where ${where}`)
const mend = (lines: string[] = []) =>
  continueRestoredFeed({ connectionString: service.running.service.config.databaseUrl as string }, (line) => lines.push(line))
/** Returns the physical place of each row in its table. Another version of a row has another place. */
const lying = () =>
  sql(`select tableoid::regclass::text as of, ctid::text, xmin::text, id, xid::text, seq from events
       union all select tableoid::regclass::text, ctid::text, xmin::text, id, null, event_seq from deliveries order by id`)
const create = () => service.demo.post('/v2/shipments', RETURN)
const feed = async (): Promise<string[]> => (await service.demo.events()).map(({ eventID }) => eventID)
/** Returns the events that the feed shows now, without waiting for it to settle. */
const shown = async () => (await service.demo.get('/v2/events?limit=500')).json.data.map(({ eventID }: { eventID: string }) => eventID)
const pagesOf = async (limit: number, after = ''): Promise<string[]> => {
  const seen: string[] = []
  for (let from = after; ; ) {
    const { json } = await service.demo.get(`/v2/events?limit=${limit}${from && `&after=${from}`}`)
    seen.push(...json.data.map(({ eventID }: { eventID: string }) => eventID))
    if (!json.has_more) return seen
    from = json.next_cursor && json.data.at(-1).eventID
  }
}

test('the restored feed has the same order and ids, no row is written, and new events follow', async () => {
  await Promise.all(Array.from({ length: 20 }, create))
  for (let i = 0; i < 3; i++) await create()
  const before = await feed()
  await restore()
  const rows = await lying()
  expect(await shown()).toEqual([])
  const lines: string[] = []
  expect(await mend(lines)).toBe(true)
  expect(lines).toEqual([expect.stringContaining('its feed continues after its last event')])
  expect(await feed()).toEqual(before)
  expect(await lying()).toEqual(rows)
  // This request uses statements that were prepared before the feed was repaired.
  expect((await create()).status).toBe(201)
  const after = await feed()
  expect([after.slice(0, 46), after.length]).toEqual([before, 48])
  expect(await pagesOf(7)).toEqual(after)
  for (const at of [0, 20, 45]) expect(await pagesOf(5, after[at])).toEqual(after.slice(at + 1))
  expect(await mend()).toBe(false)
})

test('the repair rewrites none of thirty thousand events', async () => {
  await create()
  await restore()
  await sql(
    `insert into events (id, xid, partner_id, type, subject, created_at, body)
     select 'evt_' || lpad(n::text, 26, '0'), (2 * ${FAR}::bigint + n)::text::xid8, partner_id, type, subject, created_at, body
       from (select * from events limit 1) e, generate_series(1, 30000) n`,
  )
  // A row that is rewritten gets another place and another transaction.
  const rows = () =>
    sql("select count(*), md5(string_agg(tableoid || ' ' || ctid || ' ' || xmin, ',' order by id)) as versions from events")
  const before = await rows()
  expect(await mend()).toBe(true)
  expect(await rows()).toEqual(before)
})

test('a feed of this cluster is left alone, even next to lower ids of a restored one', async () => {
  expect(await mend()).toBe(false)
  await Promise.all([create(), create(), create()])
  await service.demo.settle()
  const before = await lying()
  expect(await mend()).toBe(false)
  expect(await lying()).toEqual(before)
  await sql(`update events set xid = '17' where seq < 4`)
  expect(await mend()).toBe(false)
})

test('a dump of a restored database continues too, on a server with lower or higher ids', async () => {
  await create()
  await feed()
  await restore()
  await mend()
  await create()
  const before = await feed()
  expect(before).toHaveLength(4)
  await restore()
  expect(await shown()).toEqual([])
  expect(await mend()).toBe(true)
  await create()
  expect((await feed()).slice(0, 4)).toEqual(before)
  const all = await feed()
  // Lowers the transaction ids of all events, as if those of the server were higher.
  await sql(`update events set xid = (xid::text::bigint - ${FAR / 2})::text::xid8`)
  expect(await mend()).toBe(false)
  await create()
  const last = await feed()
  expect([last.slice(0, 6), last.length]).toEqual([all, 8])
})

test('an earlier transaction writes after the restored events, and the feed waits for it', async () => {
  await create()
  const before = await feed()
  await restore()
  const late = await service.running.service.db.pool.connect()
  await late.query('begin; select pg_current_xact_id()')
  expect(await mend()).toBe(true)
  expect(await feed()).toEqual(before)
  const { json } = await create()
  // The transaction id of the new event is higher than that of the open transaction, so the event is not shown yet.
  expect(await shown()).toEqual(before)
  await late.query(
    `insert into events (id, partner_id, type, subject, created_at, body)
     select 'evt_late', partner_id, type, subject, created_at, replace(body, id, 'evt_late') from events where id = $1`,
    [before[0]],
  )
  await late.query('commit')
  late.release()
  const rows = await sql<{ id: string; shipment_id: string | null }>('select id, shipment_id from events order by events.xid, events.seq')
  expect(rows.map(({ id }) => id).slice(0, 3)).toEqual([...before, 'evt_late'])
  expect(rows.slice(3).map(({ shipment_id }) => shipment_id)).toEqual([json.id, json.id])
  await service.demo.settle()
  expect(await shown()).toHaveLength(5)
})

test('new events go into the open partition, even if the closed ones end far ahead', async () => {
  await create()
  const before = await feed()
  await restore()
  const end = 3 * FAR
  await sql(`
    alter table events detach partition events_before;
    alter table events attach partition events_before for values from (minvalue) to ('${end}');
    create table events_from_${end} (like events including defaults, primary key (id));
    alter table events attach partition events_from_${end} for values from ('${end}') to (maxvalue);
    insert into event_partitions (name, from_xid, to_xid, first_id, last_id, last_shipment_id, closed_at)
    select 'events_before', '0', '${end}', min(id), max(id), max(shipment_id), now() from events`)
  expect(await mend()).toBe(true)
  await create()
  const after = await feed()
  expect([after.slice(0, 2), after.length]).toEqual([before, 4])
  expect(await sql(`select tableoid::regclass::text as name from events where id = $1`, [after[3]])).toEqual([
    { name: `events_from_${end}` },
  ])
  for (const id of after) expect((await service.demo.get(`/v2/events/${id}`)).status).toBe(200)
})

test('of several processes that start at once, one repairs the feed, and writers lose nothing', async () => {
  await Promise.all([create(), create(), create()])
  const before = await feed()
  await restore()
  const done = await Promise.all([mend(), mend(), mend(), mend()])
  expect(done.filter((one) => one)).toHaveLength(1)
  const answers = await Promise.all(Array.from({ length: 10 }, create))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const after = await feed()
  expect([after.slice(0, 6), after.length]).toEqual([before, 26])
})

test('query plans use the plain ids, before and after the repair', async () => {
  const planOf = async (text: string) =>
    (await sql<{ 'QUERY PLAN': string }>(`explain (verbose, costs off) ${text}`))
      .map((row) => row['QUERY PLAN'])
      .filter((line) => !line.startsWith('Query Identifier'))
      .join('\n')
  const reading =
    'select id from events where partner_id = $$p$$ and xid < feed_xid(pg_snapshot_xmin(pg_current_snapshot())) order by xid, seq limit 5'
  const writing = "insert into events (id, partner_id, type, subject, created_at, body) values ('e', 'p', 't', 's', now(), 'b')"
  const bare = await planOf(reading.replace('feed_xid', ''))
  expect(bare).toContain('Index Cond')
  expect(await planOf(reading)).toBe(bare)
  expect(await planOf(writing)).not.toContain('feed_xid')
  await create()
  await restore()
  await mend()
  const plans = (await planOf(reading)) + (await planOf(writing))
  expect(plans).not.toContain('feed_xid')
  expect(plans.match(/::bigint \+ '?\d{9,}/g)).toHaveLength(2)
})

test('a start repairs the feed before it serves, and logs the repair and the hold of webhooks', async () => {
  await create()
  const before = await feed()
  await restore()
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const again: Running = await serve({ ...service.running.service.config, port: 0 }, 'api')
  await again.close()
  expect(said.mock.calls.map(([text]) => text)).toEqual([
    expect.stringMatching(/^the database was restored .*: its feed continues .*\n$/),
    expect.stringMatching(/^the database was restored .*: nothing is sent to webhooks; .*\n$/),
  ])
  expect(await feed()).toEqual(before)
})

test('a start removes a check that transactions have passed, and leaves one that is far ahead', async () => {
  const check = (to: string) =>
    sql(`alter table events_before drop constraint if exists events_until;
         alter table events_before add constraint events_until check (xid < '${to}') not valid`)
  const start = async () => (await serve({ ...service.running.service.config, port: 0 }, 'api', false)).close()
  const has = async () => (await sql("select from pg_constraint where conname = 'events_until'")).length > 0
  await check('1')
  expect((await create()).status).toBeGreaterThanOrEqual(500)
  await start()
  expect([await has(), (await create()).status]).toEqual([false, 201])
  await check(`${FAR}`)
  await start()
  expect(await has()).toBe(true)
  // Requests do not wait while a start waits for the lock on the table.
  await check('1')
  const reader = await service.running.service.db.pool.connect()
  await reader.query('begin; select from events limit 1')
  await start()
  expect(await has()).toBe(true)
  await reader.query('commit')
  reader.release()
  await start()
  expect(await has()).toBe(false)
})

test('waiting deliveries keep their order and are sent before those of later events', async () => {
  const receiver = await startReceiver()
  const { id } = (await create()).json
  await service.demo.post('/v2/webhooks', { url: receiver.url(), enabled_events: ['*'] })
  await sql("select setval(pg_get_serial_sequence('events', 'seq'), 500)")
  for (const command of ['hold', 'release', 'hold', 'release']) await service.demo.post(`/v2/shipments/${id}/${command}`)
  await restore()
  // After logical replication the sequence is in this state.
  await sql("select setval(pg_get_serial_sequence('events', 'seq'), 1)")
  await mend()
  await service.demo.post(`/v2/shipments/${id}/cancel`)
  const waiting = await sql<{ type: string }>(
    'select e.type from deliveries d join events e on e.id = d.event_id and e.seq = d.event_seq order by d.event_seq',
  )
  expect(waiting.map(({ type }) => type.replace('shipment.', ''))).toEqual(['held', 'released', 'held', 'released', 'cancelled'])
  const worker = await serve({ ...service.running.service.config, port: 0 }, 'worker')
  try {
    await expect.poll(() => receiver.requests.length).toBe(5)
  } finally {
    await worker.close()
    await receiver.close()
  }
  const types = receiver.requests.map(({ body }) => JSON.parse(String(body)).type.replace('shipment.', ''))
  expect(types).toEqual(['held', 'released', 'held', 'released', 'cancelled'])
})
