// Events in partitions. The feed and its cost stay the same when commits are late, at every boundary, and when a process dies while it
// makes a boundary.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { openClient } from '../../src/database/database-client.ts'
import { deliveryIdOf, idAt, newId } from '../../src/process/ids.ts'
import {
  ALONE,
  type EventPartition,
  EventPartitionMaintainer,
  type EventPartitions,
  endAt,
  nextStep,
  PERIOD_MS,
  readEventPartitions,
} from '../../src/storage/event-partitions.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { watchStatements } from '../support/statements.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000

let server: TestService
beforeEach(async () => {
  server = await startTestService('api')
  // Processes that a test has started end before the server.
  atEndOfTest(() => server.close())
})

type Client = Awaited<ReturnType<typeof openClient>>
const client = async (): Promise<Client> => {
  const one = await openClient(server.running.service.db.config)
  atEndOfTest(() => one.end().catch(() => {}))
  return one
}
const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.running.service.db.pool.query(text, values)).rows as Row[]
const keeper = () => new EventPartitionMaintainer(server.running.service.db, server.running.service.log)

const partitions = async (): Promise<string[]> => {
  const { parts } = await readEventPartitions(await client())
  return parts.map(({ name, from, to }) => `${name} ${from ?? 'min'} ${to ?? 'max'}`)
}

