import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, QR_RETURN, RETURN } from '../support/client.ts'
import { type ReceivedRequest, type Receiver, startReceiver, verifies } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { Journal } from './journal.ts'

// Before the tests, a partner's parcels go through their whole lives once. Every step is a request to the API. Then each test compares the
// result with one guarantee.

const TORONTO = { line1: '80 Spadina Ave', city: 'Toronto', state: 'ON', postal_code: 'M5V 2J4', country: 'CA' }
const ALL = '/all'
const SOME = '/some'
const SOME_TYPES = ['qr.scanned', 'shipment.delivered']

let service: TestService
let receiver: Receiver
let journal: Journal
/** The ids of the story's parcels, by their role. */
const parcels: Record<string, string> = {}
/** The events that each parcel should have after its commands. */
const expected: Record<string, string[]> = {
  printed: [
    'shipment.created',
    'shipment.label_ready',
    'shipment.label_reprinted',
    'shipment.ready_for_pickup',
    'shipment.picked_up',
    'shipment.held',
    'shipment.at_sort_center',
    'shipment.released',
    'shipment.sorted',
    'shipment.injected',
    'shipment.in_transit',
    'tracking.updated',
    'shipment.redirected',
    'shipment.out_for_delivery',
    'shipment.delivered',
  ],
  qr: [
    'shipment.created',
    'qr.reissued',
    'shipment.label_ready',
    'qr.scanned',
    'shipment.in_possession',
    'shipment.adjusted',
    'adjustment.disputed',
    'shipment.at_sort_center',
    'shipment.sorted',
    'shipment.injected',
    'shipment.in_transit',
    'tracking.updated',
    'shipment.out_for_delivery',
    'shipment.delivered',
  ],
  returned: [
    'shipment.created',
    'shipment.label_ready',
    'shipment.injected',
    'shipment.undeliverable',
    'shipment.out_for_delivery',
    'shipment.undeliverable',
    'shipment.return_to_sender',
  ],
  cancelled: ['shipment.created', 'shipment.label_ready', 'shipment.cancelled'],
  refused: ['shipment.created', 'shipment.rejected', 'shipment.cancelled'],
}
const webhooks: { path: string; id: string; secret: string }[] = []

const eventOf = ({ body }: ReceivedRequest) => JSON.parse(body.toString())
const received = (path: string): ReceivedRequest[] => receiver.requests.filter((request) => request.path === path)

const registerWebhooks = async (): Promise<void> => {
  for (const [path, enabled_events] of [
    [ALL, ['*']],
    [SOME, SOME_TYPES],
  ] as const) {
    const { id, secret } = await journal.post('/v2/webhooks', { url: receiver.url(path), enabled_events }, 201)
    webhooks.push({ path, id, secret })
  }
}

const scan = (kind: string, body: object) => journal.post(`/v2/scan-events/${kind}`, body, 200)
const advance = (id: string) => journal.post(`/v2/test/shipments/${id}/advance`, {}, 200)
const command = (id: string, name: string, body: object = {}) => journal.post(`/v2/shipments/${id}/${name}`, body, 200)

const tellPrinted = async (): Promise<void> => {
  const { id, barcode, tracking } = await journal.post('/v2/shipments', { ...RETURN, from: ADDRESS }, 201)
  parcels.printed = id
  await command(id, 'label/reprint')
  await scan('accept', { barcode })
  await advance(id)
  await command(id, 'hold')
  await journal.post(`/v2/test/shipments/${id}/advance`, {}, 409)
  await scan('arrive', { tracking, facility: 'EWR-SORT' })
  await command(id, 'release')
  const late = await scan('custody', { tracking })
  expect(late.applied).toBe(false)
  await advance(id)
  await scan('inject', { tracking, facility: 'EWR-SORT', carrier: 'northline' })
  await scan('movement', { tracking, scheduled_delivery_date: '2030-01-02' })
  await command(id, 'redirect', { to: { ...ADDRESS, line1: '400 E Gay St' } })
  await advance(id)
  await advance(id)
}

const tellQr = async (): Promise<void> => {
  const body = { ...QR_RETURN, from: ADDRESS, parcel: { weight: 2, length: 12, width: 9, height: 4 } }
  const { id, qr_id } = await journal.post('/v2/shipments', body, 201)
  parcels.qr = id
  const reissued = await command(id, 'qr/reissue')
  await journal.post('/v2/scan-events/walk-in', { qr_id }, 409)
  const { shipment } = await scan('walk-in', { qr_id: reissued.id, reweigh: { weight: 3.5 } })
  expect(shipment.status).toBe('in_possession')
  const adjustments = await journal.client.get(`/v2/shipments/${id}/adjustments`)
  const [{ id: adjustment }] = adjustments.json.data
  await journal.post(`/v2/adjustments/${adjustment}/dispute`, { reason: 'our scale says 2 lb' }, 200)
  await journal.post(`/v2/test/adjustments/${adjustment}/resolve`, { outcome: 'upheld' }, 200)
  for (let rung = 0; rung < 6; rung++) await advance(id)
}

