// docs/guide/webhooks.md#the-record: the record of every event type, key by key, and the sequence of events for each cause.
import type { EventType } from '@backhaul/core/events/catalog.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANDLING, IDENTIFIERS, OF_KINDS, SPECIFICATION, words } from '../events/specification.ts'
import { ADDRESS, QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { advanceClock, CANADA, command, create, inStatus, type Json, ok, scan, storesOf, types } from './support.ts'

let service: TestService
let client: TestClient & { partnerId: string }
let store: Json
beforeAll(async () => {
  service = await startTestService()
  client = await service.partner()
  ;[store] = await storesOf(client)
})
afterAll(() => service.close())

const TYPES = Object.keys(SPECIFICATION) as EventType[]
/** The keys of eventSpecific when all optional keys are present. Null if the event has no eventSpecific. */
const specificOf = (type: EventType): string[] | null => {
  const keys = words(SPECIFICATION[type][1]).map((key) => key.replace('?', ''))
  return keys.length > 0 ? keys : null
}
/** The status of a parcel when these events happen in the story below. The parcel is not sorted yet. */
const HELD_STATUS: Record<string, string> = { 'shipment.held': 'label_ready', 'shipment.released': 'label_ready' }
/** Keys that the records of these events have in addition to the keys of every shipment event. */
const IDENTIFIED: Record<string, string[]> = {
  'qr.scanned': ['qr', 'store'],
  'shipment.ready_for_pickup': ['store'],
  'shipment.at_sort_center': ['facility'],
  'claim.opened': ['claim'],
  'shipment.adjusted': ['adjustment'],
  'shipment.discrepancy_reported': ['discrepancy', 'adjustment', 'store'],
  'adjustment.disputed': ['adjustment'],
  'qr.reissued': ['qr', 'previousQr'],
  'qr.invalidated': ['qr'],
  'pickup.scheduled': ['pickup', 'confirmation'],
  'pickup.cancelled': ['pickup', 'confirmation'],
  'sweep.created': ['sweep', 'store'],
  'tender.created': ['tender', 'facility'],
  'tender.accepted': ['tender', 'facility'],
  'tender.discrepancy': ['tender', 'facility'],
  'manifest.closed': ['manifest', 'store'],
  ...Object.fromEntries([...OF_KINDS].map(([type, { identifiers }]) => [type, [...identifiers]])),
}
const INFO =
  `event date eventDateTime summary status direction email full_name lat lon coordinateSource scannedDateTime location labelUrl`.split(' ')
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const DETAILED = { rma: 'R-1', order_id: 'O-1', ship_ext_id: 'X-1', customer: 'C-1' }
const SCANNER = { scanner_email: 'sam@example.com', scanner_name: 'Sam' }

/** Causes every event, with all optional data. */
const story = async (): Promise<void> => {
  const at = { store_id: store.store_id, ...SCANNER }
  const inside = { facility: 'ORD-SORT', ...SCANNER }
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
  const document = ok(await client.post('/v2/documents', png, { headers: { 'Content-Type': 'image/png' } }), 201)
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)

  const { id } = await create(client, { ...RETURN, ...DETAILED })
  ok(await client.patch(`/v2/shipments/${id}`, { declared_value: 100 }))
  ok(await command(client, id, 'label/reprint'))
  ok(await command(client, id, 'hold'))
  ok(await command(client, id, 'release'))
  const booking = { shipment_id: id, store_id: store.store_id, date: day, window_start: '09:00', window_end: '12:00' }
  const pickup = ok(await client.post('/v2/pickups', booking), 201)
  ok(await client.post(`/v2/pickups/${pickup.id}/cancel`))
  ok(await scan(client, 'reject', { shipment_id: id, reject_reason: 'damaged', reject_reason_note: 'Wet', ...at }))
  const taken = ok(await scan(client, 'accept', { shipment_id: id, ...at })).shipment
  ok(await scan(client, 'collect', { shipment_id: id, ...at }))
  ok(await scan(client, 'custody', { shipment_id: id, ...at }))
  for (const kind of ['arrive', 'sort', 'inject']) ok(await scan(client, kind, { shipment_id: id, ...inside }))
  ok(await scan(client, 'movement', { shipment_id: id, scheduled_delivery_date: '2099-05-01' }))
  ok(await scan(client, 'out-for-delivery', { shipment_id: id, ...inside }))
  ok(await command(client, id, 'disposition', { disposition: 'rts' }))
  ok(await command(client, id, 'redirect', { to: { ...ADDRESS, name: 'New Home', city: 'Boston', state: 'MA', postal_code: '02108' } }))
  ok(await scan(client, 'deliver', { shipment_id: id, pod_document_id: document.id, signed_by: 'Ada', lat: 40.5, lon: -73.25, ...SCANNER }))
  const claim = { shipment_id: id, type: 'damaged', description: 'Broken', amount_claimed: 500 }
  ok(await client.post('/v2/claims', claim), 201)
  const discrepancy = { shipment_id: id, stage: 'sort', observed: { weight: 4 }, chargeable: true, store_id: store.store_id }
  const { adjustment_id } = ok(await client.post('/v2/discrepancies', discrepancy), 201)
  ok(await client.post(`/v2/adjustments/${adjustment_id}/dispute`, { reason: 'No' }))
  ok(await client.post(`/v2/manifests/${taken.manifest_id}/close`))

  const qr = await create(client, { ...QR_RETURN, ...DETAILED })
  const second = ok(await command(client, qr.id, 'qr/reissue'))
  ok(await client.post(`/v2/qr/${second.id}/invalidate`))
  const third = ok(await command(client, qr.id, 'qr/reissue'))
  ok(await scan(client, 'walk-in', { qr_id: third.id, reweigh: { weight: 2 }, ...at }))

  ok(await client.post('/v2/retail/shipments', { ...DETAILED, to: ADDRESS, store_id: store.store_id }), 201)
  const ended = async (...dispositions: string[]): Promise<void> => {
    const one = await create(client, { ...RETURN, ...DETAILED })
    ok(await scan(client, 'arrive', { shipment_id: one.id }))
    for (const disposition of dispositions) ok(await command(client, one.id, 'disposition', { disposition }))
  }
  await ended('unclaimed', 'dispose')
  await ended('rts')
  ok(await command(client, (await create(client, { ...RETURN, ...DETAILED })).id, 'cancel'))
  const members = [await create(client, { ...RETURN, ...DETAILED }), await create(client, { ...RETURN, ...DETAILED })].map(
    (member) => member.id,
  )
  const batch = { carrier: 'northline', handoff: 'inject', facility: 'ORD-SORT', shipment_ids: members }
  const tender = ok(await client.post('/v2/tenders', batch), 201)
  ok(await client.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 1, accepted_by: 'Cy' }))
  await inStatus(client, 'expired')
  for (const { cause } of OF_KINDS.values()) await cause(client)
}

