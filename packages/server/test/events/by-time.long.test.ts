// The feed filtered by time: exact whatever the clocks showed, and as cheap at the end of a long feed as in a short one.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STRETCH, sumUp } from '../../src/kinds/events/by-time.ts'
import { FeedSums } from '../../src/kinds/events/sum-up.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { watchStatements } from '../support/statements.ts'
import { until } from '../support/until.ts'

type Partner = TestClient & { partnerId: string }

const LONG = 100_000
const SHORT = 5_000
const SLICE = 5_000
const TYPES = ['shipment.created', 'shipment.label_ready', 'shipment.held']
const START_MS = Date.parse('2026-01-01T00:00:00.000Z')
const at = (second: number): string => new Date(START_MS + Math.round(second * 1000)).toISOString()

let service: TestService
let client: pg.Client
beforeAll(async () => {
  service = await startTestService()
  client = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string })
  await client.connect()
  await client.query('set synchronous_commit = off')
})
afterAll(async () => {
  await client.end()
  await service.close()
})

/** Inserts events numbered in the order of the feed. `seconds` is an SQL expression that computes the time of creation from `n`. */
const fill = async (partner: Partner, count: number, seconds: string): Promise<void> => {
  for (let first = 1; first <= count; first += SLICE) {
    await client.query(
      `insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
       select 'evt_' || right('${partner.partnerId}', 12) || lpad(n::text, 14, '0'), $1, ($2::text[])[1 + n % 3], 's', 's',
              '${at(0)}'::timestamptz + (${seconds}) * interval '1 second', json_build_object('eventID', n, 'type', ($2::text[])[1 + n % 3])
         from generate_series($3::int, $4::int) n order by n`,
      [partner.partnerId, TYPES, first, Math.min(first + SLICE - 1, count)],
    )
  }
  await partner.settle()
}

interface Made {
  n: number
  id: string
  type: string
  at_ms: number
}

const made = async (partner: Partner): Promise<Made[]> => {
  const { rows } = await client.query(
    "select id, type, (body::json ->> 'eventID')::int as n, extract(epoch from created_at) * 1000 as at_ms from events where partner_id = $1 order by events.xid, seq",
    [partner.partnerId],
  )
  return rows.map((row) => ({ ...row, at_ms: Number(row.at_ms) }))
}

