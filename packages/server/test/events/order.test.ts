// Commands that cause events of one subject exclude each other, so that sequence numbers, transactions and commits agree on the order of
// these events.
import { EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import type { Plan } from '../../src/commit/plan.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let server: TestService
/** Another process on the same database, with its own connections and commits. */
let other: Running
beforeAll(async () => {
  server = await startTestService()
  other = await serve({ ...server.running.service.config, port: 0 }, 'api')
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const create = async (client: TestClient): Promise<string> => (await client.post('/v2/shipments', RETURN)).json.id

const db = () => server.running.service.db
const orderBy = async (subject: string, order: 'xid, events.seq' | 'seq'): Promise<string[]> => {
  const text = `select id from events where subject = $1 order by events.${order}`
  return (await db().query<{ id: string }>(`test_order_by_${order}`, text, [subject])).map(({ id }) => id)
}
const expectOneOrder = async (subject: string): Promise<void> =>
  expect(await orderBy(subject, 'xid, events.seq')).toEqual(await orderBy(subject, 'seq'))

/** Resolves when this many statements wait for a lock. */
const waiting = async (count: number): Promise<void> => {
  const text = "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await until(`${count} statements wait`, async () => ((await db().one<{ n: number }>('test_waiting', text))?.n ?? 0) >= count)
}

const CAUSES: [string, (client: TestClient, shipment: string, adjustment: string) => Promise<{ status: number }>][] = [
  ['an adjustment', (client, id) => client.post(`/v2/shipments/${id}/adjustments`, { delta_amount: 5, reason: 'reweigh' })],
  ['a dispute', (client, _, id) => client.post(`/v2/adjustments/${id}/dispute`, { reason: 'not so heavy' })],
  ['a claim', (client, id) => client.post('/v2/claims', { shipment_id: id, type: 'lost' })],
  [
    'a discrepancy',
    (client, shipment_id) => client.post('/v2/discrepancies', { shipment_id, stage: 'sort', observed: { weight: 3 }, chargeable: false }),
  ],
]

test.each(CAUSES)('%s in another process waits for an earlier statement that has yet to reach the shipment', async (_, cause) => {
  const partner = await server.partner()
  const [first, second] = [await create(partner), await create(partner)]
  const adjusted = await partner.post(`/v2/shipments/${second}/adjustments`, { delta_amount: 1, reason: 'reweigh' })
  const client = new pg.Client({ connectionString: String(server.running.service.config.databaseUrl) })
  await client.connect()
  atEndOfTest(() => client.end())
  await client.query('begin')
  await client.query('select from shipments where id = $1 for update', [second])
  // The request gets its transaction id when it changes the first shipment. Then it waits for the lock on the second.
  const scans = [first, second].map((shipment_id) => ({ kind: 'custody', shipment_id }))
  const scanned = partner.post('/v2/scan-events/bulk', { scans })
  await waiting(1)
  const caused = cause(new TestClient(String(other.url), partner.credentials), second, adjusted.json.id)
  await Promise.race([caused, waiting(2)])
  await client.query('rollback')
  expect((await scanned).json.data.map(({ status }: { status: number }) => status)).toEqual([200, 200])
  expect([200, 201]).toContain((await caused).status)
  await expectOneOrder(second)
})

test('concurrent causes of one shipment in two processes all take effect, one after another', async () => {
  const partner = await server.partner()
  const shipment = await create(partner)
  const clients = [partner, new TestClient(String(other.url), partner.credentials)]
  const adjust = (client: TestClient) => client.post(`/v2/shipments/${shipment}/adjustments`, { delta_amount: 5, reason: 'reweigh' })
  const hold = (client: TestClient, n: number) => client.post(`/v2/shipments/${shipment}/${n % 2 ? 'hold' : 'release'}`)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => clients.flatMap((client) => [adjust(client), ...(n % 8 ? [] : [hold(client, n / 8)])])).flat(),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
  const events = await orderBy(shipment, 'seq')
  expect(events.length).toBeGreaterThanOrEqual(2 + 80)
  await expectOneOrder(shipment)
  // The creation of the shipment fired the first two events.
  expect((await partner.get(`/v2/shipments/${shipment}`)).json.version).toBe(1 + events.length - 2)
})

test.each(EVENT_TYPES)('every cause of %s writes the row of its subject', async (type) => {
  const { committer } = server.running.service
  const commit = committer.commit
  const plans: Plan[] = []
  committer.commit = (plan) => {
    plans.push(plan)
    return commit.call(committer, plan)
  }
  try {
    expect((await server.demo.post(`/v2/test/events/${type}`)).status).toBe(200)
  } finally {
    committer.commit = commit
  }
  expect(plans.flatMap(({ events = [] }) => events.map((event) => event.type))).toContain(type)
  for (const { inserts = [], updates = [], events = [] } of plans) {
    const written = [...inserts, ...updates].map(([, row]) => ('id' in row ? row.id : row.webhook_id))
    for (const { subject } of events) expect(written).toContain(subject)
  }
})
