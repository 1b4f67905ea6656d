// Documents whose bytes are in a bucket. The test server verifies every signature and misbehaves on request (test/support/s3.ts).
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/db.ts'
import { HOLD } from '../../src/database/hold.ts'
import { LooseObjects } from '../../src/delivery/loose-objects.ts'
import { Retention } from '../../src/delivery/retention.ts'
import { checkDocuments, moveDocuments, readDocumentCounts } from '../../src/kinds/documents/move.ts'
import { idAt } from '../../src/process/ids.ts'
import { claimLoose, forget, needed, putLoose } from '../../src/storage/object-rows.ts'
import { Objects } from '../../src/storage/objects.ts'
import { createShipment, type Json, scanned } from '../scans/support.ts'
import type { TestClient } from '../support/client.ts'
import { KEPT } from '../support/kept.ts'
import { type Fault, type S3Server, startS3 } from '../support/s3.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let s3: S3Server
let service: TestService
let db: Database
let objects: Objects
beforeAll(async () => {
  s3 = await startS3('proofs')
  service = await startTestService('api', { ...s3.env, BACKHAUL_LOG_LEVEL: 'silent', BACKHAUL_METRICS_TOKEN: 'm' })
  db = service.running.service.db
  objects = service.running.service.objects as Objects
})
afterAll(async () => {
  await service.close()
  await s3.close()
})

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const image = (size = 2000): Buffer => Buffer.concat([PNG, randomBytes(size - PNG.length)])
const upload = (client: TestClient, bytes: Uint8Array, request = {}) =>
  client.post('/v2/documents', bytes, { headers: { 'Content-Type': 'image/png' }, ...request })
const uploaded = async (client: TestClient, bytes: Uint8Array): Promise<string> => {
  const { status, json } = await upload(client, bytes)
  expect([status, json.error]).toEqual([201, undefined])
  return json.id
}
const read = async (id: string) => Buffer.from((await service.demo.get(`/v2/documents/${id}`)).bytes)
const objectOf = async (id: string): Promise<string> =>
  ((await db.one<Json>('test_object', 'select object_id from documents where id = $1', [id])) as Json).object_id
const inBucket = (name: string) => s3.objects.get(`proofs/${name}`)
const loose = async (): Promise<string[]> =>
  (await db.query<{ id: string }>('test_loose', 'select id from objects where remove_after is not null order by id')).map(({ id }) => id)
const countDocuments = async () => (await db.one<{ n: number }>('test_count', 'select count(*) as n from documents'))?.n
/** The service uses the bucket again after two seconds at most. */
const recover = async () => {
  s3.fault = null
  const probe = { id: 'probe', sha256: createHash('sha256').update('x').digest('hex'), size: 1 }
  const works = () =>
    objects.put(probe, Buffer.from('x')).then(
      () => true,
      () => false,
    )
  await until('the place is asked again', works)
}

test('the bytes of a document are in the bucket, match its row, and come back unchanged', async () => {
  for (const size of [9, 300_000, 5 * 1024 * 1024]) {
    const bytes = image(size)
    const id = await uploaded(service.demo, bytes)
    const row = await db.one<Json>('test_row', 'select d.*, o.* from documents d join objects o on o.id = d.object_id where d.id = $1', [
      id,
    ])
    expect(row).toMatchObject({ content: null, size, remove_after: null, sha256: createHash('sha256').update(bytes).digest('hex') })
    expect(row?.object_id).toMatch(/^documents\/[0-9a-z]{2}\/obj_[0-9a-z]{26}$/)
    expect(inBucket(row?.object_id)?.equals(bytes)).toBe(true)
    expect((await read(id)).equals(bytes)).toBe(true)
  }
  expect(await loose()).toEqual([])
})

test('a document in the bucket proves a delivery and counts as storage', async () => {
  const partner = await service.partner()
  const bytes = image(1234)
  const id = await uploaded(partner, bytes)
  const shipment = (await createShipment(partner)).id
  await scanned(partner, 'deliver', { shipment_id: shipment, pod_document_id: id })
  expect(Buffer.from((await partner.get(`/v2/shipments/${shipment}/pod`)).bytes).equals(bytes)).toBe(true)
  expect((await partner.get('/v2/storage')).json.used).toBe(1234)
})

test.each([500, 503, 403, 404, 301, 'reset', 'lost'] satisfies Fault[])(
  'an upload while the bucket answers with "%s" is a 503 without a document, and succeeds when repeated',
  async (fault) => {
    const [before, key, bytes] = [await countDocuments(), randomUUID(), image()]
    s3.fault = fault
    const refused = await upload(service.demo, bytes, { idempotencyKey: key })
    expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', expect.any(String)])
    expect(refused.json.error.message).toBe('Documents cannot be stored or read now; try again.')
    // A request right after a failure is refused immediately.
    const [asked, failed_ms] = [s3.requests.length, performance.now()]
    expect((await upload(service.demo, image())).status).toBe(503)
    // The service does not try the bucket for two seconds.
    if (performance.now() - failed_ms < 1_500) expect(s3.requests.length).toBe(asked)
    expect(await countDocuments()).toBe(before)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    await recover()
    const taken = await upload(service.demo, bytes, { idempotencyKey: key })
    expect(taken.status).toBe(201)
    expect((await upload(service.demo, bytes, { idempotencyKey: key })).text).toBe(taken.text)
    expect(await countDocuments()).toBe((before as number) + 1)
    expect((await read(taken.json.id)).equals(bytes)).toBe(true)
  },
)