const byType = new Map<string, Json>()
beforeAll(async () => {
  await story()
  for (const event of await client.events()) if (!byType.has(event.type)) byType.set(event.type, event)
})

test('the recorded run fired an event of each type', () => {
  expect(TYPES.length).toBeGreaterThanOrEqual(39)
  expect([...byType.keys()].sort()).toEqual([...TYPES].sort())
})

test.for(TYPES)('%s: the record has the common keys', (type) => {
  const record = byType.get(type)
  const keys = ['object', 'eventID', 'event', 'type', 'identifiers', 'event_info', ...(specificOf(type) ? ['eventSpecific'] : [])]
  expect(Object.keys(record).sort()).toEqual(keys.sort())
  expect([record.object, record.type, record.event]).toEqual(['webhook', type, HANDLING[type] ? 'scan-event' : type])
  expect(record.eventID).toMatch(/^evt_/)
  for (const [key, value] of Object.entries(record.identifiers))
    expect([key, IDENTIFIERS.includes(key), typeof value]).toEqual([key, true, 'string'])
  expect(record.identifiers.partner).toBe(client.partnerId)

  const info = record.event_info
  for (const [key, value] of Object.entries(info)) expect([key, INFO.includes(key), value === null]).toEqual([key, true, false])
  expect(info.event).toBe(record.event)
  expect(info.eventDateTime).toMatch(ISO_UTC)
  expect(info.date).toBe(info.eventDateTime.slice(0, 10))
  expect(info.summary.length > 0 && !info.summary.includes('\n')).toBe(true)
  // A worker buys the label, and no person is known to it.
  const contact =
    HANDLING[type] || type === 'shipment.carrier_label_ready'
      ? ['', '']
      : type === 'shipment.expired'
        ? [info.email, info.full_name]
        : ['ops@example.com', 'Olive Operator']
  expect([info.email, info.full_name]).toEqual(contact)
  const status = HELD_STATUS[type] ?? SPECIFICATION[type][0]
  expect('status' in info ? info.status : null).toBe(status)
  if (type.startsWith('shipment.') || type === 'tracking.updated') expect(info.direction).toMatch(/^(return|outbound)$/)
})

