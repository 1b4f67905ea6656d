// Reads use indexes when the tables are large. The test runs EXPLAIN on the statements of the API, with many shipments and their events.
// Creating these rows takes most of the time. `.ci/full` creates a million of each.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READS_PLANNER } from '../../src/app/open-service.ts'
import { scansStay } from '../../src/delivery/partitions.ts'
import { QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { watchStatements } from '../support/statements.ts'

const ROWS = Number(process.env.BACKHAUL_TEST_ROWS ?? 200_000)
/** The id of an event halfway through the feed. */
const MIDDLE = `evt_${String(ROWS / 2).padStart(26, '0')}`
const PARTNERS = 20
const LARGE = ['shipments', 'events', 'labels', 'scans', 'qrs', 'deliveries']
const ROWS_MINUTES = 10

interface Statement {
  text: string
  values: readonly unknown[]
}

let service: TestService
let unwatch = () => {}
let client: pg.Client
let partner: TestClient & { partnerId: string }
const recorded = new Map<string, Statement>()

/**
 * The number of rows that one transaction inserts. The feeds of other test files wait for long transactions, because they share the
 * cluster.
 */
const SLICE = 5_000
const inSlices = async (count: number, text: string): Promise<void> => {
  for (let first = 1; first <= count; first += SLICE) await client.query(text, [first, Math.min(first + SLICE - 1, count)])
}

/** Copies one real shipment many times, spread over partners, statuses and a year. `more` sets further columns to SQL expressions. */
const makeShipments = async (id: string, count = ROWS, more: Record<string, string> = {}): Promise<void> => {
  const { rows } = await client.query(
    "select column_name as name from information_schema.columns where table_name = 'shipments' order by ordinal_position",
  )
  const changed: Record<string, string> = {
    id: "'shp_' || lpad(n::text, 26, '0')",
    partner_id: `case when n % ${PARTNERS} = 0 then s.partner_id else 'par_' || (n % ${PARTNERS}) end`,
    tracking: "'T' || lpad(n::text, 26, '0')",
    barcode: "lpad(n::text, 20, '0')",
    ltracking: "'L' || lpad(n::text, 17, '0')",
    status:
      "case when n % 97 = 0 then 'unclaimed' else (array['label_ready','delivered','in_transit','delivered','cancelled'])[1 + n % 5] end",
    // The unclaimed shipments in the newer half are not due yet.
    dispose_after: `case when n % 97 = 0 then now() + (case when n < ${ROWS} / 2 then 10 else -10 end) * interval '1 day' end`,
    order_id: "'order-' || (n / 3)",
    rma: "case when n % 2 = 0 then 'rma-' || (n / 5) end",
    // One customer of the partner has a third of its shipments.
    customer: "case when n % 3 = 0 then 'everyone' else 'cus-' || (n / 9) end",
    store_id: "case when n % 7 = 0 then 'sto_' || (n % 50) end",
    sweep_id: "case when n % 11 = 0 then 'swp_' || (n / 400) end",
    tender_id: "case when n % 13 = 0 then 'tnd_' || (n / 800) end",
    created_at: "now() - n * interval '31 seconds'",
    updated_at: `date_trunc('milliseconds', now()) - (n % 96) * interval '1 hour' - n * interval '1 millisecond'`,
    // A third of the unsent shipments are past their expiry time: the newest third of each half of all shipments.
    expires_at: `now() + (case when n % (${ROWS} / 2) < ${ROWS} / 6 then -1 else 30 end) * interval '1 day'`,
    ...more,
  }
  const columns = rows.map(({ name }) => name as string)
  const values = columns.map((name) => changed[name] ?? `s.${name}`)
  await inSlices(
    count,
    `insert into shipments (${columns.join(', ')}) select ${values.join(', ')} from shipments s, generate_series($1::int, $2::int) n where s.id = '${id}'`,
  )
}

const makeEvents = async (): Promise<void> => {
  await inSlices(
    ROWS,
    `insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
     select 'evt_' || lpad(n::text, 26, '0'), case when n % ${PARTNERS} = 0 then '${partner.partnerId}' else 'par_' || (n % ${PARTNERS}) end,
            (array['shipment.created','shipment.label_ready','shipment.held'])[1 + n % 3], 'shp_' || lpad((n / 2)::text, 26, '0'),
            'shp_' || lpad((n / 2)::text, 26, '0'), now() - (${ROWS} - n) * interval '1 second', '{"eventID":"evt_' || lpad(n::text, 26, '0') || '"}'
       from generate_series($1::int, $2::int) n`,
  )
}

/** Inserts a tenth as many QRs and labels as shipments. If a table had only one row, PostgreSQL would rightly read the whole table. */
const makeCodes = async (): Promise<void> => {
  await inSlices(
    ROWS / 10,
    `insert into qrs (id, shipment_id, partner_id, token, status, expires_at, created_at, version)
     select 'qr_' || lpad(n::text, 26, '0'), 'shp_' || lpad(n::text, 26, '0'), 'par_' || (n % ${PARTNERS}), 'token-' || n, 'active',
            now() + interval '30 days', now() - n * interval '31 seconds', 1
       from generate_series($1::int, $2::int) n`,
  )
  await inSlices(
    ROWS / 10,
    `insert into labels select 'lbl_' || lpad(n::text, 26, '0'), 'shp_' || lpad(n::text, 26, '0'), l.version, l.supersedes, l.facts, l.created_at
       from (select * from labels limit 1) l, generate_series($1::int, $2::int) n`,
  )
}

beforeAll(async () => {
  service = await startTestService()
  client = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string, options: READS_PLANNER })
  await client.connect()
  partner = await service.partner()
  const { json } = await partner.post('/v2/shipments', RETURN)
  await client.query('set synchronous_commit = off')
  await makeShipments(json.id)
  await makeEvents()
  await makeCodes()
  await client.query('vacuum (analyze) shipments, events, qrs, labels')
  unwatch = watchStatements((name, text, values = []) => {
    if (/^\s*(select|with)/i.test(text)) recorded.set(name, { text, values })
  })
}, ROWS_MINUTES * 60_000)

