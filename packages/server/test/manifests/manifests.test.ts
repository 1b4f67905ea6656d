import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../labels/decode.ts'
import { countRows, setClock, shipmentOf, storesByCode, typesOf } from '../pickups/fixtures.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let stores: Map<string, string>
let chelsea: string
beforeAll(async () => {
  service = await startTestService()
  stores = await storesByCode(service)
  chelsea = stores.get('NYC-001') as string
})
afterAll(() => service.close())

/** Creates a shipment that the counter accepts. Returns the manifest that counts it. */
const dropOff = async (client: TestClient, store_id = chelsea, body: object = {}): Promise<string> => {
  const shipment_id = await shipmentOf(client, body)
  const { status, json, text } = await client.post('/v2/scan-events/accept', { shipment_id, store_id })
  if (status !== 200) throw new Error(text)
  return json.shipment.manifest_id
}
const read = async (client: TestClient, id: string) => (await client.get(`/v2/manifests/${id}`)).json
const close = (client: TestClient, id: string) => client.post(`/v2/manifests/${id}/close`)

test('a manifest counts the parcels of a store, and closing it reports its count, day and time', async () => {
  const client = await service.partner()
  const id = await dropOff(client)
  expect(await dropOff(client)).toBe(id)
  const open = await read(client, id)
  expect(open).toEqual({
    manifest_id: id,
    object: 'manifest',
    store_id: chelsea,
    store: {
      name: 'Backhaul Counter Chelsea',
      code: 'NYC-001',
      city: 'New York',
      state: 'NY',
      postal_code: '10011',
      country: 'US',
      address: '230 W 23rd St',
    },
    manifest_date: new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }),
    status: 'open',
    package_count: 2,
    created_at: expect.any(String),
    closed_at: null,
  })
  const closed = await close(client, id)
  expect(closed.status).toBe(200)
  expect(closed.json).toEqual({ ...open, status: 'closed', closed_at: expect.any(String) })
  expect(await read(client, id)).toEqual(closed.json)
  const [event, ...rest] = (await client.events()).filter(({ type }) => type.startsWith('manifest.'))
  expect(rest).toEqual([])
  expect(event.identifiers).toEqual({ store: chelsea, partner: client.partnerId, manifest: id })
  expect(event.event_info.status).toBe('closed')
  expect(event.eventSpecific).toEqual({
    packageCount: 2,
    manifestDate: open.manifest_date,
    closedAt: closed.json.closed_at,
  })
})

test('after a close, the next parcel opens another manifest', async () => {
  const client = await service.partner()
  const first = await dropOff(client)
  await close(client, first)
  const second = await dropOff(client)
  expect(second).not.toBe(first)
  expect(await read(client, first)).toMatchObject({ status: 'closed', package_count: 1 })
  expect(await read(client, second)).toMatchObject({ status: 'open', package_count: 1 })
})