test.each(['hang', 'drip'] satisfies Fault[])('a request that meets "%s" is answered after ten seconds', async (fault) => {
  const id = await uploaded(service.demo, image())
  s3.fault = fault
  const begun_ms = performance.now()
  const { status, headers } = await service.demo.get(`/v2/documents/${id}`)
  expect([status, headers.has('retry-after')]).toEqual([503, true])
  expect(performance.now() - begun_ms).toBeGreaterThan(9_000)
  await recover()
  expect((await service.demo.get(`/v2/documents/${id}`)).status).toBe(200)
})

test('a repeated upload is answered while the bucket is unavailable, without a second write', async () => {
  const [key, bytes] = [randomUUID(), image()]
  const first = await upload(service.demo, bytes, { idempotencyKey: key })
  s3.fault = 500
  const asked = s3.requests.length
  const again = await upload(service.demo, bytes, { idempotencyKey: key })
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true'])
  expect(s3.requests.length).toBe(asked)
  s3.fault = null
})

test('a changed or missing object is never shown, and is counted', async () => {
  const [changed, gone] = [await uploaded(service.demo, image()), await uploaded(service.demo, image())]
  s3.fault = 'wrong'
  expect((await service.demo.get(`/v2/documents/${changed}`)).json.error.code).toBe('internal_error')
  s3.fault = null
  s3.objects.delete(`proofs/${await objectOf(gone)}`)
  expect((await service.demo.get(`/v2/documents/${gone}`)).json.error.code).toBe('internal_error')
  expect((await service.demo.get(`/v2/documents/${changed}`)).status).toBe(200)
  const metrics = await (await fetch(`${service.url}/metrics`, { headers: { authorization: 'Bearer m' } })).text()
  expect(metrics).toContain('backhaul_objects_calls_total{operation="get",outcome="damaged"} 2')
  expect((await checkDocuments(db, objects)).damaged).toEqual([gone])
  await db.query('test_forget', 'delete from documents where id = $1', [gone])
  expect((await checkDocuments(db, objects)).damaged).toEqual([])
})

const removeSome = () => new LooseObjects(db, objects, service.running.service.log).removeSome()
const due = (id: string) => db.query('test_due', "update objects set remove_after = now() - interval '1 s' where id = $1", [id])
const removeAll = async () => {
  while ((await removeSome()) > 0);
}

test('the leftover of a failed upload is removed after an hour, even if the bucket fails meanwhile', async () => {
  await db.query('test_all', 'update objects set remove_after = now() where remove_after is not null')
  await removeAll()
  s3.fault = 'lost'
  expect((await upload(service.demo, image())).status).toBe(503)
  const [left] = await loose()
  expect(inBucket(left as string)).toBeDefined()
  await recover()
  await removeAll()
  expect(await loose()).toEqual([left])
  await due(left as string)
  s3.fault = 500
  expect(await removeSome()).toBe(0)
  expect(await loose()).toEqual([left])
  await recover()
  // The process that failed to remove the object keeps its claim for five minutes.
  await removeAll()
  expect(await loose()).toEqual([left])
  await db.query('test_unclaim', "update objects set claimed_until = now() - interval '1 s' where id = $1", [left as string])
  await removeAll()
  expect([await loose(), inBucket(left as string)]).toEqual([[], undefined])
})

test('a copied database removes no objects until it is activated', async () => {
  const object = await putLoose(db, objects, 'documents', image())
  await due(object.id)
  await db.query(
    'test_hold',
    `insert into settings (name, value) values ('${HOLD}', jsonb_build_object('since', now(), 'reason', 'a copy'))`,
  )
  expect(await removeSome()).toBe(0)
  expect(inBucket(object.id)).toBeDefined()
  await db.query('test_release', 'delete from settings where name = $1', [HOLD])
  await removeAll()
  expect(inBucket(object.id)).toBeUndefined()
})

test('an object claimed for removal can no longer be used, and two processes never claim the same one', async () => {
  const { committer } = service.running.service
  const object = await putLoose(db, objects, 'documents', image())
  await due(object.id)
  const claims = await Promise.all([claimLoose(db), claimLoose(db)])
  expect(claims.flat().map(({ id }) => id)).toEqual([object.id])
  expect(await committer.commit({ updates: [needed(object)] })).toBe(false)
  // A process whose claim has expired does not delete the row of an object that another process has claimed.
  const [mine] = claims.flat()
  await db.query('test_unclaim_2', "update objects set claimed_until = now() - interval '1 s' where id = $1", [object.id])
  expect(await claimLoose(db)).toHaveLength(1)
  await forget(db, claims.flat())
  expect(await loose()).toContain(mine?.id)
  await db.query('test_unclaim_2', "update objects set claimed_until = now() - interval '1 s' where id = $1", [object.id])
  await removeAll()
  expect(await loose()).not.toContain(object.id)
})

