// Storage limits of documents: at the limit only uploads are refused, and the total never exceeds the limit.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../src/database/db.ts'
import { Retention } from '../../src/delivery/retention.ts'
import { DISK_RESERVE } from '../../src/kinds/documents/storage.ts'
import { idAt } from '../../src/process/ids.ts'
import { freeBytes } from '../../src/storage/disk.ts'
import { createShipment, type Json, scan, scanned } from '../scans/support.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { KEPT } from '../support/kept.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let operator: TestClient
let db: Database
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  db = service.running.service.db
})
afterAll(() => service.close())

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const image = (size: number): Buffer => Buffer.concat([PNG, randomBytes(size - PNG.length)])
const upload = (client: TestClient, size: number, request = {}) =>
  client.post('/v2/documents', image(size), { headers: { 'Content-Type': 'image/png' }, ...request })
const uploaded = async (client: TestClient, size = 1000): Promise<string> => {
  const { status, json } = await upload(client, size)
  expect([status, json.error]).toEqual([201, undefined])
  return json.id
}
const limitTo = (partnerId: string, storage_limit: number | null) => operator.patch(`/v2/ops/partners/${partnerId}`, { storage_limit })
const refusal = ({ status, json }: { status: number; json: Json }) => [status, json.error?.code, json.error?.details]
const storageOf = async (client: TestClient) => (await client.get('/v2/storage')).json
const sumOf = async (partnerId: string) =>
  (await db.one<{ n: number }>('test_sum', 'select coalesce(sum(size), 0) as n from documents where partner_id = $1', [partnerId]))?.n

test('a partner may use 10 GiB unless the service or its operator sets another limit', async () => {
  const partner = await service.partner()
  const GIB = 1024 ** 3
  expect(await storageOf(partner)).toEqual({ object: 'storage', used: 0, limit: 10 * GIB })
  await uploaded(partner, 1500)
  expect((await limitTo(partner.partnerId, 3 * GIB)).json).toMatchObject({ storage_used: 1500, storage_limit: 3 * GIB })
  await until('the limit is seen', async () => (await storageOf(partner)).limit === 3 * GIB)
  expect(await storageOf(partner)).toEqual({ object: 'storage', used: 1500, limit: 3 * GIB })
  expect((await limitTo(partner.partnerId, null)).json.storage_limit).toBeNull()
  expect((await operator.get('/v2/storage')).json.error.code).toBe('insufficient_scope')
})

test('an upload over the limit by one byte is refused with usage and limit; everything else continues', async () => {
  const partner = await service.partner()
  await limitTo(partner.partnerId, 2000)
  const id = await uploaded(partner, 1200)
  expect(refusal(await upload(partner, 801))).toEqual([409, 'storage_quota_exceeded', { used: 1200, limit: 2000, reason: 'partner' }])
  await uploaded(partner, 800)
  expect(await storageOf(partner)).toEqual({ object: 'storage', used: 2000, limit: 2000 })
  expect(refusal(await upload(partner, 9))).toEqual([409, 'storage_quota_exceeded', { used: 2000, limit: 2000, reason: 'partner' }])
  const { shipment } = await scanned(partner, 'deliver', { shipment_id: (await createShipment(partner)).id, pod_document_id: id })
  expect(shipment.pod.document).toBe(`/v2/documents/${id}`)
  await uploaded(await service.partner())
})

