import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../server/test/support/service.ts'
import { ApiError, Backhaul, type ClientOptions, type Shipment, type WebhookEvent } from '../src/index.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let service: TestService
let client: Backhaul
beforeAll(async () => {
  service = await startTestService()
  client = new Backhaul(credentials())
})
afterAll(() => service.close())

const credentials = (): ClientOptions => ({ base_url: service.url, ...service.demo.credentials })

const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

test('a shipment is created, read, amended and canceled', async () => {
  const created = await client.createShipment({ direction: 'return', fulfillment: 'print_label', order_id: 'client-1' })
  expect(created).toMatchObject({ object: 'shipment', status: 'label_ready', order_id: 'client-1' })
  expect(await client.readShipment(created.id)).toEqual(created)
  const amended = await client.amendShipment(created.id, { declared_value: 1_200 })
  expect(amended).toMatchObject({ declared_value: 1_200, version: created.version + 1 })
  expect((await client.cancelShipment(created.id)).status).toBe('cancelled')
})

test('text in any script is signed as the bytes that are sent', async () => {
  const created = await client.createShipment({ direction: 'return', fulfillment: 'qr_code', order_id: 'Bestellung Ä-7 注文 📦' })
  expect(created.order_id).toBe('Bestellung Ä-7 注文 📦')
})

test('numbers in a query arrive in every notation that JavaScript prints', async () => {
  const places = [
    [0.1 + 0.2, 1e-7],
    [-0, 5e-324],
    [40.7446, -73.9967 - 2 ** -46],
    [-90, 180],
  ] as const
  for (const [lat, lon] of places) {
    const found = await client.listDropOffLocations({ lat, lon, radius_km: 1e21 })
    expect(found.data.length).toBeGreaterThan(0)
  }
})

test('an error has its code, status, details and request id', async () => {
  const missing = await failure(client.readShipment('shp_none'))
  expect(missing).toMatchObject({ name: 'ApiError', code: 'not_found', status: 404, details: { field: 'id' }, retry_after_s: null })
  expect(missing.request_id).toMatch(/^req_/)
  const invalid = await failure(client.createShipment({ direction: 'sideways' as 'return', fulfillment: 'print_label' }))
  expect(invalid).toMatchObject({ code: 'validation_failed', status: 422 })
  expect(invalid.details.errors).toMatchObject([{ path: '/direction', rule: 'enum' }])
})

test('a wrong secret causes invalid_signature; a missing secret fails before anything is sent', async () => {
  const wrong = new Backhaul({ ...credentials(), signing_secret: 'not-it' })
  expect(await failure(wrong.readShipment('shp_none'))).toMatchObject({
    code: 'invalid_signature',
    details: { reason: 'signature_mismatch' },
  })
  const without = new Backhaul({ base_url: service.url, api_key: service.demo.credentials.api_key })
  await expect(without.readShipment('shp_none')).rejects.toThrow('signing_secret')
})

test('a repeated call with the same idempotency key returns the first shipment', async () => {
  const body = { direction: 'return', fulfillment: 'print_label', order_id: 'client-twice' } as const
  const [first, second] = [
    await client.createShipment(body, { idempotency_key: 'client-twice' }),
    await client.createShipment(body, { idempotency_key: 'client-twice' }),
  ]
  expect(second.id).toBe(first.id)
  expect((await client.listShipments({ order_id: 'client-twice' })).data).toHaveLength(1)
})

test('a list returns one page when awaited and every item once when iterated', async () => {
  const shipments = Array.from(
    { length: 45 },
    () => ({ direction: 'return', fulfillment: 'print_label', order_id: 'client-list' }) as const,
  )
  const { data } = await client.createShipments({ shipments })
  const page = await client.listShipments({ order_id: 'client-list', limit: 20 })
  expect([page.data.length, page.has_more, typeof page.next_cursor]).toEqual([20, true, 'string'])
  const seen: Shipment[] = []
  for await (const shipment of client.listShipments({ order_id: 'client-list', limit: 20 })) seen.push(shipment)
  expect(seen.map(({ id }) => id).sort()).toEqual(data.map(({ id }) => id).sort())
})

