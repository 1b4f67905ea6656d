import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backdate } from '../support/backdate.ts'
import { QR_RETURN, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { CANADA, createShipment, type Json, SCANNER, scan, scanned, storeId, types } from './support.ts'

let service: TestService
let store: string
beforeAll(async () => {
  service = await startTestService()
  store = await storeId(service, 'NYC-001')
})
afterAll(() => service.close())

const COUNTER = () => ({ store_id: store, ...SCANNER })
const FACILITY = { facility: 'EWR-SORT', ...SCANNER }

const LOCATION = { name: 'Backhaul Counter Chelsea', code: 'NYC-001', city: 'New York', state: 'NY', postalCode: '10011', country: 'US' }
const SORT_LOCATION = { name: 'Newark Sort Center', code: 'EWR-SORT', city: 'Newark', state: 'NJ', postalCode: '07114', country: 'US' }
const IDENTIFIERS = ['shipment', 'ltracking', 'barcode', 'tracking', 'orderID', 'label', 'partner']
const INFO = ['event', 'date', 'eventDateTime', 'summary', 'status', 'direction', 'email', 'full_name']
const PLACE = ['lat', 'lon', 'coordinateSource', 'scannedDateTime', 'location']
const SCAN = ['scan-type', 'scantime', 'scannerEmail', 'scannerName']

test('a print_label shipment climbs the whole ladder, with one event per rung', async () => {
  const created = await createShipment(service.demo)
  await backdate(service, created.id)
  const by = { barcode: created.barcode }
  const at = { occurred_at: '2026-11-02T08:15:30+01:00' }
  const ladder: [kind: string, body: object, status: string, specific: object, place: object | null][] = [
    ['accept', { ...by, ...COUNTER(), ...at }, 'ready_for_pickup', { 'scan-type': 'accepted' }, LOCATION],
    ['collect', { ...by, ...COUNTER(), ...at }, 'picked_up', { 'scan-type': 'pickup' }, LOCATION],
    ['custody', { ...by, ...FACILITY, ...at }, 'in_possession', { 'scan-type': 'possession' }, SORT_LOCATION],
    ['arrive', { ...by, ...FACILITY, ...at }, 'at_sort_center', { 'scan-type': 'arrived_at_sort' }, SORT_LOCATION],
    ['sort', { ...by, ...FACILITY, ...at }, 'sorted', { 'scan-type': 'sorted' }, SORT_LOCATION],
    ['inject', { ...by, ...FACILITY, ...at }, 'injected', { 'scan-type': 'injected', carrier: 'northline' }, SORT_LOCATION],
    ['movement', { ...by, ...FACILITY, ...at, scheduled_delivery_date: '2026-11-09' }, 'in_transit', {}, SORT_LOCATION],
    [
      'out-for-delivery',
      { ...by, ...SCANNER, ...at },
      'out_for_delivery',
      { 'scan-type': 'out_for_delivery', carrier: 'northline', scheduledDeliveryDate: '2026-11-09' },
      null,
    ],
    ['deliver', { ...by, ...SCANNER, ...at }, 'delivered', { 'scan-type': 'delivered', podGrade: 'C', carrier: 'northline' }, null],
  ]
  let last = created
  for (const [kind, body, status, specific, place] of ladder) {
    const { shipment, scan: row, applied, events } = await scanned(service.demo, kind, body)
    expect(applied).toBe(true)
    expect(shipment).toMatchObject({ id: created.id, status, version: last.version + 1, tracking: created.tracking })
    expect(row).toMatchObject({
      object: 'scan',
      kind,
      applied: true,
      status,
      shipment_id: created.id,
      occurred_at: '2026-11-02T07:15:30.000Z',
    })
    expect((await service.demo.get(`/v2/shipments/${created.id}`)).json).toEqual(shipment)
    const fired = (await service.demo.events(created.id)).slice(-events.length)
    expect(fired.map(({ eventID }: Json) => eventID)).toEqual(events)
    last = shipment
    if (kind === 'movement') {
      expect(types(fired)).toEqual(['shipment.in_transit', 'tracking.updated'])
      for (const event of fired) {
        expect(event.eventSpecific).toEqual({ carrier: 'northline', scheduledDeliveryDate: '2026-11-09' })
        expect(Object.keys(event.event_info)).toEqual([...INFO, 'scannedDateTime', 'location'])
        expect(event.event_info).toMatchObject({ email: 'demo@example.com', full_name: 'Demo Partner', status: 'in_transit' })
        expect(event.event_info).toMatchObject({ scannedDateTime: '2026-11-02T07:15:30.000Z', location: place })
      }
      const [first, second] = fired.map(({ eventID: _id, type: _type, event: _event, event_info, ...rest }: Json) => ({
        ...rest,
        event_info: { ...event_info, event: null },
      }))
      expect(first).toEqual(second)
      continue
    }
    expect(fired).toHaveLength(1)
    const [event] = fired
    expect(event).toMatchObject({ object: 'webhook', event: 'scan-event', type: `shipment.${status}` })
    expect(event.eventSpecific).toEqual({
      'scan-type': '',
      scantime: '2026-11-02T07:15:30.000Z',
      scannerEmail: SCANNER.scanner_email,
      scannerName: SCANNER.scanner_name,
      ...specific,
    })
    expect(Object.keys(event.event_info)).toEqual(place ? [...INFO, ...PLACE] : [...INFO, 'scannedDateTime'])
    expect(event.event_info).toMatchObject({ status, email: '', full_name: '', direction: 'return', ...(place && { location: place }) })
    const where = place === LOCATION ? ['store'] : place ? ['facility'] : []
    expect(new Set(Object.keys(event.identifiers))).toEqual(new Set([...IDENTIFIERS, ...where]))
  }
  expect(last).toMatchObject({ store_id: store, pod: { document: null, grade: 'C' }, scheduled_delivery_date: '2026-11-09' })
  expect(types(await service.demo.events(created.id))).toEqual([
    'shipment.created',
    'shipment.label_ready',
    'shipment.ready_for_pickup',
    'shipment.picked_up',
    'shipment.in_possession',
    'shipment.at_sort_center',
    'shipment.sorted',
    'shipment.injected',
    'shipment.in_transit',
    'tracking.updated',
    'shipment.out_for_delivery',
    'shipment.delivered',
  ])
})

describe('a qr_code shipment at the counter', () => {
  test('gets its label, then qr.scanned and in_possession, with the QR and the store', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    await backdate(service, created.id)
    const qr = (await service.demo.get(`/v2/qr/${created.qr_id}`)).json
    const { shipment, applied, events } = await scanned(service.demo, 'walk-in', {
      qr_token: qr.token,
      ...COUNTER(),
      occurred_at: '2026-11-02T07:15:30Z',
    })
    expect(applied).toBe(true)
    expect(shipment).toMatchObject({ status: 'in_possession', store_id: store, label_version: 1 })
    expect(shipment.label_id).toMatch(/^lbl_/)
    const fired = (await service.demo.events(created.id)).slice(1)
    expect(types(fired)).toEqual(['shipment.label_ready', 'qr.scanned', 'shipment.in_possession'])
    expect(fired.map(({ eventID }: Json) => eventID)).toEqual(events)
    const [ready, presented, possession] = fired
    expect(ready.identifiers.label).toBe(shipment.label_id)
    expect(ready.event_info.labelUrl).toBe(`/v2/shipments/${created.id}/label`)
    expect(presented.identifiers).toMatchObject({ qr: created.qr_id, store, shipment: created.id })
    expect(presented.eventSpecific).toEqual({
      'scan-type': 'dropoff',
      scantime: '2026-11-02T07:15:30.000Z',
      scannerEmail: SCANNER.scanner_email,
      scannerName: SCANNER.scanner_name,
      storeCode: 'NYC-001',
      pudoCode: 'NYC-001',
    })
    expect(presented.event_info).not.toHaveProperty('status')
    expect(presented.event_info).not.toHaveProperty('direction')
    expect(presented.event_info).toMatchObject({
      location: LOCATION,
      coordinateSource: 'store',
      scannedDateTime: '2026-11-02T07:15:30.000Z',
    })
    expect(presented.event_info.eventDateTime > presented.event_info.scannedDateTime).toBe(true)
    expect(possession.eventSpecific['scan-type']).toBe('possession')
    expect((await service.demo.get(`/v2/qr/${created.qr_id}`)).json).toMatchObject({ status: 'used', used_at: '2026-11-02T07:15:30.000Z' })
  })

  test('is adjusted after in_possession if the reweigh differs, and not otherwise', async () => {
    const parcel = { weight: 2, length: 10, width: 8, height: 4 }
    const same = await createShipment(service.demo, { ...QR_RETURN, parcel })
    await scanned(service.demo, 'walk-in', { qr_id: same.qr_id, ...COUNTER(), reweigh: { weight: 907.185, weight_unit: 'g' } })
    expect(types(await service.demo.events(same.id))).toEqual([
      'shipment.created',
      'shipment.label_ready',
      'qr.scanned',
      'shipment.in_possession',
    ])

    const heavier = await createShipment(service.demo, { ...QR_RETURN, parcel })
    const { shipment, scan: row } = await scanned(service.demo, 'walk-in', { qr_id: heavier.qr_id, ...COUNTER(), reweigh: { weight: 5 } })
    const events = await service.demo.events(heavier.id)
    expect(types(events)).toEqual(['shipment.created', 'shipment.label_ready', 'qr.scanned', 'shipment.in_possession', 'shipment.adjusted'])
    const adjusted = events.at(-1)
    expect(adjusted.eventSpecific).toEqual({ reason: 'reweigh', originalWeight: 2, newWeight: 5 })
    expect(adjusted.identifiers.adjustment).toMatch(/^adj_/)
    expect(shipment.parcel).toMatchObject({ weight: 5, length: 10 })
    expect(shipment.amount).toBe(heavier.amount)
    expect(row.details).toEqual({ reweigh: { weight: 5 } })
    const adjustment = await service.running.service.db.one<Json>('t_adj', 'select * from adjustments where id = $1', [
      adjusted.identifiers.adjustment,
    ])
    expect(adjustment).toMatchObject({ shipment_id: heavier.id, source: 'counter', reason: 'reweigh' })
    expect(adjustment.delta_amount).toBeGreaterThan(0)
  })

  test('continues its ladder at the sort facility', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    await scanned(service.demo, 'walk-in', { qr_id: created.qr_id, ...COUNTER() })
    for (const kind of ['arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver']) {
      expect((await scanned(service.demo, kind, { tracking: created.tracking, ...FACILITY })).applied).toBe(true)
    }
    expect(types(await service.demo.events(created.id)).slice(3)).toEqual([
      'shipment.in_possession',
      'shipment.at_sort_center',
      'shipment.sorted',
      'shipment.injected',
      'shipment.in_transit',
      'tracking.updated',
      'shipment.out_for_delivery',
      'shipment.delivered',
    ])
  })

  test('with a label can walk in too, without a second label_ready and without a QR', async () => {
    const created = await createShipment(service.demo)
    await scanned(service.demo, 'walk-in', { tracking: created.tracking, ...COUNTER() })
    const fired = (await service.demo.events(created.id)).slice(2)
    expect(types(fired)).toEqual(['qr.scanned', 'shipment.in_possession'])
    expect(fired[0].identifiers).not.toHaveProperty('qr')
  })
})

