// Each event is counted once. The counts are compared with a plain count over the events, with late commits, several counting processes,
// and kills.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { STRETCH } from '../../src/kinds/events/by-time.ts'
import { beginCounting, countOn, removeOld } from '../../src/kinds/today/count.ts'
import { TodayCounts } from '../../src/kinds/today/keep.ts'
import { continueRestoredFeed } from '../../src/storage/restored-feed.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

type Partner = TestClient & { partnerId: string }

let service: TestService
/** Another process on the same database. */
let other: Running
let client: pg.Client
const open: pg.Client[] = []

/**
 * Waits for the next hour if less than a minute of the current hour is left. Counts are by the hour, and no hour may begin in the middle of
 * a test.
 */
const withinAnHour = () => until('the hour has begun', async () => Date.now() % 3_600_000 < 3_600_000 - 60_000, 120_000)

const connect = async (): Promise<pg.Client> => {
  const one = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string })
  one.on('error', () => {})
  await one.connect()
  open.push(one)
  return one
}

beforeAll(async () => {
  service = await startTestService()
  other = await serve({ ...service.running.service.config, port: 0 }, 'api')
  client = await connect()
})
afterAll(async () => {
  await Promise.all(open.map((one) => one.end()))
  await other.close()
  await service.close()
})

const HOUR_MS = 3_600_000
const MOVES = ['created', 'label_ready', 'picked_up', 'in_possession', 'sorted', 'in_transit', 'delivered', 'unclaimed', 'undeliverable']
const TYPES = [...MOVES.map((status) => `shipment.${status}`), 'shipment.held', 'shipment.updated', 'qr.scanned', 'tender.created']

/** A small random number generator, so that a failure can be repeated. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

let numbers = 0
interface Made {
  partner: string
  type: string
  shipment: string | null
  /** The age of the event in seconds. */
  s: number
}
const write = (on: pg.Client, made: readonly Made[]) =>
  on.query(
    `insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
     select m.id, m.partner, m.type, m.partner, m.shipment, now() - m.s * interval '1 second', '{}'
       from json_to_recordset($1::json) as m(id text, partner text, type text, shipment text, s float8)`,
    [JSON.stringify(made.map((one) => ({ ...one, id: `evt_${String(numbers++).padStart(26, '0')}` })))],
  )

/** Returns the expected counts, computed event by event in the order of the feed. */
const expected = async (partner: Partner, ahead_ms = 0) => {
  const { rows } = await client.query<{ type: string; shipment_id: string | null; ms: number }>(
    `select type, shipment_id, extract(epoch from created_at)::float8 * 1000 as ms from events where partner_id = $1 order by events.xid, events.seq`,
    [partner.partnerId],
  )
  const now = Date.now() + ahead_ms
  const from = Math.floor(now / HOUR_MS - 167) * HOUR_MS
  const day = Math.floor(from / (24 * HOUR_MS)) * 24 * HOUR_MS
  const moves = rows.filter(({ type }) => MOVES.some((status) => type === `shipment.${status}`))
  const funnel: Record<string, number> = {}
  const steps: Record<string, number> = {}
  for (const [i, { type, shipment_id, ms }] of moves.entries()) {
    const status = type.slice('shipment.'.length)
    if (ms > now) continue
    if (ms >= from) funnel[status] = (funnel[status] ?? 0) + 1
    if (ms < day) continue
    const before = moves.slice(0, i).findLast((one) => one.shipment_id === shipment_id)
    if (!before || before.ms >= ms || before.type === type) continue
    const step = `${before.type.slice('shipment.'.length)} ${status}`
    steps[step] = (steps[step] ?? 0) + 1
  }
  return { funnel, steps }
}

// biome-ignore lint/suspicious/noExplicitAny: the answer
const shown = (today: any) => ({
  funnel: Object.fromEntries(
    today.funnel.flatMap((one: { status: string; count: number }) => (one.count ? [[one.status, one.count]] : [])),
  ),
  steps: Object.fromEntries(
    today.stages.map(({ from, to, count }: { from: string; to: string; count: number }) => [`${from} ${to}`, count]),
  ),
})

const complete = (reader: TestClient) =>
  until('everything is counted', async () => {
    const { json } = await reader.get('/v2/today')
    return json.complete && json
  })

const add = (...all: Record<string, number>[]): Record<string, number> => {
  const sum: Record<string, number> = {}
  for (const one of all) for (const [key, n] of Object.entries(one)) sum[key] = (sum[key] ?? 0) + n
  return Object.fromEntries(Object.entries(sum).filter(([, n]) => n !== 0))
}

const random = randomOf(7)
const history = (partners: readonly Partner[], count: number): Made[] =>
  Array.from({ length: count }, () => {
    const partner = (partners[random(partners.length)] as Partner).partnerId
    // Some events are up to nine days old, which is too old to be shown.
    return { partner, type: TYPES[random(TYPES.length)] as string, shipment: `${partner}-${random(12)}`, s: random(9 * 86_400) }
  })

