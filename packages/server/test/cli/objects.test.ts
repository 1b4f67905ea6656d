import { expect, test } from 'vitest'
import { putLoose } from '../../src/storage/object-rows.ts'
import type { Objects } from '../../src/storage/objects.ts'
import { SECRET_KEY, startS3 } from '../support/s3.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'
import { inProcess } from './run.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

test('objects: a command moves documents while a server runs, and reports where they are and if they are complete', async () => {
  const s3 = await startS3()
  atEndOfTest(() => s3.close())
  // The server still stores documents in its database, but can read from both the database and the bucket.
  const service = await startTestService('api', { ...s3.env, BACKHAUL_DOCUMENTS: 'database', BACKHAUL_LOG_LEVEL: 'silent' })
  atEndOfTest(() => service.close())
  const upload = () => service.demo.post('/v2/documents', PNG, { headers: { 'Content-Type': 'image/png' } })
  const ids = [(await upload()).json.id, (await upload()).json.id]
  const env = {
    ...s3.env,
    DATABASE_URL: service.running.service.config.databaseUrl as string,
    BACKHAUL_DATA_DIR: service.running.service.config.dataDir,
  }
  const objects = (args: string[], more: object = {}) => inProcess(['objects', ...args], { ...env, ...more })

  expect((await objects(['status'], { BACKHAUL_DOCUMENTS: 'database' })).stdout).toContain('new documents:   in the database')
  const place = `the bucket parcels of ${s3.url}`
  expect(await objects(['check'])).toMatchObject({
    code: 0,
    stdout: `${place} stores, returns and removes objects.
`,
  })
  expect(s3.objects.size).toBe(0)
  const moved = await objects(['move', '--to', 'objects'], { BACKHAUL_DOCUMENTS: 'database' })
  expect(moved.stdout).toBe(
    `Moved 2 documents, 0.0 MiB, to ${place}.
New documents are still stored elsewhere: set BACKHAUL_DOCUMENTS=objects for every process, and run this command again.
`,
  )
  expect((await objects(['status', '--json'])).json).toEqual({
    ...{ place, new_documents: 'objects', in_database: 0, in_database_bytes: 0 },
    ...{ in_objects: 2, in_objects_bytes: 16, to_remove: 0, overdue: 0 },
    ...{ archived_events: 0, archives: 0, archives_bytes: 0 },
  })
  for (const id of ids) expect((await service.demo.get(`/v2/documents/${id}`)).status).toBe(200)
  expect((await objects(['move', '--to', 'objects', '--json'])).json).toEqual({ to: 'objects', moved: 0, bytes: 0 })
  expect((await objects(['check', '--all'])).stdout).toContain('2 documents intact.')
  const audit = await service.running.service.db.query(
    'test_audit',
    "select subject, after from operator_audit where action = 'documents.moved'",
  )
  expect(audit).toEqual([{ subject: 'objects', after: { moved: 2, bytes: 16, place } }])

  const { db } = service.running.service
  const archive = await putLoose(db, service.running.service.objects as Objects, 'events', Buffer.from('events'))
  await db.query('test_archive', "insert into event_archives (object_id, to_xid, events) values ($1, '100', 12)", [archive.id])
  expect((await objects(['status'])).stdout).toContain('events:          12 in 1 objects, 0.0 MiB')
  expect((await objects(['check', '--all', '--json'])).json).toEqual({ place, good: 2, damaged: [], damaged_events: [] })
  s3.objects.delete(archive.id)
  const lost = await objects(['check', '--all'])
  expect([lost.code, lost.stderr]).toEqual([
    1,
    expect.stringContaining(`missing or damaged objects of events: ${archive.id}
`),
  ])
  await db.query('test_no_archive', 'delete from event_archives')

  const [name] = s3.objects.keys()
  s3.objects.delete(name as string)
  const damaged = await objects(['check', '--all'])
  expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringMatching(/1 document missing or damaged: doc_\w{26}\n$/)])
  const wrong = await objects(['check'], { BACKHAUL_S3_SECRET_KEY: `${SECRET_KEY}x` })
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining(`${place} failed: it answered 403 SignatureDoesNotMatch\n`)])
  const nowhere = Object.fromEntries(Object.keys(s3.env).map((key) => [key, undefined]))
  const none = await objects(['check'], nowhere)
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('BACKHAUL_OBJECTS is not set')])
  expect((await objects(['status'], nowhere)).stdout).toContain('place:           none')
})
