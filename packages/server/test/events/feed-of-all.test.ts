// The operator's feed of all partners: their feeds merged, newest first, each event once, and exact for a time range.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STRETCH, sumUp } from '../../src/kinds/events/by-time.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

const EACH = 4_000
const SECOND_MS = 1_000
/** Event n happened n seconds after this time. */
const START = Math.floor((Date.now() - EACH * SECOND_MS) / SECOND_MS) * SECOND_MS
const at = (second: number): string => new Date(START + second * SECOND_MS).toISOString()

let server: TestService
let operator: TestClient
const partners: string[] = []
const sql = (text: string, values: unknown[] = []) => server.running.service.db.pool.query(text, values)

/**
 * Inserts events 1 to EACH for a partner. Every tenth is a scan. The events in `late` have a time long before that of their neighbors, as
 * from a clock that was set back.
 */
const makeEvents = async (partnerId: string, late: readonly number[]): Promise<void> => {
  await sql(
    `insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
     select 'evt_' || lpad($1::text || n, 26, '0'), $2, case when n % 10 = 0 then 'shipment.sorted' else 'shipment.held' end, 'shp_' || n, 'shp_' || n,
            $3::timestamptz + (case when n = any ($4::int[]) then n - 3000 else n end) * interval '1 second',
            json_build_object('eventID', 'evt_' || lpad($1::text || n, 26, '0'))::text
       from generate_series(1, ${EACH}) n order by n`,
    [partners.length, partnerId, at(0), late],
  )
}

beforeAll(async () => {
  server = await startTestService('api')
  operator = await server.operator()
  // One partner has a late event that the summary covers, one has a late event after the summary, and one has no late event.
  for (const late of [[3_050], [EACH - 2], []]) {
    const partner = await server.partner()
    partners.push(partner.partnerId)
    await makeEvents(partner.partnerId, late)
    // The last partner has no summary until the first read.
    if (late.length > 0) await sumUp(server.running.service.db, partner.partnerId)
  }
  // Transactions of other test files may hold back the feed until they end.
  await server.demo.settle()
})
afterAll(() => server.close())

/** Returns all pages of a list. */
const read = async (query: string): Promise<string[]> => {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { status, json } = await operator.get(`/v2/ops/events?order=newest&limit=500&${query}${cursor}`)
    expect([query, status]).toEqual([query, 200])
    ids.push(...json.data.map(({ eventID }: { eventID: string }) => eventID))
    if (!json.has_more) return ids
    cursor = `&cursor=${json.next_cursor}`
  }
}
const expected = async (where: string): Promise<string[]> =>
  (
    await sql(`select id from events where partner_id = any ($1) and ${where} order by events.xid desc, events.seq desc`, [partners])
  ).rows.map(({ id }) => id)

test('every event of every partner appears once, newest first, over all pages', async () => {
  const all = await read('')
  expect(all).toEqual(await expected('true'))
  expect(all).toHaveLength(3 * EACH)
})

test('a reader of a period first summarizes the events that have no summary', async () => {
  const stretches = async () => (await sql('select count(*)::int as n from events_by_time where partner_id = $1', [partners[2]])).rows[0].n
  expect(await stretches()).toBe(0)
  await read(`created_after=${at(10)}&created_before=${at(60)}`)
  expect(await stretches()).toBe(Math.floor(EACH / STRETCH))
})

test.each([
  [10, 60],
  [40, 90],
  [0, 1_025],
  [997, 999],
  [1_000, 1_100],
  [2_500, 3_060],
  [3_900, 4_100],
])('a period has exactly its events, even those of a late clock: from %i to %i', async (from, to) => {
  const found = await read(`created_after=${at(from)}&created_before=${at(to)}`)
  expect(found).toEqual(await expected(`created_at > '${at(from)}' and created_at < '${at(to)}'`))
  expect(found.length).toBeGreaterThan(0)
  expect(await read(`created_after=${at(to)}`)).toEqual(await expected(`created_at > '${at(to)}'`))
})

test('filters by type and by scans combine with a period', async () => {
  const time = `created_after=${at(100)}&created_before=${at(200)}`
  const of = `created_at > '${at(100)}' and created_at < '${at(200)}'`
  expect(await read(`${time}&scans=true`)).toEqual(await expected(`${of} and type = 'shipment.sorted'`))
  expect(await read(`${time}&type=shipment.held`)).toEqual(await expected(`${of} and type = 'shipment.held'`))
  expect(await read(`${time}&scans=true&type=shipment.held`)).toEqual([])
  expect(await read(`${time}&type=shipment.held&type=shipment.sorted`)).toEqual(await expected(of))
})

test('without a partner only order=newest is accepted, and an invalid cursor is refused', async () => {
  for (const query of ['', '?order=oldest', '?order=newest&after=evt_1']) {
    const { status, json } = await operator.get(`/v2/ops/events${query}`)
    expect([query, status, json.error.code]).toEqual([query, 422, 'validation_failed'])
  }
  const { json } = await operator.get('/v2/ops/events?order=newest&cursor=abc')
  expect(json.error.code).toBe('invalid_cursor')
})