afterAll(async () => {
  unwatch()
  await client.end()
  await service.close()
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
}

const nodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/**
 * Returns the indexes with which the plan finds shipments. The primary key is left out, because the plan uses it only to read the rows of
 * the page.
 */
const foundIn = (indexes: string[]): string[] => indexes.filter((name) => name.startsWith('shipments_') && name !== 'shipments_pkey')

const scansOf = async ({ text, values }: Statement): Promise<string[]> => {
  const { rows } = await client.query(`explain (format json) ${text}`, values as unknown[])
  const all = nodes(rows[0]['QUERY PLAN'][0].Plan)
  return all
    .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] as string)
}

/** Returns the largest number of rows that one node of the plan passed on, over all its loops. */
const rowsOf = async ({ text, values }: Statement): Promise<number> => {
  const { rows } = await client.query(`explain (analyze, format json) ${text}`, values as unknown[])
  return Math.max(...nodes(rows[0]['QUERY PLAN'][0].Plan).map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)))
}

/** About three quarters of the copied shipments were last changed before this time. */
const MOVED = new Date(Date.now() - 86_400_000).toISOString()
const created = 'created_after=2026-01-01T00:00:00Z&created_before=2030-01-01T00:00:00Z'
const HOURS_AGO = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
/** Lists with more than one page. */
const PAGED = [
  '/v2/shipments',
  '/v2/shipments?limit=100',
  `/v2/shipments?${created}`,
  '/v2/shipments?customer=everyone',
  '/v2/events',
  '/v2/events?limit=500',
  '/v2/events?type=shipment.held',
  '/v2/events?type=shipment.held&type=shipment.created',
  `/v2/events?${created}`,
  `/v2/events?after=${MIDDLE}`,
]
const READS = [
  ...PAGED,
  '/v2/shipments?status=in_transit',
  '/v2/shipments?status=label_ready',
  '/v2/shipments?status=expired',
  '/v2/shipments?status=disposed',
  '/v2/shipments?dispose_due=true',
  '/v2/shipments?dispose_due=true&status=unclaimed',
  '/v2/shipments?order_id=order-77',
  '/v2/shipments?rma=rma-44',
  '/v2/shipments?customer=cus-40',
  '/v2/shipments?customer=cus-40&status=delivered',
  '/v2/shipments?customer=cus-40&rma=rma-72',
  `/v2/shipments?customer=cus-40&${created}`,
  '/v2/shipments?tracking=T00000000000000000000000020',
  '/v2/shipments?sweepId=swp_12',
  '/v2/shipments?tender_id=tnd_12',
  '/v2/shipments?store_id=sto_7',
  '/v2/shipments?manifest_id=mnf_7',
  '/v2/parcels?store_id=sto_7',
  '/v2/parcels/find?code=00000000000000000020',
  '/v2/parcels/find?code=T00000000000000000000000020',
  '/v2/parcels/find?code=shp_00000000000000000000000020',
  '/v2/shipments?status=delivered&store_id=sto_7',
  '/v2/shipments/shp_00000000000000000000000020',
  '/v2/tracking/T00000000000000000000000020',
  '/v2/events?type=shipment.disposed',
  '/v2/events?shipment=shp_00000000000000000000000020',
  '/v2/search?q=T00000000000000000000000020',
  '/v2/search?q=order-77',
  `/v2/search?q=${MIDDLE}`,
  `/v2/events/${MIDDLE}/deliveries`,
  `/v2/shipments?not_moved_since=${MOVED}`,
  `/v2/shipments?not_moved_since=${MOVED}&status=in_transit`,
  '/v2/today/steps?from=created&to=label_ready',
  '/v2/webhook-deliveries',
  `/v2/webhook-deliveries?status=exhausted&created_after=${HOURS_AGO(168)}`,
]
/** Operators' lists across all partners. */
const OF_ALL = [
  '/v2/shipments',
  '/v2/shipments?status=in_transit',
  '/v2/shipments?status=expired',
  '/v2/ops/shipments?status=delivered&limit=100',
  `/v2/ops/shipments?${created}`,
  `/v2/shipments?not_moved_since=${MOVED}`,
  `/v2/ops/shipments?not_moved_since=${MOVED}&status=in_transit`,
  '/v2/search?q=00000000000000000020',
  '/v2/search?q=rma-44',
  `/v2/ops/events/${MIDDLE}`,
  '/v2/ops/events?order=newest',
  '/v2/ops/events?order=newest&type=shipment.held',
  `/v2/ops/events?order=newest&type=shipment.held&${created}`,
  `/v2/ops/events?order=newest&scans=true&created_after=${HOURS_AGO(3)}&created_before=${HOURS_AGO(2)}`,
  '/v2/ops/webhooks?health=failing',
  `/v2/ops/webhook-deliveries?status=delivered&created_after=${HOURS_AGO(168)}`,
  '/v2/today/steps?from=created&to=label_ready',
  `/v2/ops/events/${MIDDLE}/deliveries`,
]

