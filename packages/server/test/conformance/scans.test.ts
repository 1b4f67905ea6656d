// docs/guide/scans.md: single and bulk scans, proofs of delivery, and the QR code that a sender shows at a counter.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCANS } from '../shipments/oracle.ts'
import { backdate } from '../support/backdate.ts'
import { QR_RETURN, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { command, create, inStatus, type Json, ok, outcome, read, scan, storesOf, types, UNKNOWN } from './support.ts'

let service: TestService
let demo: TestClient
let store: Json
beforeAll(async () => {
  service = await startTestService()
  demo = service.demo
  ;[store] = await storesOf(demo)
})
afterAll(() => service.close())

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(50).fill(7)])
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...Array(50).fill(9)])

const upload = (bytes: Uint8Array, type: string): Promise<TestAnswer> =>
  demo.post('/v2/documents', bytes, { headers: { 'Content-Type': type } })
const faults = ({ json }: { json: Json }): string[] => json.error.details.errors.map((error: Json) => error.path)

test('every kind of scan accepts each identification, and answers with shipment, scan, applied and event ids', async () => {
  for (const kind of SCANS) {
    for (const field of ['shipment_id', 'tracking', 'barcode'] as const) {
      const shipment = await create(demo)
      const value = field === 'shipment_id' ? shipment.id : shipment[field]
      const answer = ok(await scan(demo, kind, { [field]: value }))
      expect(Object.keys(answer).sort()).toEqual(['applied', 'events', 'scan', 'shipment'])
      expect([kind, answer.applied, answer.shipment.id, answer.scan.kind]).toEqual([kind, true, shipment.id, kind])
      expect(answer.shipment).toEqual(await read(demo, shipment.id))
      expect(answer.events).toEqual((await demo.events(shipment.id)).slice(2).map(({ eventID }) => eventID))
    }
  }
  for (const field of ['qr_id', 'qr_token']) {
    const { id, qr_id } = await create(demo, QR_RETURN)
    const qr = ok(await demo.get(`/v2/qr/${qr_id}`))
    expect(ok(await scan(demo, 'walk-in', { [field]: field === 'qr_id' ? qr_id : qr.token })).shipment.id).toBe(id)
  }
})

test('a scan needs exactly one identification', async () => {
  const { id, tracking } = await create(demo)
  for (const kind of SCANS) {
    expect([kind, ...outcome(await scan(demo, kind, {}))]).toEqual([kind, 422, 'validation_failed'])
    expect([kind, ...outcome(await scan(demo, kind, { shipment_id: id, tracking }))]).toEqual([kind, 422, 'validation_failed'])
  }
  expect((await read(demo, id)).status).toBe('label_ready')
})

test('a field is refused for kinds of scans that do not have it', async () => {
  const { id } = await create(demo)
  const own: Record<string, string[]> = {
    'walk-in': ['reweigh'],
    reject: ['reject_reason', 'reject_reason_note'],
    inject: ['carrier', 'ltracking'],
    movement: ['scheduled_delivery_date'],
    'out-for-delivery': ['scheduled_delivery_date'],
    deliver: ['pod_document_id', 'signed_by'],
  }
  const values: Json = { reweigh: { weight: 2 }, reject_reason: 'other', scheduled_delivery_date: '2099-01-01' }
  for (const kind of SCANS) {
    for (const field of new Set(Object.values(own).flat())) {
      if (own[kind]?.includes(field)) continue
      expect([kind, field, faults(await scan(demo, kind, { shipment_id: id, [field]: values[field] ?? 'x' }))]).toEqual([
        kind,
        field,
        [`/${field}`],
      ])
    }
  }
  expect(faults(await scan(demo, 'reject', { shipment_id: id, reject_reason: 'ugly' }))).toEqual(['/reject_reason'])
  expect(faults(await scan(demo, 'movement', { shipment_id: id, scheduled_delivery_date: '01/02/2099' }))).toEqual([
    '/scheduled_delivery_date',
  ])
  expect(faults(await scan(demo, 'inject', { shipment_id: id, carrier: 5 }))).toEqual(['/carrier'])
  expect(faults(await scan(demo, 'accept', { shipment_id: id, lat: 91, lon: 0 }))).toEqual(['/lat'])
  expect((await read(demo, id)).status).toBe('label_ready')
})