test.for(TYPES)('%s: identifiers', (type) => {
  const { identifiers } = byType.get(type)
  const hangsOnShipment = !/^(sweep|tender|manifest)\./.test(type) && !OF_KINDS.has(type)
  const always = hangsOnShipment ? ['shipment', 'barcode', 'tracking', 'rma', 'orderID', 'shipExtID', 'customer'] : []
  const wanted = type === 'shipment.expired' ? ['shipment', 'barcode', 'tracking'] : always
  for (const key of [...wanted, ...(IDENTIFIED[type] ?? [])]) expect([type, key, typeof identifiers[key]]).toEqual([type, key, 'string'])
  if (!hangsOnShipment) expect('shipment' in identifiers).toBe(IDENTIFIED[type]?.includes('shipment') ?? false)
  if (type === 'sweep.created') expect(identifiers.store).toBe(store.store_id)
})

test.for(TYPES)('%s: eventSpecific has exactly the specified keys, and each has a value', (type) => {
  const { eventSpecific, event_info } = byType.get(type)
  expect(eventSpecific === undefined ? null : Object.keys(eventSpecific).sort()).toEqual(specificOf(type)?.toSorted() ?? null)
  if (!eventSpecific) return
  expect(Object.values(eventSpecific).some((value) => value === null || value === '')).toBe(false)
  if (!HANDLING[type]) return
  expect(eventSpecific).toMatchObject({
    'scan-type': HANDLING[type],
    scannerEmail: SCANNER.scanner_email,
    scannerName: SCANNER.scanner_name,
  })
  expect(eventSpecific.scantime).toMatch(ISO_UTC)
  expect(event_info.scannedDateTime).toBe(eventSpecific.scantime)
})

test('the place of a scan is its counter, its facility, or the position of the device', () => {
  const { name, code, city, state, postal_code: postalCode, country } = store
  const at = (type: string): Json => byType.get(type).event_info
  expect(at('shipment.ready_for_pickup')).toMatchObject({
    location: { name, code, city, state, postalCode, country },
    coordinateSource: 'store',
  })
  expect(Number(at('shipment.ready_for_pickup').lat)).toBeCloseTo(store.lat, 4)
  expect(at('shipment.ready_for_pickup').lat).toMatch(/^-?\d+(\.\d+)?$/)
  expect(at('shipment.sorted')).toMatchObject({ location: { code: 'ORD-SORT' }, coordinateSource: 'facility' })
  expect(byType.get('shipment.sorted').identifiers).toMatchObject({ facility: 'ORD-SORT' })
  expect(at('shipment.delivered')).toMatchObject({ lat: '40.5', lon: '-73.25', coordinateSource: 'device' })
  expect('location' in at('shipment.delivered')).toBe(false)
  expect(at('shipment.redirected').location).toEqual({ name: 'New Home', city: 'Boston', state: 'MA', postalCode: '02108', country: 'US' })
  expect(byType.get('shipment.redirected').eventSpecific).toMatchObject({ redirectedTo: 'New Home', redirectedToLine1: ADDRESS.line1 })
})

test('label events name the path of the label and a rising version; tracking number and barcode stay', () => {
  for (const type of ['shipment.label_ready', 'shipment.label_reprinted', 'shipment.sold']) {
    const { identifiers, event_info } = byType.get(type)
    expect(event_info.labelUrl).toBe(`/v2/shipments/${identifiers.shipment}/label`)
  }
  const [ready, reprinted] = ['shipment.label_ready', 'shipment.label_reprinted'].map((type) => byType.get(type))
  expect([ready.eventSpecific.labelVersion, reprinted.eventSpecific.labelVersion]).toEqual([1, 2])
  expect(reprinted.identifiers.label).not.toBe(ready.identifiers.label)
  expect([reprinted.identifiers.tracking, reprinted.identifiers.barcode]).toEqual([ready.identifiers.tracking, ready.identifiers.barcode])
})