test.each(READS)('no sequential scan over a large table: GET %s', async (path) => {
  recorded.clear()
  const answer = await partner.get(path)
  expect(answer.status).toBe(200)
  expect(recorded.size).toBeGreaterThan(0)
  for (const [name, statement] of recorded) expect([name, await scansOf(statement)]).toEqual([name, []])
})

test.each(OF_ALL)('an operator request scans no large table sequentially and reads a bounded number of rows: GET %s', async (path) => {
  const operator = await service.operator()
  recorded.clear()
  expect((await operator.get(path)).status).toBe(200)
  expect(recorded.size).toBeGreaterThan(0)
  for (const [name, statement] of recorded) {
    expect([name, await scansOf(statement)]).toEqual([name, []])
    expect([name, await rowsOf(statement)]).toEqual([name, expect.any(Number)])
    expect(await rowsOf(statement)).toBeLessThan(5_000)
  }
})

test.each([
  'type=shipment.held&type=shipment.created',
  'type=shipment.disposed&type=claim.opened',
  'type=shipment.held&type=shipment.created&order=newest',
  'type=shipment.disposed&type=claim.opened&order=newest',
  `type=shipment.disposed&type=claim.opened&${created}`,
])('a filter by several types reads one page of each type, however rare or common they are: %s', async (filter) => {
  recorded.clear()
  expect((await partner.get(`/v2/events?${filter}&limit=20`)).status).toBe(200)
  const feeds = [...recorded].filter(([name]) => name.startsWith('feed') && name.includes('_types'))
  expect(feeds.length).toBeGreaterThan(0)
  for (const [, statement] of feeds) {
    expect(await rowsOf(statement)).toBeLessThanOrEqual(2 * 21)
    const { rows } = await client.query(`explain (analyze, format json) ${statement.text}`, statement.values as unknown[])
    const removed = nodes(rows[0]['QUERY PLAN'][0].Plan).map((node) => node['Rows Removed by Filter'] ?? 0)
    expect(Math.max(...removed)).toBe(0)
  }
})