test('each reject reason is accepted and shown', async () => {
  for (const reject_reason of ['damaged', 'prohibited', 'oversize', 'wrong_item', 'no_label', 'other']) {
    const { id } = await create(demo)
    const { shipment, events } = ok(await scan(demo, 'reject', { shipment_id: id, reject_reason, reject_reason_note: 'See me' }))
    expect(shipment).toMatchObject({ status: 'rejected', reject_reason, reject_reason_note: 'See me' })
    const event = (await demo.events(id)).find(({ eventID }) => eventID === events[0])
    expect(event.eventSpecific).toMatchObject({ 'scan-type': 'rejected', rejectReason: reject_reason, rejectReasonNote: 'See me' })
  }
})

test('occurred_at is now if absent, at most 5 minutes ahead, and shown as sent', async () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  for (const [seconds, status] of [
    [290, 200],
    [330, 422],
    [86_400, 422],
    [-86_400 * 40, 200],
  ] as const) {
    const { id } = await create(demo)
    await backdate(service, id)
    const occurred_at = at(seconds)
    const answer = await scan(demo, 'accept', { shipment_id: id, occurred_at })
    expect([seconds, answer.status]).toEqual([seconds, status])
    if (status === 422) {
      expect(faults(answer)).toEqual(['/occurred_at'])
      continue
    }
    const event = (await demo.events(id)).at(-1)
    expect([answer.json.scan.occurred_at, event.event_info.scannedDateTime, event.eventSpecific.scantime]).toEqual([
      occurred_at,
      occurred_at,
      occurred_at,
    ])
    expect(Math.abs(Date.parse(event.event_info.eventDateTime) - Date.now())).toBeLessThan(60_000)
  }
  const { id } = await create(demo)
  await backdate(service, id)
  const { scan: shifted } = ok(await scan(demo, 'accept', { shipment_id: id, occurred_at: '2026-01-01T12:00:00+02:00' }))
  expect(shifted.occurred_at).toBe('2026-01-01T10:00:00.000Z')
  expect(faults(await scan(demo, 'collect', { shipment_id: id, occurred_at: 'noon' }))).toEqual(['/occurred_at'])
})

test('an inject scan can name any carrier that took the parcel, and its number', async () => {
  const { id } = await create(demo)
  const { shipment } = ok(await scan(demo, 'inject', { shipment_id: id, carrier: 'acme', ltracking: 'ACME-0001' }))
  expect([shipment.carrier, shipment.ltracking]).toEqual(['acme', 'ACME-0001'])
  const { eventSpecific, identifiers } = (await demo.events(id)).at(-1)
  expect([eventSpecific.carrier, identifiers.ltracking]).toEqual(['acme', 'ACME-0001'])
})

test('a device can send coordinates as numbers or as decimal text', async () => {
  for (const [lat, lon] of [
    [40.7446, -73.9967],
    ['40.7446', '-73.9967'],
  ]) {
    const { id } = await create(demo)
    const answer = ok(await scan(demo, 'accept', { shipment_id: id, lat, lon }))
    expect([answer.scan.lat, answer.scan.lon]).toEqual([40.7446, -73.9967])
    const { event_info } = (await demo.events(id)).at(-1)
    expect([event_info.lat, event_info.lon, event_info.coordinateSource]).toEqual(['40.7446', '-73.9967', 'device'])
  }
})

