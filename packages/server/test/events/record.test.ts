import { decideRedirect } from '@backhaul/core/decide-disposition.ts'
import { decideScan } from '@backhaul/core/decide-scan.ts'
import { created, updated } from '@backhaul/core/events/build-shipment.ts'
import { tenderAccepted } from '@backhaul/core/events/build-tender.ts'
import { EVENT_TYPES, type EventDraft } from '@backhaul/core/events/catalog.ts'
import { freeze } from '@backhaul/core/events/draft.ts'
import type { TenderRow } from '@backhaul/core/tender.ts'
import { expect, it } from 'vitest'
import { allowed, EXPIRES, envAt, FACILITY, LATER, NOW, qrOf, STORE, scan, scanEnv, shipmentIn, US_FAR } from '../shipments/fixtures.ts'
import { samples } from './samples.ts'
import { OF_KINDS } from './specification.ts'

const ORDER = ['object', 'eventID', 'event', 'type', 'identifiers', 'event_info', 'eventSpecific']
const actor = { email: 'ops@shop.example', full_name: 'Shop Ops' }
const bodyOf = (draft: EventDraft) => JSON.parse(freeze(draft, { id: 'evt_1', now: NOW }).body)
const sample = (type: (typeof EVENT_TYPES)[number]) => JSON.parse(samples().get(type)?.body ?? 'null')

it('every type is caused by a decision or builder', () => {
  expect(EVENT_TYPES.filter((type) => !samples().has(type))).toEqual([])
})

it('the keys have one order, and none is null, undefined or an empty object', () => {
  for (const { body } of samples().values()) {
    const keys = Object.keys(JSON.parse(body))
    expect(keys).toEqual(ORDER.slice(0, keys.length))
    expect(body).not.toMatch(/:null|:\{\}|undefined/)
  }
})

it('a frozen record is one row: id, time, subject and exact body', () => {
  const shipment = shipmentIn('created')
  const record = freeze(updated(shipment, actor), { id: 'evt_9', now: LATER })
  expect(record).toEqual({
    id: 'evt_9',
    partner_id: 'par_1',
    type: 'shipment.updated',
    subject: shipment.id,
    shipment_id: shipment.id,
    created_at: LATER,
    body: JSON.stringify({
      object: 'webhook',
      eventID: 'evt_9',
      event: 'shipment.updated',
      type: 'shipment.updated',
      identifiers: {
        shipment: shipment.id,
        barcode: shipment.barcode,
        tracking: shipment.tracking,
        orderID: 'order-7',
        qr: shipment.qr_id,
        partner: 'par_1',
      },
      event_info: {
        event: 'shipment.updated',
        date: '2026-11-21',
        eventDateTime: LATER,
        summary: 'Shipment amended',
        status: 'created',
        direction: 'return',
        email: 'ops@shop.example',
        full_name: 'Shop Ops',
      },
    }),
  })
})

it('a qr_code shipment names its QR while it is active and not expired, or used', () => {
  const named = (patch: Parameters<typeof shipmentIn>[1], now = LATER) =>
    JSON.parse(freeze(updated(shipmentIn('ready_for_pickup', patch), actor), { id: 'evt_1', now }).body).identifiers.qr
  const { qr_id } = shipmentIn('ready_for_pickup')
  const just = new Date(Date.parse(EXPIRES) - 1).toISOString()
  expect([named({}), named({}, just), named({}, EXPIRES)]).toEqual([qr_id, qr_id, undefined])
  expect(named({ qr_status: 'used' }, EXPIRES)).toBe(qr_id)
  for (const qr_status of ['invalidated', 'superseded', null] as const) expect(named({ qr_status })).toBeUndefined()
})

it('a key that the type does not have throws', () => {
  const draft = { ...updated(shipmentIn('created'), actor), specific: { sku: 'x' } } as unknown as EventDraft
  expect(() => freeze(draft, { id: 'evt_1', now: NOW })).toThrow('no key sku')
})

it('an empty contact stays an empty string', () => {
  expect(bodyOf(created(shipmentIn('created'), { email: '', full_name: '' })).event_info).toMatchObject({ email: '', full_name: '' })
})

it('a created event has a label and labelVersion only if the shipment is labeled', () => {
  const bare = bodyOf(created(shipmentIn('created'), actor))
  expect(bare.eventSpecific).toEqual({ serviceLevel: 'standard', parcel: { weight: 1, length: 10, width: 8, height: 4, cubicFt: 0.185 } })
  expect(bare.identifiers).not.toHaveProperty('label')
  const labeled = bodyOf(created(shipmentIn('label_ready'), actor))
  expect(labeled.eventSpecific.labelVersion).toBe(1)
  expect(labeled.identifiers.label).toBe('label_first')
})

it('label events name the path of the label', () => {
  for (const type of ['shipment.label_ready', 'shipment.label_reprinted', 'shipment.sold'] as const) {
    const body = sample(type)
    expect(body.event_info.labelUrl).toBe(`/v2/shipments/${body.identifiers.shipment}/label`)
  }
})

const scanned = (kind: Parameters<typeof scan>[0], more: Parameters<typeof scan>[1], facts: Parameters<typeof scanEnv>[1]) => {
  const shipment = shipmentIn('label_ready')
  const { events } = allowed(decideScan(shipment, scan(kind, more), scanEnv(LATER, { qr: qrOf(shipment), ...facts })))
  return bodyOf(events[0] as EventDraft)
}