test('a second close is 409 manifest_already_closed without a second event, also at the same time', async () => {
  const client = await service.partner()
  const id = await dropOff(client)
  const answers = await Promise.all([close(client, id), close(client, id), close(client, id)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
  expect(answers.find((answer) => answer.status === 409)?.json.error.code).toBe('manifest_already_closed')
  const before = await countRows(service)
  expect((await close(client, id)).status).toBe(409)
  expect(await countRows(service)).toBe(before)
  expect(typesOf(await client.events()).filter((type) => type === 'manifest.closed')).toHaveLength(1)
})

test('parcels accepted during a close are counted once, never on the closed manifest', async () => {
  const client = await service.partner()
  const { json } = await client.post('/v2/shipments/batch', {
    shipments: Array.from({ length: 30 }, () => ({ direction: 'return', fulfillment: 'print_label' })),
  })
  const first = await dropOff(client)
  const accepts = json.data.map((shipment: { id: string }) =>
    client.post('/v2/scan-events/accept', { shipment_id: shipment.id, store_id: chelsea }),
  )
  const [closed, ...answers] = await Promise.all([close(client, first), ...accepts])
  expect([closed.status, ...answers.map((answer) => answer.status)]).toEqual(Array(31).fill(200))
  const rows = await service.running.service.db.query<{ status: string; package_count: number; parcels: number }>(
    'test_manifests',
    `select status, package_count, (select count(*) from shipments s where s.manifest_id = m.id) as parcels
       from manifests m where partner_id = $1`,
    [client.partnerId],
  )
  expect(rows.map(({ package_count }) => package_count)).toEqual(rows.map(({ parcels }) => parcels))
  expect(rows.reduce((sum, { parcels }) => sum + parcels, 0)).toBe(31)
  const told = (await client.events()).find(({ type }) => type === 'manifest.closed')
  expect(told.eventSpecific.packageCount).toBe(rows.find(({ status }) => status === 'closed')?.package_count)
})

test('the printable manifest is a PDF of its parcels and is not cached', async () => {
  const client = await service.partner()
  const id = await dropOff(client, chelsea, { order_id: 'order-77' })
  const { db } = service.running.service
  const print = async () => {
    const answer = await client.get(`/v2/manifests/${id}?format=pdf`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="mnf_[0-9a-z]{26}\.pdf"$/)
    const pages = await readPdf(answer.bytes)
    return pages.map((page) => page.text).join()
  }
  const [first] = (await client.get('/v2/shipments')).json.data
  const one = await print()
  for (const text of [id, 'Backhaul Counter Chelsea', '230 W 23rd St', first.tracking, first.barcode, 'order-77', '1 packages']) {
    expect(one).toContain(text)
  }
  await dropOff(client)
  const [second] = (await client.get('/v2/shipments?limit=1')).json.data
  expect(one).not.toContain(second.tracking)
  const two = await print()
  for (const text of [first.tracking, second.tracking, '2 packages']) expect(two).toContain(text)
  expect((await client.get(`/v2/manifests/${id}?format=json`)).json.manifest_id).toBe(id)
  expect((await client.get(`/v2/manifests/${id}?format=csv`)).json.error.details.errors[0].path).toBe('?format')
  await db.query('test_long', 'update manifests set package_count = 20001 where id = $1', [id])
  const long = await client.get(`/v2/manifests/${id}?format=pdf`)
  expect([long.status, long.json.error.code, long.json.error.details]).toEqual([
    409,
    'manifest_too_long',
    { limit: 20_000, package_count: 20_001 },
  ])
  expect((await read(client, id)).package_count).toBe(20_001)
  await db.query('test_rename', "update stores set name = 'Renamed' where id = $1", [chelsea])
  service.running.service.network.forget()
  expect((await read(client, id)).store.name).toBe('Backhaul Counter Chelsea')
})

test("another partner's manifest is answered like an unknown id; an operator may close it", async () => {
  const client = await service.partner()
  const id = await dropOff(client)
  const stranger = await service.partner()
  const unknown = await stranger.get('/v2/manifests/mnf_00000000000000000000000000')
  expect([unknown.status, unknown.json.error.details]).toEqual([404, { field: 'manifest_id' }])
  for (const one of [id, 'nonsense']) {
    expect((await stranger.get(`/v2/manifests/${one}`)).json).toEqual(unknown.json)
    expect((await stranger.get(`/v2/manifests/${one}?format=pdf`)).json).toEqual(unknown.json)
    expect((await close(stranger, one)).json).toEqual(unknown.json)
  }
  expect((await read(client, id)).status).toBe('open')
  const operator = await service.operator()
  expect((await close(operator, id)).status).toBe(200)
  expect(typesOf(await client.events()).at(-1)).toBe('manifest.closed')
})

test('closing a manifest accepts no fields', async () => {
  const client = await service.partner()
  const id = await dropOff(client)
  expect((await client.post(`/v2/manifests/${id}/close`, { force: true })).status).toBe(422)
  expect((await client.post(`/v2/manifests/${id}/close`, {})).status).toBe(200)
})

test('lists page newest first, filter by store, day and status, and show only own manifests', async () => {
  const client = await service.partner()
  await dropOff(await service.partner())
  await setClock(service, client.partnerId, 0)
  const a = await dropOff(client)
  const b = await dropOff(client, stores.get('LAX-001'))
  await close(client, a)
  await setClock(service, client.partnerId, 3 * 86_400)
  const c = await dropOff(client)
  const ids = async (query: string) =>
    (await client.get(`/v2/manifests${query}`)).json.data.map((row: { manifest_id: string }) => row.manifest_id)
  expect(await ids('')).toEqual([c, b, a])
  expect(await ids(`?store_id=${chelsea}`)).toEqual([c, a])
  expect(await ids('?status=open')).toEqual([c, b])
  expect(await ids(`?date=${(await read(client, c)).manifest_date}&store_id=${chelsea}&status=open`)).toEqual([c])
  const first = (await client.get('/v2/manifests?limit=2')).json
  expect([first.has_more, await ids(`?limit=2&cursor=${first.next_cursor}`)]).toEqual([true, [a]])
  expect((await client.get('/v2/manifests?date=20310101')).json.error.details.errors[0].path).toBe('?date')
})