/** Returns all events that a paging reader gets. */
const read = async (partner: Partner, search: string): Promise<number[]> => {
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const { json, status } = await partner.get(`/v2/events?limit=500&${search}${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    seen.push(...json.data.map(({ eventID }: { eventID: number }) => eventID))
    if (!json.has_more) return seen
    cursor = json.next_cursor
  }
}

const CLOCKS: [string, string][] = [
  ['in the order of the feed', 'n'],
  ['by two clocks that are 40 s apart', 'n + 40 * (n % 2)'],
  ['by clocks hours apart', '3 * n + 7200 * (n % 3) - 3600 * (n % 2)'],
  ['with a clock that was set back by an hour for a while', 'n - case when n between 2000 and 3300 then 3600 else 0 end'],
  ['with a clock that was a year ahead for a moment', 'n + case when n = 1500 then 31536000 else 0 end'],
  ['after a clock was advanced by ten years', 'n + case when n > 2500 then 315360000 else 0 end'],
  ['all at one moment', '1000'],
  ['backward', '9000 - n'],
  ['in no order at all', '(n::bigint * 7919 % 5003)'],
]

test.each(CLOCKS)('a page by time has exactly the events of that time, in feed order: created %s', async (_, seconds) => {
  const partner = await service.partner()
  await fill(partner, 5_000, seconds)
  const all = await made(partner)
  const times = all.map(({ at_ms }) => at_ms)
  const [least, most] = [Math.min(...times), Math.max(...times)]
  const moments = [least - 1000, least, ...[1500, 2600].map((i) => times[i] as number), most]
  for (const [i, one] of moments.entries()) {
    const other = moments[(i * 5 + 3) % moments.length] as number
    const [after, before] = [Math.min(one, other), Math.max(one, other)]
    const start = all[(i * 631) % all.length] as Made
    const cases: [string, (event: Made, index: number) => boolean][] = [
      [`created_after=${new Date(one).toISOString()}`, ({ at_ms }) => at_ms > one],
      [`created_before=${new Date(one).toISOString()}`, ({ at_ms }) => at_ms < one],
      [
        `created_after=${new Date(after).toISOString()}&created_before=${new Date(before).toISOString()}&type=shipment.held`,
        ({ at_ms, type }) => at_ms > after && at_ms < before && type === 'shipment.held',
      ],
      [`created_before=${new Date(one).toISOString()}&after=${start.id}`, ({ at_ms }, index) => at_ms < one && index > all.indexOf(start)],
    ]
    for (const [search, fits] of cases) {
      expect([search, await read(partner, search)]).toEqual([search, all.filter(fits).map(({ n }) => n)])
    }
  }
})

test('events without a summary are found too, and concurrent readers summarize them once', async () => {
  const partner = await service.partner()
  await fill(partner, 3_000, 'n')
  const rows = async () =>
    (await client.query('select xid::text, seq from events_by_time where partner_id = $1 order by xid, seq', [partner.partnerId])).rows
  expect(await rows()).toEqual([])
  const answers = await Promise.all(Array.from({ length: 20 }, () => read(partner, `created_after=${at(2990)}`)))
  for (const found of answers) expect(found).toEqual([2991, 2992, 2993, 2994, 2995, 2996, 2997, 2998, 2999, 3000])
  const summed = await rows()
  expect(summed).toHaveLength(Math.floor(3_000 / STRETCH))
  await fill(partner, 0, 'n')
  expect(await read(partner, `created_before=${at(3)}`)).toEqual([1, 2])
  expect(await rows()).toEqual(summed)
})

test('workers summarize feeds of any length that nobody has read, and concurrent ones get the same result', async () => {
  const partners = await Promise.all([service.partner(), service.partner(), service.partner()])
  const [short, long, none] = partners as [Partner, Partner, Partner]
  await fill(short, STRETCH + STRETCH - 1, 'n')
  await fill(long, 40 * STRETCH, 'n')
  await fill(none, STRETCH - 1, 'n')
  const summed = async (): Promise<number[]> => {
    const { rows } = await client.query('select partner_id, count(*)::int as n from events_by_time group by 1')
    return partners.map(({ partnerId }) => rows.find((row) => row.partner_id === partnerId)?.n ?? 0)
  }
  expect(await summed()).toEqual([0, 0, 0])
  const { reads, log } = service.running.service
  const workers = [new FeedSums(reads, log), new FeedSums(reads, log)]
  for (const worker of workers) worker.start()
  await until('all that is complete is summed up', async () => String(await summed()) === '1,40,0')
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(await summed()).toEqual([1, 40, 0])
  expect(await read(long, `created_after=${at(40 * STRETCH - 2)}`)).toEqual([40 * STRETCH - 1, 40 * STRETCH])
})

test('an older program that summarizes longer stretches at the same moment hides no late event', async () => {
  const [partner, old] = [
    await service.partner(),
    new pg.Client({ connectionString: service.running.service.config.databaseUrl as string }),
  ]
  const LATE = 4 * STRETCH - 20
  await fill(partner, 4 * STRETCH, `n - case when n = ${LATE} then 3600 else 0 end`)
  await old.connect()
  await old.query('begin')
  await old.query(
    `insert into events_by_time (partner_id, xid, seq, earliest, latest, is_late)
     select $1, (array_agg(xid order by events.xid desc, seq desc))[1], (array_agg(seq order by events.xid desc, seq desc))[1], min(created_at), max(created_at), false
       from events where partner_id = $1`,
    [partner.partnerId],
  )
  const found = sumUp(service.running.service.reads, partner.partnerId)
  const waits =
    "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%events_by_time%' and datname = current_database()"
  await until('it waits for the other', async () => (await client.query(waits)).rows.length === 1)
  await old.query('commit')
  await old.end()
  await found
  expect(await read(partner, `created_before=${at(1)}`)).toEqual([LATE])
})

test('an event that commits late is found, although the events around it were summarized', async () => {
  const partner = await service.partner()
  const late = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string })
  await late.connect()
  await late.query('begin')
  await late.query(
    "insert into events (id, partner_id, type, subject, created_at, body) values ($1, $2, 'shipment.held', 's', $3, '{\"eventID\":0}')",
    [`evt_late${partner.partnerId.slice(-12)}0000000000`, partner.partnerId, at(100_000)],
  )
  for (let first = 1; first <= 3_000; first += 1_500) {
    await client.query(
      `insert into events (id, partner_id, type, subject, created_at, body)
       select 'evt_' || right($1, 12) || lpad(n::text, 14, '0'), $1, 'shipment.held', 's', '${at(0)}'::timestamptz + n * interval '1 second',
              json_build_object('eventID', n) from generate_series($2::int, $3::int) n order by n`,
      [partner.partnerId, first, first + 1_499],
    )
  }
  expect((await partner.get(`/v2/events?created_after=${at(50_000)}`)).json.data).toEqual([])
  await late.query('commit')
  await late.end()
  await partner.settle()
  expect(await read(partner, `created_after=${at(50_000)}`)).toEqual([0])
  expect(await read(partner, `created_before=${at(4)}`)).toEqual([1, 2, 3])
})

interface Statement {
  text: string
  values: readonly unknown[]
}

/** Returns the blocks that the statements of one request read. */
const blocksOf = async (partner: Partner, search: string): Promise<number> => {
  const recorded: Statement[] = []
  const stop = watchStatements((name, text, values = []) => {
    if (name.startsWith('feed')) recorded.push({ text, values })
  })
  try {
    expect((await partner.get(`/v2/events?limit=100&${search}`)).status).toBe(200)
  } finally {
    stop()
  }
  expect(recorded.length).toBeGreaterThan(0)
  let blocks = 0
  for (const { text, values } of recorded) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values as unknown[])
    const plan = rows[0]['QUERY PLAN'][0].Plan
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return blocks
}

test('a page by time costs the same in a long feed as in a short one', { timeout: 20 * 60_000 }, async () => {
  const [short, long] = [await service.partner(), await service.partner()]
  await fill(short, SHORT, 'n')
  await fill(long, LONG, 'n')
  await client.query('vacuum (analyze) events')
  // The first request creates the summary of the feed.
  for (const partner of [short, long]) while ((await partner.get(`/v2/events?created_after=${at(1)}`)).status !== 200);
  await client.query('vacuum (analyze) events_by_time')
  const asked = (count: number): [string, string][] => [
    ['the last minute', `created_after=${at(count - 60)}`],
    ['nothing since', `created_after=${at(count + 60)}`],
    ['nothing before', `created_before=${at(-1)}`],
    ['from the middle', `created_after=${at(count / 2)}`],
    ['between two moments', `created_after=${at(count / 2)}&created_before=${at(count / 2 + 50)}`],
    ['of a type', `created_after=${at(count - 600)}&type=shipment.held`],
    ['of a type that there is none of', `created_after=${at(count - 600)}&type=shipment.disposed`],
    ['the first', `created_before=${at(50)}`],
  ]
  const costs: [string, number, number][] = []
  for (const [i, [what, search]] of asked(SHORT).entries()) {
    costs.push([what, await blocksOf(short, search), await blocksOf(long, asked(LONG)[i]?.[1] as string)])
  }
  // In the long feed, one stretch of events (STRETCH) may span more blocks of the table, and indexes may be a level or two deeper: up to
  // 100 more blocks.
  for (const [what, few, many] of costs) expect([what, few, many, many <= few + 100]).toEqual([what, few, many, true])
})