test('two workers and readers count a random history exactly, while transactions commit late and in any order', async () => {
  await withinAnHour()
  const partners = [await service.partner(), await service.partner(), await service.partner()]
  const operator = await service.operator()
  const before = shown(await complete(operator))
  const writers = await Promise.all(Array.from({ length: 5 }, connect))
  const workers = [new TodayCounts(service.running.service), new TodayCounts(other.service)]
  for (const worker of workers) worker.start()
  for (let round = 0; round < 6; round++) {
    // Each transaction gets its id before any of them writes, and the transactions end in another order.
    for (const writer of writers) await writer.query('begin; select pg_current_xact_id()')
    for (const writer of writers.toSorted(() => random(3) - 1)) {
      await write(writer, history(partners, 40))
      if (random(2)) await Promise.all(partners.map((partner) => partner.get('/v2/today')))
    }
    for (const writer of writers.toSorted(() => random(3) - 1)) {
      await writer.query(random(6) ? 'commit' : 'rollback')
      await Promise.all([operator.get('/v2/today'), (partners[random(3)] as Partner).get('/v2/today')])
    }
  }
  for (const partner of partners) expect(shown(await complete(partner))).toEqual(await expected(partner))
  const all = []
  for (const partner of partners) all.push(await expected(partner))
  const total = shown(await complete(operator))
  expect(total.funnel).toEqual(add(before.funnel, ...all.map(({ funnel }) => funnel)))
  expect(total.steps).toEqual(add(before.steps, ...all.map(({ steps }) => steps)))
  await Promise.all(workers.map((worker) => worker.stop()))
})

test('an event behind an open transaction counts later, once, and the answer says so', async () => {
  const partner = await service.partner()
  const [late, quick] = [await connect(), await connect()]
  await complete(partner)
  await late.query('begin; select pg_current_xact_id()')
  await write(quick, [{ partner: partner.partnerId, type: 'shipment.created', shipment: 'one', s: 60 }])
  const held = (await partner.get('/v2/today')).json
  expect([held.complete, shown(held).funnel]).toEqual([false, {}])
  expect((await countOn(service.running.service.reads, [partner.partnerId], 100)).counted).toBe(0)
  await write(late, [{ partner: partner.partnerId, type: 'shipment.created', shipment: 'two', s: 90 }])
  await late.query('commit')
  expect(shown(await complete(partner)).funnel).toEqual({ created: 2 })
})

test('a killed count leaves nothing, and the next one counts everything once', async () => {
  const partner = await service.partner()
  const made = Array.from({ length: 30 }, (_, i) => ({
    partner: partner.partnerId,
    type: `shipment.${MOVES[i % MOVES.length]}`,
    shipment: `k${i % 4}`,
    s: 4000 - i * 60,
  }))
  await write(client, made.slice(0, 15))
  await complete(partner)
  await write(client, made.slice(15))
  await partner.settle()
  // The counting statement waits for the lock on `today_counts` until its session is ended.
  const blocker = await connect()
  await blocker.query(`begin; lock table today_counts in exclusive mode`)
  const { db } = other.service
  const counting = countOn(db, [partner.partnerId], 100).catch((error: Error) => error)
  const pid = await until('the count waits', async () => {
    const { rows } = await client.query(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%today_reached%'",
    )
    return rows[0]?.pid as number | undefined
  })
  await client.query('select pg_terminate_backend($1)', [pid])
  expect(await counting).toBeInstanceOf(Error)
  await blocker.query('rollback')
  const { rows } = await client.query('select at from today_reached where partner_id = $1', [partner.partnerId])
  expect(shown(await complete(partner))).toEqual(await expected(partner))
  expect(rows).toHaveLength(1)
})