test('in_transit and tracking.updated have the same payload', () => {
  const payload = ({ identifiers, event_info, eventSpecific }: Json) => ({ identifiers, eventSpecific, info: { ...event_info, event: '' } })
  expect(payload(byType.get('tracking.updated'))).toEqual(payload(byType.get('shipment.in_transit')))
  expect(byType.get('shipment.in_transit').eventSpecific.scheduledDeliveryDate).toBe('2099-05-01')
})

test('each cause fires its events in order', async () => {
  const all = types(await client.events()).join(' ')
  for (const sequence of [
    'shipment.created shipment.label_ready shipment.sold',
    'sweep.created pickup.scheduled pickup.cancelled',
    'shipment.in_transit tracking.updated',
    'shipment.label_ready qr.scanned shipment.in_possession shipment.adjusted',
    'shipment.discrepancy_reported shipment.adjusted adjustment.disputed',
    'tender.created tender.accepted tender.discrepancy shipment.injected shipment.injected',
    'qr.reissued qr.invalidated qr.reissued',
  ]) {
    expect(all).toContain(sequence)
  }
  const injected = (await client.events()).filter(({ type, identifiers }) => type === 'shipment.injected' && identifiers.tender)
  expect(injected).toHaveLength(2)
  expect(byType.get('tender.discrepancy').eventSpecific).toMatchObject({
    discrepancyType: 'short',
    expectedPieceCount: 2,
    receivedPieceCount: 1,
    delta: -1,
    acceptedBy: 'Cy',
  })
})

test('a record leaves out keys without a value', async () => {
  const { id } = await create(client, { direction: 'return', fulfillment: 'qr_code', to: CANADA })
  const [created] = await client.events(id)
  expect(Object.keys(created.eventSpecific).sort()).toEqual(['parcel', 'serviceLevel'])
  expect(Object.keys(created.identifiers).sort()).toEqual(['barcode', 'partner', 'qr', 'shipment', 'tracking'])
  ok(await scan(client, 'walk-in', { shipment_id: id }))
  ok(await scan(client, 'movement', { shipment_id: id }))
  ok(await scan(client, 'deliver', { shipment_id: id }))
  const [, ready, scanned, , transit, , delivered] = await client.events(id)
  expect(ready.identifiers.label).toMatch(/^lbl_/)
  expect(Object.keys(scanned.eventSpecific).sort()).toEqual(['scan-type', 'scantime'])
  expect([transit.type, Object.keys(transit.eventSpecific)]).toEqual(['shipment.in_transit', ['carrier']])
  expect([delivered.type, Object.keys(delivered.eventSpecific).sort()]).toEqual([
    'shipment.delivered',
    ['carrier', 'podGrade', 'scan-type', 'scantime'],
  ])
  const other = await create(client, { direction: 'return', fulfillment: 'print_label', to: CANADA })
  ok(await scan(client, 'accept', { shipment_id: other.id }))
  ok(await command(client, other.id, 'disposition', { disposition: 'rts' }))
  expect((await client.events(other.id)).at(-1).eventSpecific).toEqual({ disposition: 'rts' })
})

test('a record has the same bytes at every read of the feed', async () => {
  const { id } = await create(client)
  await client.settle()
  const [first, second] = [await client.get(`/v2/events?shipment=${id}`), await client.get(`/v2/events?shipment=${id}`)]
  expect(first.text).toBe(second.text)
})

test('times after a clock advance are virtual', async () => {
  const { now, offset_seconds, object } = await advanceClock(client, 7 * 86_400)
  expect([object, offset_seconds >= 7 * 86_400]).toEqual(['test_clock', true])
  const { id, created_at } = await create(client)
  const [created] = await client.events(id)
  expect([created_at >= now, created.event_info.eventDateTime]).toEqual([true, created_at])
})
