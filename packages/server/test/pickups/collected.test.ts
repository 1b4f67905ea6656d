// The time at which a pickup's parcel was collected, from its scans in any order.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { findPickupsAt } from '../../src/kinds/pickups/queries.ts'
import { scanned } from '../scans/support.ts'
import { QR_RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { dayAhead, setClock, shipmentOf, storesByCode, WINDOW } from './fixtures.ts'

let service: TestService
let second: Running
let stores: Map<string, string>
beforeAll(async () => {
  service = await startTestService()
  second = await serve({ ...service.running.service.config, port: 0 }, 'api')
  stores = await storesByCode(service)
})
afterAll(async () => {
  await second.close()
  await service.close()
})

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any
const STORE = 'NYC-001'
const storeOf = (): string => stores.get(STORE) as string
const HOUR_MS = 3_600_000

const book = async (client: TestClient, shipment_id: string): Promise<Json> => {
  const { status, json } = await client.post('/v2/pickups', { shipment_id, store_id: storeOf(), date: dayAhead(3), ...WINDOW })
  expect([status, json.collected_at]).toEqual([201, null])
  return json
}
const read = async (client: TestClient, { id }: Json): Promise<Json> => (await client.get(`/v2/pickups/${id}`)).json
const cancel = (client: TestClient, { id }: Json) => client.post(`/v2/pickups/${id}/cancel`)

test('a collect scan sets the collection time in the pickup and its list; the status stays scheduled', async () => {
  const { demo } = service
  const shipment_id = await shipmentOf(demo)
  const pickup = await book(demo, shipment_id)
  await scanned(demo, 'accept', { shipment_id, store_id: storeOf() })
  expect((await read(demo, pickup)).collected_at).toBeNull()
  const { applied, scan } = await scanned(demo, 'collect', { shipment_id })
  expect(applied).toBe(true)
  expect(await read(demo, pickup)).toEqual({ ...pickup, collected_at: scan.occurred_at })
  expect((await demo.get(`/v2/pickups?shipment_id=${shipment_id}`)).json.data).toEqual([{ ...pickup, collected_at: scan.occurred_at }])
  // Later scans are not a second collection.
  await scanned(demo, 'collect', { shipment_id })
  await scanned(demo, 'arrive', { shipment_id })
  expect((await read(demo, pickup)).collected_at).toBe(scan.occurred_at)
})

test('a collect scan that is only recorded also sets it, and the earliest collection counts', async () => {
  const client = await service.partner()
  const { id: shipment_id } = (await client.post('/v2/shipments', QR_RETURN)).json
  const pickup = await book(client, shipment_id)
  await scanned(client, 'walk-in', { shipment_id, store_id: storeOf() })
  await setClock(service, client.partnerId, 5 * 3600)
  await scanned(client, 'arrive', { shipment_id })
  const hoursOn = (hours: number) => new Date(Date.parse(pickup.created_at) + hours * HOUR_MS).toISOString()
  for (const [sent, shown] of [
    [hoursOn(3), hoursOn(3)],
    [hoursOn(4), hoursOn(3)],
    [hoursOn(2), hoursOn(2)],
  ]) {
    expect((await scanned(client, 'collect', { shipment_id, occurred_at: sent })).applied).toBe(false)
    expect((await read(client, pickup)).collected_at).toBe(shown)
  }
})

test('one request with many scans, two of one parcel, writes each pickup once', async () => {
  const { demo } = service
  const ids = [await shipmentOf(demo), await shipmentOf(demo), await shipmentOf(demo)]
  const pickups = await Promise.all(ids.slice(0, 2).map((id) => book(demo, id)))
  const scans = [...ids, ids[0]].map((shipment_id) => ({ kind: 'collect', shipment_id }))
  const { json } = await demo.post('/v2/scan-events/bulk', { scans })
  expect(json.data.map(({ result }: Json) => result.applied)).toEqual([true, true, true, false])
  for (const [i, pickup] of pickups.entries()) expect((await read(demo, pickup)).collected_at).toBe(json.data[i].result.scan.occurred_at)
})

test('canceling after the collection ends the booking and keeps the collection and the sweep', async () => {
  const { demo } = service
  const shipment_id = await shipmentOf(demo)
  const pickup = await book(demo, shipment_id)
  const { shipment, scan } = await scanned(demo, 'collect', { shipment_id })
  const { status, json } = await cancel(demo, pickup)
  expect([status, json.status, json.collected_at]).toEqual([200, 'cancelled', scan.occurred_at])
  const after = (await demo.get(`/v2/shipments/${shipment_id}`)).json
  expect([after.status, after.pickup_id, after.sweepId]).toEqual(['picked_up', null, shipment.sweepId])
  // A new booking needs a new collection.
  const next = await book(demo, shipment_id)
  await scanned(demo, 'collect', { shipment_id })
  expect([(await read(demo, pickup)).collected_at, (await read(demo, next)).collected_at]).toEqual([scan.occurred_at, expect.any(String)])
})

test('a collection before the cancellation is recorded even if reported later; one after it is not', async () => {
  const client = await service.partner()
  const shipment_id = await shipmentOf(client)
  const pickup = await book(client, shipment_id)
  await setClock(service, client.partnerId, 3600)
  const cancelled = (await cancel(client, pickup)).json
  await scanned(client, 'collect', { shipment_id, occurred_at: cancelled.cancelled_at })
  expect(await read(client, pickup)).toEqual(cancelled)
  const before = new Date(Date.parse(cancelled.cancelled_at) - 1).toISOString()
  await scanned(client, 'collect', { shipment_id, occurred_at: before })
  expect(await read(client, pickup)).toEqual({ ...cancelled, collected_at: before })
})

test('a collection belongs to the pickup that was active at its time, not to later bookings', async () => {
  const client = await service.partner()
  const shipment_id = await shipmentOf(client)
  const first = await book(client, shipment_id)
  await setClock(service, client.partnerId, 1200)
  const { cancelled_at } = (await cancel(client, first)).json
  await setClock(service, client.partnerId, 1800)
  const second = await book(client, shipment_id)
  const after = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
  // A collection between the two pickups belongs to neither.
  await scanned(client, 'collect', { shipment_id, occurred_at: after(cancelled_at, 60_000) })
  expect([(await read(client, first)).collected_at, (await read(client, second)).collected_at]).toEqual([null, null])
  const occurred_at = after(first.created_at, 600_000)
  await scanned(client, 'collect', { shipment_id, occurred_at })
  expect([(await read(client, first)).collected_at, (await read(client, second)).collected_at]).toEqual([occurred_at, null])
})

test('a cancellation and scans in two processes at the same time leave a consistent pickup', async () => {
  const client = await service.partner()
  const other = new TestClient(second.url as string, client.credentials)
  for (let round = 0; round < 6; round++) {
    const shipment_id = await shipmentOf(client)
    const pickup = await book(client, shipment_id)
    const [first, later, ended] = await Promise.all([
      scanned(client, 'collect', { shipment_id }),
      scanned(other, 'collect', { shipment_id }),
      cancel(round % 2 === 0 ? client : other, pickup),
    ])
    const { status, collected_at, cancelled_at } = await read(client, pickup)
    expect([ended.status, status]).toEqual([200, 'cancelled'])
    const [earliest] = [first, later].map(({ scan }) => scan.occurred_at).sort()
    // If the collection and the cancellation were in the same millisecond, the collection may count or not.
    if (earliest < cancelled_at) expect(collected_at).toBe(earliest)
    else expect([null, cancelled_at]).toContain(collected_at)
  }
})

test('a refused collection does not count', async () => {
  const { demo } = service
  const { id: shipment_id } = (await demo.post('/v2/shipments', QR_RETURN)).json
  const pickup = await book(demo, shipment_id)
  expect((await demo.post('/v2/scan-events/collect', { shipment_id })).status).toBe(409)
  expect((await read(demo, pickup)).collected_at).toBeNull()
})

test('a collection reads few pickups, however many the parcel had, and finds the active one', async () => {
  const client = await service.partner()
  const shipment_id = await shipmentOf(client)
  const pickup = await book(client, shipment_id)
  const cancelled = (await cancel(client, pickup)).json
  const { db } = service.running.service
  // Pickups before and after this pickup, each active for a second.
  await db.query(
    'test_many_pickups',
    `insert into pickups (id, partner_id, shipment_id, store_id, sweep_id, confirmation, date, window_start, window_end, package_count, status,
       cancelled_at, created_at, version)
     select 'pku_many' || n, partner_id, shipment_id, store_id, sweep_id, confirmation || n, date, window_start, window_end, package_count, status,
       created_at + n * interval '2 seconds' + interval '1 second', created_at + n * interval '2 seconds', 1
       from pickups, generate_series(-1000, 1000) n where id = $1 and n <> 0`,
    [pickup.id],
  )
  const before = new Date(Date.parse(cancelled.cancelled_at) - 1).toISOString()
  const found = await findPickupsAt(db, [
    { shipment_id, at: before },
    { shipment_id, at: cancelled.created_at },
  ])
  expect(found.length).toBeLessThanOrEqual(10)
  expect(found.map(({ id }) => id)).toContain(pickup.id)
  await setClock(service, client.partnerId, 3600)
  await scanned(client, 'collect', { shipment_id, occurred_at: before })
  expect(await read(client, pickup)).toEqual({ ...cancelled, collected_at: before })
})