test('concurrent uploads in two processes never exceed the limit', async () => {
  const { config } = service.running.service
  // The second service loads its own modules, so it shares no lock with the first, just like a separate process.
  vi.resetModules()
  const { serve } = await import('../../src/app/serve.ts')
  const second = await serve({ ...config, port: 0 }, 'api', false)
  atEndOfTest(() => second.close())
  const limited = async (limit: number) => {
    const partner = await service.partner()
    const elsewhere = new TestClient(second.url as string, partner.credentials)
    await limitTo(partner.partnerId, limit)
    const see = async (client: TestClient) => (await storageOf(client)).limit === limit
    await until('both see the limit', async () => (await see(partner)) && (await see(elsewhere)))
    return { partner, elsewhere }
  }
  // Both uploads are accepted before either is written.
  const { partner: one, elsewhere: other } = await limited(1500)
  const holder = new pg.Client({ connectionString: config.databaseUrl as string })
  await holder.connect()
  await holder.query('begin; lock table documents in share mode')
  const both = Promise.all([upload(one, 1000), upload(other, 1000)])
  const waiting = "select 1 from pg_locks where not granted and relation = 'documents'::regclass"
  await until('both are about to be written', async () => (await holder.query(waiting)).rowCount === 2)
  await holder.query('rollback')
  await holder.end()
  expect((await both).map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await sumOf(one.partnerId)).toBe(1000)

  const { partner, elsewhere } = await limited(10_500)
  const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => upload(i % 2 === 0 ? partner : elsewhere, 1000)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(201), ...Array(14).fill(409)])
  expect(answers.filter(({ status }) => status === 409).map(({ json }) => json.error.code)).toEqual(
    Array(14).fill('storage_quota_exceeded'),
  )
  expect([await sumOf(partner.partnerId), (await storageOf(partner)).used]).toEqual([10_000, 10_000])
})

test('an upload repeated with its Idempotency-Key counts once and is answered even without space', async () => {
  const partner = await service.partner()
  await limitTo(partner.partnerId, 1000)
  const bytes = image(1000)
  const send = () => partner.post('/v2/documents', bytes, { headers: { 'Content-Type': 'image/png' }, idempotencyKey: 'once' })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.text]).toEqual([201, first.text])
  expect((await storageOf(partner)).used).toBe(1000)
})

test('documents of the sandbox and of earlier programs count too, and removed ones do not', async () => {
  const partner = await service.partner()
  const { id } = await createShipment(partner, { ...RETURN })
  for (let status = ''; status !== 'delivered'; ) status = (await partner.post(`/v2/test/shipments/${id}/advance`)).json.status
  const drawn = (await storageOf(partner)).used
  expect(drawn).toBeGreaterThan(0)
  expect(drawn).toBe(await sumOf(partner.partnerId))
  const text =
    "insert into documents (id, partner_id, content_type, size, content, created_at) values ('doc_earlier', $1, 'image/png', 7, '', now())"
  await db.query('test_earlier', text, [partner.partnerId])
  expect((await storageOf(partner)).used).toBe(drawn + 7)
  await db.query('test_remove', 'delete from documents where partner_id = $1', [partner.partnerId])
  expect((await storageOf(partner)).used).toBe(0)
})

test('uploads stop when the disk of the embedded database is nearly full, and everything else continues', async () => {
  const { service: running } = service.running
  const { freeDisk } = running
  atEndOfTest(() => {
    running.freeDisk = freeDisk
  })
  expect(DISK_RESERVE).toBe(1024 ** 3)
  const partner = await service.partner()
  const id = await uploaded(partner)
  running.freeDisk = async () => DISK_RESERVE + 999
  const limit = running.config.partnerStorage
  expect(refusal(await upload(partner, 1000))).toEqual([409, 'storage_quota_exceeded', { used: 1000, limit, reason: 'service' }])
  expect((await upload(operator, 1000)).json.error.code).toBe('storage_quota_exceeded')
  expect((await partner.post('/v2/shipments', RETURN)).status).toBe(201)
  expect((await partner.get(`/v2/documents/${id}`)).status).toBe(200)
  running.freeDisk = async () => DISK_RESERVE + 1000
  await uploaded(partner)
})

test('an external database has an optional limit for all documents together', async () => {
  const { config } = service.running.service
  atEndOfTest(() => {
    config.totalStorage = null
  })
  const used = (await db.one<{ n: number }>('test_all', 'select sum(size) as n from documents'))?.n as number
  config.totalStorage = used + 1000
  const partner = await service.partner()
  expect((await upload(partner, 1001)).json.error).toMatchObject({
    code: 'storage_quota_exceeded',
    details: { used: 0, reason: 'service' },
  })
  await uploaded(partner, 1000)
  expect((await upload(partner, 9)).json.error.code).toBe('storage_quota_exceeded')
})

