import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { CATALOG, EVENT_TYPES, type EventType, eventSchema, IDENTIFIER_KEYS, INFO_KEYS, internalName } from '../../src/events/catalog.ts'
import { samples } from './samples.ts'

const GOLDEN = join(import.meta.dirname, 'golden')

/** The specification's catalog, by hand: status and the keys of eventSpecific; `?` marks those that are absent without a value. */
const SCAN = 'scan-type scantime scannerEmail? scannerName?'
const LABELLED = 'labelVersion serviceLevel parcel'
const PICKUP = 'pickupDate pickupWindowStart pickupWindowEnd packageCount'
const ACCEPTED = 'carrier handoff pieceCount pieceCountReceived shipmentCount acceptedBy? acceptedAt'
const SPECIFICATION: Record<EventType, [status: string | null, specific: string]> = {
  'shipment.created': ['created', 'labelVersion? serviceLevel parcel'],
  'shipment.label_ready': ['label_ready', `labelFormat ${LABELLED}`],
  'shipment.label_reprinted': ['label_ready', LABELLED],
  'shipment.updated': ['created', ''],
  'shipment.sold': ['label_ready', 'soldAt serviceLevel'],
  'qr.scanned': [null, `${SCAN} storeCode? pudoCode?`],
  'shipment.ready_for_pickup': ['ready_for_pickup', SCAN],
  'shipment.picked_up': ['picked_up', SCAN],
  'shipment.in_possession': ['in_possession', SCAN],
  'shipment.at_sort_center': ['at_sort_center', SCAN],
  'shipment.sorted': ['sorted', SCAN],
  'shipment.injected': ['injected', `${SCAN} carrier?`],
  'shipment.in_transit': ['in_transit', 'carrier? scheduledDeliveryDate?'],
  'tracking.updated': ['in_transit', 'carrier? scheduledDeliveryDate?'],
  'shipment.out_for_delivery': ['out_for_delivery', `${SCAN} carrier? scheduledDeliveryDate?`],
  'shipment.delivered': ['delivered', `${SCAN} pod? podGrade carrier?`],
  'shipment.rejected': ['rejected', `${SCAN} rejectReason rejectReasonNote?`],
  'shipment.undeliverable': ['undeliverable', 'disposition carrier?'],
  'shipment.return_to_sender': ['return_to_sender', 'disposition carrier?'],
  'shipment.unclaimed': ['unclaimed', 'disposition'],
  'shipment.disposed': ['disposed', 'disposition'],
  'claim.opened': ['open', 'claimType description?'],
  'shipment.cancelled': ['cancelled', 'labelVoided voidedAt cancelledAt expiresAt'],
  'shipment.expired': ['expired', 'labelVoided voidedAt expiredAt expiresAt'],
  'shipment.held': ['sorted', 'held'],
  'shipment.released': ['sorted', 'held'],
  'shipment.redirected': ['in_transit', 'redirectedTo redirectedToLine1 carrier?'],
  'shipment.adjusted': [null, 'reason originalWeight newWeight'],
  'shipment.discrepancy_reported': [null, 'stage declared observed chargeable'],
  'adjustment.disputed': [null, 'reason originalWeight newWeight disputeStatus disputeReason'],
  'qr.reissued': [null, ''],
  'qr.invalidated': ['invalidated', 'qrStatus expiresAt'],
  'pickup.scheduled': ['scheduled', PICKUP],
  'pickup.cancelled': ['cancelled', PICKUP],
  'sweep.created': ['ordered', 'sweepDate dp storeCode storeAddress'],
  'tender.created': ['created', 'carrier handoff pieceCount shipmentCount'],
  'tender.accepted': ['accepted', ACCEPTED],
  'tender.discrepancy': ['accepted', `${ACCEPTED} discrepancyType expectedPieceCount receivedPieceCount delta`],
  'manifest.closed': ['closed', 'packageCount manifestDate closedAt'],
}