it('a scan event has the place and time of the scan, not the time of its report', () => {
  const body = scanned('walk-in', { occurred_at: '2026-11-21T10:30:00+02:00', scanner_email: 'clerk@corner.example' }, { store: STORE })
  expect(body.type).toBe('qr.scanned')
  expect(body.identifiers).toMatchObject({ qr: shipmentIn('label_ready').qr_id, store: 'sto_1' })
  expect(body.eventSpecific).toEqual({
    'scan-type': 'dropoff',
    scantime: '2026-11-21T08:30:00.000Z',
    scannerEmail: 'clerk@corner.example',
    storeCode: 'RNO1',
    pudoCode: 'P-RNO1',
  })
  expect(body.event_info).toMatchObject({
    eventDateTime: NOW,
    scannedDateTime: '2026-11-21T08:30:00.000Z',
    lat: '39.5296',
    lon: '-119.8138',
    coordinateSource: 'store',
    location: { name: 'Corner Shop', code: 'RNO1', city: 'Reno', state: 'NV', postalCode: '89501', country: 'US' },
  })
})

it('an unknown store is left out, with its codes, location and coordinates', () => {
  const body = scanned('walk-in', { store_id: 'sto_unknown' }, { store: null })
  expect(body.identifiers).not.toHaveProperty('store')
  expect(Object.keys(body.eventSpecific)).toEqual(['scan-type', 'scantime'])
  for (const key of ['location', 'lat', 'lon', 'coordinateSource']) expect(body.event_info).not.toHaveProperty(key)
})

it('coordinates come from the device if it sent them, otherwise from the store or facility', () => {
  expect(scanned('arrive', { lat: 40, lon: -120.5 }, { facility: FACILITY }).event_info).toMatchObject({
    lat: '40',
    lon: '-120.5',
    coordinateSource: 'device',
    location: { code: 'SORT-W' },
  })
  const atFacility = scanned('arrive', {}, { facility: FACILITY })
  expect(atFacility.identifiers.facility).toBe('SORT-W')
  expect(atFacility.event_info).toMatchObject({ lat: '39.5349', coordinateSource: 'facility' })
  expect(atFacility.event_info.location).not.toHaveProperty('state')
})

it('tracking.updated has the payload of in_transit', () => {
  const { eventID: _a, type: _b, event: _c, event_info: first, ...one } = sample('shipment.in_transit')
  const { eventID: _d, type: _e, event: _f, event_info: second, ...other } = sample('tracking.updated')
  expect(other).toEqual(one)
  expect({ ...second, event: null }).toEqual({ ...first, event: null })
})

it('a redirect names the new destination', () => {
  const body = sample('shipment.redirected')
  expect(body.event_info.location).toEqual({ name: 'Ben Hill', city: 'Boston', state: 'MA', postalCode: '02108', country: 'US' })
  expect(body.eventSpecific).toEqual({ redirectedTo: 'Ben Hill', redirectedToLine1: '9 Elm St', carrier: 'puro' })
})

it.each([
  [{ name: 'Ben Hill', company: 'Hill Ltd' }, 'Ben Hill'],
  [{ name: null, company: 'Hill Ltd' }, 'Hill Ltd'],
  [{ company: null }, '9 Elm St'],
  [{}, '9 Elm St'],
])('a redirect names the recipient, otherwise the company, otherwise the first line: %j', (who, redirectedTo) => {
  const { name: _, ...to } = US_FAR
  const { events } = allowed(decideRedirect(shipmentIn('in_transit'), { ...to, ...who }, envAt(LATER)))
  expect(events[0]?.specific).toMatchObject({ redirectedTo, redirectedToLine1: '9 Elm St' })
})

it('a complete tender has no discrepancy; a short one is negative and an over one positive', () => {
  const tender: TenderRow = {
    id: 'tnd_1',
    partner_id: 'par_1',
    carrier: 'ups',
    handoff: 'collect',
    facility: null,
    shipment_ids: ['shp_1', 'shp_2'],
    piece_count: 2,
    piece_count_received: null,
    status: 'accepted',
    accepted_by: null,
    accepted_at: NOW,
    discrepancy: null,
    missing_shipment_ids: [],
    cancelled_at: null,
    dismissal: null,
    created_at: NOW,
    version: 2,
  }
  const told = (piece_count_received: number) => tenderAccepted({ ...tender, piece_count_received }, actor).map(bodyOf)
  expect(told(2).map(({ type }) => type)).toEqual(['tender.accepted'])
  const [accepted, short] = told(0)
  expect(accepted.identifiers).toEqual({ tender: 'tnd_1', partner: 'par_1' })
  expect(accepted.eventSpecific).not.toHaveProperty('acceptedBy')
  expect(short.eventSpecific).toMatchObject({ discrepancyType: 'short', expectedPieceCount: 2, receivedPieceCount: 0, delta: -2 })
  expect(told(5)[1].eventSpecific).toMatchObject({ discrepancyType: 'over', delta: 3 })
})

it('the subject of an event is its shipment, otherwise its tender, sweep, manifest or own kind', () => {
  for (const [type, record] of samples()) {
    const { identifiers } = JSON.parse(record.body)
    const [own] = OF_KINDS.get(type)?.identifiers ?? []
    const subject = own ? identifiers[own] : (identifiers.shipment ?? identifiers.tender ?? identifiers.sweep ?? identifiers.manifest)
    expect([type, record.subject]).toEqual([type, subject])
    expect(record.shipment_id).toBe(identifiers.shipment ?? null)
  }
})