test('a scan with an unknown store is accepted and shows neither store nor location', async () => {
  const { id } = await create(demo)
  const { applied, shipment } = ok(await scan(demo, 'accept', { shipment_id: id, store_id: UNKNOWN.store }))
  expect([applied, shipment.store_id, shipment.manifest_id]).toEqual([true, null, null])
  const { identifiers, event_info } = (await demo.events(id)).at(-1)
  expect(['store' in identifiers, 'location' in event_info, 'lat' in event_info]).toEqual([false, false, false])
  const qr = await create(demo, QR_RETURN)
  ok(await scan(demo, 'walk-in', { qr_id: qr.qr_id, store_id: 'not-even-an-id' }))
  const scanned = (await demo.events(qr.id)).find(({ type }) => type === 'qr.scanned')
  expect(['storeCode' in scanned.eventSpecific, 'pudoCode' in scanned.eventSpecific]).toEqual([false, false])
})

test("the counter that accepts a parcel becomes the parcel's store and adds it to its manifest", async () => {
  for (const [kind, body] of [
    ['accept', RETURN],
    ['walk-in', QR_RETURN],
  ] as const) {
    const { id } = await create(demo, body)
    const { shipment } = ok(await scan(demo, kind, { shipment_id: id, store_id: store.store_id }))
    expect([shipment.store_id, typeof shipment.manifest_id]).toEqual([store.store_id, 'string'])
    const manifest = ok(await demo.get(`/v2/manifests/${shipment.manifest_id}`))
    expect([manifest.manifest_id, manifest.status, manifest.store_id]).toEqual([shipment.manifest_id, 'open', store.store_id])
  }
  const { id } = await create(demo)
  const { shipment } = ok(await scan(demo, 'reject', { shipment_id: id, store_id: store.store_id }))
  expect([shipment.store_id, shipment.manifest_id]).toEqual([null, null])
})

test('a reweigh that differs is charged, with its event after in_possession; one that agrees is not', async () => {
  const light = await create(demo, QR_RETURN)
  ok(await scan(demo, 'walk-in', { qr_id: light.qr_id, reweigh: { weight: 1 } }))
  expect(types(await demo.events(light.id))).toEqual(['shipment.created', 'shipment.label_ready', 'qr.scanned', 'shipment.in_possession'])
  expect(ok(await demo.get(`/v2/shipments/${light.id}/adjustments`)).data).toEqual([])

  const heavy = await create(demo, QR_RETURN)
  ok(await scan(demo, 'walk-in', { qr_id: heavy.qr_id, reweigh: { weight: 10, length: 10, width: 8, height: 4 } }))
  const events = await demo.events(heavy.id)
  expect(types(events)).toEqual(['shipment.created', 'shipment.label_ready', 'qr.scanned', 'shipment.in_possession', 'shipment.adjusted'])
  expect(events[4].eventSpecific).toEqual({ reason: 'reweigh', originalWeight: 1, newWeight: 10 })
  const [adjustment] = ok(await demo.get(`/v2/shipments/${heavy.id}/adjustments`)).data
  const priced = await create(demo, { ...QR_RETURN, parcel: { weight: 10 } })
  expect(adjustment).toMatchObject({
    id: events[4].identifiers.adjustment,
    object: 'adjustment',
    shipment_id: heavy.id,
    delta_amount: priced.amount - heavy.amount,
    reason: 'reweigh',
    original_weight: 1,
    new_weight: 10,
    dispute_status: null,
    dispute_reason: null,
    source: 'counter',
  })
  const lighter = await create(demo, { ...QR_RETURN, parcel: { weight: 10 } })
  ok(await scan(demo, 'walk-in', { qr_id: lighter.qr_id, reweigh: { weight: 0.5, weight_unit: 'kg' } }))
  expect(ok(await demo.get(`/v2/shipments/${lighter.id}/adjustments`)).data[0].delta_amount).toBeLessThan(0)
})