const SCAN_TYPES: Partial<Record<EventType, string>> = {
  'qr.scanned': 'dropoff',
  'shipment.ready_for_pickup': 'accepted',
  'shipment.picked_up': 'pickup',
  'shipment.in_possession': 'possession',
  'shipment.at_sort_center': 'arrived_at_sort',
  'shipment.sorted': 'sorted',
  'shipment.injected': 'injected',
  'shipment.out_for_delivery': 'out_for_delivery',
  'shipment.delivered': 'delivered',
  'shipment.rejected': 'rejected',
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

it('there are 39 types, 23 identifiers and 14 keys of event_info', () => {
  expect(EVENT_TYPES).toHaveLength(39)
  expect(new Set(EVENT_TYPES)).toEqual(new Set(Object.keys(SPECIFICATION)))
  expect(new Set(IDENTIFIER_KEYS).size).toBe(23)
  expect(new Set(INFO_KEYS).size).toBe(14)
})

describe.each(EVENT_TYPES)('%s', (type) => {
  const [status, specific] = SPECIFICATION[type]
  const record = samples().get(type)
  const body = JSON.parse(record?.body ?? 'null')

  it('has the keys that the specification lists, and no others', () => {
    const properties: object = CATALOG[type].specific?.properties ?? {}
    const required: readonly string[] = (CATALOG[type].specific as { required?: string[] } | null)?.required ?? []
    expect(Object.keys(properties)).toEqual(words(specific).map((word) => word.replace('?', '')))
    expect(required).toEqual(words(specific).filter((word) => !word.endsWith('?')))
  })

  it('goes by scan-event exactly when it is a handling', () => {
    const scanType = SCAN_TYPES[type]
    expect(internalName(type)).toBe(scanType ? 'scan-event' : type)
    expect(CATALOG[type].scanType ?? undefined).toBe(scanType)
    expect(body).toMatchObject({ type, event: internalName(type), event_info: { event: internalName(type) } })
    expect(body.eventSpecific?.['scan-type']).toBe(scanType)
    if (scanType) expect(body.event_info).toMatchObject({ email: '', full_name: '', scannedDateTime: body.eventSpecific.scantime })
  })

  it('is fired as its own schema says, with its status', () => {
    const schema = Compile(eventSchema(type))
    expect(schema.Errors(body)).toEqual([])
    expect(body.event_info.status ?? null).toBe(status)
  })

  it('names direction on shipment types only', () => {
    const expected = type.startsWith('shipment.') || type === 'tracking.updated'
    expect('direction' in body.event_info).toBe(expected)
  })

  it('its schema is the golden one', () => {
    const path = join(GOLDEN, `${type}.json`)
    const text = `${JSON.stringify(eventSchema(type), null, 2)}\n`
    if (process.env.UPDATE_GOLDEN) writeFileSync(path, text)
    expect(text).toBe(readFileSync(path, 'utf8'))
  })
})

it('no golden schema is left over', () => {
  expect(readdirSync(GOLDEN).sort()).toEqual(EVENT_TYPES.map((type) => `${type}.json`).sort())
})

it('the schema refuses what it does not know', () => {
  const schema = Compile(eventSchema('shipment.held'))
  const body = JSON.parse(samples().get('shipment.held')?.body ?? '')
  expect(schema.Check(body)).toBe(true)
  expect(schema.Check({ ...body, extra: 1 })).toBe(false)
  expect(schema.Check({ ...body, identifiers: { ...body.identifiers, sku: 'x' } })).toBe(false)
  expect(schema.Check({ ...body, identifiers: { ...body.identifiers, rma: null } })).toBe(false)
  expect(schema.Check({ ...body, event_info: { ...body.event_info, note: 'x' } })).toBe(false)
  expect(schema.Check({ ...body, eventSpecific: { held: false } })).toBe(false)
  expect(schema.Check({ ...body, eventSpecific: undefined })).toBe(false)
})
