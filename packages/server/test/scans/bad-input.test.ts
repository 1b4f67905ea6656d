import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCANS } from '../shipments/oracle.ts'
import { QR_RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { countRows, createShipment, type Json, scan, scanned } from './support.ts'

let service: TestService
let mine: Json
let qr: Json
beforeAll(async () => {
  service = await startTestService()
  mine = await createShipment(service.demo)
  qr = await createShipment(service.demo, QR_RETURN)
})
afterAll(() => service.close())

/** Expects that the scan is refused with this error, and that nothing is written. */
const expectRefused = async (kind: string, body: object, status: number, code: string, details: object): Promise<void> => {
  const before = await countRows(service)
  const answer = await scan(service.demo, kind, body)
  expect({ kind, body, status: answer.status, code: answer.json.error.code }).toEqual({ kind, body, status, code })
  expect(answer.json.error.details).toMatchObject(details)
  expect(await countRows(service)).toEqual(before)
}
const at = (path: string) => ({ errors: [{ path }] })

test.each(SCANS)('%s: a bad field is 422 with its path', async (kind) => {
  const by = { shipment_id: mine.id }
  const cases: [body: object, path: string][] = [
    [{}, ''],
    [{ ...by, tracking: mine.tracking }, '/tracking'],
    [{ shipment_id: 7 }, '/shipment_id'],
    [{ ...by, store_id: 'sto_1', facility: 'EWR-SORT' }, '/facility'],
    [{ ...by, store_id: 'x'.repeat(256) }, '/store_id'],
    [{ ...by, store_id: '' }, '/store_id'],
    [{ ...by, lat: 40 }, '/lon'],
    [{ ...by, lon: 40 }, '/lat'],
    [{ ...by, lat: 90.5, lon: 0 }, '/lat'],
    [{ ...by, lat: 'NaN', lon: 0 }, '/lat'],
    [{ ...by, occurred_at: 'yesterday' }, '/occurred_at'],
    [{ ...by, occurred_at: '2026-02-30T00:00:00Z' }, '/occurred_at'],
    [{ ...by, occurred_at: '2026-01-01T23:59:60Z' }, '/occurred_at'],
    [{ ...by, occurred_at: '0000-01-01T00:00:00Z' }, '/occurred_at'],
    [{ ...by, occurred_at: new Date(Date.now() + 330_000).toISOString() }, '/occurred_at'],
    [{ ...by, scanner_name: 'x'.repeat(101) }, '/scanner_name'],
    [{ ...by, scanner_email: null }, '/scanner_email'],
    [{ ...by, color: 'red' }, '/color'],
  ]
  for (const [body, path] of cases) await expectRefused(kind, body, 422, 'validation_failed', at(path))
})

test.each([
  ['walk-in', { reweigh: {} }, '/reweigh'],
  ['walk-in', { reweigh: { weight_unit: 'kg' } }, '/reweigh'],
  ['walk-in', { reweigh: { weight: -1 } }, '/reweigh/weight'],
  ['walk-in', { reweigh: { weight: 0 } }, '/reweigh/weight'],
  ['walk-in', { reweigh: { weight: 1, height: '4' } }, '/reweigh/height'],
  ['walk-in', { reweigh: { weight: 1, weight_unit: 'stone' } }, '/reweigh/weight_unit'],
  ['walk-in', { reweigh: { weight: 1, color: 'red' } }, '/reweigh/color'],
  ['accept', { reweigh: { weight: 1 } }, '/reweigh'],
  ['reject', { reject_reason: 'ugly' }, '/reject_reason'],
  ['reject', { reject_reason_note: 'x'.repeat(501) }, '/reject_reason_note'],
  ['inject', { carrier: '' }, '/carrier'],
  ['inject', { carrier: 'x'.repeat(51) }, '/carrier'],
  ['accept', { lat: '90.1', lon: '0' }, '/lat'],
  ['accept', { lat: '0', lon: '180.5' }, '/lon'],
  ['accept', { lat: 'north', lon: 0 }, '/lat'],
  ['inject', { ltracking: '' }, '/ltracking'],
  ['movement', { scheduled_delivery_date: '2026-02-30' }, '/scheduled_delivery_date'],
  ['movement', { carrier: 'northline' }, '/carrier'],
  ['out-for-delivery', { scheduled_delivery_date: 'soon' }, '/scheduled_delivery_date'],
  ['deliver', { signed_by: '' }, '/signed_by'],
])('%s %o is 422 at %s', (kind, fields, path) =>
  expectRefused(kind, { shipment_id: mine.id, ...fields }, 422, 'validation_failed', at(path)),
)

test('a scan up to five minutes ahead is accepted because clocks differ', async () => {
  const created = await createShipment(service.demo)
  const occurred_at = new Date(Date.now() + 270_000).toISOString()
  expect((await scanned(service.demo, 'accept', { shipment_id: created.id, occurred_at })).scan.occurred_at).toBe(occurred_at)
})

test.each(SCANS)('%s: a record that is unknown or belongs to another partner is 404 with the name of the field', async (kind) => {
  const partner = await service.partner()
  const theirs = await createShipment(partner, QR_RETURN)
  const token = (await partner.get(`/v2/qr/${theirs.qr_id}`)).json.token
  const cases: [field: string, values: string[]][] = [
    ['shipment_id', [theirs.id, 'shp_00000000000000000000000000', 'nonsense', '', 'x'.repeat(300), qr.qr_id]],
    ['tracking', [theirs.tracking, theirs.tracking.toLowerCase(), '0'.repeat(27)]],
    ['barcode', [theirs.barcode, '1']],
    ['qr_id', [theirs.qr_id, 'qr_00000000000000000000000000', mine.id]],
    ['qr_token', [token, 'x']],
  ]
  for (const [field, values] of cases) {
    for (const value of values) await expectRefused(kind, { [field]: value }, 404, 'not_found', { field })
  }
  expect((await partner.get(`/v2/shipments/${theirs.id}`)).json).toEqual(theirs)
})

test('a scan without the scope is refused', async () => {
  const reader = await service.partner({ scopes: ['shipments:read', 'shipments:write'] })
  const { status, json } = await scan(reader, 'accept', { shipment_id: mine.id })
  expect([status, json.error.code, json.error.details.required]).toEqual([403, 'insufficient_scope', 'scans:write'])
})

test('the answer to a scan is replayed byte for byte, and its key is refused for another scan', async () => {
  const created = await createShipment(service.demo)
  const send = (body: object) => service.demo.post('/v2/scan-events/accept', body, { idempotencyKey: 'accept-once' })
  const first = await send({ shipment_id: created.id })
  const again = await send({ shipment_id: created.id })
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await send({ shipment_id: mine.id })).json.error.code).toBe('idempotency_key_reused')
  expect((await service.demo.get(`/v2/tracking/${created.tracking}`)).json.history).toHaveLength(1)
})