test('shipments that have not moved are found in index order, and deep pages cost as much as the first', async () => {
  const operator = await service.operator()
  for (const reader of [partner, operator]) {
    const blocks: number[] = []
    let cursor = ''
    for (let page = 0; page < 10; page++) {
      recorded.clear()
      const { json } = await reader.get(`/v2/shipments?not_moved_since=${MOVED}&status=unclaimed&limit=5${cursor}`)
      expect(json.data).toHaveLength(5)
      cursor = `&cursor=${json.next_cursor}`
      const [, list] = [...recorded].find(([name]) => name.startsWith('shipments_list')) as [string, Statement]
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${list.text}`, list.values as unknown[])
      const plan = rows[0]['QUERY PLAN'][0].Plan as PlanNode
      const indexes = nodes(plan).flatMap((node) => node['Index Name'] ?? [])
      expect(foundIn(indexes)).toEqual(['shipments_unmoved'])
      blocks.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0))
    }
    expect(blocks.at(-1)).toBeLessThanOrEqual((blocks[0] as number) * 1.5 + 20)
  }
})

test.each(PAGED)('no sequential scan for later pages: GET %s', async (path) => {
  const { next_cursor } = (await partner.get(path)).json
  expect(typeof next_cursor).toBe('string')
  recorded.clear()
  expect((await partner.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${next_cursor}`)).status).toBe(200)
  expect(recorded.size).toBeGreaterThan(0)
  for (const [name, statement] of recorded) expect([name, await scansOf(statement)]).toEqual([name, []])
})

test('no sequential scan for writes: create, scan, QR, cancel', async () => {
  recorded.clear()
  const { json } = await partner.post('/v2/shipments', QR_RETURN)
  await partner.post('/v2/scan-events/walk-in', { qr_id: json.qr_id })
  await partner.post('/v2/scan-events/arrive', { barcode: json.barcode })
  await partner.post(`/v2/shipments/${json.id}/hold`)
  const statements = [...recorded].filter(([name]) => !name.startsWith('commit_'))
  expect(statements.length).toBeGreaterThan(2)
  // These statements do not run on the connections for reads. Only those connections disable bitmap scans.
  await client.query('set enable_bitmapscan = on')
  for (const [name, statement] of statements) expect([name, await scansOf(statement)]).toEqual([name, []])
  await client.query('set enable_bitmapscan = off')
})