describe('the carrier', () => {
  test('of a marketplace shipment is null until injection sets it', async () => {
    const created = await createShipment(service.demo, { ...RETURN, to: CANADA })
    expect(created).toMatchObject({ carrier: null, ltracking: null })
    const before = await scanned(service.demo, 'sort', { shipment_id: created.id, facility: 'YYZ-SORT' })
    expect(before.shipment.carrier).toBeNull()
    const { shipment } = await scanned(service.demo, 'inject', { shipment_id: created.id, facility: 'YYZ-SORT' })
    expect(['swiftpost', 'maplego']).toContain(shipment.carrier)
    expect(shipment.ltracking).toMatch(/^\w{18}$/)
    const [sorted, injected] = (await service.demo.events(created.id)).slice(-2)
    expect(sorted.identifiers).not.toHaveProperty('ltracking')
    expect(injected.eventSpecific.carrier).toBe(shipment.carrier)
    expect(injected.identifiers.ltracking).toBe(shipment.ltracking)
  })

  test('named in the scan is used, with its number', async () => {
    const created = await createShipment(service.demo, { ...RETURN, to: CANADA })
    const { shipment } = await scanned(service.demo, 'inject', { shipment_id: created.id, carrier: 'swiftpost', ltracking: 'SP-1' })
    expect(shipment).toMatchObject({ carrier: 'swiftpost', ltracking: 'SP-1' })
  })
})