test('a count with an outdated snapshot continues after the other count', async () => {
  const partner = await service.partner()
  await complete(partner)
  await write(client, [{ partner: partner.partnerId, type: 'shipment.created', shipment: 'a', s: 10 }])
  await partner.settle()
  // A transaction that moves the position has locked it. The waiting statement has seen the old position.
  const first = await connect()
  await first.query('begin')
  await first.query(
    `with e as (select xid, seq from events where partner_id = $1 order by events.xid desc, events.seq desc limit 1)
     update today_reached r set xid = e.xid, seq = e.seq from e where r.partner_id = $1`,
    [partner.partnerId],
  )
  const second = countOn(other.service.db, [partner.partnerId], 100)
  await until(
    'the second one waits',
    async () =>
      (await client.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount,
  )
  await first.query('commit')
  expect(await second).toEqual({ mine: true, counted: 0 })
  // The counts have skipped that event, so the test counts again from the beginning.
  await client.query('delete from today_reached where partner_id = $1', [partner.partnerId])
  expect(shown(await complete(partner)).funnel).toEqual({ created: 1 })
})

test('emptied counts are rebuilt to the same numbers, and counts of a restored feed continue', async () => {
  await withinAnHour()
  const partner = await service.partner()
  await write(client, history([partner], 200))
  const before = shown(await complete(partner))
  expect(before).toEqual(await expected(partner))
  const operator = await service.operator()
  const total = shown(await complete(operator))
  for (const empty of ['truncate today_counts, today_reached', 'truncate today_reached']) {
    await client.query(empty)
    expect([empty, shown(await complete(partner))]).toEqual([empty, before])
    expect([empty, shown(await complete(operator)).funnel]).toEqual([empty, total.funnel])
  }
  // Moves the stored positions ahead together with the feed.
  for (const table of ['events', 'today_reached'])
    await client.query(`update ${table} set xid = (xid::text::bigint + 1000000000)::text::xid8`)
  await continueRestoredFeed({ connectionString: service.running.service.config.databaseUrl as string }, () => {})
  expect(shown(await complete(partner)).funnel).toEqual(before.funnel)
  await write(client, [{ partner: partner.partnerId, type: 'shipment.sorted', shipment: 'new', s: 1 }])
  await partner.settle()
  expect(shown(await complete(partner)).funnel).toEqual(add(before.funnel, { sorted: 1 }))
})

test('counting a long feed skips events that are too old, and continues in steps', async () => {
  const partner = await service.partner()
  const old = Array.from({ length: 3_000 }, (_, i) => ({
    partner: partner.partnerId,
    type: 'shipment.created',
    shipment: null,
    s: 20 * 86_400 - i,
  }))
  await write(client, old)
  const recent = Array.from({ length: 2_500 }, (_, i) => ({
    partner: partner.partnerId,
    type: 'shipment.created',
    shipment: null,
    s: 9_000 - i,
  }))
  await write(client, recent)
  await partner.settle()
  const { reads } = service.running.service
  await beginCounting(reads, partner.partnerId, Date.now())
  const begun = await client.query<{ n: number }>(
    `select count(*)::int as n from events e join today_reached r using (partner_id)
      where e.partner_id = $1 and (e.xid, e.seq) <= (r.xid, r.seq)`,
    [partner.partnerId],
  )
  expect(begun.rows[0]?.n).toBe(3_000 - (3_000 % STRETCH))
  expect((await countOn(reads, [partner.partnerId], 500)).counted).toBe(500)
  expect(shown(await complete(partner)).funnel).toEqual({ created: 2_500 })
})

test("a partner's clock decides which hours are shown, also in the sums of operators", async () => {
  await withinAnHour()
  const [partner, operator] = [await service.partner(), await service.operator()]
  await write(client, [{ partner: partner.partnerId, type: 'shipment.sorted', shipment: 'then', s: 60 }])
  await complete(partner)
  const before = shown(await complete(operator)).funnel
  const days = 30
  expect((await partner.post('/v2/test/clock/advance', { seconds: days * 86_400 })).status).toBe(200)
  await write(client, [
    { partner: partner.partnerId, type: 'shipment.delivered', shipment: 'now', s: -days * 86_400 + 60 },
    { partner: partner.partnerId, type: 'shipment.delivered', shipment: 'old', s: -(days - 9) * 86_400 },
  ])
  const today = await complete(partner)
  expect(shown(today).funnel).toEqual({ delivered: 1 })
  expect(Date.parse(today.now) - Date.now()).toBeGreaterThan((days - 1) * 86_400_000)
  // By the partner's clock, one parcel is new and the other is a month old. The operator's totals include the first parcel, and no longer
  // include the second.
  const after = shown(await complete(operator)).funnel
  expect(after).toEqual(add(before, { delivered: 1, sorted: -1 }))
  // Removing rows that are old by the partner's clock does not change the totals.
  const { reads } = service.running.service
  expect(await removeOld(reads, [partner.partnerId])).toBe(false)
  const kept = await client.query('select what from today_counts where partner_id = $1', [partner.partnerId])
  expect(kept.rows).toEqual([{ what: 'shipment.delivered' }])
  expect(shown(await complete(operator)).funnel).toEqual(after)
})

test('hours that are no longer shown are removed a thousand counts at a time, for partners and sums', async () => {
  const partner = await service.partner()
  const { reads } = service.running.service
  for (const id of [partner.partnerId, ''])
    await client.query(
      `insert into today_counts (partner_id, hour, what, bucket, n)
       select $1, date_trunc('hour', now()) - (case when n <= 1500 then 200 else 5 end) * interval '1 hour', 'a>b', n, 1 from generate_series(1, 1510) n`,
      [id],
    )
  for (const id of [partner.partnerId, '']) {
    expect(await removeOld(reads, [id])).toBe(true)
    expect(await removeOld(reads, [id])).toBe(false)
    const { rows } = await client.query("select count(*)::int as n from today_counts where partner_id = $1 and what = 'a>b'", [id])
    expect(rows).toEqual([{ n: 10 }])
  }
  await client.query("delete from today_counts where what = 'a>b'")
})