const tellExceptions = async (): Promise<void> => {
  const members = [
    { direction: 'outbound', fulfillment: 'print_label', from: ADDRESS, to: TORONTO },
    { direction: 'outbound', fulfillment: 'print_label', from: ADDRESS, to: ADDRESS },
    { ...QR_RETURN, order_id: 'order-2' },
  ]
  const { data } = await journal.post('/v2/shipments/batch', { shipments: members }, 201)
  const [returned, cancelled, refused] = data.map(({ id }: { id: string }) => id)
  Object.assign(parcels, { returned, cancelled, refused })
  await scan('inject', { shipment_id: returned, facility: 'YYZ-SORT' })
  for (const disposition of ['rts', 'redeliver', 'rts', 'rts']) await command(returned, 'disposition', { disposition })
  await journal.post(`/v2/shipments/${returned}/disposition`, { disposition: 'dispose' }, 409)
  await command(cancelled, 'cancel')
  await scan('reject', { shipment_id: refused, reject_reason: 'oversize' })
  await command(refused, 'cancel')
  await journal.post('/v2/shipments/shp_00000000000000000000000000/cancel', {}, 404)
}

// biome-ignore lint/suspicious/noExplicitAny: resources of the API
const deliveriesOf = async (webhookId: string): Promise<any[]> => {
  const found = []
  for (let cursor = ''; ; ) {
    const { json } = await journal.client.get(`/v2/webhooks/${webhookId}/deliveries?limit=100${cursor && `&cursor=${cursor}`}`)
    found.push(...json.data)
    if (!json.has_more) return found
    cursor = json.next_cursor
  }
}

// biome-ignore lint/suspicious/noExplicitAny: resources of the API
const deliveriesWhen = (webhookId: string, holds: (delivery: any) => boolean): Promise<any[]> => {
  const found = async () => {
    const deliveries = await deliveriesOf(webhookId)
    return deliveries.every(holds) ? deliveries : null
  }
  return until('the deliveries are as they should be', found)
}
const settledDeliveriesOf = (webhookId: string) => deliveriesWhen(webhookId, ({ status }) => status !== 'pending')

/** The first attempts to deliver this event type to the second webhook fail, so that a retry becomes due in virtual time. */
const FAILING_TYPE = 'shipment.delivered'
const fails = (request: ReceivedRequest): boolean =>
  request.path === SOME && request.headers['x-service-attempt'] === '1' && eventOf(request).type === FAILING_TYPE

const letRetriesComeDue = async (): Promise<void> => {
  const { id } = webhooks.find(({ path }) => path === SOME) as { id: string }
  await deliveriesWhen(id, ({ attempt_count }) => attempt_count > 0)
  await journal.post('/v2/test/clock/advance', { seconds: 10 }, 200)
}

beforeAll(async () => {
  service = await startTestService('all')
  receiver = await startReceiver()
  receiver.answer((request) => ({ kind: 'reply', status: fails(request) ? 500 : 200 }))
  journal = new Journal(service.demo)
  await registerWebhooks()
  await tellPrinted()
  await tellQr()
  await tellExceptions()
  await letRetriesComeDue()
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})

test('every acknowledged write is readable afterward, in its last acknowledged state', async () => {
  const shipments = journal.shipments()
  expect([...shipments.keys()].sort()).toEqual(Object.values(parcels).sort())
  for (const [id, acknowledged] of shipments) expect((await service.demo.get(`/v2/shipments/${id}`)).json).toEqual(acknowledged)
  const PATHS: Record<string, string> = { adjustment: '/v2/adjustments/', qr: '/v2/qr/', webhook_endpoint: '/v2/webhooks/' }
  const last = new Map(journal.writes.map(({ answer: { json } }) => [`${PATHS[json.object]}${json.id}`, json]))
  const readable = [...last].filter(([path]) => !path.startsWith('undefined'))
  expect(readable.map(([, { object }]) => object).sort()).toEqual(['adjustment', 'qr', 'webhook_endpoint', 'webhook_endpoint'])
  for (const [path, { secret: _, ...acknowledged }] of readable) {
    const { json } = await service.demo.get(path)
    // These fields have changed since the acknowledgment: the walk-in used the QR, and the deliveries changed the health of the webhooks.
    const since = { qr: { status: 'used', used_at: json.used_at }, webhook_endpoint: { health: json.health } }
    expect(json).toEqual({ ...acknowledged, ...since[acknowledged.object as keyof typeof since] })
  }
  for (const { answer } of journal.writes.filter(({ path, answer: { status } }) => path.startsWith('/v2/scan-events/') && status === 200)) {
    const { scan, shipment } = answer.json
    const { json } = await service.demo.get(`/v2/tracking/${shipment.tracking}`)
    expect(json.history).toContainEqual(expect.objectContaining({ kind: scan.kind, status: scan.status, occurred_at: scan.occurred_at }))
  }
})