describe('late scans', () => {
  test('are recorded, do not move the status back and send no events', async () => {
    const created = await createShipment(service.demo)
    const by = { shipment_id: created.id }
    const { custody: _, ...sorted } = (await scanned(service.demo, 'sort', { ...by, ...FACILITY })).shipment
    const before = (await service.demo.events(created.id)).length
    for (const kind of ['walk-in', 'accept', 'reject', 'collect', 'custody', 'arrive', 'sort']) {
      const answer = await scanned(service.demo, kind, { ...by, store_id: store })
      expect(answer).toMatchObject({ applied: false, events: [], shipment: sorted, scan: { kind, applied: false, status: 'sorted' } })
    }
    await scanned(service.demo, 'deliver', by)
    for (const kind of ['collect', 'inject', 'movement', 'out-for-delivery', 'deliver']) {
      expect(await scanned(service.demo, kind, by)).toMatchObject({ applied: false, events: [], shipment: { status: 'delivered' } })
    }
    expect((await service.demo.events(created.id)).length).toBe(before + 1)
    const kinds = (await service.demo.get(`/v2/tracking/${created.tracking}`)).json.history.map(({ kind }: Json) => kind)
    expect(kinds).toHaveLength(14)
  })

  test('a counter must not accept an ended shipment', async () => {
    const created = await createShipment(service.demo)
    await service.demo.post(`/v2/shipments/${created.id}/cancel`)
    for (const kind of ['walk-in', 'accept', 'reject']) {
      const { status, json } = await scan(service.demo, kind, { shipment_id: created.id })
      expect(status).toBe(409)
      expect(json.error).toMatchObject({ code: 'invalid_transition', details: { status: 'cancelled', command: kind } })
    }
    expect(await scanned(service.demo, 'custody', { shipment_id: created.id })).toMatchObject({ applied: false, events: [] })
  })

  test('only the counter can scan a shipment without a label', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    for (const kind of ['accept', 'collect', 'custody', 'arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver']) {
      const { status, json } = await scan(service.demo, kind, { shipment_id: created.id })
      expect([status, json.error.code]).toEqual([409, 'invalid_transition'])
    }
    expect((await service.demo.get(`/v2/tracking/${created.tracking}`)).json.history).toEqual([])
  })
})

