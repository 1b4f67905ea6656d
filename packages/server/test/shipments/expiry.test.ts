// A shipment expires when it is read or gets a command, never by a timer. Tests what this costs, and that lists are still correct.
import { expect, test } from 'vitest'
import { MAX_EXPIRED_BY_LIST } from '../../src/kinds/tenders/statuses.ts'
import { advanceClock, create, type Json, ok, scan, types } from '../conformance/support.ts'
import { QR_RETURN, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { databaseThatCounts, statementsOf } from '../support/counting.ts'
import { onClientOf } from '../support/on-client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const started = async (env: Record<string, string> = {}): Promise<TestService> => {
  const service = await startTestService('api', env)
  atEndOfTest(() => service.close())
  return service
}

/** Returns the number of stored rows with this status, regardless of the time. */
const stored = async ({ running }: TestService, partnerId: string, status: string): Promise<number> => {
  const text = 'select count(*) as n from shipments where partner_id = $1 and status = $2'
  return (await running.service.db.one<{ n: number }>('test_stored', text, [partnerId, status]))?.n as number
}

/** Matches statements that read or write shipments, except the one with which this test locks a row. */
const ASKED = '(from|join|update) shipments (?!where id = .1 for update)'
/**
 * The number of shipments that become due on one day if those of a few weeks were imported at once. Without BACKHAUL_TEST_ROWS the number
 * is smaller, which is enough for the checks but not for measurements.
 */
const DUE = process.env.BACKHAUL_TEST_ROWS ? 28_000 : 4_000
/** Copies a shipment many times. Each copy is due, and newer than the one before. */
const copyDue = async ({ running }: TestService, id: string): Promise<void> => {
  const changed: Record<string, string> = {
    id: "'shp_' || lpad(n::text, 26, '0')",
    tracking: "'T' || lpad(n::text, 26, '0')",
    barcode: "lpad(n::text, 20, '0')",
    created_at: "now() + n * interval '1 millisecond'",
    expires_at: "now() - interval '1 hour'",
  }
  const { db } = running.service
  const columns = await db.query<{ name: string }>(
    'test_columns',
    "select column_name as name from information_schema.columns where table_name = 'shipments'",
  )
  const names = columns.map(({ name }) => name)
  await db.query(
    'test_copy',
    `insert into shipments (${names}) select ${names.map((name) => changed[name] ?? `s.${name}`)} from shipments s, generate_series(1, ${DUE}) n where s.id = $1`,
    [id],
  )
}

test(`20 concurrent lists over ${DUE} due shipments expire the one that they show, in one statement`, async () => {
  const service = await started({ DATABASE_URL: await databaseThatCounts() })
  const { db } = service.running.service
  const partner = await service.partner()
  await copyDue(service, (await create(partner)).id)
  await partner.get('/v2/test/clock')
  const written = async () =>
    (
      await db.one<{ calls: number }>(
        'test_written',
        "select coalesce(sum(calls), 0) as calls from pg_stat_statements where query like '%w_shipments%'",
      )
    )?.calls
  const newest = `shp_${String(DUE).padStart(26, '0')}`
  // The lock keeps the shipment from expiring until all 20 requests have read it.
  let answers: TestAnswer[] = []
  const before = await statementsOf(db, ASKED)
  await onClientOf(db.config, async (client) => {
    await client.query('begin')
    await client.query('select from shipments where id = $1 for update', [newest])
    const asked = Promise.all(Array.from({ length: 20 }, () => partner.get('/v2/shipments?limit=1')))
    await until('all have read it', async () => (await statementsOf(db, ASKED)) >= before + 20)
    await client.query('commit')
    answers = await asked
  })
  expect(answers.map((answer) => [ok(answer).data[0].id, answer.json.data[0].status])).toEqual(Array(20).fill([newest, 'expired']))
  expect(await stored(service, partner.partnerId, 'expired')).toBe(1)
  expect(await written()).toBe(1)
  // Each of the 20 lists needs one read. The expiry takes two passes: one for the first request, and one for all the others together.
  expect((await statementsOf(db, ASKED)) - before).toBeLessThanOrEqual(28)
  expect(types(await partner.events(newest))).toEqual(['shipment.expired'])

  const first = ok(await partner.get('/v2/shipments?status=expired&limit=100'))
  expect(first.data.every(({ status }: Json) => status === 'expired')).toBe(true)
  expect([first.data.length, first.has_more, await stored(service, partner.partnerId, 'expired')]).toEqual([100, true, 100])
})

/** Returns every id of a list, read page by page. */
const paged = async (client: TestClient, path: string): Promise<string[]> => {
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const { data, has_more, next_cursor } = ok(await client.get(`${path}&limit=2${cursor}`))
    found.push(...data.map(({ id }: Json) => id))
    if (!has_more) return found
    cursor = `&cursor=${next_cursor}`
  }
}