test('the object of a removed document stays for 30 days, for a database that is restored', async () => {
  const id = await uploaded(service.demo, image())
  const object = await objectOf(id)
  const older = idAt('document', Date.now() - 26 * 3_600_000).slice(0, -16) + id.slice(-16)
  await db.query('test_age', 'update documents set id = $2 where id = $1', [id, older])
  await db.query('test_mark', "update upkeep_marks set done_to = '' where task = 'documents'")
  const retention = new Retention(db, service.running.service.log, KEPT, objects)
  const run = retention.run()
  await until('the document is gone', async () => (await loose()).includes(object))
  retention.stop()
  await run
  const row = await db.one<Json>(
    'test_when',
    'select extract(epoch from remove_after - now()) / 86400 as days from objects where id = $1',
    [object],
  )
  expect(row?.days).toBeGreaterThan(29.9)
  expect(inBucket(object)).toBeDefined()
  await due(object)
  const again = new Retention(db, service.running.service.log, KEPT, objects)
  const rerun = again.run()
  await until('its object is gone', () => inBucket(object) === undefined)
  await until('it is counted', () => again.removed.objects === 1)
  again.stop()
  await rerun
})

test('an object store that hangs during removal does not block other retention', async () => {
  const id = await uploaded(service.demo, image())
  const older = idAt('document', Date.now() - 26 * 3_600_000).slice(0, -16) + id.slice(-16)
  await db.query('test_age', 'update documents set id = $2 where id = $1', [id, older])
  await db.query('test_mark', "update upkeep_marks set done_to = '' where task = 'documents'")
  const object = await putLoose(db, objects, 'documents', image())
  await due(object.id)
  let goOn: (() => void) | null = null
  const remove = () =>
    new Promise<void>((resolve) => {
      goOn = resolve
    })
  const place = { name: 'a place that hangs', put: async () => {}, get: async () => null, remove }
  const retention = new Retention(db, service.running.service.log, KEPT, new Objects(place, 600_000))
  const run = retention.run()
  const isGone = async () => (await db.one('test_gone', 'select from documents where id = $1', [older])) === null
  await until('the document is gone', isGone)
  const end = await until('its removal hangs', () => goOn)
  expect(retention.removed.objects).toBe(0)
  retention.stop()
  end()
  await run
})

test('documents stay readable while they are moved back and forth, even after an interrupted move', async () => {
  const known = new Map<string, Buffer>()
  for (let n = 0; n < 12; n++) {
    const bytes = image(1000 + n)
    known.set(await uploaded(service.demo, bytes), bytes)
  }
  const wrong: string[] = []
  let isOver = false
  const reader = (async () => {
    while (!isOver)
      for (const [id, bytes] of known) {
        const { status, bytes: got } = await service.demo.get(`/v2/documents/${id}`)
        if (status !== 503 && !Buffer.from(got).equals(bytes)) wrong.push(`${id} ${status}`)
      }
  })()
  const { in_objects: all } = await readDocumentCounts(db)
  // The move is interrupted after five documents.
  await expect(
    moveDocuments(db, objects, 'database', ({ moved }) => {
      if (moved === 5) throw new Error('enough')
    }),
  ).rejects.toThrow('enough')
  expect(await readDocumentCounts(db)).toMatchObject({ in_database: 5, in_objects: all - 5 })
  expect(await moveDocuments(db, objects, 'database')).toMatchObject({ moved: all - 5 })
  expect(await readDocumentCounts(db)).toMatchObject({ in_objects: 0, in_database: all })
  for (const [id, bytes] of known) expect((await read(id)).equals(bytes)).toBe(true)
  // Two moves run at once, and the bucket fails while they run.
  let failed = false
  const fail = () => {
    if (!failed) s3.fault = 'lost'
    failed = true
    setTimeout(() => (s3.fault = null), 500)
  }
  const both = await Promise.all([moveDocuments(db, objects, 'objects', fail), moveDocuments(db, objects, 'objects')])
  expect(both.reduce((sum, { moved }) => sum + moved, 0)).toBe(all)
  expect(await readDocumentCounts(db)).toMatchObject({ in_objects: all, in_database: 0, in_database_bytes: 0 })
  isOver = true
  await reader
  expect(wrong).toEqual([])
  for (const [id, bytes] of known) expect((await read(id)).equals(bytes)).toBe(true)
  expect((await checkDocuments(db, objects)).damaged).toEqual([])
  const named = await db.query<{ n: number }>('test_named', 'select count(distinct object_id) as n from documents')
  expect(named[0]?.n).toBe(all)
})