test.each(['', '?type=shipment.held', '?shipment=shp_00000000000000000000000020', `?after=${MIDDLE}`])(
  'the feed is read in the order of its index, without a sort: GET /v2/events%s',
  async (search) => {
    recorded.clear()
    expect((await partner.get(`/v2/events${search}`)).status).toBe(200)
    const feed = [...recorded].find(([name]) => name.startsWith('feed'))?.[1] as Statement
    const { rows } = await client.query(`explain (format json) ${feed.text}`, feed.values as unknown[])
    const all = nodes(rows[0]['QUERY PLAN'][0].Plan as PlanNode).map((node) => node['Node Type'])
    expect(all.filter((type) => type.includes('Sort'))).toEqual([])
  },
)

test.each(['label_ready', 'expired'])('a list of %s skips shipments that are due, or not yet due, within the index', async (status) => {
  recorded.clear()
  expect((await partner.get(`/v2/shipments?status=${status}&limit=100`)).status).toBe(200)
  const lists = [...recorded].filter(([name]) => name.startsWith('shipments_list'))
  expect(lists.length).toBe(status === 'expired' ? 1 : 2)
  // Shipments that expired during a read left index entries, which every read would visit until this vacuum.
  await client.query('vacuum (index_cleanup on) shipments')
  for (const [, list] of lists) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${list.text}`, list.values as unknown[])
    const plan = rows[0]['QUERY PLAN'][0].Plan as PlanNode
    // The read passes over hundreds of index entries. The rows of one or two pages, their links and the index blocks add up to a few
    // hundred blocks.
    expect((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)).toBeLessThan(600)
    // The other indexes are used for the rows of the page: links may have been renewed, and scans show who has custody.
    const all = [...new Set(nodes(plan).flatMap((node) => node['Index Name'] ?? []))]
    const indexes = all.filter((name) => !name.startsWith('scans_'))
    const early = status === 'expired' ? ['shipments_due_early', 'shipments_expiring_early'] : ['shipments_expiring_early']
    expect(['shipments_by_state', 'parcel_links_pkey', ...early]).toEqual(expect.arrayContaining(indexes))
  }
})

test('parcels at a counter and shipments of a store are found by index, for partners and operators', async () => {
  const operator = await service.operator()
  for (const reader of [partner, operator]) {
    for (const [path, found] of [
      ['/v2/parcels?store_id=sto_7', ['shipments_at_counter', 'shipments_at_counter_of']],
      ['/v2/shipments?store_id=sto_7', ['shipments_store']],
    ] as const) {
      recorded.clear()
      expect((await reader.get(path)).status).toBe(200)
      const [, list] = [...recorded].find(([name]) => /^(parcels_at_store|shipments_list)/.test(name)) as [string, Statement]
      expect([path, await scansOf(list)]).toEqual([path, []])
      const { rows } = await client.query(`explain (format json) ${list.text}`, list.values as unknown[])
      const indexes = nodes(rows[0]['QUERY PLAN'][0].Plan).flatMap((node) => node['Index Name'] ?? [])
      expect(foundIn(indexes).length).toBeGreaterThan(0)
      expect(found).toEqual(expect.arrayContaining(foundIn(indexes)))
    }
  }
})

test('shipments due for disposal are found in the index of unclaimed ones, for partners and operators', async () => {
  const operator = await service.operator()
  for (const reader of [partner, operator]) {
    recorded.clear()
    const { json } = await reader.get('/v2/shipments?dispose_due=true&limit=20')
    expect(json.data).toHaveLength(20)
    const [, list] = [...recorded].find(([name]) => name.startsWith('shipments_list')) as [string, Statement]
    expect(await scansOf(list)).toEqual([])
    const { rows } = await client.query(`explain (format json) ${list.text}`, list.values as unknown[])
    const indexes = nodes(rows[0]['QUERY PLAN'][0].Plan).flatMap((node) => node['Index Name'] ?? [])
    expect(foundIn(indexes)).toEqual(['shipments_disposable'])
  }
})

test('a page of 500 events reads as many blocks at the end of the feed as at its start', async () => {
  const blocks = async (after: string): Promise<number> => {
    recorded.clear()
    const answer = await partner.get(`/v2/events?limit=500&after=${after}`)
    expect(answer.json.data.length).toBeGreaterThan(400)
    const feed = recorded.get('feed_after') as Statement
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${feed.text}`, feed.values as unknown[])
    const plan = rows[0]['QUERY PLAN'][0].Plan as PlanNode
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  }
  await partner.settle()
  const id = (n: number) => `evt_${String(n).padStart(26, '0')}`
  const first = await blocks(id(PARTNERS))
  const last = await blocks(id(ROWS - 520 * PARTNERS))
  expect(last).toBeLessThanOrEqual(first * 1.25 + 10)
})

