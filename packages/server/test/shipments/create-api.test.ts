import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, QR_RETURN, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const types = (events: { type: string }[]) => events.map((event) => event.type)

test('a print_label return gets its label immediately and fires created, then label_ready', async () => {
  const { status, json, headers } = await service.demo.post('/v2/shipments', RETURN)
  expect(status).toBe(201)
  expect(headers.get('x-request-id')).toMatch(/^req_/)
  expect(headers.get('ratelimit-policy')).toBe('"default";q=100000;w=60')
  expect(json).toMatchObject({
    object: 'shipment',
    status: 'label_ready',
    label_version: 1,
    supersedes: null,
    channel: 'api',
    market: 'US',
    carrier: 'northline',
  })
  expect(json.tracking).toMatch(/^[0-9A-HJKMNP-TV-Z]{27}$/)
  expect(json.barcode).toMatch(/^\d{20}$/)
  expect(types(await service.demo.events(json.id))).toEqual(['shipment.created', 'shipment.label_ready'])
  expect((await service.demo.get(`/v2/shipments/${json.id}`)).json).toEqual(json)
})

test('a qr_code return waits for the counter with a QR and no label', async () => {
  const { json } = await service.demo.post('/v2/shipments', QR_RETURN)
  expect(json).toMatchObject({ status: 'created', label_id: null, label_version: null })
  expect(json.qr_id).toMatch(/^qr_/)
  expect(types(await service.demo.events(json.id))).toEqual(['shipment.created'])
})

test('a shipment in a marketplace market has no carrier at creation', async () => {
  const { json } = await service.demo.post('/v2/shipments', {
    direction: 'outbound',
    fulfillment: 'print_label',
    to: { ...ADDRESS, country: 'CA' },
  })
  expect(json).toMatchObject({ market: 'CA', carrier: null, ltracking: null, currency: 'CAD' })
})

test('a counter sale is outbound, printed and fires sold', async () => {
  const { status, json } = await service.demo.post('/v2/retail/shipments', { to: ADDRESS })
  expect(status).toBe(201)
  expect(json).toMatchObject({ channel: 'retail', direction: 'outbound', fulfillment: 'print_label' })
  expect(types(await service.demo.events(json.id))).toEqual(['shipment.created', 'shipment.label_ready', 'shipment.sold'])
})

test('a batch of 1,000 is created in request order by one transaction', async () => {
  const shipments = Array.from({ length: 1000 }, (_, i) => ({ ...RETURN, order_id: `batch-${i}` }))
  const { status, json } = await service.demo.post('/v2/shipments/batch', { shipments })
  expect(status).toBe(201)
  expect(json.data.map((one: { order_id: string }) => one.order_id)).toEqual(shipments.map((one) => one.order_id))
  const rows = await service.running.service.db.query<{ n: number }>(
    't',
    "select count(distinct xmin::text) as n from shipments where order_id like 'batch-%'",
  )
  expect(rows[0]?.n).toBe(1)
})

test('one invalid member of a batch is named, and nothing is created', async () => {
  const before = (await service.demo.events()).length
  const { status, json } = await service.demo.post('/v2/shipments/batch', { shipments: [RETURN, { ...RETURN, direction: 'sideways' }] })
  expect(status).toBe(422)
  expect(json.error.details.errors[0].path).toBe('/shipments/1/direction')
  const market = await service.demo.post('/v2/shipments/batch', { shipments: [RETURN, { ...RETURN, to: { ...ADDRESS, country: 'FR' } }] })
  expect(market.json.error.details.errors[0].path).toBe('/shipments/1/to/country')
  expect((await service.demo.events()).length).toBe(before)
})

test('50 equal concurrent requests create one shipment and get 50 equal answers', async () => {
  const requests = Array.from({ length: 50 }, () =>
    service.demo.post('/v2/shipments', { ...RETURN, order_id: 'once' }, { idempotencyKey: 'the-same' }),
  )
  const answers = await Promise.all(requests)
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  expect(answers.every((answer) => answer.status === 201)).toBe(true)
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(49)
  expect((await service.demo.get('/v2/shipments?order_id=once')).json.data).toHaveLength(1)
})

test('an expired shipment fires expired once under concurrent readers', async () => {
  const partner = await service.partner()
  const { json } = await partner.post('/v2/shipments', { ...RETURN, expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  expect((await partner.post('/v2/test/clock/advance', { seconds: 3_601 })).status).toBe(200)
  const reads = await Promise.all(Array.from({ length: 20 }, () => partner.get(`/v2/shipments/${json.id}`)))
  expect(reads.map((read) => read.json.status)).toEqual(Array(20).fill('expired'))
  expect(types(await partner.events(json.id)).filter((type) => type === 'shipment.expired')).toHaveLength(1)
})