test('a proof of delivery is graded, served byte for byte, never cached, and shown only to its owner', async () => {
  const stranger = await service.partner()
  const grades: [Uint8Array | null, string | null, string][] = [
    [PNG, 'Ada', 'A'],
    [JPEG, null, 'B'],
    [null, 'Ada', 'B'],
    [null, null, 'C'],
  ]
  for (const [bytes, signed_by, grade] of grades) {
    const type = bytes === JPEG ? 'image/jpeg' : 'image/png'
    const document = bytes && ok(await upload(bytes, type), 201)
    if (bytes) expect(document).toEqual({ id: document.id, object: 'document', content_type: type, size: bytes.length })
    const { id } = await inStatus(demo, 'out_for_delivery')
    expect(outcome(await demo.get(`/v2/shipments/${id}/pod`))).toEqual([409, 'pod_not_available'])
    const { shipment } = ok(
      await scan(demo, 'deliver', { shipment_id: id, ...(document && { pod_document_id: document.id }), ...(signed_by && { signed_by }) }),
    )
    expect(shipment.pod.grade).toBe(grade)
    const { eventSpecific } = (await demo.events(id)).at(-1)
    expect(eventSpecific.podGrade).toBe(grade)
    const pod = await demo.get(`/v2/shipments/${id}/pod`)
    if (!bytes) {
      expect([outcome(pod), shipment.pod.document, 'pod' in eventSpecific]).toEqual([[409, 'pod_not_available'], null, false])
      continue
    }
    expect([shipment.pod.document, eventSpecific.pod]).toEqual([`/v2/documents/${document.id}`, `/v2/documents/${document.id}`])
    for (const served of [pod, await demo.get(shipment.pod.document)]) {
      expect([served.status, served.headers.get('content-type'), served.bytes]).toEqual([200, type, bytes])
      expect([served.headers.get('cache-control'), served.headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
    }
    expect(outcome(await stranger.get(shipment.pod.document))).toEqual([404, 'not_found'])
    const { id: other } = await create(stranger)
    expect(outcome(await scan(stranger, 'deliver', { shipment_id: other, pod_document_id: document.id }))).toEqual([404, 'not_found'])
  }
})

test('a document must be an image of up to 5 MiB', async () => {
  for (const type of ['application/pdf', 'image/gif', 'application/json', 'text/plain']) {
    expect([type, ...outcome(await upload(PNG, type))]).toEqual([type, 415, 'unsupported_media_type'])
  }
  const padded = (size: number) => {
    const bytes = new Uint8Array(size)
    bytes.set(PNG)
    return bytes
  }
  expect(ok(await upload(padded(5 * 1024 * 1024), 'image/png'), 201).size).toBe(5 * 1024 * 1024)
  expect(outcome(await upload(padded(5 * 1024 * 1024 + 1), 'image/png'))).toEqual([413, 'payload_too_large'])
})

test('a QR can be presented while it is active; after use it counts only as a late scan', async () => {
  const statusOf = async (qr: string): Promise<string> => ok(await demo.get(`/v2/qr/${qr}`)).status
  const present = (qr_id: string) => scan(demo, 'walk-in', { qr_id, store_id: store.store_id })
  const refused = async (qr: string, status: string) => {
    const answer = await present(qr)
    expect([...outcome(answer), answer.json.error.details.status, await statusOf(qr)]).toEqual([409, 'qr_not_valid', status, status])
  }
  const { id, qr_id: first } = await create(demo, QR_RETURN)
  expect(await statusOf(first)).toBe('active')
  const second = ok(await command(demo, id, 'qr/reissue'))
  expect([second.id === first, second.status, (await read(demo, id)).qr_id]).toEqual([false, 'active', second.id])
  await refused(first, 'invalidated')
  expect(ok(await demo.get(`/v2/qr/${first}`)).superseded_by).toBe(second.id)
  expect(ok(await demo.post(`/v2/qr/${second.id}/invalidate`)).status).toBe('invalidated')
  await refused(second.id, 'invalidated')
  expect(outcome(await demo.post(`/v2/qr/${second.id}/invalidate`))).toEqual([409, 'qr_not_valid'])
  const third = ok(await command(demo, id, 'qr/reissue'))
  expect(ok(await present(third.id)).applied).toBe(true)
  expect(await statusOf(third.id)).toBe('used')
  expect(ok(await present(third.id)).applied).toBe(false)
  expect(outcome(await command(demo, id, 'qr/reissue'))).toEqual([409, 'invalid_transition'])
  expect(outcome(await demo.post(`/v2/qr/${third.id}/invalidate`))).toEqual([409, 'qr_not_valid'])
  expect(types(await demo.events(id))).toEqual([
    'shipment.created',
    'qr.reissued',
    'qr.invalidated',
    'qr.reissued',
    'shipment.label_ready',
    'qr.scanned',
    'shipment.in_possession',
  ])
  const { id: printed } = await create(demo)
  expect(outcome(await command(demo, printed, 'qr/reissue'))).toEqual([409, 'invalid_transition'])
})

test('the image of a QR is available as PNG or SVG', async () => {
  const { qr_id } = await create(demo, QR_RETURN)
  const png = await demo.get(`/v2/qr/${qr_id}/image`)
  expect([png.status, png.headers.get('content-type'), Buffer.from(png.bytes.subarray(1, 4)).toString()]).toEqual([200, 'image/png', 'PNG'])
  expect((await demo.get(`/v2/qr/${qr_id}/image?format=png`)).bytes).toEqual(png.bytes)
  const svg = await demo.get(`/v2/qr/${qr_id}/image?format=svg`)
  expect([svg.status, svg.headers.get('content-type')?.split(';')[0], svg.text.includes('<svg')]).toEqual([200, 'image/svg+xml', true])
  expect(outcome(await demo.get(`/v2/qr/${qr_id}/image?format=gif`))).toEqual([422, 'validation_failed'])
})

test('each bulk scan has its own result and sees earlier ones; a bad one does not stop the others', async () => {
  const [a, b, qr] = [await create(demo), await create(demo), await create(demo, QR_RETURN)]
  const scans = [
    { kind: 'accept', shipment_id: a.id, store_id: store.store_id },
    { kind: 'collect', barcode: a.barcode },
    { kind: 'accept', tracking: a.tracking },
    { kind: 'teleport', shipment_id: a.id },
    { kind: 'accept' },
    { shipment_id: a.id },
    { kind: 'accept', shipment_id: UNKNOWN.shipment },
    { kind: 'accept', shipment_id: qr.id },
    { kind: 'walk-in', qr_id: qr.qr_id, reweigh: { weight: 3 } },
    { kind: 'deliver', shipment_id: b.id, signed_by: 'Bo', nonsense: true },
    { kind: 'deliver', shipment_id: b.id, signed_by: 'Bo' },
  ]
  const list = ok(await demo.post('/v2/scan-events/bulk', { scans }))
  expect([list.object, list.has_more, list.next_cursor]).toEqual(['list', false, null])
  expect(list.data.map(({ status, result, error }: Json) => [status, result?.shipment.status, result?.applied, error?.code])).toEqual([
    [200, 'ready_for_pickup', true, undefined],
    [200, 'picked_up', true, undefined],
    [200, 'picked_up', false, undefined],
    [422, undefined, undefined, 'validation_failed'],
    [422, undefined, undefined, 'validation_failed'],
    [422, undefined, undefined, 'validation_failed'],
    [404, undefined, undefined, 'not_found'],
    [409, undefined, undefined, 'invalid_transition'],
    [200, 'in_possession', true, undefined],
    [422, undefined, undefined, 'validation_failed'],
    [200, 'delivered', true, undefined],
  ])
  for (const item of list.data) expect(Object.keys(item).sort()).toEqual(item.status === 200 ? ['result', 'status'] : ['error', 'status'])
  expect(list.data[9].error.details.errors[0].path).toBe('/scans/9/nonsense')
  expect(types(await demo.events(qr.id))).toEqual([
    'shipment.created',
    'shipment.label_ready',
    'qr.scanned',
    'shipment.in_possession',
    'shipment.adjusted',
  ])
  expect(types(await demo.events(a.id)).slice(2)).toEqual(['shipment.ready_for_pickup', 'shipment.picked_up'])
  for (const bad of [{}, { scans: [] }, { scans: 'x' }, { scans: Array.from({ length: 1001 }, () => scans[0]) }]) {
    expect(outcome(await demo.post('/v2/scan-events/bulk', bad))).toEqual([422, 'validation_failed'])
  }
})

test('a bulk request accepts 1000 scans', async () => {
  const shipments = ok(await demo.post('/v2/shipments/batch', { shipments: Array.from({ length: 1000 }, () => RETURN) }), 201).data
  const scans = shipments.map(({ barcode }: Json) => ({ kind: 'accept', barcode, store_id: store.store_id }))
  const { data } = ok(await demo.post('/v2/scan-events/bulk', { scans }))
  expect(data.filter(({ status, result }: Json) => status === 200 && result.applied)).toHaveLength(1000)
})

test('an operator can scan any parcel, a partner only its own', async () => {
  const operator = await service.operator()
  const { id } = await create(demo)
  expect(ok(await scan(operator, 'accept', { shipment_id: id })).applied).toBe(true)
  expect(ok(await command(operator, id, 'disposition', { disposition: 'unclaimed' })).status).toBe('unclaimed')
  const stranger = await service.partner()
  expect(outcome(await scan(stranger, 'collect', { shipment_id: id }))).toEqual([404, 'not_found'])
  expect(outcome(await operator.post('/v2/shipments', RETURN))).toEqual([403, 'insufficient_scope'])
})

test('tracking needs only the key, and shows only the status and the scans', async () => {
  const { id, tracking } = await create(demo, {
    ...RETURN,
    from: { line1: '77 Secret Ln', city: 'Reno', state: 'NV', postal_code: '89501', country: 'US' },
    metadata: { a: 'hidden' },
  })
  const track = async (client: TestClient, number: string): Promise<TestAnswer> =>
    client.get(`/v2/tracking/${number}`, { headers: { 'X-Service-Signature': '', 'X-Service-Timestamp': '' } })
  expect(ok(await track(demo, tracking))).toEqual({ object: 'tracking', tracking, status: 'label_ready', history: [] })
  await backdate(service, id)
  ok(
    await scan(demo, 'accept', {
      shipment_id: id,
      store_id: store.store_id,
      scanner_email: 'sam@example.com',
      occurred_at: '2026-03-01T10:00:00Z',
    }),
  )
  ok(await scan(demo, 'collect', { shipment_id: id, occurred_at: '2026-03-01T11:00:00Z' }))
  ok(await scan(demo, 'accept', { shipment_id: id, occurred_at: '2026-03-01T12:00:00Z' }))
  const answer = await track(demo, tracking)
  const { city, state, country } = store
  expect(ok(answer)).toEqual({
    object: 'tracking',
    tracking,
    status: 'picked_up',
    history: [
      { kind: 'accept', status: 'ready_for_pickup', occurred_at: '2026-03-01T10:00:00.000Z', location: { city, state, country } },
      { kind: 'collect', status: 'picked_up', occurred_at: '2026-03-01T11:00:00.000Z', location: null },
      { kind: 'accept', status: 'picked_up', occurred_at: '2026-03-01T12:00:00.000Z', location: null },
    ],
  })
  const stranger = await service.partner()
  for (const [client, number] of [
    [stranger, tracking],
    [demo, 'X'],
    [demo, id],
    [demo, tracking.slice(1)],
  ] as const) {
    expect(outcome(await track(client, number))).toEqual([404, 'not_found'])
  }
  const browser = await service.partner({ scopes: ['tracking:read'] })
  expect(outcome(await track(browser, tracking))).toEqual([404, 'not_found'])
  expect(outcome(await browser.get('/v2/shipments'))).toEqual([403, 'insufficient_scope'])
  const blind = await service.partner({ scopes: ['shipments:read'] })
  const denied = await track(blind, tracking)
  expect([...outcome(denied), denied.json.error.details.required]).toEqual([403, 'insufficient_scope', 'tracking:read'])
})