const nextXid = async (): Promise<bigint> =>
  BigInt((await sql<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next'))[0]?.next as string)

/** Makes boundaries, as workers do weeks ahead. */
const split = async (...edges: bigint[]): Promise<void> => {
  const one = await client()
  for (const edge of edges) {
    const { parts } = await readEventPartitions(one)
    await one.query(['begin', ALONE, ...endAt(parts.at(-1) as EventPartition, edge), 'commit'].join(';\n'))
  }
}

/** Ends the current partition a few transaction ids ahead, so that the next transactions write to the next partition. */
const splitNow = async (): Promise<void> => {
  const one = await client()
  await one.query(`begin; ${ALONE}`)
  const { parts, next } = await readEventPartitions(one)
  await one.query([...endAt(parts.at(-1) as EventPartition, next + 3n), 'commit'].join(';\n'))
}

/** Inserts events with these old transaction ids, in this order, and returns the ids of the events. */
const insert = async (partner_id: string, xids: readonly bigint[], ids?: readonly string[], shipment = 'shp_1', type = 'shipment.held') => {
  const rows = xids.map((xid, i) => ({ xid: String(xid), id: ids?.[i] ?? newId('event') }))
  await sql(
    `insert into events (id, xid, partner_id, type, subject, shipment_id, created_at, body)
     select r.id, r.xid::xid8, $2, $4, $3, $3, now(), '{"eventID":"' || r.id || '"}' from json_to_recordset($1) as r(id text, xid text)`,
    [JSON.stringify(rows), partner_id, shipment, type],
  )
  return rows.map(({ id }) => id)
}

const closed = () =>
  sql<{ name: string; from_xid: string; to_xid: string; first_id: string | null; last_id: string | null; last_shipment_id: string | null }>(
    'select name, from_xid::text, to_xid::text, first_id, last_id, last_shipment_id from event_partitions order by event_partitions.to_xid',
  )

/** Another process on the same database, with empty caches. */
const another = async (): Promise<TestClient> => {
  const running: Running = await serve({ ...server.running.service.config, port: 0 }, 'api', false)
  atEndOfTest(() => running.close())
  return new TestClient(running.url as string, server.demo.credentials)
}

const pages = async (from: TestClient, query: string): Promise<string[]> => {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { json } = await from.get(`/v2/events?${query}${cursor}`)
    seen.push(...json.data.map(({ eventID }: { eventID: string }) => eventID))
    if (!json.has_more) return seen
    cursor = `&cursor=${json.next_cursor}`
  }
}

const demoPartner = async (): Promise<string> => (await sql<{ id: string }>("select id from partners where name = 'Demo'"))[0]?.id as string

test('every written event has a partition, in a new database and in an old one', async () => {
  expect(await partitions()).toEqual(['events_before min max'])
  await split(100n, 200n)
  const ids = await insert('par_1', [3n, 99n, 100n, 199n, 200n, 2n ** 63n])
  expect(await sql('select tableoid::regclass::text as table from events where id = any ($1) order by seq', [ids])).toEqual(
    ['events_before', 'events_before', 'events_from_100', 'events_from_100', 'events_from_200', 'events_from_200'].map((table) => ({
      table,
    })),
  )
  await keeper().keep()
  expect(await partitions()).toHaveLength(3)
})

test('a feed over several partitions is the same in both directions, from every position, in every process', async () => {
  const partner = await demoPartner()
  await split(100n, 200n, 300n, 400n)
  const other = await insert((await server.partner()).partnerId, [5n, 150n, 250n])
  const ids: string[] = []
  // Within a transaction, events are ordered by sequence number, whatever their ids are.
  for (const xid of [10n, 10n, 99n, 100n, 100n, 180n, 199n, 200n, 260n, 450n]) ids.push(...(await insert(partner, [xid])))
  const rare = await insert(partner, [20n, 460n], undefined, 'shp_2', 'shipment.released')
  const order = [...ids.slice(0, 2), rare[0] as string, ...ids.slice(2), rare[1] as string]
  await server.demo.settle()
  expect(await pages(server.demo, 'limit=3')).toEqual(order)
  await keeper().keep()
  expect((await closed()).map(({ to_xid }) => to_xid)).toEqual(['100', '200', '300', '400'])
  for (const one of [server.demo, await another()]) {
    for (const limit of [1, 2, 3, 5, 50]) {
      expect(await pages(one, `limit=${limit}`)).toEqual(order)
      expect(await pages(one, `limit=${limit}&order=newest`)).toEqual(order.toReversed())
    }
    for (const [at, id] of order.entries()) {
      expect(await pages(one, `limit=2&after=${id}`)).toEqual(order.slice(at + 1))
      expect((await one.get(`/v2/events/${id}`)).status).toBe(200)
    }
    expect(await pages(one, 'limit=1&type=shipment.released')).toEqual(rare)
    expect(await pages(one, 'limit=2&type=shipment.released&type=shipment.held')).toEqual(order)
    expect(await pages(one, 'limit=2&order=newest&type=shipment.released')).toEqual(rare.toReversed())
    expect(await pages(one, 'limit=3&shipment=shp_1')).toEqual(ids)
    expect(await pages(one, 'limit=1&shipment=shp_2')).toEqual(rare)
    expect(await pages(one, 'limit=4&created_after=2020-01-01T00:00:00Z&created_before=2100-01-01T00:00:00Z')).toEqual(order)
    for (const id of other) expect((await one.get(`/v2/events/${id}`)).status).toBe(404)
  }
  const operator = await server.operator()
  const all: string[] = []
  for (let cursor = ''; ; ) {
    const { json } = await operator.get(`/v2/ops/events?order=newest&limit=4${cursor}`)
    all.push(...json.data.map(({ eventID }: { eventID: string }) => eventID))
    if (!json.has_more) break
    cursor = `&cursor=${json.next_cursor}`
  }
  expect(all.filter((id) => order.includes(id))).toEqual(order.toReversed())
  expect(all).toHaveLength(order.length + 3)
})

test('an event is found by its id or shipment, even if the clocks that made the ids were wrong', async () => {
  const partner = await demoPartner()
  await split(100n, 200n, 300n)
  const strange = [
    idAt('event', 0),
    idAt('event', Date.now() + 4000 * DAY_MS),
    idAt('event', Date.now() - 400 * DAY_MS),
    newId('event'),
  ].map((id, i) => `${id.slice(0, -1)}${i}`)
  const early = idAt('shipment', Date.now() - 500 * DAY_MS)
  const late = idAt('shipment', Date.now() + 500 * DAY_MS)
  const ids: string[] = []
  for (const [i, xid] of [50n, 150n, 250n, 350n].entries()) {
    const shipment = i % 2 === 0 ? late : early
    ids.push(...(await insert(partner, [xid], [strange[i] as string], shipment)))
  }
  await insert(partner, [360n], undefined, newId('shipment'))
  await keeper().keep()
  await server.demo.settle()
  for (const id of ids) expect((await server.demo.get(`/v2/events/${id}`)).json.eventID).toBe(id)
  expect(await pages(server.demo, `shipment=${late}`)).toEqual([ids[0], ids[2]])
  expect(await pages(server.demo, `shipment=${early}`)).toEqual([ids[1], ids[3]])
  expect((await server.demo.get(`/v2/events/${newId('event')}`)).status).toBe(404)
})

test('a late commit across a boundary appears in its place, and its partition is not closed before', async () => {
  const partner = await demoPartner()
  const write =
    'insert into events (id, partner_id, type, subject, created_at, body) values ($1, $2, $3, $4, now(), $5) returning xid::text'
  const [first, second] = [newId('event'), newId('event')]
  const values = (id: string) => [id, partner, 'shipment.held', 's', `{"eventID":"${id}"}`]
  const slow = await client()
  await slow.query('begin')
  const xid = BigInt((await slow.query('select pg_current_xact_id()::text as xid')).rows[0].xid)
  await split(xid + 1n)
  await sql(write, values(second))
  await keeper().keep()
  expect(await closed()).toEqual([])
  const shown = async () => (await server.demo.get('/v2/events')).json.data.map(({ eventID }: { eventID: string }) => eventID)
  expect(await shown()).toEqual([])
  expect((await slow.query(write, values(first))).rows).toEqual([{ xid: String(xid) }])
  await keeper().keep()
  expect(await closed()).toEqual([])
  await slow.query('commit')
  await server.demo.settle()
  expect(await shown()).toEqual([first, second])
  expect(await pages(server.demo, 'limit=1')).toEqual([first, second])
  expect(await sql('select tableoid::regclass::text as table from events order by seq desc')).toEqual([
    { table: 'events_before' },
    { table: `events_from_${xid + 1n}` },
  ])
  await keeper().keep()
  expect(await closed()).toMatchObject([
    { name: 'events_before', from_xid: '0', to_xid: String(xid + 1n), first_id: first, last_id: first },
  ])
  for (const one of [server.demo, await another()]) {
    expect(await pages(one, `after=${first}`)).toEqual([second])
    expect(await pages(one, 'order=newest&limit=1')).toEqual([second, first])
  }
})

test('while boundaries are made and two processes write, a reader sees each event once, in feed order', async () => {
  const second = await another()
  const receiver = await receiverFor()
  await server.demo.post('/v2/webhooks', { url: receiver.url(), enabled_events: ['*'] })
  let writes = true
  // While this is false, a page may be empty only because a transaction in another test's database holds back the feed.
  let isSettled = false
  const answers: number[] = []
  const writer = async (one: TestClient) => {
    while (writes) answers.push((await one.post('/v2/shipments', RETURN)).status)
  }
  const seen: string[] = []
  const read = async () => {
    for (;;) {
      const last = seen.at(-1)
      const { json } = await second.get(`/v2/events?limit=5${last ? `&after=${last}` : ''}`)
      seen.push(...json.data.map(({ eventID }: { eventID: string }) => eventID))
      if (isSettled && json.data.length === 0) return
    }
  }
  const working = Promise.all([writer(server.demo), writer(server.demo), writer(second), writer(second)])
  const reading = read()
  for (let made = 0; made < 6; made++) {
    await until('transactions have ended since', async () => answers.length > (made + 1) * 8)
    // The boundary is so near that the running writes fall on both sides of it.
    await splitNow()
    await keeper().keep()
  }
  const last = (await partitions()).at(-1)?.split(' ')[0]
  await until('the last boundary is passed', async () => (await sql(`select from ${last} limit 1`)).length === 1)
  writes = false
  await working
  await server.demo.settle()
  isSettled = true
  await reading
  expect(new Set(answers)).toEqual(new Set([201]))
  const order = (await sql<{ id: string }>('select id from events order by events.xid, events.seq')).map(({ id }) => id)
  expect(order).toHaveLength(answers.length * 2)
  expect(seen).toEqual(order)
  expect((await sql('select distinct tableoid from events')).length).toBeGreaterThan(3)
  await keeper().keep()
  expect(await pages(await another(), 'limit=20')).toEqual(order)
  // Each delivery has the data of its event, whichever partition contains the event.
  const { json } = await server.demo.get('/v2/webhook-deliveries?limit=100')
  expect(json.data.length).toBe(Math.min(100, order.length))
})

test('a process that dies while making a boundary loses nothing, and the next one continues', async () => {
  const partner = await demoPartner()
  const next = await nextXid()
  // An event from 40 days ago, when transaction ids were lower.
  await insert(partner, [next / 2n], [`${idAt('event', Date.now() - 40 * DAY_MS).slice(0, -1)}1`])
  const dying = async (statements: string[]) => {
    const one = await openClient(server.running.service.db.config)
    await one.query(['begin', ...statements].join(';\n'))
    const ended = new Promise((resolve) => one.once('end', resolve))
    await sql('select pg_terminate_backend($1)', [(one as unknown as { processID: number }).processID])
    await ended
  }
  const one = await client()
  const before = await partitions()
  const step = async () => nextStep(await readEventPartitions(one)) as string[]
  const added = await step()
  expect(added.join()).toMatch(/add constraint events_until check \(xid < '\d+'\) not valid/)
  await dying(added)
  expect(await step()).toHaveLength(1)
  await one.query(added.join(';'))
  const validated = await step()
  expect(validated).toEqual(['alter table events_before validate constraint events_until'])
  await dying(validated)
  await one.query(validated.join(';'))
  const bound = await step()
  await dying(bound)
  expect(await partitions()).toEqual(before)
  expect((await server.demo.post('/v2/shipments', RETURN)).status).toBe(201)
  await keeper().keep()
  const found = await partitions()
  const to = BigInt(/ (\d+)$/.exec(found[0] as string)?.[1] as string)
  expect(to).toBeGreaterThanOrEqual(next + 4_000_000n)
  expect(found).toEqual([`events_before min ${to}`, `events_from_${to} ${to} max`])
  expect(await sql("select 1 from pg_constraint where conname = 'events_until'")).toEqual([])
  await keeper().keep()
  expect(await partitions()).toEqual(found)
  expect((await server.demo.post('/v2/shipments', RETURN)).status).toBe(201)
  expect(await sql('select count(*)::int as n from events')).toEqual([{ n: 5 }])
})

test('a partition that is unexpectedly not empty stays, with its rows', async () => {
  const next = await nextXid()
  await split(next + 1_000_000_000n)
  // A database that was restored into a cluster with lower transaction ids has such events.
  const ids = await insert('par_1', [next / 2n, next + 1_000_000_001n], [`${idAt('event', 0).slice(0, -1)}1`, newId('event')])
  for (let pass = 0; pass < 3; pass++) await keeper().keep()
  expect(await sql("select convalidated from pg_constraint where conname = 'events_until'")).toEqual([{ convalidated: true }])
  expect((await sql<{ id: string }>('select id from events order by seq')).map(({ id }) => id)).toEqual(ids)
})

describe('with a retention period for events', () => {
  const DAYS = 200
  const closedAgo = (to_xid: bigint, days: number) =>
    sql(`update event_partitions set closed_at = now() - make_interval(days => $2) where to_xid = $1::text::xid8`, [String(to_xid), days])
  /** Inserts events into four closed partitions, the first three of them older than DAYS, and into the open one. */
  const history = async (): Promise<string[]> => {
    const partner = await demoPartner()
    await split(100n, 200n, 300n, 400n)
    const ids: string[] = []
    for (const xid of [50n, 60n, 150n, 250n, 350n]) ids.push(...(await insert(partner, [xid])))
    await keeper().keep()
    for (const [to, days] of [
      [100n, 400],
      [200n, 300],
      [300n, 201],
      [400n, 199],
    ] as const)
      await closedAgo(to, days)
    await server.demo.post('/v2/shipments', RETURN)
    await server.demo.settle()
    return ids
  }
  const deliveryMade = (days: number, status: string) =>
    sql(
      `insert into deliveries (id, webhook_id, partner_id, event_id, event_seq, subject, status, created_at)
       values ($1, 'whk_1', 'par_1', 'evt_1', 1, 's', $2, now() - make_interval(secs => $3))`,
      [`${deliveryIdOf(Date.now() - days * DAY_MS)}11111111111111`, status, (days * DAY_MS) / 1000],
    )

  test('closed partitions that have expired are dropped, oldest first, and the feed begins with the next', async () => {
    const ids = await history()
    const before = await pages(server.demo, 'limit=2')
    expect(before).toHaveLength(7)
    const gone = await Promise.all([keeper().drop(DAYS), keeper().drop(DAYS), keeper().drop(DAYS)])
    expect(gone.filter((n) => n > 0).length).toBeLessThan(2)
    expect((await closed()).map(({ to_xid }) => to_xid)).toEqual(['400'])
    expect(await partitions()).toEqual(['events_from_300 300 400', 'events_from_400 400 max'])
    for (const one of [server.demo, await another()]) {
      expect(await pages(one, 'limit=2')).toEqual(before.slice(4))
      expect(await pages(one, 'limit=2&order=newest')).toEqual(before.slice(4).toReversed())
      expect(await pages(one, 'shipment=shp_1')).toEqual([ids[4]])
      for (const id of ids.slice(0, 4)) {
        expect((await one.get(`/v2/events/${id}`)).status).toBe(404)
        const { status, json } = await one.get(`/v2/events?after=${id}`)
        expect([status, json.error.code]).toEqual([400, 'invalid_cursor'])
      }
      expect((await one.get(`/v2/events/${ids[4]}`)).status).toBe(200)
      expect(await pages(one, `after=${ids[4]}`)).toEqual(before.slice(5))
    }
    expect(await keeper().drop(DAYS)).toBe(0)
    // After the drop, new partitions are still made and closed.
    await splitNow()
    for (let i = 0; i < 4; i++) await server.demo.post('/v2/shipments', RETURN)
    await server.demo.settle()
    await keeper().keep()
    expect(await closed()).toHaveLength(2)
    expect(await pages(server.demo, 'limit=3')).toHaveLength(11)
  })

  test('a partition stays while a delivery from before its closing is left; the last closed one stays too', async () => {
    await history()
    for (const status of ['pending', 'skipped', 'delivered']) {
      // If the clock of the process that created a delivery was half a day ahead, the delivery seems to be only 200.5 days old.
      for (const days of [250, 200.5]) {
        await deliveryMade(days, status)
        await deliveryMade(10, status)
        await keeper().drop(DAYS)
        expect((await closed()).map(({ to_xid }) => to_xid)).toEqual(['300', '400'])
        await sql('delete from deliveries')
      }
    }
    await closedAgo(400n, 300)
    await deliveryMade(10, 'pending')
    await keeper().drop(DAYS)
    expect((await closed()).map(({ to_xid }) => to_xid)).toEqual(['400'])
  })

  test('summaries of dropped events are removed too, and a search by time finds the rest', async () => {
    await history()
    const before = await pages(server.demo, 'limit=9')
    await sql(
      `insert into events_by_time (partner_id, xid, seq, earliest, latest, is_late)
       select $1, x::text::xid8, 1, '2020-01-01', '2020-01-02', false from unnest(array[60, 250, 350]) x`,
      [await demoPartner()],
    )
    await keeper().drop(DAYS)
    expect(await sql('select xid::text from events_by_time')).toEqual([{ xid: '350' }])
    expect(await pages(server.demo, 'limit=2&created_after=2019-01-01T00:00:00Z')).toEqual(before.slice(4))
  })
})

test('of concurrent keepers of the partitions, only one works', async () => {
  await insert('par_1', [(await nextXid()) / 2n], [`${idAt('event', Date.now() - 40 * DAY_MS).slice(0, -1)}1`])
  await Promise.all([keeper().keep(), keeper().keep(), keeper().keep()])
  expect(await partitions()).toHaveLength(2)
})

describe('the schedule of boundaries', () => {
  const NOW = 100 * PERIOD_MS
  const MILLION = 1_000_000n
  const part = (from: bigint | null, to: bigint | null): EventPartition => ({ name: `p${from ?? 0}`, from, to, isClosed: false })
  const state = (given: Partial<EventPartitions>): EventPartitions => ({
    parts: [part(null, null)],
    next: 60n * MILLION,
    now_ms: NOW,
    check: null,
    first: null,
    ...given,
  })
  const stepOf = (given: Partial<EventPartitions>): string | null => nextStep(state(given))?.join('; ') ?? null
  const since = (days: number, xid: bigint) => ({ xid, made_ms: NOW - days * DAY_MS })

  test('makes none for an empty or young table', () => {
    expect(stepOf({})).toBeNull()
    expect(stepOf({ first: since(27, 0n) })).toBeNull()
  })

  test('places the first boundary as far ahead as the growth of the last four weeks', () => {
    expect(stepOf({ first: since(28, 4n * MILLION) })).toContain("check (xid < '116000000') not valid")
    expect(stepOf({ first: since(280, 0n) })).toContain("check (xid < '66000000') not valid")
    // However slow the growth was, the boundary is at least some minutes ahead.
    expect(stepOf({ first: since(280, 59n * MILLION) })).toContain("check (xid < '64000000') not valid")
  })

  test('drops a check that is too near, because it would refuse events', () => {
    const check = (to: bigint, isValid: boolean) => stepOf({ check: { name: 'p0', to, isValid } })
    expect(check(60n * MILLION + 999_999n, true)).toBe('alter table p0 drop constraint if exists events_until')
    expect(check(62n * MILLION, false)).toBe('alter table p0 validate constraint events_until')
    expect(check(62n * MILLION, true)).toContain("attach partition p0 for values from (minvalue) to ('62000000')")
    expect(check(62n * MILLION, true)).toContain("attach partition events_from_62000000 for values from ('62000000') to (maxvalue)")
  })

  test('ends the empty last partition in time: eight weeks ahead, and at most four times as wide', () => {
    const parts = [part(null, 64n * MILLION), part(64n * MILLION, null)]
    const first = since(28, 32n * MILLION)
    expect(stepOf({ parts, first, next: 55n * MILLION })).toBeNull()
    const step = stepOf({ parts, first, next: 60n * MILLION }) as string
    expect(step).toContain("raise exception 'p64000000 has events'")
    expect(step).toContain("attach partition p64000000 for values from ('64000000') to ('120000000')")
    expect(step).toContain("from ('120000000') to (maxvalue)")
    // Even after one busy day, the next partition is not so large that it never fills.
    expect(stepOf({ parts, first: since(2, 32n * MILLION), next: 60n * MILLION })).toContain("to ('192000000')")
  })

  test('ends a partition that has rows too early, or is in use for too long, through a check', () => {
    const parts = [part(null, 64n * MILLION), part(64n * MILLION, null)]
    expect(stepOf({ parts, first: since(28, 64n * MILLION), next: 92n * MILLION })).toContain(
      "alter table p64000000 add constraint events_until check (xid >= '64000000' and xid < '120000000') not valid",
    )
    const wide = [part(null, 6400n * MILLION), part(6400n * MILLION, null)]
    expect(stepOf({ parts: wide, first: since(111, 0n) })).toBeNull()
    expect(stepOf({ parts: wide, first: since(112, 4n * MILLION) })).toContain(
      "add constraint events_until check (xid < '74000000') not valid",
    )
    const near = [part(null, 62n * MILLION), part(62n * MILLION, 6200n * MILLION), part(6200n * MILLION, null)]
    expect(stepOf({ parts: near, first: since(300, 0n) })).toBeNull()
    const ends = nextStep(state({ parts: wide, check: { name: 'p0', to: 74n * MILLION, isValid: true } })) as string[]
    expect(ends).toContain('drop table p6400000000')
  })
})

test('a page, an event and the events of a parcel cost the same with 3 partitions and with 30', async () => {
  const partner = await demoPartner()
  const one = await client()
  await one.query('set enable_bitmapscan = off; set plan_cache_mode = force_generic_plan')
  const EVERY = 20n
  const COUNT = 30
  await split(...Array.from({ length: COUNT - 1 }, (_, i) => BigInt(i + 1) * EVERY))
  await sql(
    `insert into events (id, xid, partner_id, type, subject, shipment_id, created_at, body)
     select 'evt_' || lpad(n::text, 26, '0'), (3 + n / 50)::text::xid8, case when n % 2 = 0 then $1 else 'par_other' end, 'shipment.held', 's',
            'shp_' || lpad((n / 4)::text, 26, '0'), now(), '{"eventID":"x"}' from generate_series(0, $2::int) n`,
    [partner, Number(EVERY) * COUNT * 50 - 200],
  )
  const statements = new Map<string, { text: string; values: readonly unknown[] }>()
  atEndOfTest(watchStatements((name, text, values = []) => statements.set(name, { text, values })))
  /** Returns the blocks that these requests read, by statement. */
  const costs = async (): Promise<Record<string, number>> => {
    const own = await another()
    const id = (n: number) => `evt_${String(n).padStart(26, '0')}`
    const found: Record<string, number> = {}
    for (const [what, path] of Object.entries({
      begin: '/v2/events?limit=50',
      middle: `/v2/events?limit=50&after=${id(15_000)}`,
      end: `/v2/events?limit=50&after=${id(29_000)}`,
      type: `/v2/events?limit=50&type=shipment.held&after=${id(15_000)}`,
      newest: '/v2/events?order=newest&limit=50',
      event: `/v2/events/${id(2000)}`,
      shipment: `/v2/events?shipment=shp_${String(7_300).padStart(26, '0')}`,
    })) {
      statements.clear()
      expect((await own.get(path)).status).toBe(200)
      let blocks = 0
      for (const [name, { text, values }] of statements) {
        // The ends of partitions are read only once a minute, however many requests arrive, so that statement does not count.
        if (!/^(feed|event)/.test(name) || name === 'event_partitions') continue
        await one.query(`prepare s as ${text}`)
        const given = values.map((value) => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`)).join(', ')
        const explain = `explain (analyze, buffers, format json) execute s${given && `(${given})`}`
        await one.query(explain)
        const plan = (await one.query(explain)).rows[0]['QUERY PLAN'][0].Plan
        await one.query('deallocate s')
        blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      }
      found[what] = blocks
    }
    return found
  }
  await keeper().keep()
  await sql('vacuum analyze events')
  const many = await costs()
  // Merges the partitions into three that contain the same events.
  await sql('truncate event_partitions')
  const all = await partitions()
  for (const kept of [all.slice(0, 10), all.slice(10, 20), all.slice(20)]) {
    const [first, ...rest] = kept.map((line) => line.split(' ')) as [string, string, string][]
    const [into, from] = first as [string, string, string]
    const to = (rest.at(-1) as [string, string, string])[2]
    await one.query('begin')
    for (const [name] of kept.map((line) => line.split(' '))) await one.query(`alter table events detach partition ${name}`)
    for (const [name] of rest) await one.query(`insert into ${into} select * from ${name} order by xid, seq; drop table ${name}`)
    const bound = (text: string) => (text === 'min' ? 'minvalue' : text === 'max' ? 'maxvalue' : `'${text}'`)
    await one.query(`alter table events attach partition ${into} for values from (${bound(from)}) to (${bound(to)})`)
    await one.query('commit')
  }
  await keeper().keep()
  await sql('vacuum analyze events')
  const few = await costs()
  expect((await partitions()).length).toBeLessThanOrEqual(4)
  for (const [what, blocks] of Object.entries(many))
    expect(blocks, `${what}: ${JSON.stringify({ few, many })}`).toBeLessThanOrEqual((few[what] as number) * 1.25 + 2)
})