/** Creates six shipments, three of which are due after a minute. Returns their ids, newest first. */
const halfDue = async (client: TestClient): Promise<{ due: string[]; stay: string[] }> => {
  const soon = async (seconds: number) => new Date(Date.parse(ok(await client.get('/v2/test/clock')).now) + seconds * 1000).toISOString()
  const due = [await create(client, { ...RETURN, expires_at: await soon(60) })]
  const stay = [await create(client)]
  due.unshift(await create(client, { ...RETURN, expires_at: await soon(40) }))
  const refused = await create(client, { ...RETURN, expires_at: await soon(50) })
  ok(await scan(client, 'reject', { shipment_id: refused.id, reject_reason: 'damaged' }))
  due.unshift(refused)
  stay.unshift(await create(client), await create(client, QR_RETURN))
  await advanceClock(client, 60)
  return { due: due.map(({ id }) => id), stay: [stay[0], stay[2]].map((one) => (one as Json).id) }
}

test('a list of one status is the same before and after due shipments were read, page by page', async () => {
  const service = await started()
  const partner = await service.partner()
  const { due, stay } = await halfDue(partner)
  const lists = async (client: TestClient) =>
    Promise.all(['label_ready', 'rejected', 'expired'].map((status) => paged(client, `/v2/shipments?status=${status}&order_id=order-1`)))

  expect(ok(await partner.get('/v2/shipments?status=created')).data).toHaveLength(1)
  expect(await stored(service, partner.partnerId, 'expired')).toBe(0)
  expect(ok(await partner.get('/v2/shipments?status=expired&limit=1')).data.map(({ id }: Json) => id)).toEqual(due.slice(0, 1))
  expect(await stored(service, partner.partnerId, 'expired')).toBe(1)
  // Only one more shipment was expired: the one that would otherwise be on this page.
  expect(ok(await partner.get('/v2/shipments?status=label_ready&limit=1')).data.map(({ id }: Json) => id)).toEqual(stay.slice(0, 1))
  expect(await stored(service, partner.partnerId, 'expired')).toBe(2)
  expect(types(await partner.events(due[1]))).toContain('shipment.expired')
  expect(await lists(partner)).toEqual([stay, [], due])
  expect(await stored(service, partner.partnerId, 'expired')).toBe(3)
  expect(await lists(partner)).toEqual([stay, [], due])
  expect(await paged(partner, '/v2/shipments?created_after=2020-01-01T00:00:00Z')).toHaveLength(6)
})

test('a page of one status skips newer due shipments and expires at most one page of them', async () => {
  const service = await started()
  const partner = await service.partner()
  const { id } = await create(partner)
  const expires_at = new Date(Date.now() + 30_000).toISOString()
  ok(await partner.post('/v2/shipments/batch', { shipments: Array.from({ length: 9 }, () => ({ ...RETURN, expires_at })) }), 201)
  await advanceClock(partner, 60)
  const { data, has_more } = ok(await partner.get('/v2/shipments?status=label_ready&limit=2'))
  expect([data.map((one: Json) => one.id), has_more]).toEqual([[id], false])
  expect(await stored(service, partner.partnerId, 'expired')).toBe(2)
})

test("an operator's list shows each shipment by the clock of its partner", async () => {
  const service = await started()
  const [partner, another, operator] = [await service.partner(), await service.partner(), await service.operator()]
  const { due, stay } = await halfDue(partner)
  const { id } = await create(another, { ...RETURN, expires_at: new Date(Date.now() + 30_000).toISOString() })
  expect(await paged(operator, '/v2/shipments?status=expired')).toEqual(due)
  expect((await paged(operator, '/v2/shipments?status=label_ready')).sort()).toEqual([id, ...stay].sort())
})

test('the events of one page are in the order in which its shipments became due', async () => {
  const service = await started()
  const partner = await service.partner()
  const { due } = await halfDue(partner)
  ok(await partner.get('/v2/shipments'))
  const expired = (await partner.events()).filter(({ type }) => type === 'shipment.expired').map((event) => event.identifiers.shipment)
  // The shipments become due after 40, 50 and 60 seconds.
  expect(expired).toEqual([due[1], due[0], due[2]])
})

test("the operator's search expires due shipments that it shows", async () => {
  const service = await started()
  const partner = await service.partner()
  const { due } = await halfDue(partner)
  const found = ok(await (await service.operator()).get(`/v2/ops/shipments?q=${due[0]}`)).data
  expect(found.map(({ status, matched_by }: Json) => [status, matched_by])).toEqual([['expired', 'id']])
})

test('tenders show every due member as expired, but a list of tenders expires only the first hundred', async () => {
  const service = await started()
  const partner = await service.partner()
  const shipments = Array.from({ length: MAX_EXPIRED_BY_LIST + 1 }, () => RETURN)
  const shipment_ids = ok(await partner.post('/v2/shipments/batch', { shipments }), 201).data.map(({ id }: Json) => id)
  const { id } = ok(await partner.post('/v2/tenders', { carrier: 'ups', handoff: 'inject', shipment_ids }), 201)
  await advanceClock(partner, 31 * 86_400)
  const expired = shipment_ids.map((one: string) => ({ id: one, status: 'expired' }))
  expect(ok(await partner.get('/v2/tenders')).data[0].shipments).toEqual(expired)
  expect(await stored(service, partner.partnerId, 'expired')).toBe(MAX_EXPIRED_BY_LIST)
  expect(ok(await partner.get(`/v2/tenders/${id}`)).shipments).toEqual(expired)
  expect(await stored(service, partner.partnerId, 'expired')).toBe(MAX_EXPIRED_BY_LIST + 1)
})