test('leaving an iteration early requests no further page', async () => {
  const paths: string[] = []
  const counting = new Backhaul({
    ...credentials(),
    fetch: (input, init) => {
      paths.push(String(input))
      return fetch(input, init)
    },
  })
  for await (const _shipment of counting.listShipments({ order_id: 'client-list', limit: 20 })) break
  expect(paths).toHaveLength(1)
})

test('the feed is read to its end across pages and later continues from there', async () => {
  await service.demo.settle()
  const all: WebhookEvent[] = []
  for await (const event of client.listEvents({ limit: 10 })) all.push(event)
  expect(all.length).toBeGreaterThan(90)
  expect(new Set(all.map(({ eventID }) => eventID)).size).toBe(all.length)
  expect(all.map(({ eventID }) => eventID)).toEqual((await service.demo.events()).map(({ eventID }) => eventID))

  const { id } = await client.createShipment({ direction: 'return', fulfillment: 'print_label' })
  await service.demo.settle()
  const later: WebhookEvent[] = []
  for await (const event of client.listEvents({ after: all.at(-1)?.eventID, type: ['shipment.created', 'shipment.label_ready'] }))
    later.push(event)
  expect(later.map(({ type, identifiers }) => [type, identifiers.shipment])).toEqual([
    ['shipment.created', id],
    ['shipment.label_ready', id],
  ])
})

test('events are narrowed by type, and their own fields are typed', async () => {
  await service.demo.settle()
  const created: string[] = []
  for await (const event of client.listEvents({ limit: 500 })) {
    if (event.type === 'shipment.created') created.push(event.eventSpecific.serviceLevel)
    if (event.type === 'shipment.cancelled') expect(event.eventSpecific.labelVoided satisfies true).toBe(true)
  }
  expect(new Set(created)).toEqual(new Set(['standard']))
})

test('content other than JSON arrives as bytes with its type; `format` decides the type of the result', async () => {
  const { id } = await client.createShipment({ direction: 'return', fulfillment: 'print_label' })
  const pdf = await client.readLabel(id, { format: 'pdf' })
  expect([pdf.content_type, new TextDecoder().decode(pdf.bytes.subarray(0, 5))]).toEqual(['application/pdf', '%PDF-'])
  const { label_version, url } = await client.readLabel(id, { format: 'json' })
  expect([label_version, url]).toEqual([1, `/v2/shipments/${id}/label?format=pdf`])
  const either = await client.readLabel(id)
  expect('bytes' in either && either.content_type).toBe('application/pdf')
})

test('a list is read as CSV and has the same refusals as the JSON list', async () => {
  const { id } = await client.createShipment({ direction: 'return', fulfillment: 'print_label', order_id: 'client-csv' })
  const [head, row] = (await client.readCsv('/v2/shipments', { order_id: 'client-csv' })).split('\r\n')
  expect([head?.startsWith('id,object,tracking,'), row?.startsWith(`${id},shipment,`)]).toEqual([true, true])
  expect(await failure(client.readCsv('/v2/shipments', { cursor: 'none' }))).toMatchObject({ code: 'invalid_cursor' })
})

test('bytes are uploaded unchanged', async () => {
  const png = Uint8Array.from(Buffer.from(PNG, 'base64'))
  const { id, content_type } = await client.createDocument(png, 'image/png')
  expect(content_type).toBe('image/png')
  expect((await client.readDocument(id)).bytes).toEqual(png)
})

test('tracking needs no signing secret, and a response without a body is undefined', async () => {
  const { tracking } = await client.createShipment({ direction: 'return', fulfillment: 'print_label' })
  const browser = new Backhaul({ base_url: service.url, api_key: service.demo.credentials.api_key })
  expect(await browser.readTracking(tracking)).toMatchObject({ tracking, status: 'label_ready' })
  const { id, secret } = await client.createWebhook({ url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] })
  expect(secret.length).toBeGreaterThan(20)
  expect(await client.deleteWebhook(id)).toBeUndefined()
})

test('an aborted call rejects with the reason of the abort', async () => {
  const controller = new AbortController()
  controller.abort(new Error('enough'))
  await expect(client.readShipment('shp_none', { signal: controller.signal })).rejects.toThrow('enough')
})