/** Returns the blocks that a statement reads. Its writes are rolled back. */
const blocksOf = async ({ text, values }: Statement): Promise<number> => {
  await client.query('begin')
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values as unknown[])
  await client.query('rollback')
  const plan = rows[0]['QUERY PLAN'][0].Plan as PlanNode
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

describe('the tasks that need attention now, and the last seven days', () => {
  /** The number of 8 KiB blocks that one statement may read, whatever the size of the tables. */
  const MAX_BLOCKS: Record<string, number> = {
    today_read: 25_000,
    today_read_all: 25_000,
    today_needs: 1_000,
    today_needs_all: 5_000,
    today_count: 20_000,
  }

  beforeAll(async () => {
    await client.query(
      `insert into partners (id, name) select 'par_' || n, 'Partner ' || n from generate_series(1, ${PARTNERS - 1}) n on conflict do nothing`,
    )
    // For each hour, inserts 20 counts. For each day, inserts 15 steps from one status to the next, each in 60 buckets of duration.
    for (const id of [partner.partnerId, ''])
      await client.query(
        `insert into today_counts (partner_id, hour, what, bucket, n)
         select $1, date_trunc('hour', now()) - h * interval '1 hour', 'status ' || k, 0, 1 from generate_series(0, 190) h, generate_series(1, 20) k
         union all
         select $1, date_trunc('day', now()) - d * interval '1 day', 'status ' || k || '>status ' || k + 1, b, 1
           from generate_series(0, 8) d, generate_series(1, 15) k, generate_series(1, 60) b`,
        [id],
      )
    await client.query('vacuum (analyze) today_counts, today_reached, shipments')
    // When the statistics were collected, all tenders with a discrepancy were from this week and none was short. Now there are many old
    // short tenders all over the table.
    await client.query('alter table tenders set (autovacuum_enabled = off)')
    for (const [type, count, days] of [
      ['over', 300, 0],
      ['short', 10_000, 100],
    ] as const) {
      await client.query(
        `insert into tenders (id, partner_id, carrier, handoff, shipment_ids, piece_count, status, accepted_at, discrepancy, created_at, version)
         select 'tnd_' || $2::text || lpad(n::text, 20, '0'), $1, 'UPSN', 'inject', '{}', 1, 'accepted', at, json_build_object('type', $2::text), at, 1
           from generate_series(1, $3::int) n cross join lateral (select now() - $4 * interval '1 day' - n * 7919 % $3 * interval '1 minute' as at) a`,
        [partner.partnerId, type, count, days],
      )
      if (type === 'over') await client.query('vacuum (analyze) tenders')
    }
  })

  test.each(['a partner', 'an operator'])('are read from a bounded part of the indexes, by %s', async (who) => {
    const reader = who === 'a partner' ? partner : await service.operator()
    recorded.clear()
    const { json } = await reader.get('/v2/today')
    expect(json.needs.find(({ stage }: { stage: string }) => stage === 'in_transit').is_more).toBe(reader !== partner)
    const statements = [...recorded].filter(([name]) => name.startsWith('today_'))
    const names = statements.map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining(who === 'a partner' ? ['today_read', 'today_needs'] : ['today_read_all', 'today_needs_all']),
    )
    for (const [name, statement] of statements) {
      expect([name, await scansOf(statement)]).toEqual([name, []])
      const most = MAX_BLOCKS[name]
      if (most === undefined) continue
      const blocks = await blocksOf(statement)
      expect([name, blocks < most ? 'few' : blocks]).toEqual([name, 'few'])
    }
  })
})

