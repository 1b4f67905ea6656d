// Retention of deliveries, and the rows that stay, however old they are. test/storage/retention.test.ts tests the other tables.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Retention } from '../../src/delivery/retention.ts'
import { KEPT } from '../support/kept.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let server: TestService
let partner: TestService['demo'] & { partnerId: string }
beforeAll(async () => {
  server = await startTestService('api')
  partner = await server.partner()
})
afterAll(() => server.close())

const { query } = {
  query: <Row>(text: string, values: readonly (string | number)[] = []) => server.running.service.db.query<Row>('', text, values),
}

beforeEach(() => query('delete from deliveries'))

/** Inserts this many deliveries of this age for a webhook. Their events have the same age unless `event_age` is given. */
const insert = async (status: string, age: string, { webhook = 'whk_1', count = 1, event_age = age } = {}): Promise<string[]> => {
  const rows = await query<{ id: string }>(
    `insert into deliveries (id, webhook_id, partner_id, event_id, event_seq, subject, status, created_at)
     select 'dlv_' || lpad(to_hex((extract(epoch from now() - $2::interval) * 1000)::bigint), 12, '0') || left(replace(gen_random_uuid()::text, '-', ''), 14),
            $3, $4, 'evt_' || n, n, 'shp_1', $1, now() - $6::interval
       from generate_series(1, $5::int) n returning id`,
    [status, age, webhook, partner.partnerId, count, event_age],
  )
  return rows.map(({ id }) => id)
}

const left = async (): Promise<string[]> => (await query<{ id: string }>('select id from deliveries order by id')).map(({ id }) => id)

/** Runs retention until it has removed this many deliveries and a whole pass has found nothing more. */
const removing = async (count: number, of = 1, days = 90): Promise<void> => {
  const { db, log } = server.running.service
  const retentions = Array.from({ length: of }, () => new Retention(db, log, { ...KEPT, deliveries: days }))
  const runs = retentions.map((retention) => retention.run())
  const removed = () => retentions.reduce((sum, retention) => sum + (retention.removed.deliveries ?? 0), 0)
  await until('what is old is removed', () => removed() >= count)
  for (const retention of retentions) retention.stop()
  await Promise.all(runs)
  expect(removed()).toBe(count)
}

test('ended deliveries are removed after 90 days, and not before, by two processes at once', async () => {
  const young = [...(await insert('delivered', '89 days 23 hours', { count: 1100 })), ...(await insert('exhausted', '89 days 23 hours'))]
  await insert('delivered', '90 days 1 minute', { count: 2300 })
  await insert('exhausted', '200 days', { count: 200 })
  await removing(2500, 2)
  expect(await left()).toEqual(young.toSorted())
})

test('a pending delivery stays at any age and is removed once it has ended', async () => {
  const pending = await insert('pending', '400 days', { count: 1500 })
  await insert('delivered', '300 days', { count: 10 })
  await removing(10)
  expect(await left()).toEqual(pending.toSorted())
  await query("update deliveries set status = 'delivered' where id = any ($1)", [`{${pending.slice(0, 3).join(',')}}`])
  await removing(3)
  expect(await left()).toEqual(pending.slice(3).toSorted())
})

test('a skipped delivery is removed by the age of its event, not by its own', async () => {
  const kept = await insert('skipped', '100 days', { event_age: '29 days 23 hours' })
  await insert('skipped', '100 days', { event_age: '30 days 1 minute' })
  await insert('delivered', '100 days')
  await removing(1)
  await until('the one that can no longer be recovered is gone', async () => (await left()).length === 1)
  expect(await left()).toEqual(kept)
})

test('a removed delivery is unknown by its id, in lists and for redelivery', async () => {
  const target = { url: 'https://partner.example/hook', enabled_events: ['*'] }
  const { json: webhook } = await partner.post('/v2/webhooks', target)
  const { json: shipment } = await partner.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label' })
  const lists = [`/v2/webhooks/${webhook.id}/deliveries`, '/v2/webhook-deliveries']
  const [row] = await query<{ id: string; event_id: string }>('select id, event_id from deliveries')
  if (!row) throw new Error('nothing is to be delivered')
  const events = `/v2/events/${row.event_id}/deliveries`
  for (const path of [...lists, events]) expect((await partner.get(path)).json.data.length, path).toBeGreaterThan(0)
  const id = `dlv_${(Date.now() - 91 * 86_400_000).toString(16).padStart(12, '0')}${row.id.slice(16)}`
  await query("update deliveries set status = 'delivered', id = $1 where id = $2", [id, row.id])
  expect((await partner.get(`/v2/webhook-deliveries/${id}`)).status).toBe(200)
  await query("update deliveries set status = 'delivered' where id <> $1", [id])
  await removing(1)
  const unknown = await partner.get(`/v2/webhook-deliveries/dlv_${'0'.repeat(26)}`)
  const gone = await partner.get(`/v2/webhook-deliveries/${id}`)
  expect([gone.status, gone.json.error.code]).toEqual([404, unknown.json.error.code])
  expect((await partner.post(`/v2/webhook-deliveries/${id}/redeliver`)).status).toBe(404)
  for (const path of lists) expect((await partner.get(path)).json.data.map((one: { id: string }) => one.id)).not.toContain(id)
  expect((await partner.get(events)).json.data).toEqual([])
  expect((await partner.get(`/v2/shipments/${shipment.id}`)).status).toBe(200)
})

test('the retention of deliveries is a setting', async () => {
  const young = await insert('delivered', '44 days')
  await insert('delivered', '46 days')
  await removing(1, 1, 45)
  expect(await left()).toEqual(young)
})
