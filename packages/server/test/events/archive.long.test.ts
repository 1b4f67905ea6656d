// Older events are moved into objects outside the database. Nothing is lost when a process fails or dies while it moves or reads them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { Unavailable } from '../../src/database/db.ts'
import { newId } from '../../src/process/ids.ts'
import { EventArchive, MAX_OBJECTS } from '../../src/storage/event-archive.ts'
import { BATCH, EventArchiver } from '../../src/storage/event-archiver.ts'
import { EventPartitionMaintainer } from '../../src/storage/event-partitions.ts'
import { Folder } from '../../src/storage/object-folder.ts'
import { Objects } from '../../src/storage/objects.ts'
import { openObjects } from '../../src/storage/open-objects.ts'
import { createShipment } from '../scans/support.ts'
import { TestClient } from '../support/client.ts'
import { pause } from '../support/deliveries.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'
import {
  ARCHIVED,
  another,
  archiveAll,
  archiveForEachTest,
  archiver,
  closeAll,
  count,
  demoPartner,
  insert,
  pages,
  s3,
  server,
  sql,
} from './archive-support.ts'

archiveForEachTest()

test('an object has at most 1,024 events of one partner; a page of rare events ends early', async () => {
  const partner = await demoPartner()
  const rare: string[] = []
  for (let n = 0; n < MAX_OBJECTS + 3; n++) {
    rare.push(...(await insert(partner, 1, 'shipment.released', 10 + 20 * n)))
    await insert(partner, BATCH - 1, 'shipment.held', 10 + 20 * n)
  }
  const few = await server.partner()
  await insert(few.partnerId, 5)
  for (let n = 0; n < 40; n++) await insert(`par_${String(n).padStart(26, '0')}`, 2)
  await closeAll()
  await server.demo.settle()
  const all = await pages(server.demo, '/v2/events?limit=500')
  await archiveAll()
  const archives = await sql<{ events: number; n: number }>('select events, count(*)::int as n from event_archives group by 1 order by 1')
  expect(archives).toEqual([
    { events: 2, n: 40 },
    { events: 5, n: 1 },
    { events: BATCH, n: MAX_OBJECTS + 3 },
  ])
  const asked = s3.requests.length
  expect(await pages(server.demo, '/v2/events?limit=500')).toEqual(all)
  // Each object is requested only once, although a page may begin within an object in which the previous page ended.
  expect(s3.requests.length - asked).toBe(MAX_OBJECTS + 3)
  const seen: string[][] = []
  for (const text of await pages(server.demo, '/v2/events?type=shipment.released'))
    seen.push(JSON.parse(text).data.map(({ eventID }: { eventID: string }) => eventID))
  expect(seen.map(({ length }) => length)).toEqual([MAX_OBJECTS, 3])
  expect(seen.flat()).toEqual(rare)
  const csv = (await server.demo.get('/v2/events?type=shipment.released', { headers: { Accept: 'text/csv' } })).text
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + rare.length)
  expect(await sql("select 1 from events where partner_id = $1 and body not like E'\\x1e%'", [few.partnerId])).toEqual([])
})

test.each([500, 'reset', 403] as const)(
  'while the object store answers with "%s", archived events are a 503, and others are served',
  async (fault) => {
    await insert(await demoPartner(), 10)
    await closeAll()
    await archiveAll()
    await createShipment(server.demo)
    await server.demo.settle()
    const fresh = await another()
    s3.fault = fault
    const refused = await fresh.get('/v2/events')
    expect([refused.status, refused.json.error.code, refused.headers.has('retry-after')]).toEqual([503, 'unavailable', true])
    expect(refused.json.error.message).toBe('Events of the archive cannot be read now; try again.')
    expect((await fresh.get('/v2/events?order=newest&limit=2')).json.data).toHaveLength(2)
    expect((await fresh.get('/v2/events?type=shipment.created')).json.data).toHaveLength(1)
    expect((await fetch(`${fresh.url}/readyz`)).status).toBe(200)
    s3.fault = null
    await until('the place is asked again', async () => (await fresh.get('/v2/events')).status === 200)
    expect((await fresh.get('/v2/events')).json.data).toHaveLength(12)
  },
)

test.each([500, 'wrong', 'lost'] as const)(
  'while the object store answers with "%s", nothing leaves the database; later everything does',
  async (fault) => {
    const ids = await insert(await demoPartner(), 10)
    const partition = await closeAll()
    const own = archiver()
    s3.fault = fault
    for (let n = 0; n < 3; n++)
      await own.archiveSome().catch((error: Error) => expect(error.message).toMatch(/differs from the bytes that were stored/))
    expect(await count(ARCHIVED)).toBe(0)
    expect(await count(`events_archiving`)).toBe(0)
    expect(await count(partition)).toBe(10)
    // Objects that were, or may have been, written before the failure are removed later, like the objects of failed uploads.
    expect(await count('objects where remove_after is null')).toBe(0)
    s3.fault = null
    await archiveAll(own)
    expect(await count(ARCHIVED)).toBe(10)
    expect((await server.demo.get('/v2/events')).json.data.map(({ eventID }: { eventID: string }) => eventID)).toEqual(ids)
  },
)

