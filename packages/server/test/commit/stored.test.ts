// Events, answers and labels are stored in readable form, so that psql shows them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN } from '../support/client.ts'
import { register } from '../support/deliveries.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const BODY = { ...RETURN, order_id: 'Ä-1', metadata: { note: '"quoted"', id: '\u001f' } }

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  service = await startTestService('all')
  receiver = await startReceiver()
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})

test('a shipment is stored as JSON; its answer, label, events and webhooks are read as they were sent', async () => {
  const partner = service.demo
  await register(partner, receiver)
  const created = await partner.post('/v2/shipments', BODY, { idempotencyKey: 'stored' })
  expect(created.status).toBe(201)
  const again = await partner.post('/v2/shipments', BODY, { idempotencyKey: 'stored' })
  expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([201, 'true', created.text])
  const other = await partner.post('/v2/shipments', { ...BODY, order_id: 'other' }, { idempotencyKey: 'stored' })
  expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await partner.get(`/v2/shipments/${created.json.id}/label`)).status).toBe(200)

  await partner.settle()
  const feed = await partner.get(`/v2/shipments/${created.json.id}/events`)
  const ids: string[] = feed.json.data.map(({ eventID }: { eventID: string }) => eventID)
  expect(ids).toHaveLength(2)
  const sentOf = (id: string) => receiver.requests.map(({ body }) => body.toString()).find((body) => JSON.parse(body).eventID === id)
  await until('all are delivered', () => ids.every((id) => sentOf(id) !== undefined))
  for (const id of ids) {
    const { text } = await partner.get(`/v2/events/${id}`)
    expect(sentOf(id)).toBe(text)
    expect(feed.text).toContain(text)
  }
  const { rows } = await service.running.service.db.pool.query(
    `select (select json_agg(body order by seq) from events where shipment_id = $1) as events,
            (select a.body from idempotency_keys k join answers a on a.created_at = k.created_at and a.id = k.answer
              where k.key = 'stored') as answer,
            (select facts ->> 'service_level' from labels where shipment_id = $1) as service_level`,
    [created.json.id],
  )
  const [row] = rows
  expect([...row.events].sort()).toEqual(feed.json.data.map((event: object) => JSON.stringify(event)).sort())
  expect([row.answer, row.service_level]).toEqual([created.text, created.json.service_level])
})