describe('a refusal at the counter', () => {
  test('sets rejected with its reason, sends an event each time and can be followed by an acceptance', async () => {
    const created = await createShipment(service.demo)
    await backdate(service, created.id)
    const refusal = { shipment_id: created.id, reject_reason: 'damaged', reject_reason_note: 'torn open', ...COUNTER() }
    const { shipment } = await scanned(service.demo, 'reject', { ...refusal, occurred_at: '2026-11-02T07:15:30Z' })
    expect(shipment).toMatchObject({
      status: 'rejected',
      reject_reason: 'damaged',
      reject_reason_note: 'torn open',
      rejected_at: '2026-11-02T07:15:30.000Z',
      store_id: null,
      manifest_id: null,
    })
    await scanned(service.demo, 'reject', { shipment_id: created.id })
    await scanned(service.demo, 'accept', { shipment_id: created.id, ...COUNTER() })
    const events = (await service.demo.events(created.id)).slice(2)
    expect(types(events)).toEqual(['shipment.rejected', 'shipment.rejected', 'shipment.ready_for_pickup'])
    expect(events[0].eventSpecific).toMatchObject({ 'scan-type': 'rejected', rejectReason: 'damaged', rejectReasonNote: 'torn open' })
    expect(events[1].eventSpecific).toEqual({
      'scan-type': 'rejected',
      scantime: events[1].event_info.scannedDateTime,
      rejectReason: 'other',
    })
  })

  test('leaves a qr_code shipment without a label and with a valid QR', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const { shipment } = await scanned(service.demo, 'reject', { qr_id: created.qr_id, reject_reason: 'oversize' })
    expect(shipment).toMatchObject({ status: 'rejected', label_id: null })
    await scanned(service.demo, 'walk-in', { qr_id: created.qr_id })
    expect(types(await service.demo.events(created.id))).toEqual([
      'shipment.created',
      'shipment.rejected',
      'shipment.label_ready',
      'qr.scanned',
      'shipment.in_possession',
    ])
  })
})

