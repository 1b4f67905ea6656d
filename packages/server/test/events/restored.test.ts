// A dump restored into another cluster: its transaction ids are those of a cluster that has counted further than this one.
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { renumberRestoredFeed } from '../../src/platform/migrate.ts'
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
  renumberRestoredFeed({ connectionString: service.running.service.config.databaseUrl as string }, (line) => lines.push(line))
const create = () => service.demo.post('/v2/shipments', RETURN)
const feed = async (): Promise<string[]> => (await service.demo.events()).map(({ eventID }) => eventID)
/** What the feed shows at this moment, without waiting for it to settle. */
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

test('the feed is shown again, in the same order and with the same ids, and new events follow', async () => {
  await Promise.all(Array.from({ length: 20 }, create))
  for (let i = 0; i < 3; i++) await create()
  const before = await feed()
  const bodies = await sql('select id, body from events order by id')
  await restore()
  expect(await shown()).toEqual([])
  const lines: string[] = []
  expect(await mend(lines)).toBe(46)
  expect(lines).toEqual([expect.stringContaining('its 46 events were renumbered')])
  expect(await feed()).toEqual(before)
  expect(await sql('select id, body from events order by id')).toEqual(bodies)
  expect((await create()).status).toBe(201)
  const after = await feed()
  expect([after.slice(0, 46), after.length]).toEqual([before, 48])
  expect(await pagesOf(7)).toEqual(after)
  for (const at of [0, 20, 45]) expect(await pagesOf(5, after[at])).toEqual(after.slice(at + 1))
})

test('a feed of this cluster is left alone, also beside the ids of a restored one that are lower than those to come', async () => {
  expect(await mend()).toBe(0)
  await Promise.all([create(), create(), create()])
  await service.demo.settle()
  const rows = () => sql('select id, xid::text, seq from events order by id')
  const before = await rows()
  expect(await mend()).toBe(0)
  expect(await rows()).toEqual(before)
  await sql(`update events set xid = '17' where seq < 4`)
  expect(await mend()).toBe(0)
})

test('a second restore is mended like the first, and what came between stays between', async () => {
  await create()
  await feed()
  await restore()
  await mend()
  await create()
  const before = await feed()
  await restore(`xid > '3'`)
  expect(await mend()).toBe(4)
  await create()
  expect((await feed()).slice(0, 4)).toEqual(before)
})

test('what was written here before the restored feed was mended comes after it', async () => {
  await Promise.all([create(), create()])
  const old = await feed()
  await restore()
  await create()
  const since = (await sql<{ id: string }>(`select id from events where xid < '${FAR}' order by xid, seq`)).map(({ id }) => id)
  expect(since).toHaveLength(2)
  expect(await mend()).toBe(6)
  expect(await feed()).toEqual([...old, ...since])
})

test('of several processes that start at once one does it, and writers lose nothing', async () => {
  await Promise.all([create(), create(), create()])
  const before = await feed()
  await restore()
  const [counts, answers] = await Promise.all([
    Promise.all([mend(), mend(), mend(), mend()]),
    Promise.all(Array.from({ length: 10 }, create)),
  ])
  expect(counts.filter((count) => count > 0)).toHaveLength(1)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const after = await feed()
  expect([after.slice(0, 6), after.length]).toEqual([before, 26])
})

test('a start does it before it serves, says so in one line, and in another that webhooks are held', async () => {
  await create()
  const before = await feed()
  await restore()
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const again: Running = await serve({ ...service.running.service.config, port: 0 }, 'api')
  await again.close()
  expect(said.mock.calls.map(([text]) => text)).toEqual([
    expect.stringMatching(/^the database was restored .* 2 events .*\n$/),
    expect.stringMatching(/^the database was restored .*: nothing is sent to webhooks; .*\n$/),
  ])
  expect(await feed()).toEqual(before)
})

test('deliveries that wait keep their order and go out before those of later events', async () => {
  const receiver = await startReceiver()
  const { id } = (await create()).json
  await service.demo.post('/v2/webhooks', { url: receiver.url(), enabled_events: ['*'] })
  // A gap, as what is rolled back leaves: the places in the feed are other numbers than those of the deliveries.
  await sql("select setval(pg_get_serial_sequence('events', 'seq'), 500)")
  for (const command of ['hold', 'release', 'hold', 'release']) await service.demo.post(`/v2/shipments/${id}/${command}`)
  await restore()
  await sql("select setval(pg_get_serial_sequence('events', 'seq'), 1)")
  await mend()
  await service.demo.post(`/v2/shipments/${id}/cancel`)
  const waiting = await sql<{ type: string }>(
    'select e.type from deliveries d join events e on e.id = d.event_id and e.seq = d.event_seq order by d.event_seq',
  )
  expect(waiting.map(({ type }) => type.replace('shipment.', ''))).toEqual(['held', 'released', 'held', 'released', 'cancelled'])
  const worker = await serve({ ...service.running.service.config, port: 0 }, 'worker')
  try {
    await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(5)
  } finally {
    await worker.close()
    await receiver.close()
  }
  const types = receiver.requests.map(({ body }) => JSON.parse(String(body)).type.replace('shipment.', ''))
  expect(types).toEqual(['held', 'released', 'held', 'released', 'cancelled'])
})
