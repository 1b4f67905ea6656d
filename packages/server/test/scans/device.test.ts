// Data that a counter device sends with its scans: its own time, a photo of a refused parcel, and the driver's name.
import { SCAN_KINDS } from '@backhaul/core/transitions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backdate } from '../support/backdate.ts'
import { QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { countRows, createShipment, type Json, scan, scanned, storeId } from './support.ts'

let service: TestService
let operator: TestClient
let store: string
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  store = await storeId(service, 'NYC-001')
})
afterAll(() => service.close())

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const uploaded = async (client: TestClient): Promise<string> =>
  (await client.post('/v2/documents', PNG, { headers: { 'Content-Type': 'image/png' } })).json.id
const historyOf = async (id: string): Promise<Json[]> => (await service.demo.get(`/v2/shipments/${id}/scans`)).json.data

test.each(SCAN_KINDS)("%s stores the device's time next to occurred_at, however wrong, and does not use it for decisions", async (kind) => {
  const device_time = '2031-01-02T04:05:06+01:00'
  const occurred_at = new Date(Date.now() - 60_000).toISOString()
  const fields = { store_id: store, occurred_at }
  const [plain, timed] = [await createShipment(service.demo), await createShipment(service.demo)]
  for (const { id } of [plain, timed]) await backdate(service, id)
  const without = await scanned(service.demo, kind, { shipment_id: plain.id, ...fields })
  const answer = await scanned(service.demo, kind, { shipment_id: timed.id, ...fields, device_time })
  expect(without.scan.device_time).toBeNull()
  expect(answer.scan).toMatchObject({ occurred_at, device_time: '2031-01-02T03:05:06.000Z', details: without.scan.details })
  expect([answer.applied, answer.shipment.status]).toEqual([without.applied, without.shipment.status])
  expect((await historyOf(timed.id))[0]).toEqual(answer.scan)
})

test('scans in bulk and scans that are only recorded store the device time too', async () => {
  const { id } = await createShipment(service.demo)
  const scans = [1, 2].map((n) => ({ kind: 'accept', shipment_id: id, store_id: store, device_time: `1999-01-01T00:00:0${n}Z` }))
  const { json } = await service.demo.post('/v2/scan-events/bulk', { scans })
  expect(json.data.map((one: Json) => [one.result.applied, one.result.scan.device_time])).toEqual([
    [true, '1999-01-01T00:00:01.000Z'],
    [false, '1999-01-01T00:00:02.000Z'],
  ])
})

test('an invalid device time is refused with its field', async () => {
  const { id } = await createShipment(service.demo)
  const { status, json } = await scan(service.demo, 'accept', { shipment_id: id, device_time: 'yesterday' })
  expect([status, json.error.details.errors[0].path]).toEqual([422, '/device_time'])
})

test('a refusal keeps its photo while the scan is kept; its partner can read it, even if an operator uploaded it', async () => {
  for (const uploader of [service.demo, operator]) {
    const { id } = await createShipment(service.demo)
    const photo_document_id = await uploaded(uploader)
    const { scan: row } = await scanned(uploader, 'reject', {
      shipment_id: id,
      store_id: store,
      reject_reason: 'damaged',
      photo_document_id,
    })
    expect(row.details).toEqual({ reject_reason: 'damaged', photo_document_id })
    const { db } = service.running.service
    const uses = await db.query<Json>('t_uses', 'select * from document_uses where document_id = $1', [photo_document_id])
    expect(uses).toEqual([{ id: row.id, document_id: photo_document_id }])
    const read = await service.demo.get(`/v2/documents/${photo_document_id}`)
    expect([read.status, Buffer.from(read.bytes).equals(PNG)]).toEqual([200, true])
    const stranger = await service.partner()
    expect((await stranger.get(`/v2/documents/${photo_document_id}`)).status).toBe(404)
  }
})

test("another partner's image is not accepted as a photo, and nothing is written", async () => {
  const { id } = await createShipment(service.demo)
  const foreign = await uploaded(await service.partner())
  const before = await countRows(service)
  for (const photo_document_id of [foreign, 'doc_unknown']) {
    const { status, json } = await scan(service.demo, 'reject', { shipment_id: id, photo_document_id })
    expect([status, json.error.details]).toEqual([404, { field: 'photo_document_id' }])
  }
  expect(await countRows(service)).toEqual(before)
})

test('a collection keeps the name of the driver who took the parcel', async () => {
  const { id } = await createShipment(service.demo, RETURN)
  await scanned(service.demo, 'accept', { shipment_id: id, store_id: store })
  const { scan: row } = await scanned(service.demo, 'collect', { shipment_id: id, store_id: store, handed_to: 'Dana Driver' })
  expect(row.details).toEqual({ handed_to: 'Dana Driver' })
  const { status, json } = await scan(service.demo, 'walk-in', {
    shipment_id: (await createShipment(service.demo, QR_RETURN)).id,
    handed_to: 'x',
  })
  expect([status, json.error.details.errors[0].path]).toEqual([422, '/handed_to'])
})
