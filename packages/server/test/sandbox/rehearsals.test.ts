import { EVENT_TYPES, type EventType, eventSchema, internalName } from '@backhaul/core/events/catalog.ts'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAULTS } from '../../src/kinds/sandbox/rehearsals.ts'
import { countRows, createShipment, type Json, scanned, types } from '../scans/support.ts'
import { QR_RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const rehearse = (client: TestClient, name: string, body?: object, request = {}) => client.post(`/v2/test/${name}`, body, request)
const readEvent = async (client: TestClient, eventID: string): Promise<Json> =>
  (await client.events()).find((event) => event.eventID === eventID)

describe('each event type', () => {
  test.each(EVENT_TYPES)('%s is produced as a real event', async (type) => {
    const { status, json } = await rehearse(service.demo, `events/${type}`)
    expect({ status, error: json.error }).toEqual({ status: 200 })
    expect(json).toMatchObject({ object: 'rehearsal', name: type, shipment_id: expect.stringMatching(/^shp_/) })
    const feed = await service.demo.events()
    const fired = feed.slice(-json.events.length)
    expect(fired.map(({ eventID, type }) => ({ eventID, type }))).toEqual(json.events)
    const event = fired.find(({ eventID }) => eventID === json.eventID)
    expect(event).toMatchObject({ type, event: internalName(type as EventType) })
    expect([...Compile(eventSchema(type as EventType)).Errors(event)]).toEqual([])
    expect((await service.demo.get(`/v2/shipments/${json.shipment_id}`)).status).toBe(200)
  })

  test('can be produced repeatedly', async () => {
    for (const type of ['sweep.created', 'pickup.cancelled', 'manifest.closed', 'tender.discrepancy', 'sweep.created', 'manifest.closed']) {
      const { status, json } = await rehearse(service.demo, `events/${type}`)
      expect({ type, status, error: json.error }).toEqual({ type, status: 200 })
    }
  })

  test('leave the same rows as the real action', async () => {
    const { json: tender } = await rehearse(service.demo, 'events/tender.discrepancy')
    const event = await readEvent(service.demo, tender.eventID)
    expect(event.eventSpecific).toMatchObject({ discrepancyType: 'short', expectedPieceCount: 2, receivedPieceCount: 1, delta: -1 })
    const { json } = await service.demo.get(`/v2/tenders/${event.identifiers.tender}`)
    expect(json).toMatchObject({ status: 'accepted', piece_count: 2, piece_count_received: 1, discrepancy: { type: 'short', delta: -1 } })
    expect(types(tender.events).slice(-4)).toEqual(['tender.accepted', 'tender.discrepancy', 'shipment.injected', 'shipment.injected'])

    const { json: claim } = await rehearse(service.demo, 'events/claim.opened')
    const opened = await readEvent(service.demo, claim.eventID)
    expect((await service.demo.get(`/v2/claims/${opened.identifiers.claim}`)).json).toMatchObject({ status: 'open', type: 'damaged' })

    const { json: delivered } = await rehearse(service.demo, 'events/shipment.delivered')
    expect((await service.demo.get(`/v2/shipments/${delivered.shipment_id}/pod`)).headers.get('content-type')).toBe('image/png')
  })
})

describe('a shipment named by the request', () => {
  test('gets the event in its current state', async () => {
    const created = await createShipment(service.demo, { ...QR_RETURN, order_id: 'mine' })
    const { json } = await rehearse(service.demo, 'events/qr.scanned', { shipment_id: created.id })
    expect(json.shipment_id).toBe(created.id)
    expect(types(json.events)).toEqual(['shipment.label_ready', 'qr.scanned', 'shipment.in_possession'])
    expect((await readEvent(service.demo, json.eventID)).identifiers.orderID).toBe('mine')
  })

  test('is refused an event that cannot happen to it, and nothing is written', async () => {
    const created = await createShipment(service.demo)
    await scanned(service.demo, 'sort', { shipment_id: created.id })
    const before = await countRows(service)
    const cases = [
      ['shipment.cancelled', 'shipment_not_cancellable'],
      ['shipment.updated', 'shipment_locked'],
      ['shipment.picked_up', 'invalid_transition'],
      ['shipment.expired', 'invalid_transition'],
      ['qr.reissued', 'invalid_transition'],
      ['shipment.label_ready', 'invalid_transition'],
      ['shipment.released', 'invalid_transition'],
    ]
    for (const [type, code] of cases) {
      const { status, json } = await rehearse(service.demo, `events/${type}`, { shipment_id: created.id })
      expect([type, status, json.error.code]).toEqual([type, 409, code])
    }
    for (const type of ['qr.invalidated', 'manifest.closed']) {
      expect((await rehearse(service.demo, `events/${type}`, { shipment_id: created.id })).status).toBe(404)
    }
    expect(await countRows(service)).toEqual(before)
  })

  test('must be an existing shipment of the partner', async () => {
    const partner = await service.partner()
    const created = await createShipment(service.demo)
    for (const shipment_id of [created.id, 'x']) {
      const { status, json } = await rehearse(partner, 'events/shipment.held', { shipment_id })
      expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'shipment_id' }])
    }
    const made = await rehearse(service.demo, 'events/shipment.created', { shipment_id: created.id })
    expect([made.status, made.json.error.details.errors[0].path]).toEqual([422, '/shipment_id'])
    const unknown = await rehearse(service.demo, 'events/shipment.held', { shipment: created.id })
    expect(unknown.json.error.details.errors[0].path).toBe('/shipment')
  })
})

test('an unknown type, an unknown fault and an operator are refused', async () => {
  for (const [path, field] of [
    ['events/shipment.teleported', 'type'],
    ['events/__proto__', 'type'],
    ['events/constructor', 'type'],
    ['faults/fire', 'fault'],
  ]) {
    const { status, json } = await rehearse(service.demo, path as string)
    expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field }])
  }
  expect((await rehearse(await service.operator(), 'events/shipment.held')).status).toBe(403)
})

test('a rehearsal happens once per idempotency key, even with five concurrent requests', async () => {
  const before = await service.demo.events()
  const ask = () => rehearse(service.demo, 'events/tender.accepted', {}, { idempotencyKey: 'rehearse-once' })
  const answers = await Promise.all(Array.from({ length: 5 }, ask))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const news = (await service.demo.events()).slice(before.length)
  expect(types(news).filter((type) => type === 'tender.accepted')).toHaveLength(1)
  expect(news).toHaveLength(answers[0]?.json.events.length)
})

describe('each fault', () => {
  const LAST: Record<(typeof FAULTS)[number], [type: string, status: string]> = {
    lost: ['claim.opened', 'in_transit'],
    short_tender: ['tender.discrepancy', 'injected'],
    reweigh: ['shipment.adjusted', 'in_possession'],
    refused_at_counter: ['shipment.rejected', 'rejected'],
    undeliverable: ['shipment.undeliverable', 'undeliverable'],
  }
  test.each(FAULTS)('%s', async (fault) => {
    const { status, json } = await rehearse(service.demo, `faults/${fault}`)
    expect({ status, error: json.error }).toEqual({ status: 200 })
    const [type, shipmentStatus] = LAST[fault]
    expect(await readEvent(service.demo, json.eventID)).toMatchObject({ type })
    expect((await service.demo.get(`/v2/shipments/${json.shipment_id}`)).json.status).toBe(shipmentStatus)
  })
})