describe('due shipments are found without reading those that are not due yet', () => {
  /**
   * The newest shipments belong to a separate partner: NOT_DUE unsent and NOT_DUE unclaimed ones that are not due yet, and FEW of each kind
   * that are due.
   */
  const NOT_DUE = 20_000
  const FEW = 3
  let other: TestClient & { partnerId: string }

  beforeAll(async () => {
    other = await service.partner()
    const { json } = await other.post('/v2/shipments', RETURN)
    const own = (kind: string, columns: Record<string, string>): Record<string, string> => ({
      id: `'shp_${kind}' || lpad(n::text, 25, '0')`,
      tracking: `'${kind}' || lpad(n::text, 26, '0')`,
      barcode: `'${kind}' || lpad(n::text, 19, '0')`,
      partner_id: 's.partner_id',
      status: "'label_ready'",
      dispose_after: 'null',
      store_id: 'null',
      ...columns,
    })
    const minutes = "n * interval '1 minute'"
    const day = "interval '1 day'"
    const unclaimed = { status: "'unclaimed'", expires_at: `now() + 60 * ${day}` }
    await makeShipments(json.id, NOT_DUE, own('a', { created_at: `now() - ${minutes}`, expires_at: `now() + 30 * ${day} - ${minutes}` }))
    await makeShipments(json.id, FEW, own('b', { created_at: `now() - 31 * ${day}`, expires_at: `now() - ${day}` }))
    await makeShipments(json.id, FEW, own('c', { created_at: `now() - 2 * ${day}`, expires_at: `now() - ${day}` }))
    await makeShipments(
      json.id,
      NOT_DUE,
      own('d', { ...unclaimed, created_at: `now() - ${minutes}`, dispose_after: `now() + 30 * ${day} - ${minutes}` }),
    )
    await makeShipments(json.id, FEW, own('e', { ...unclaimed, created_at: `now() - 40 * ${day}`, dispose_after: `now() - ${day}` }))
    await client.query('vacuum (analyze) shipments')
  }, 240_000)

  /** Returns the rows of the list. Expects that no statement that reads the list needs more blocks than this. */
  const listed = async (reader: TestClient, path: string, most: number): Promise<{ id: string }[]> => {
    recorded.clear()
    const { json } = await reader.get(path)
    const lists = [...recorded].filter(([name]) => /^(shipments_list|today_needs)/.test(name))
    expect(lists.length).toBeGreaterThan(0)
    for (const [name, statement] of lists) {
      const blocks = await blocksOf(statement)
      expect([name, blocks <= most ? 'few' : blocks]).toEqual([name, 'few'])
    }
    return json.data ?? json.needs
  }

  test('shipments due for disposal, of one partner', async () => {
    expect(await listed(other, '/v2/shipments?dispose_due=true', 60)).toHaveLength(FEW)
    const soon = encodeURIComponent(new Date(Date.now() + 3_600_000).toISOString())
    expect(await listed(other, `/v2/shipments?dispose_before=${soon}`, 60)).toHaveLength(FEW)
  })

  test('expired shipments that were not read since, with the usual or a shorter lifetime', async () => {
    expect(await listed(other, '/v2/shipments?status=label_ready&limit=5', 100)).toHaveLength(5)
    const expired = (await listed(other, '/v2/shipments?status=expired', 150)).map(({ id }) => id.slice(0, 5))
    expect(expired.sort()).toEqual(['shp_b', 'shp_b', 'shp_b', 'shp_c', 'shp_c', 'shp_c'])
  })
})