test('two archivers that are killed again and again lose nothing, store no event twice, and disturb no reader', async () => {
  const partner = await demoPartner()
  const ids = await insert(partner, 4 * BATCH)
  for (let n = 0; n < 30; n++) await insert(`par_${String(n).padStart(26, '0')}`, 3)
  await closeAll()
  await server.demo.settle()
  let isOver = false
  let kills = 0
  const KILLS = 8
  const failures: Error[] = []
  const work = async () => {
    for (const own = archiver(); !isOver; await pause(5)) await own.archiveSome().catch((error: Error) => failures.push(error))
  }
  const kill = async () => {
    // The pause is short enough for several kills. On a slow machine a step takes longer than the pause.
    for (; !isOver && kills < KILLS; await pause(20 + Math.random() * 400)) {
      const text =
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'backhaul archive' and datname = current_database()"
      kills += (await sql(text)).length
    }
  }
  const wrong: string[] = []
  const read = async () => {
    for (; !isOver; await pause(50)) {
      const seen: string[] = []
      for (const text of await pages(server.demo, '/v2/events?limit=500'))
        seen.push(...JSON.parse(text).data.map(({ eventID }: { eventID: string }) => eventID))
      if (seen.join() !== ids.join()) wrong.push(`${seen.length} events`)
    }
  }
  const all = Promise.all([work(), work(), kill(), read()])
  await until(
    'all is archived, by some who were killed',
    async () => kills >= KILLS && (await count('event_partitions where archived_at is null')) === 0,
    100_000,
  ).finally(() => {
    isOver = true
  })
  await all
  expect(wrong).toEqual([])
  // Every failure must be a result of the kills.
  expect(failures.filter((error) => !(error instanceof Unavailable))).toEqual([])
  expect(await count('events')).toBe(ids.length + 90)
  expect(await count(ARCHIVED)).toBe(ids.length + 90)
  expect(await sql('select sum(events)::int as n from event_archives')).toEqual([{ n: ids.length + 90 }])
  expect(await count('event_archives')).toBe(await count('objects where remove_after is null'))
  expect((await pages(await another(), '/v2/events?limit=500')).flatMap((text) => JSON.parse(text).data)).toHaveLength(ids.length)
})

test('an event that does not fit one line stays in its row, even if its partition is archived again', async () => {
  const partner = await demoPartner()
  await insert(partner, 2)
  const write = 'insert into events (id, xid, partner_id, type, subject, created_at, body) values ($1, $2::xid8, $3, $4, $5, now(), $6)'
  const [broken, nameless] = [newId('event'), newId('event')]
  await sql(write, [broken, '150', partner, 'shipment.held', 's', `{"eventID":\n"${broken}"}`])
  await sql(write, [nameless, '151', partner, 'shipment.held', 's', '{"eventID":"x"}'])
  await insert(partner, 1, 'shipment.held', 160)
  await closeAll()
  await server.demo.settle()
  const before = await pages(server.demo, '/v2/events?limit=2')
  await archiveAll()
  expect(await count(ARCHIVED)).toBe(3)
  expect(await pages(server.demo, '/v2/events?limit=2')).toEqual(before)
  // With these statements an operator can start the archiving again.
  await sql('create table events_archiving (like events)')
  await sql('update event_partitions set archived_at = null')
  await archiveAll()
  expect([await count(ARCHIVED), await count('event_archives'), await count('events')]).toEqual([3, 1, 5])
  expect(await pages(server.demo, '/v2/events?limit=2')).toEqual(before)
  expect(await pages(await another(), '/v2/events?limit=2')).toEqual(before)
})

test('objects of expired events are removed after them, and no others are', async () => {
  const [old] = await insert(await demoPartner(), 5)
  await closeAll()
  await archiveAll()
  await createShipment(server.demo)
  await closeAll()
  await archiveAll()
  await sql("update event_partitions set closed_at = now() - interval '200 days'")
  const { db, log } = server.running.service
  await until('the older one is gone', async () => {
    await new EventPartitionMaintainer(db, log).drop(150)
    return (await count('event_partitions')) === 1
  })
  expect((await server.demo.get(`/v2/events/${old}`)).status).toBe(404)
  expect([await count('event_archives'), await count("objects where remove_after > now() + interval '29 days'")]).toEqual([1, 1])
  expect(await count('objects where remove_after is null')).toBe(1)
  expect((await (await another()).get('/v2/events')).json.data.length).toBeGreaterThan(1)
})

test('a folder works like a bucket, and a page of slow objects ends early', async () => {
  const path = mkdtempSync(join(tmpdir(), 'backhaul-archive-'))
  atEndOfTest(() => rmSync(path, { recursive: true }))
  const { db, reads, log, config } = server.running.service
  const objects = (await openObjects({ kind: 'folder', path })) as Objects
  for (let n = 0; n < 3; n++) await insert(await demoPartner(), BATCH, 'shipment.held', 10 + 20 * n)
  await closeAll()
  await server.demo.settle()
  const before = await pages(server.demo, '/v2/events?limit=500')
  await archiveAll(new EventArchiver(db, objects, log, 0))
  expect(s3.requests).toEqual([])
  const running: Running = await serve({ ...config, objects: { kind: 'folder', path }, port: 0 }, 'api', false)
  atEndOfTest(() => running.close())
  expect(await pages(new TestClient(running.url as string, server.demo.credentials), '/v2/events?limit=500')).toEqual(before)

  const folder = new Folder({ kind: 'folder', path })
  const slow = {
    name: 'a slow one',
    put: async () => {},
    remove: async () => {},
    get: async (id: string, most: number) => {
      await pause(2_600)
      return folder.get(id, most)
    },
  }
  const rows = await sql<{ id: string; partner_id: string; type: string; subject: string; body: string }>(
    'select id, partner_id, type, subject, body from events order by events.xid, events.seq',
  )
  expect(await new EventArchive(reads, new Objects(slow)).bodies(rows)).toHaveLength(2 * BATCH)
})