test('the events are exactly those that follow from the commands', async () => {
  for (const [part, types] of Object.entries(expected))
    expect(
      (await service.demo.events(parcels[part])).map(({ type }) => type),
      part,
    ).toEqual(types)
  expect(await service.demo.events()).toHaveLength(Object.values(expected).flat().length)
})

test('every event has one delivery per webhook that wants its type, and each delivery succeeds', async () => {
  const events = await service.demo.events()
  for (const { path, id } of webhooks) {
    const wanted = events.filter(({ type }) => path === ALL || SOME_TYPES.includes(type))
    const deliveries = await settledDeliveriesOf(id)
    expect(deliveries.map(({ event_id }) => event_id).sort()).toEqual(wanted.map(({ eventID }) => eventID).sort())
    for (const { status, type, attempt_count } of deliveries)
      expect([status, attempt_count]).toEqual(['delivered', path === SOME && type === FAILING_TYPE ? 2 : 1])
    const counts = new Map<string, number>()
    for (const request of received(path)) counts.set(eventOf(request).eventID, (counts.get(eventOf(request).eventID) ?? 0) + 1)
    expect(counts).toEqual(new Map(deliveries.map(({ event_id, attempt_count }) => [event_id, attempt_count])))
  }
})

test('the first attempts about one parcel arrive in the order of the feed', async () => {
  for (const id of Object.values(parcels)) {
    const arrived = received(ALL).map(eventOf)
    const about = arrived.filter(({ identifiers }) => identifiers.shipment === id).map(({ eventID }) => eventID)
    expect(about).toEqual((await service.demo.events(id)).map(({ eventID }) => eventID))
  }
})

test('every delivery verifies only with the secret of its webhook and carries the feed bytes in every attempt', async () => {
  const { text } = await service.demo.get('/v2/events?limit=500')
  for (const { path, secret } of webhooks) {
    const others = webhooks.filter((other) => other.path !== path)
    expect(received(path).length).toBeGreaterThan(0)
    for (const request of received(path)) {
      expect(verifies(request, secret)).toBe(true)
      for (const other of others) expect(verifies(request, other.secret)).toBe(false)
      expect(text).toContain(request.body.toString())
      expect(request.headers['x-service-event-id']).toBe(eventOf(request).eventID)
    }
  }
})

test('label, QR image and proof of delivery are served; public tracking shows only status and history', async () => {
  const head = async (path: string) => (await service.demo.get(path)).text.slice(0, 5)
  expect(await head(`/v2/shipments/${parcels.printed}/label`)).toBe('%PDF-')
  expect(await head(`/v2/shipments/${parcels.qr}/label?format=zpl`)).toContain('^XA')
  const { json: shipment } = await service.demo.get(`/v2/shipments/${parcels.printed}`)
  expect(shipment.pod.document).not.toBeNull()
  expect((await service.demo.get(`/v2/shipments/${parcels.printed}/pod`)).headers.get('content-type')).toBe('image/png')
  const answer = await fetch(`${service.url}/v2/tracking/${shipment.tracking}`, {
    headers: { 'x-api-key': service.demo.credentials.api_key },
  })
  expect(await answer.json()).toEqual({
    object: 'tracking',
    tracking: shipment.tracking,
    status: 'delivered',
    history: expect.arrayContaining([expect.objectContaining({ kind: 'deliver', status: 'delivered' })]),
  })
})

test('every request repeated with its key gets the same bytes and changes nothing', async () => {
  const events = await service.demo.events()
  const shipments = journal.shipments()
  const requests = receiver.requests.length
  for (const { path, body, key, answer } of journal.writes) {
    const again = await service.demo.post(path, body, { idempotencyKey: key })
    expect([again.status, again.text], path).toEqual([answer.status, answer.text])
    expect(again.headers.get('idempotent-replayed'), path).toBe('true')
  }
  expect(await service.demo.events()).toEqual(events)
  for (const [id, acknowledged] of shipments) expect((await service.demo.get(`/v2/shipments/${id}`)).json).toEqual(acknowledged)
  for (const { id } of webhooks) await settledDeliveriesOf(id)
  expect(receiver.requests).toHaveLength(requests)
})
