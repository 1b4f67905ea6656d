// The parcels at a counter, and the time since when each has been there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShipment, type Json, scanned, storeId } from '../scans/support.ts'
import { backdate } from '../support/backdate.ts'
import { QR_RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
let store: string
let other: string
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  store = await storeId(service, 'NYC-001')
  other = await storeId(service, 'NYC-002')
})
afterAll(() => service.close())

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const list = async (query: string, client: TestClient = service.demo): Promise<Json> => {
  const { status, json } = await client.get(`/v2/parcels?${query}`)
  expect({ status, error: json.error }).toEqual({ status: 200 })
  return json
}
const idsAt = async (at: string, client?: TestClient): Promise<string[]> =>
  (await list(`store_id=${at}&limit=100`, client)).data.map((one: Json) => one.shipment_id)
const accepted = async (client: TestClient, at: string, occurred_at: string): Promise<string> => {
  const { id } = await createShipment(client)
  await backdate(service, id)
  await scanned(client, 'accept', { shipment_id: id, store_id: at, occurred_at })
  return id
}

test('lists the parcels that a counter accepted with either scan, longest there first, and since when', async () => {
  const since = [minutesAgo(10), minutesAgo(300), minutesAgo(60)]
  const [young, old] = [await accepted(service.demo, store, since[0] as string), await accepted(service.demo, store, since[1] as string)]
  const { id: walked } = await createShipment(service.demo, QR_RETURN)
  await backdate(service, walked)
  await scanned(service.demo, 'walk-in', { shipment_id: walked, store_id: store, occurred_at: since[2], reweigh: { weight: 3 } })
  const { data } = await list(`store_id=${store}`)
  expect(data.map((one: Json) => [one.shipment_id, one.taken_in_by, one.since])).toEqual([
    [old, 'accept', since[1]],
    [walked, 'walk-in', since[2]],
    [young, 'accept', since[0]],
  ])
  expect(data[1]).toMatchObject({ object: 'parcel_at_store', status: 'in_possession', parcel: { weight: 3 }, store_id: store, held: false })
  expect(await idsAt(other)).toEqual([])
})

test.each([
  ['collected', 'collect', {}],
  ['in the custody of the network', 'custody', {}],
  ['in the custody of a facility', 'custody', { facility: 'ORD' }],
  ['at a facility', 'arrive', { facility: 'ORD' }],
  ['injected', 'inject', {}],
  ['delivered', 'deliver', {}],
])('a parcel that was %s is no longer at the counter', async (_, kind, where) => {
  const id = await accepted(service.demo, other, minutesAgo(5))
  expect(await idsAt(other)).toContain(id)
  await scanned(service.demo, kind, { shipment_id: id, ...where })
  expect(await idsAt(other)).not.toContain(id)
})

test('a walked-in parcel leaves the list when a driver has it, although its status stays', async () => {
  const { id } = await createShipment(service.demo, QR_RETURN)
  const find = async () => (await service.demo.get(`/v2/parcels/find?code=${id}`)).json
  await scanned(service.demo, 'walk-in', { shipment_id: id, store_id: other, occurred_at: minutesAgo(9) })
  expect(await idsAt(other)).toContain(id)
  const there = await find()
  expect([there.at_store_since, there.next]).toEqual([expect.any(String), 'collect'])
  const collection = there.commands.find((one: Json) => one.command === 'collect')
  expect(collection).toMatchObject({ outcome: 'recorded', message: expect.stringContaining('records that it was collected') })
  // This scan is uploaded now but has an earlier time.
  await scanned(service.demo, 'custody', { shipment_id: id, occurred_at: minutesAgo(99) })
  expect(await idsAt(other)).toContain(id)
  const { applied } = await scanned(service.demo, 'collect', { shipment_id: id, store_id: other })
  expect([applied, await idsAt(other)]).toEqual([false, expect.not.arrayContaining([id])])
  const gone = await find()
  expect([gone.at_store_since, gone.next]).toEqual([null, 'arrive'])
})