test('a page of parcels at a counter reads only the scans that it shows, however many parcels are there', async () => {
  const MANY = 5_000
  const full = await service.partner()
  const { rows } = await client.query("select id from stores where code = 'NYC-001'")
  const [operator, { id }] = [await service.operator(), (await full.post('/v2/shipments', RETURN)).json]
  expect((await full.post('/v2/scan-events/accept', { shipment_id: id, store_id: rows[0].id })).status).toBe(200)
  const minutesAgo = "date_trunc('milliseconds', now()) - n * interval '1 minute'"
  await makeShipments(id, MANY, {
    ...{ id: "'shp_z' || lpad(n::text, 25, '0')", tracking: "'z' || lpad(n::text, 26, '0')", barcode: "'z' || lpad(n::text, 19, '0')" },
    ...{ partner_id: 's.partner_id', status: "'in_possession'", dispose_after: 'null', store_id: 's.store_id', taken_in_at: minutesAgo },
  })
  await client.query(
    `insert into scans (id, shipment_id, partner_id, kind, applied, status, store_id, facility, location, occurred_at, recorded_at, scanner_email,
                        scanner_name, lat, lon, details)
     select 'scn_z' || lpad(n::text, 25, '0'), 'shp_z' || lpad(n::text, 25, '0'), (s).partner_id, (s).kind, (s).applied, (s).status,
            (s).store_id, (s).facility, (s).location, ${minutesAgo}, ${minutesAgo}, (s).scanner_email, (s).scanner_name, (s).lat, (s).lon, (s).details
       from (select s from scans s where shipment_id = $1) one cross join generate_series(1, ${MANY}) n`,
    [id],
  )
  await client.query('vacuum (analyze) shipments, scans')
  for (const reader of [full, operator]) {
    for (let cursor = '', page = 0; page < 2; page++) {
      recorded.clear()
      const { json } = await reader.get(`/v2/parcels?store_id=${rows[0].id}&limit=20${cursor}`)
      const shown = Array.from({ length: 20 }, (_, k) => `shp_z${String(MANY - 20 * page - k).padStart(25, '0')}`)
      expect(json.data.map(({ shipment_id }: { shipment_id: string }) => shipment_id)).toEqual(shown)
      const [, list] = [...recorded].find(([name]) => name.startsWith('parcels_at_store')) as [string, Statement]
      expect(await blocksOf(list)).toBeLessThan(200)
      cursor = `&cursor=${json.next_cursor}`
    }
  }
})

test('the check whether scans are still needed uses the indexes of shipments in the network and refused ones', async () => {
  const [from, to] = [ROWS / 4, ROWS / 2].map((n) => `'shp_${String(n).padStart(26, '0')}'`)
  const text = `select ${scansStay((column) => `${column} >= ${from} and ${column} < ${to}`)}`
  const { rows } = await client.query(`explain (format json) ${text}`)
  const all = nodes(rows[0]['QUERY PLAN'][0].Plan)
  expect(await scansOf({ text, values: [] })).toEqual([])
  const indexes = all.flatMap((node) => node['Index Name'] ?? []).filter((name) => name.startsWith('shipments_'))
  expect(indexes.toSorted()).toEqual(['shipments_by_state', 'shipments_unmoved'])
})

test('operators find claims of one type among many others', async () => {
  await client.query(
    `insert into claims (id, partner_id, shipment_id, type, status, currency, history, created_at, updated_at, version)
     select 'clm_' || lpad(n::text, 26, '0'), $1, 'shp_' || lpad(n::text, 26, '0'), case when n <= 3 then 'lost' else 'damaged' end, 'closed',
            'USD', '[]', now() - (10000 - n) * interval '1 minute', now(), 1
       from generate_series(1, 10000) n`,
    [partner.partnerId],
  )
  await client.query('vacuum (analyze) claims')
  const operator = await service.operator()
  recorded.clear()
  expect((await operator.get('/v2/ops/claims?type=lost')).json.data).toHaveLength(3)
  const [, list] = [...recorded].find(([name]) => name.startsWith('list_claims')) as [string, Statement]
  expect(await blocksOf(list)).toBeLessThan(20)
})