describe('the place', () => {
  test('may be unknown: the scan counts, and the event has neither store nor location', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const { scan: row, shipment } = await scanned(service.demo, 'walk-in', { qr_id: created.qr_id, store_id: 'sto_nowhere' })
    expect(row).toMatchObject({ store_id: 'sto_nowhere', location: null })
    expect(shipment).toMatchObject({ store_id: null, manifest_id: null })
    const presented = (await service.demo.events(created.id)).find(({ type }: Json) => type === 'qr.scanned')
    expect(presented.identifiers).not.toHaveProperty('store')
    expect(presented.event_info).not.toHaveProperty('location')
    expect(presented.event_info).not.toHaveProperty('coordinateSource')
    expect(Object.keys(presented.eventSpecific)).toEqual(['scan-type', 'scantime'])
    const { scan: arrival } = await scanned(service.demo, 'arrive', { shipment_id: created.id, facility: 'NOWHERE' })
    expect(arrival).toMatchObject({ facility: 'NOWHERE', location: null })
  })

  test('of the device takes precedence over the place of the counter', async () => {
    const created = await createShipment(service.demo)
    await scanned(service.demo, 'accept', { shipment_id: created.id, store_id: store, lat: 40.7, lon: -74 })
    const { event_info } = (await service.demo.events(created.id)).at(-1)
    expect(event_info).toMatchObject({ lat: '40.7', lon: '-74', coordinateSource: 'device', location: { code: 'NYC-001' } })
  })
})

test('the history of a shipment is paged with all details, latest first, and visible only to its partner', async () => {
  const created = await createShipment(service.demo)
  await backdate(service, created.id)
  const by = { shipment_id: created.id, ...SCANNER }
  // All scans but the last have the same time, and they are sent in no particular order.
  const told = [
    ...(['inject', 'accept', 'reject', 'collect', 'deliver'] as const).map((kind) => ({ kind, occurred_at: '2026-11-02T07:15:30Z' })),
    { kind: 'collect', occurred_at: '2026-11-02T07:15:30Z', handed_to: 'Dee' },
    { kind: 'collect', occurred_at: '2026-11-02T07:15:30Z', facility: 'EWR-SORT' },
    { kind: 'movement', occurred_at: '2026-11-01T07:15:30Z' },
  ]
  const made: Json[] = []
  for (const { kind, ...rest } of told) made.push((await scanned(service.demo, kind, { ...by, ...rest })).scan)
  const path = `/v2/shipments/${created.id}/scans`
  const oldest = (await service.demo.get(`${path}?order=oldest`)).json.data
  expect(oldest.map(({ kind }: Json) => kind)).toEqual([
    'movement',
    'accept',
    'reject',
    'collect',
    'collect',
    'collect',
    'inject',
    'deliver',
  ])
  expect(oldest.toSorted((a: Json, b: Json) => (a.id < b.id ? -1 : 1))).toEqual(made)
  expect((await service.demo.get(path)).json).toEqual({ object: 'list', data: oldest.toReversed(), has_more: false, next_cursor: null })
  for (const order of ['newest', 'oldest'])
    for (const limit of [1, 3, 7]) {
      const paged: Json[] = []
      for (let cursor = '', more = true; more; ) {
        const page = (await service.demo.get(`${path}?order=${order}&limit=${limit}${cursor}`)).json
        paged.push(...page.data)
        more = page.has_more
        cursor = `&cursor=${page.next_cursor}`
      }
      expect([order, limit, paged]).toEqual([order, limit, order === 'oldest' ? oldest : oldest.toReversed()])
    }
  expect((await service.demo.get(`${path}?cursor=x`)).json.error.code).toBe('invalid_cursor')
  expect((await (await service.partner()).get(path)).status).toBe(404)
})

test('a held parcel can still be scanned: a hold stops decisions, not facts', async () => {
  const created = await createShipment(service.demo)
  await service.demo.post(`/v2/shipments/${created.id}/hold`)
  expect((await scanned(service.demo, 'accept', { shipment_id: created.id })).shipment).toMatchObject({
    held: true,
    status: 'ready_for_pickup',
  })
})

test('an operator scans a parcel of any partner, and the event goes to that partner', async () => {
  const operator = await service.operator()
  const created = await createShipment(service.demo)
  expect((await scanned(operator, 'accept', { barcode: created.barcode })).shipment.status).toBe('ready_for_pickup')
  expect(types(await service.demo.events(created.id)).at(-1)).toBe('shipment.ready_for_pickup')
})

test('scan events have only the keys of the handwritten table, and no null values', async () => {
  const events = (await service.demo.events()).filter(({ event }: Json) => event === 'scan-event')
  expect(events.length).toBeGreaterThan(30)
  for (const event of events) {
    expect(JSON.stringify(event)).not.toContain('null')
    expect(Object.keys(event.eventSpecific).slice(0, 2)).toEqual(SCAN.slice(0, 2))
  }
})
