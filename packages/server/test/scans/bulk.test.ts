import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backdate } from '../support/backdate.ts'
import { ADDRESS, QR_RETURN, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { countRows, createShipment, type Json, scanned, storeId, types } from './support.ts'

let service: TestService
let store: string
let brooklyn: string
beforeAll(async () => {
  service = await startTestService()
  store = await storeId(service, 'NYC-001')
  brooklyn = await storeId(service, 'NYC-002')
})
afterAll(() => service.close())

const createMany = async (count: number, body: object = RETURN): Promise<Json[]> => {
  const { status, json } = await service.demo.post('/v2/shipments/batch', { shipments: Array(count).fill(body) })
  expect(status).toBe(201)
  return json.data
}
const bulk = (scans: object[], request = {}) => service.demo.post('/v2/scan-events/bulk', { scans }, request)
const manifests = (id: string): Promise<Json[]> =>
  service.running.service.db.query<Json>('t_manifests', 'select * from manifests where store_id = $1 order by created_at', [id])

describe('bulk', () => {
  test('accepts 1,000 scans at one counter, each with its result, and counts every parcel', async () => {
    const shipments = await createMany(1000)
    const { status, json } = await bulk(shipments.map(({ barcode }) => ({ kind: 'accept', barcode, store_id: brooklyn })))
    expect(status).toBe(200)
    expect(json).toMatchObject({ object: 'list', has_more: false, next_cursor: null })
    expect(json.data).toHaveLength(1000)
    expect(json.data.every((item: Json) => item.status === 200 && item.result.applied && item.result.events.length === 1)).toBe(true)
    expect(json.data.map((item: Json) => item.result.shipment.id)).toEqual(shipments.map(({ id }) => id))
    const [manifest, ...more] = await manifests(brooklyn)
    expect(more).toEqual([])
    expect(manifest).toMatchObject({ status: 'open', package_count: 1000 })
    const { json: last } = await service.demo.get(`/v2/shipments/${shipments[999].id}`)
    expect(last).toEqual(json.data[999].result.shipment)
    expect(last).toMatchObject({ status: 'ready_for_pickup', manifest_id: manifest.id, version: 2 })
    const rows = await service.running.service.db.one<Json>(
      't_events',
      "select count(*) as n, count(distinct id) as ids from events where type = 'shipment.ready_for_pickup'",
    )
    expect(rows).toEqual({ n: 1000, ids: 1000 })
  })

  test('lets a later scan of a parcel see the earlier ones', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const by = { shipment_id: created.id }
    const { json } = await bulk([
      { kind: 'sort', ...by },
      { kind: 'walk-in', ...by, store_id: store, reweigh: { weight: 9 } },
      { kind: 'walk-in', qr_id: created.qr_id },
      { kind: 'custody', tracking: created.tracking },
      { kind: 'sort', barcode: created.barcode },
      { kind: 'deliver', ...by, signed_by: 'Ada' },
      { kind: 'accept', ...by },
    ])
    expect(json.data.map((item: Json) => [item.status, item.result?.applied ?? item.error.code])).toEqual([
      [409, 'invalid_transition'],
      [200, true],
      [200, false],
      [200, false],
      [200, true],
      [200, true],
      [409, 'invalid_transition'],
    ])
    const statuses = json.data.map((item: Json) => item.result?.shipment.status)
    expect(statuses).toEqual([undefined, 'in_possession', 'in_possession', 'in_possession', 'sorted', 'delivered', undefined])
    const read = (await service.demo.get(`/v2/shipments/${created.id}`)).json
    expect(json.data[5].result.shipment).toEqual(read)
    expect(read).toMatchObject({ version: 2, manifest_id: expect.stringMatching(/^mnf_/), pod: { grade: 'B' } })
    expect(json.data[3].result.shipment.manifest_id).toBe(read.manifest_id)
    expect(types(await service.demo.events(created.id))).toEqual([
      'shipment.created',
      'shipment.label_ready',
      'qr.scanned',
      'shipment.in_possession',
      'shipment.adjusted',
      'shipment.sorted',
      'shipment.delivered',
    ])
    const { data: scans } = (await service.demo.get(`/v2/shipments/${created.id}/scans`)).json
    expect(scans.map(({ kind }: Json) => kind).toSorted()).toEqual(['custody', 'deliver', 'sort', 'walk-in', 'walk-in'])
    // A walk-in that was reported twice appears once in public tracking.
    const { history } = (await service.demo.get(`/v2/tracking/${created.tracking}`)).json
    expect(history.map(({ kind }: Json) => kind)).toEqual(['walk-in', 'custody', 'sort', 'deliver'])
  })

  test('reports a bad scan in its place and accepts the others', async () => {
    const other = await createShipment(await service.partner())
    const [good, bad] = await createMany(2)
    const { status, json } = await bulk([
      { kind: 'accept', barcode: good.barcode },
      { kind: 'accept', barcode: bad.barcode, color: 'red' },
      { kind: 'teleport', barcode: bad.barcode },
      { barcode: bad.barcode },
      { kind: 'inject', barcode: bad.barcode, carrier: 5 },
      { kind: 'accept' },
      { kind: 'accept', tracking: other.tracking },
      { kind: 'deliver', barcode: bad.barcode, pod_document_id: 'doc_00000000000000000000000000' },
      { kind: 'accept', barcode: bad.barcode, occurred_at: new Date(Date.now() + 600_000).toISOString() },
    ])
    expect(status).toBe(200)
    expect(json.data.map((item: Json) => item.status)).toEqual([200, 422, 422, 422, 422, 422, 404, 404, 422])
    const path = (i: number) => json.data[i].error.details.errors[0].path
    expect([1, 2, 3, 4, 5, 8].map(path)).toEqual([
      '/scans/1/color',
      '/scans/2/kind',
      '/scans/3/kind',
      '/scans/4/carrier',
      '/scans/5',
      '/scans/8/occurred_at',
    ])
    expect([6, 7].map((i) => json.data[i].error.details)).toEqual([{ field: 'tracking' }, { field: 'pod_document_id' }])
    expect((await service.demo.get(`/v2/shipments/${bad.id}`)).json).toEqual(bad)
    expect((await service.demo.get(`/v2/shipments/${good.id}`)).json.status).toBe('ready_for_pickup')
  })

  test('takes effect once per idempotency key, even with ten concurrent requests', async () => {
    const shipments = await createMany(20)
    const scans = shipments.map(({ id }) => ({ kind: 'custody', shipment_id: id }))
    const answers = await Promise.all(Array.from({ length: 10 }, () => bulk(scans, { idempotencyKey: 'bulk-once' })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(9)
    const ids = shipments.map(({ id }) => id)
    const rows = await service.running.service.db.one<Json>('t_scans', 'select count(*) as n from scans where shipment_id = any($1)', [ids])
    expect(rows.n).toBe(20)
  })

  test('refuses no scans, 1,001 scans and invalid items as a whole', async () => {
    const before = await countRows(service)
    const send = async (body: unknown) => (await service.demo.post('/v2/scan-events/bulk', body)).json.error.details.errors[0].path
    expect(await send({ scans: [] })).toBe('/scans')
    expect(await send({ scans: Array(1001).fill({ kind: 'accept' }) })).toBe('/scans')
    expect(await send({ scans: [1] })).toBe('/scans/0')
    expect(await send({})).toBe('/scans')
    expect(await send({ scans: [{}], more: 1 })).toBe('/more')
    expect(await countRows(service)).toEqual(before)
  })
})

describe('the manifest of a counter', () => {
  test('counts each of 20 concurrent accepts once, together with concurrent bulk requests', async () => {
    const chicago = await storeId(service, 'CHI-001')
    const shipments = await createMany(60)
    const single = shipments.slice(0, 20).map(({ id }) => scanned(service.demo, 'accept', { shipment_id: id, store_id: chicago }))
    const bulks = [shipments.slice(20, 40), shipments.slice(40)].map((part) =>
      bulk(part.map(({ id }) => ({ kind: 'walk-in', shipment_id: id, store_id: chicago }))),
    )
    await Promise.all([...single, ...bulks])
    const [manifest, ...more] = await manifests(chicago)
    expect(more).toEqual([])
    expect(manifest).toMatchObject({ status: 'open', package_count: 60 })
    const rows = await service.running.service.db.one<Json>('t_on', 'select count(*) as n from shipments where manifest_id = $1', [
      manifest.id,
    ])
    expect(rows.n).toBe(60)
  })

  test('is dated by the local day of the counter and copies the facts of the counter', async () => {
    const angeles = await storeId(service, 'LAX-001')
    const toronto = await storeId(service, 'YYZ-001')
    const [a, b, c] = await createMany(3)
    for (const { id } of [a, b, c]) await backdate(service, id)
    const occurred_at = '2026-11-10T03:30:00Z'
    await scanned(service.demo, 'accept', { shipment_id: a.id, store_id: angeles, occurred_at })
    await scanned(service.demo, 'walk-in', { shipment_id: b.id, store_id: angeles, occurred_at: '2026-11-10T08:30:00Z' })
    await scanned(service.demo, 'accept', { shipment_id: c.id, store_id: toronto, occurred_at })
    expect((await manifests(angeles)).map(({ manifest_date }) => manifest_date)).toEqual(['2026-11-09', '2026-11-10'])
    const [manifest] = await manifests(toronto)
    expect(manifest).toMatchObject({
      manifest_date: '2026-11-09',
      store: { code: 'YYZ-001', name: 'Backhaul Counter Queen West', address: '441 Queen St W', city: 'Toronto' },
    })
  })

  test('is separate for another partner', async () => {
    const denver = await storeId(service, 'DEN-001')
    const partner = await service.partner()
    const body = { ...RETURN, to: ADDRESS }
    const mine = await createShipment(service.demo, body)
    const theirs = await createShipment(partner, body)
    const operator = await service.operator()
    await operator.post('/v2/scan-events/bulk', {
      scans: [mine, theirs].map(({ id }) => ({ kind: 'accept', shipment_id: id, store_id: denver })),
    })
    const rows = await manifests(denver)
    expect(rows.map(({ package_count }) => package_count)).toEqual([1, 1])
    expect(new Set(rows.map(({ partner_id }) => partner_id)).size).toBe(2)
  })

  test('does not count late scans, rejections and unknown counters', async () => {
    const vancouver = await storeId(service, 'YVR-001')
    const [a] = await createMany(1)
    await scanned(service.demo, 'reject', { shipment_id: a.id, store_id: vancouver })
    await scanned(service.demo, 'custody', { shipment_id: a.id, store_id: vancouver })
    await scanned(service.demo, 'accept', { shipment_id: a.id, store_id: vancouver })
    expect(await manifests(vancouver)).toEqual([])
  })
})
