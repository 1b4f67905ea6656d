import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CANADA, createShipment, type Json, scanned, storeId, types } from '../scans/support.ts'
import { ADDRESS, QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const advance = (client: TestClient, id: string, request = {}) => client.post(`/v2/test/shipments/${id}/advance`, undefined, request)
const climb = async (client: TestClient, id: string): Promise<string[]> => {
  const statuses: string[] = []
  for (;;) {
    const { status, json } = await advance(client, id)
    if (status !== 200) {
      expect([status, json.error.code]).toEqual([409, 'invalid_transition'])
      return statuses
    }
    statuses.push(json.status)
  }
}

const REST = ['at_sort_center', 'sorted', 'injected', 'in_transit', 'out_for_delivery', 'delivered']
const REST_TYPES = [
  'shipment.at_sort_center',
  'shipment.sorted',
  'shipment.injected',
  'shipment.in_transit',
  'tracking.updated',
  'shipment.out_for_delivery',
  'shipment.delivered',
]

describe('the ladder', () => {
  test('of a print_label shipment', async () => {
    const created = await createShipment(service.demo)
    expect(await climb(service.demo, created.id)).toEqual(['ready_for_pickup', 'picked_up', 'in_possession', ...REST])
    expect(types(await service.demo.events(created.id))).toEqual([
      'shipment.created',
      'shipment.label_ready',
      'shipment.ready_for_pickup',
      'shipment.picked_up',
      'shipment.in_possession',
      ...REST_TYPES,
    ])
  })

  test('of a qr_code shipment has the label on a separate rung, then the QR at the counter', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    expect(await climb(service.demo, created.id)).toEqual(['label_ready', 'in_possession', ...REST])
    const events = await service.demo.events(created.id)
    expect(types(events)).toEqual(['shipment.created', 'shipment.label_ready', 'qr.scanned', 'shipment.in_possession', ...REST_TYPES])
    const presented = events[2]
    expect(presented.identifiers).toMatchObject({ qr: created.qr_id, store: await storeId(service, 'CHI-001') })
    expect(presented.eventSpecific).toMatchObject({ 'scan-type': 'dropoff', storeCode: 'CHI-001', pudoCode: 'CHI-001' })
    expect((await service.demo.get(`/v2/qr/${created.qr_id}`)).json.status).toBe('used')
  })

  test('ends with a grade A proof of delivery: a drawn image and a signature', async () => {
    const created = await createShipment(service.demo)
    await climb(service.demo, created.id)
    const { json } = await service.demo.get(`/v2/shipments/${created.id}`)
    expect(json.pod).toEqual({ document: expect.stringMatching(/^\/v2\/documents\/doc_/), grade: 'A' })
    const pod = await service.demo.get(`/v2/shipments/${created.id}/pod`)
    expect(pod.headers.get('content-type')).toBe('image/png')
    expect([...pod.bytes.slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
    const other = await service.partner()
    expect((await other.get(json.pod.document)).status).toBe(404)
    const event = (await service.demo.events(created.id)).at(-1)
    expect(event.eventSpecific).toMatchObject({ pod: json.pod.document, podGrade: 'A', carrier: 'northline' })
  })

  test('in a marketplace finds the carrier at injection and uses the counter and facility of its market', async () => {
    const created = await createShipment(service.demo, { ...RETURN, to: CANADA })
    await climb(service.demo, created.id)
    const events = await service.demo.events(created.id)
    const locations = Object.fromEntries(events.map(({ type, event_info }: Json) => [type, event_info.location?.code]))
    expect(locations).toMatchObject({ 'shipment.ready_for_pickup': 'YVR-001', 'shipment.sorted': 'YYZ-SORT' })
    expect(events.find(({ type }: Json) => type === 'shipment.sorted').identifiers).not.toHaveProperty('ltracking')
    expect(events.find(({ type }: Json) => type === 'shipment.injected').eventSpecific.carrier).toMatch(/swiftpost|maplego/)
    const transit = events.find(({ type }: Json) => type === 'shipment.in_transit')
    expect(transit.eventSpecific.scheduledDeliveryDate).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('starts at the counter to which the shipment was routed, and on its manifest', async () => {
    const denver = await storeId(service, 'DEN-001')
    const created = await createShipment(service.demo, { ...RETURN, drop_off_store_id: denver })
    const { json } = await advance(service.demo, created.id)
    expect(json).toMatchObject({ status: 'ready_for_pickup', store_id: denver, manifest_id: expect.stringMatching(/^mnf_/) })
  })

  test('sends the same events as real scans, with the same keys', async () => {
    const [walked, scannedByHand] = [await createShipment(service.demo), await createShipment(service.demo)]
    await climb(service.demo, walked.id)
    const store_id = await storeId(service, 'CHI-001')
    const who = { shipment_id: scannedByHand.id, scanner_email: 'a@b.example', scanner_name: 'A' }
    for (const kind of ['accept', 'collect']) await scanned(service.demo, kind, { ...who, store_id })
    const facility = { ...who, facility: 'EWR-SORT' }
    for (const kind of ['custody', 'arrive', 'sort', 'inject']) await scanned(service.demo, kind, facility)
    for (const kind of ['movement', 'out-for-delivery'])
      await scanned(service.demo, kind, { ...facility, scheduled_delivery_date: '2026-12-01' })
    const { json: document } = await service.demo.post('/v2/documents', Buffer.from([0xff, 0xd8, 0xff, 0]), {
      headers: { 'Content-Type': 'image/jpeg' },
    })
    await scanned(service.demo, 'deliver', { ...who, pod_document_id: document.id, signed_by: 'Ada' })
    const shape = (event: Json) => [
      event.type,
      Object.keys(event.identifiers),
      Object.keys(event.event_info),
      Object.keys(event.eventSpecific),
    ]
    const real = (await service.demo.events(scannedByHand.id)).map(shape)
    const events = await service.demo.events(walked.id)
    const delivered = events.pop()
    expect(events.map(shape)).toEqual(real.slice(0, -1))
    // Only a rehearsal or a carrier's report has a location without a counter or facility.
    const { location: _, ...info } = delivered.event_info
    expect(shape({ ...delivered, event_info: info })).toEqual(real.at(-1))
  })

  test.each([
    ['RETURN', RETURN],
    [
      'an address without a state',
      { ...RETURN, to: { name: 'Ada', line1: '1 Rue', city: 'Toronto', postal_code: 'M5H 1A1', country: 'CA' } },
    ],
  ])('delivers at the destination and not in a facility: %s', async (_, body) => {
    const created = await createShipment(service.demo, body)
    await climb(service.demo, created.id)
    const { city, state, postal_code, country } = created.to
    const [scan] = (await service.demo.get(`/v2/shipments/${created.id}/scans`)).json.data
    expect(scan).toMatchObject({ kind: 'deliver', store_id: null, facility: null })
    expect(scan.location).toEqual({ name: null, code: null, city, state, postal_code, country })
    const event = (await service.demo.events(created.id)).at(-1)
    expect(event.type).toBe('shipment.delivered')
    expect(event.event_info.location).toEqual({ city, ...(state && { state }), postalCode: postal_code, country })
    expect([event.identifiers.facility, event.identifiers.store, event.event_info.coordinateSource]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const { history } = (await service.demo.get(`/v2/tracking/${created.tracking}`)).json
    expect(history.at(-1)).toMatchObject({ kind: 'deliver', location: { city, state, country } })
    expect((await service.demo.get(`/v2/shipments/${created.id}/custody`)).json.custody).toMatchObject({ holder: 'recipient' })
  })
})

describe('advance is refused', () => {
  test.each([
    ['cancelled', 'cancel', undefined],
    ['undeliverable', 'disposition', { disposition: 'rts' }],
    ['unclaimed', 'disposition', { disposition: 'unclaimed' }],
    ['disposed', 'disposition', { disposition: 'dispose' }],
  ])('for a shipment that is %s', async (status, command, body) => {
    const created = await createShipment(service.demo)
    if (status !== 'cancelled') await scanned(service.demo, 'inject', { shipment_id: created.id })
    expect((await service.demo.post(`/v2/shipments/${created.id}/${command}`, body)).json.status).toBe(status)
    const { status: code, json } = await advance(service.demo, created.id)
    expect([code, json.error]).toEqual([
      409,
      { code: 'invalid_transition', message: expect.any(String), details: { status, command: 'advance' } },
    ])
  })

  test('for a shipment that a counter refused', async () => {
    const created = await createShipment(service.demo)
    await scanned(service.demo, 'reject', { shipment_id: created.id })
    expect((await advance(service.demo, created.id)).json.error.code).toBe('invalid_transition')
  })

  test('while the shipment is held, and works after the release', async () => {
    const created = await createShipment(service.demo)
    await service.demo.post(`/v2/shipments/${created.id}/hold`)
    const { status, json } = await advance(service.demo, created.id)
    expect([status, json.error.code]).toEqual([409, 'shipment_held'])
    expect((await service.demo.get(`/v2/shipments/${created.id}`)).json.status).toBe('label_ready')
    await service.demo.post(`/v2/shipments/${created.id}/release`)
    expect((await advance(service.demo, created.id)).json.status).toBe('ready_for_pickup')
  })

  test('for another partner’s shipment', async () => {
    const partner = await service.partner()
    const created = await createShipment(partner, { ...RETURN, to: ADDRESS })
    for (const id of [created.id, 'shp_00000000000000000000000000', 'x']) {
      const { status, json } = await advance(service.demo, id)
      expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'id' }])
    }
  })

  test('with fields in its body', async () => {
    const created = await createShipment(service.demo)
    const { status, json } = await service.demo.post(`/v2/test/shipments/${created.id}/advance`, { rungs: 2 })
    expect([status, json.error.code]).toEqual([422, 'validation_failed'])
  })
})

test('advance moves one rung per idempotency key', async () => {
  const created = await createShipment(service.demo)
  const answers = await Promise.all(Array.from({ length: 5 }, () => advance(service.demo, created.id, { idempotencyKey: 'rung-once' })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await service.demo.get(`/v2/shipments/${created.id}`)).json.status).toBe('ready_for_pickup')
})

test('five concurrent advances move five rungs, and thirty parcels at one counter are all accepted', async () => {
  const created = await createShipment(service.demo)
  await Promise.all(Array.from({ length: 5 }, () => advance(service.demo, created.id)))
  expect((await service.demo.get(`/v2/shipments/${created.id}`)).json.status).toBe('sorted')

  const { json } = await service.demo.post('/v2/shipments/batch', { shipments: Array(30).fill(RETURN) })
  const answers = await Promise.all(json.data.map(({ id }: Json) => advance(service.demo, id)))
  expect(answers.map((answer) => answer.json.status)).toEqual(Array(30).fill('ready_for_pickup'))
  const manifest = await service.running.service.db.one<Json>(
    't_manifest',
    'select m.package_count, (select count(*) from shipments s where s.manifest_id = m.id) as parcels from manifests m where id = $1',
    [answers[0].json.manifest_id],
  )
  expect(manifest.package_count).toBe(manifest.parcels)
})