test('an unclaimed parcel is still at the counter', async () => {
  const id = await accepted(service.demo, other, minutesAgo(5))
  await service.demo.post(`/v2/shipments/${id}/disposition`, { disposition: 'unclaimed' })
  expect(await idsAt(other)).toContain(id)
})

test('a late scan without effect moves no parcel', async () => {
  const id = await accepted(service.demo, other, minutesAgo(5))
  await scanned(service.demo, 'accept', { shipment_id: id, store_id: store })
  expect(await idsAt(other)).toContain(id)
  expect(await idsAt(store)).not.toContain(id)
})

test('shows partners their own parcels and operators all parcels', async () => {
  const client = await service.partner()
  const id = await accepted(client, other, minutesAgo(5))
  expect(await idsAt(other)).not.toContain(id)
  expect(await idsAt(other, client)).toEqual([id])
  expect(await idsAt(other, operator)).toContain(id)
})

test('is paged without gaps or repetitions, even when several parcels arrived at the same moment', async () => {
  const client = await service.partner()
  const at = minutesAgo(30)
  const made: string[] = []
  for (let i = 0; i < 7; i++) made.push(await accepted(client, store, i < 4 ? at : minutesAgo(20 - i)))
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { data, has_more, next_cursor } = await list(`store_id=${store}&limit=2${cursor && `&cursor=${cursor}`}`, client)
    seen.push(...data.map((one: Json) => one.shipment_id))
    if (!has_more) break
    cursor = next_cursor
  }
  expect(seen).toEqual([...made.slice(0, 4).sort(), ...made.slice(4)])
})

test('requires a counter unless it is known', async () => {
  const { status, json } = await service.demo.get('/v2/parcels')
  expect([status, json.error.code, json.error.details.errors[0].path]).toEqual([422, 'validation_failed', '?store_id'])
})

test('the list of shipments filters by manifest and, for operators, by counter across partners', async () => {
  const client = await service.partner()
  // Both parcels are accepted at the same time. Otherwise midnight at the counter could fall between them.
  const at = minutesAgo(5)
  const ids = [await accepted(client, store, at), await accepted(client, store, at)]
  const { manifest_id } = (await client.get(`/v2/shipments/${ids[0]}`)).json
  const { data } = (await client.get(`/v2/shipments?manifest_id=${manifest_id}`)).json
  expect(data.map((one: Json) => one.id)).toEqual(ids.toReversed())
  const all = (await operator.get(`/v2/shipments?store_id=${store}&limit=100`)).json.data
  expect(all.map((one: Json) => one.id)).toEqual(expect.arrayContaining(ids))
  expect(new Set(all.map((one: Json) => one.store_id))).toEqual(new Set([store]))
  expect(all.map((one: Json) => one.created_at)).toEqual(
    all
      .map((one: Json) => one.created_at)
      .toSorted()
      .toReversed(),
  )
  const first = (await operator.get(`/v2/shipments?store_id=${store}&limit=1`)).json
  const second = (await operator.get(`/v2/shipments?store_id=${store}&limit=1&cursor=${first.next_cursor}`)).json
  expect([first.data[0].id, second.data[0].id]).toEqual([all[0].id, all[1].id])
})

test('each parcel stores when it was accepted, and a late scan does not change it', async () => {
  const at = minutesAgo(70)
  const accept = await accepted(service.demo, store, at)
  const { id: walked } = await createShipment(service.demo, QR_RETURN)
  await backdate(service, walked)
  await scanned(service.demo, 'walk-in', { shipment_id: walked, store_id: store, occurred_at: at })
  // The parcel is already accepted, so this later scan does not change the time.
  await scanned(service.demo, 'accept', { shipment_id: walked, store_id: other, occurred_at: minutesAgo(1) })
  const rows = await service.running.service.db.query('test_taken', 'select taken_in_at from shipments where id = any ($1)', [
    [accept, walked],
  ])
  expect(rows).toEqual([{ taken_in_at: at }, { taken_in_at: at }])
})
