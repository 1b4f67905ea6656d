// Choices of the service that may surprise, as the guides describe them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANADA, createShipment, type Json, scanned, storeId, types } from '../scans/support.ts'
import { ADDRESS, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let store: string
beforeAll(async () => {
  service = await startTestService()
  store = await storeId(service, 'NYC-001')
})
afterAll(() => service.close())

const read = async (id: string): Promise<Json> => (await service.demo.get(`/v2/shipments/${id}`)).json
const command = async (path: string, body?: object): Promise<Json> => {
  const { status, json } = await service.demo.post(path, body)
  expect({ path, status, error: json.error }).toMatchObject({ path, status: expect.toBeOneOf([200, 201]) })
  return json
}

test('docs/guide/scans.md#reject: the last refusal stays on a parcel that is accepted elsewhere', async () => {
  const { id } = await createShipment(service.demo)
  const reason = { reject_reason: 'oversize', reject_reason_note: 'too long' }
  const { shipment } = await scanned(service.demo, 'reject', { shipment_id: id, ...reason })
  await scanned(service.demo, 'accept', { shipment_id: id, store_id: store })
  const accepted = await read(id)
  expect(accepted).toMatchObject({ status: 'ready_for_pickup', rejected_at: shipment.rejected_at, ...reason })
  expect(accepted.rejected_at).not.toBeNull()
})

test('docs/guide/money.md#measured-differences: a reweigh without a price change is an adjustment of 0 with an event', async () => {
  const { id, amount } = await createShipment(service.demo, { ...RETURN, parcel: { weight: 1, length: 10, width: 8, height: 4 } })
  const { shipment } = await scanned(service.demo, 'walk-in', { shipment_id: id, reweigh: { weight: 1.5 } })
  expect(shipment).toMatchObject({ amount, parcel: { weight: 1.5 } })
  const { json } = await service.demo.get(`/v2/shipments/${id}/adjustments`)
  expect(json.data).toMatchObject([{ delta_amount: 0, original_weight: 1, new_weight: 1.5 }])
  const event = (await service.demo.events(id)).at(-1)
  expect([event.type, event.identifiers.adjustment]).toEqual(['shipment.adjusted', json.data[0].id])
})

test('docs/guide/shipments.md#counter-sales: a direction or fulfillment that contradicts the counter has no effect', async () => {
  const sold = await command('/v2/retail/shipments', { direction: 'return', fulfillment: 'qr_code', to: ADDRESS })
  expect(sold).toMatchObject({ direction: 'outbound', fulfillment: 'print_label', channel: 'retail', status: 'label_ready', qr_id: null })
})

test('docs/guide/counters.md#accepting-a-tender: a member that was held after the tender was created is injected', async () => {
  const { id, carrier } = await createShipment(service.demo)
  const tender = await command('/v2/tenders', { carrier, handoff: 'inject', shipment_ids: [id] })
  await command(`/v2/shipments/${id}/hold`)
  await command(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 1 })
  expect(await read(id)).toMatchObject({ status: 'injected', held: true, tender_id: tender.id })
})

test('docs/guide/shipments.md#redirect: a redirect ignores a hold, and keeps market, currency and price', async () => {
  const made = await createShipment(service.demo)
  for (const kind of ['inject', 'movement']) await scanned(service.demo, kind, { shipment_id: made.id })
  await command(`/v2/shipments/${made.id}/hold`)
  await command(`/v2/shipments/${made.id}/redirect`, { to: CANADA })
  const { market, currency, amount } = made
  expect(market).toBe('US')
  expect(await read(made.id)).toMatchObject({ status: 'in_transit', held: true, to: { country: 'CA' }, market, currency, amount })
  expect(types(await service.demo.events(made.id))).not.toContain('shipment.adjusted')
})