test('the free bytes of a file system are read, and an unreadable one stops nothing', async () => {
  expect(await freeBytes('/')).toBeGreaterThan(0)
  expect(await freeBytes('/nowhere/at/all')).toBeNull()
})

/** Gives a document an id as if it had been uploaded this many hours ago. */
const age = async (id: string, hours: number): Promise<string> => {
  const older = idAt('document', Date.now() - hours * 3_600_000).slice(0, -16) + id.slice(-16)
  for (const text of ['update documents set id = $2 where id = $1', 'update shipments set pod_document_id = $2 where pod_document_id = $1'])
    await db.query(`test_age_${text.length}`, text, [id, older])
  await db.query('test_age_use', 'update document_uses set document_id = $2 where document_id = $1', [id, older])
  return older
}

const removeOld = async (done: () => Promise<boolean>): Promise<void> => {
  const retention = new Retention(db, service.running.service.log, KEPT)
  const run = retention.run()
  await until('what nothing names is removed', done)
  retention.stop()
  await run
}

test('an unused document expires after a day and is removed an hour later; one named by a delivery stays', async () => {
  const partner = await service.partner()
  const named = await uploaded(partner)
  const late = await uploaded(partner)
  const forgotten = [await uploaded(partner), await uploaded(partner)]
  const young = await uploaded(partner)
  const delivered = (await createShipment(partner)).id
  await scanned(partner, 'deliver', { shipment_id: delivered, pod_document_id: named })
  // The scan does not change the shipment, but the shipment's history names the document.
  expect((await scanned(partner, 'deliver', { shipment_id: delivered, pod_document_id: late })).applied).toBe(false)
  const [pod, fact, gone, older, fresh] = await Promise.all([
    ...[named, late].map((id) => age(id, 30)),
    age(forgotten[0] as string, 24.5),
    age(forgotten[1] as string, 25.5),
    age(young, 23.5),
  ])
  const statuses = async () =>
    Promise.all([pod, fact, gone, older, fresh].map(async (id) => (await partner.get(`/v2/documents/${id}`)).status))
  expect(await statuses()).toEqual([200, 200, 404, 404, 200])
  const { id } = await createShipment(partner)
  for (const one of [gone, older]) {
    const { status, json } = await scan(partner, 'deliver', { shipment_id: id, pod_document_id: one })
    expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'pod_document_id' }])
  }
  const many = `insert into documents (id, partner_id, content_type, size, content, created_at)
    select $2 || lpad(n::text, 16, '0'), $1, 'image/png', 1, '', now() from generate_series(1, 130) n`
  await db.query('test_many', many, [partner.partnerId, idAt('document', Date.now() - 26 * 3_600_000).slice(0, -16)])
  expect((await storageOf(partner)).used).toBe(5130)
  await removeOld(async () => (await storageOf(partner)).used === 4000)
  const left = await db.query<{ id: string }>('test_left', 'select id from documents where partner_id = $1', [partner.partnerId])
  expect(left.map((row) => row.id).sort()).toEqual([pod, fact, gone, fresh].sort())
  expect((await partner.get(`/v2/shipments/${delivered}/pod`)).status).toBe(200)
})

test('the stored answer of a batch takes less than a quarter of its bytes', async () => {
  const partner = await service.partner()
  const { status, text } = await partner.post('/v2/shipments/batch', { shipments: Array.from({ length: 200 }, () => RETURN) })
  expect(status).toBe(201)
  const query = `select pg_column_size(a.body) as size, octet_length(a.body) as length
       from idempotency_keys k join answers a on a.created_at = k.created_at and a.id = k.answer where k.principal = $1 order by 2 desc limit 1`
  const [stored] = await db.query<{ size: number; length: number }>('test_stored_answer', query, [partner.partnerId])
  expect(stored?.length).toBe(Buffer.byteLength(text))
  expect(stored?.size).toBeLessThan((stored?.length as number) / 4)
})
