// Older events in objects outside the database: the same bytes for everybody who reads them, whatever fails or dies while they are moved.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { Retention } from '../../src/delivery/retention.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openClient } from '../../src/platform/database-client.ts'
import { Unavailable } from '../../src/platform/db.ts'
import { archivedBody, EventArchive, isArchived, MOST_OBJECTS } from '../../src/platform/event-archive.ts'
import { BATCH, EventArchiver } from '../../src/platform/event-archiver.ts'
import { ALONE, type EventPartition, EventPartitionKeeper, endAt, readEventPartitions } from '../../src/platform/event-partitions.ts'
import { newId } from '../../src/platform/ids.ts'
import { Folder } from '../../src/platform/object-folder.ts'
import { Objects } from '../../src/platform/objects.ts'
import { openObjects } from '../../src/platform/open-objects.ts'
import { storedForm } from '../../src/platform/packing.ts'
import { createShipment, scanned } from '../scans/support.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { pause } from '../support/deliveries.ts'
import { type S3Server, startS3 } from '../support/s3.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let s3: S3Server
let server: TestService
beforeEach(async () => {
  s3 = await startS3('events-of-test')
  server = await startTestService('api', {
    ...s3.env,
    BACKHAUL_LOG_LEVEL: 'silent',
    BACKHAUL_METRICS_TOKEN: 'm',
    BACKHAUL_ARCHIVE_EVENTS_DAYS: '150',
  })
})
afterEach(async () => {
  await server.close()
  await s3.close()
})

const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.running.service.db.pool.query(text, values)).rows as Row[]
const count = async (what: string): Promise<number> => (await sql<{ n: number }>(`select count(*)::int as n from ${what}`))[0]?.n as number
const ARCHIVED = "events where body like E'\\x1e%'"
const demoPartner = async (): Promise<string> => (await sql<{ id: string }>("select id from partners where name = 'Demo'"))[0]?.id as string

/** Whatever was written until now is in a partition that never changes. Returns its name. */
const closeAll = async (): Promise<string> => {
  const { db, log } = server.running.service
  const client = await openClient(db.config)
  await client.query(`begin; ${ALONE}`)
  const { parts, next } = await readEventPartitions(client)
  const last = parts.at(-1) as EventPartition
  await client.query([...endAt(last, next + 1n), 'commit'].join(';\n'))
  await client.query('select pg_current_xact_id()')
  await client.end()
  const isClosed = async () => {
    await new EventPartitionKeeper(db, log).keep()
    return (await sql('select 1 from event_partitions where name = $1', [last.name])).length === 1
  }
  await until('the partition is closed', isClosed, 60_000)
  return last.name
}

const archiver = (days = 0) => {
  const { db, objects, log } = server.running.service
  return new EventArchiver(db, objects as Objects, log, days)
}
/** All that are closed are archived. */
const archiveAll = (own = archiver()) =>
  until(
    'all is archived',
    async () => {
      while (await own.archiveSome());
      return (await count('event_partitions where archived_at is null')) === 0
    },
    60_000,
  )

/** Another process on the same database, which has never looked. */
const another = async (env: Record<string, string> = s3.env): Promise<TestClient> => {
  const { config } = server.running.service
  const { objects } = readConfig({ ...env, DATABASE_URL: config.databaseUrl as string })
  const running: Running = await serve({ ...config, objects, port: 0 }, 'api', false)
  atEndOfTest(() => running.close())
  return new TestClient(running.url as string, server.demo.credentials)
}

/** Events of the same partner in transactions of long ago, 64 in each, written as the service writes them. */
const insert = async (partner_id: string, number: number, type = 'shipment.held', xid = 100): Promise<string[]> => {
  const form = await storedForm(server.running.service.db)
  const rows = Array.from({ length: number }, (_, i) => {
    const id = newId('event')
    const event = {
      id,
      partner_id,
      type,
      subject: `s${i}`,
      body: JSON.stringify({ object: 'event', eventID: id, event: type, note: `Zoë ${i}`, event_info: {}, identifiers: {} }),
    }
    return { ...event, body: form.body(event), xid: String(xid + Math.floor(i / 64)) }
  })
  await sql(
    `insert into events (id, xid, partner_id, type, subject, shipment_id, created_at, body)
     select r.id, r.xid::xid8, $2, $3, r.subject, null, now(), r.body from json_to_recordset($1) as r(id text, xid text, subject text, body text)`,
    [JSON.stringify(rows), partner_id, type],
  )
  return rows.map(({ id }) => id)
}

/** Every page of a list, as its bytes. */
const pages = async (from: TestClient, path: string): Promise<string[]> => {
  const texts: string[] = []
  for (let cursor = ''; ; ) {
    const { status, text, json } = await from.get(`${path}${cursor}`)
    expect(status, text).toBe(200)
    texts.push(text)
    if (!json.has_more) return texts
    cursor = `&cursor=${json.next_cursor}`
  }
}

/** All that anybody reads of events, as the bytes that are answered. */
const readAll = async (partner: TestClient, operator: TestClient, shipments: readonly string[]) => {
  const lists = [
    'limit=3',
    'limit=500',
    'limit=4&order=newest',
    'type=shipment.created',
    'type=shipment.picked_up&type=shipment.created&limit=2',
  ]
  const read: Record<string, string[]> = {}
  for (const query of [...lists, 'scans=true', 'created_after=2020-01-01T00:00:00Z&limit=3', `shipment=${shipments[0]}&limit=1`]) {
    read[query] = await pages(partner, `/v2/events?${query}`)
  }
  for (const id of shipments) read[id] = await pages(partner, `/v2/shipments/${id}/events?limit=2`)
  read['of all'] = await pages(operator, '/v2/ops/events?order=newest&limit=7')
  read.csv = [(await partner.get('/v2/events', { headers: { Accept: 'text/csv' } })).text]
  const ids = (read['limit=500'] as string[]).flatMap((text) => JSON.parse(text).data.map(({ eventID }: { eventID: string }) => eventID))
  for (const id of ids) {
    read[id] = [(await partner.get(`/v2/events/${id}`)).text, (await operator.get(`/v2/ops/events/${id}`)).text]
    read[`after ${id}`] = [(await partner.get(`/v2/events?after=${id}&limit=3`)).text]
    read[`deliveries of ${id}`] = [(await partner.get(`/v2/events/${id}/deliveries`)).text]
  }
  return read
}

test('everybody reads the same bytes before and after, on both sides of the border of the archive, and the room is given back', async () => {
  const operator = await server.operator()
  const other = await server.partner()
  const shipments: string[] = []
  for (const one of [server.demo, other, server.demo]) {
    const { id } = await createShipment(one)
    await scanned(one, 'accept', { shipment_id: id })
    if (one === server.demo) shipments.push(id)
  }
  const partition = await closeAll()
  await scanned(server.demo, 'collect', { shipment_id: shipments[0] as string })
  await createShipment(server.demo)
  await server.demo.settle()
  const before = await readAll(server.demo, operator, shipments)
  const closed = await count(partition)
  expect(closed).toBeGreaterThan(6)
  await archiveAll()
  expect(await count(ARCHIVED)).toBe(closed)
  expect(await count('events')).toBeGreaterThan(closed)
  for (const one of [server.demo, await another()]) expect(await readAll(one, operator, shipments)).toEqual(before)
  expect(await sql('select to_regclass($1) as table, to_regclass($2) as next', [partition, 'events_archiving'])).toEqual([
    { table: null, next: null },
  ])
  // An object for each partner; each line is the event as it is sent.
  const events = new Set(before['limit=500']?.flatMap((text) => JSON.parse(text).data.map((event: object) => JSON.stringify(event))))
  const lines = [...s3.objects.values()].flatMap((bytes) => gunzipSync(bytes).toString().trimEnd().split('\n'))
  expect([s3.objects.size, lines.length]).toEqual([2, closed])
  expect(lines.filter((line) => events.has(line)).length).toBeGreaterThan(4)
  expect([...s3.objects.keys()].every((name) => name.startsWith('events-of-test/events/'))).toBe(true)
  expect(await count('objects where remove_after is not null')).toBe(0)
  // What is written goes on, and the next partition is archived like this one.
  expect((await server.demo.post('/v2/shipments', RETURN)).status).toBe(201)
  await closeAll()
  await server.demo.settle()
  const again = await readAll(server.demo, operator, shipments)
  await archiveAll()
  expect(await count(ARCHIVED)).toBe(await count('events'))
  expect(await readAll(server.demo, operator, shipments)).toEqual(again)
}, 120_000)

test('an object has 1,024 events of one partner at most, and one of many that are rare ends a page early', async () => {
  const partner = await demoPartner()
  const rare: string[] = []
  for (let n = 0; n < MOST_OBJECTS + 3; n++) {
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
    { events: BATCH, n: MOST_OBJECTS + 3 },
  ])
  const asked = s3.requests.length
  expect(await pages(server.demo, '/v2/events?limit=500')).toEqual(all)
  // Of each object the bytes are asked for once, though a page begins where another one ended.
  expect(s3.requests.length - asked).toBe(MOST_OBJECTS + 3)
  const seen: string[][] = []
  for (const text of await pages(server.demo, '/v2/events?type=shipment.released'))
    seen.push(JSON.parse(text).data.map(({ eventID }: { eventID: string }) => eventID))
  expect(seen.map(({ length }) => length)).toEqual([MOST_OBJECTS, 3])
  expect(seen.flat()).toEqual(rare)
  const csv = (await server.demo.get('/v2/events?type=shipment.released', { headers: { Accept: 'text/csv' } })).text
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + rare.length)
  expect(await sql("select 1 from events where partner_id = $1 and body not like E'\\x1e%'", [few.partnerId])).toEqual([])
}, 120_000)

test.each([500, 'reset', 403] as const)(
  'while the place answers with "%s", archived events are a 503 that says so, others go on, and nothing is lost',
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
    await until('the place is asked again', async () => (await fresh.get('/v2/events')).status === 200, 10_000)
    expect((await fresh.get('/v2/events')).json.data).toHaveLength(12)
  },
  60_000,
)

test('who has no place for objects says so, and an object or a row that is not what it should be is shown to nobody', async () => {
  const ids = await insert(await demoPartner(), 10)
  await closeAll()
  await archiveAll()
  const without = await another({})
  expect((await without.get(`/v2/events/${ids[0]}`)).json.error.message).toBe('Events of the archive cannot be read now; try again.')
  const fresh = await another()
  s3.fault = 'wrong'
  expect((await fresh.get(`/v2/events/${ids[0]}`)).json.error.code).toBe('internal_error')
  s3.fault = null
  const good = await fresh.get(`/v2/events/${ids[0]}`)
  expect([good.status, good.json.note]).toEqual([200, 'Zoë 0'])
  // The line of another event.
  const [{ number } = { number: 0 }] = await sql<{ number: number }>('select number from event_archives')
  await sql('update events set body = $2 where id = $1', [ids[3] as string, archivedBody(number, 4)])
  expect((await fresh.get(`/v2/events/${ids[3]}`)).json.error.code).toBe('internal_error')
  await sql('update events set body = $2 where id = $1', [ids[3] as string, archivedBody(number, 10)])
  expect((await fresh.get('/v2/events')).json.error.code).toBe('internal_error')
  await sql('update events set body = $2 where id = $1', [ids[3] as string, archivedBody(number, 3)])
  expect((await fresh.get('/v2/events')).json.data.map(({ eventID }: { eventID: string }) => eventID)).toEqual(ids)
}, 60_000)

test.each([500, 'wrong', 'lost'] as const)(
  'while the place answers with "%s", nothing leaves the database, and later all of it does',
  async (fault) => {
    const ids = await insert(await demoPartner(), 10)
    const partition = await closeAll()
    const own = archiver()
    s3.fault = fault
    for (let n = 0; n < 3; n++) await own.archiveSome().catch((error: Error) => expect(error.message).toMatch(/is not what was put there/))
    expect(await count(ARCHIVED)).toBe(0)
    expect(await count(`events_archiving`)).toBe(0)
    expect(await count(partition)).toBe(10)
    // What was put meanwhile, or might have been, goes as that of an upload that came to nothing.
    expect(await count('objects where remove_after is null')).toBe(0)
    s3.fault = null
    await archiveAll(own)
    expect(await count(ARCHIVED)).toBe(10)
    expect((await server.demo.get('/v2/events')).json.data.map(({ eventID }: { eventID: string }) => eventID)).toEqual(ids)
  },
  60_000,
)

test('of two that archive and are killed again and again, nothing is lost, no event is in two objects that are needed, and readers notice nothing', async () => {
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
    // Often enough; on a slow machine a step takes longer than that.
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
  // Only what it means to be killed.
  expect(failures.filter((error) => !(error instanceof Unavailable))).toEqual([])
  expect(await count('events')).toBe(ids.length + 90)
  expect(await count(ARCHIVED)).toBe(ids.length + 90)
  expect(await sql('select sum(events)::int as n from event_archives')).toEqual([{ n: ids.length + 90 }])
  expect(await count('event_archives')).toBe(await count('objects where remove_after is null'))
  expect((await pages(await another(), '/v2/events?limit=500')).flatMap((text) => JSON.parse(text).data)).toHaveLength(ids.length)
}, 120_000)

test('what a late transaction may still write is not archived, nor what is young, nor anything of a database that is a copy', async () => {
  await insert(await demoPartner(), 3)
  const { db, log } = server.running.service
  const slow = await openClient(db.config)
  atEndOfTest(() => slow.end())
  await slow.query('begin; select pg_current_xact_id()')
  // Ends after it.
  await sql('select pg_current_xact_id()')
  const client = await openClient(db.config)
  const { parts, next } = await readEventPartitions(client)
  await client.query(['begin', ALONE, ...endAt(parts.at(-1) as EventPartition, next), 'commit'].join(';\n'))
  await client.end()
  await new EventPartitionKeeper(db, log).keep()
  expect(await archiver().archiveSome()).toBe(false)
  const late = newId('event')
  const write = 'insert into events (id, partner_id, type, subject, created_at, body) values ($1, $2, $3, $4, now(), $5)'
  await slow.query(write, [late, await demoPartner(), 'shipment.held', 's', `{"eventID":"${late}"}`])
  await slow.query('commit')
  await until(
    'it is closed',
    async () => {
      await new EventPartitionKeeper(db, log).keep()
      return (await count('event_partitions')) === 1
    },
    60_000,
  )
  expect(await archiver(1).archiveSome()).toBe(false)
  await sql(`insert into settings (name, value) values ('deliveries_hold', jsonb_build_object('since', now(), 'reason', 'a copy'))`)
  expect(await archiver().archiveSome()).toBe(false)
  await sql("delete from settings where name = 'deliveries_hold'")
  await archiveAll()
  expect(await count(ARCHIVED)).toBe(4)
  expect((await server.demo.get(`/v2/events/${late}`)).json).toEqual({ eventID: late })
}, 60_000)

test('what no line could have stays in its row, also in a partition that is archived again', async () => {
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
  // As an operator has it begun anew.
  await sql('create table events_archiving (like events)')
  await sql('update event_partitions set archived_at = null')
  await archiveAll()
  expect([await count(ARCHIVED), await count('event_archives'), await count('events')]).toEqual([3, 1, 5])
  expect(await pages(server.demo, '/v2/events?limit=2')).toEqual(before)
  expect(await pages(await another(), '/v2/events?limit=2')).toEqual(before)
}, 60_000)

test('a delivery whose event is in the archive is sent, with the bytes of the event, when the place answers', async () => {
  const receiver = await receiverFor()
  await server.demo.post('/v2/webhooks', { url: receiver.url(), enabled_events: ['*'] })
  await createShipment(server.demo)
  await closeAll()
  await archiveAll()
  expect(await count(ARCHIVED)).toBe(await count('events'))
  const { config } = server.running.service
  const worker: Running = await serve({ ...config, port: 0 }, 'worker', false)
  atEndOfTest(() => worker.close())
  const sent = await until('it is delivered', () => receiver.requests[0], 30_000)
  const { json, text } = await server.demo.get(`/v2/events/${JSON.parse(sent.body.toString()).eventID}`)
  expect([json.event, text]).toEqual(['shipment.created', sent.body.toString()])
  const [{ id } = { id: '' }] = (await server.demo.get('/v2/webhook-deliveries')).json.data.filter(
    ({ event_id }: { event_id: string }) => event_id === json.eventID,
  )
  await until('it is recorded', async () => (await server.demo.get(`/v2/webhook-deliveries/${id}`)).json.status === 'delivered', 30_000)
  const before = receiver.requests.length
  expect((await server.demo.post(`/v2/webhook-deliveries/${id}/redeliver`)).status).toBe(202)
  const again = await until('it is sent again', () => receiver.requests.slice(before).find(({ body }) => body.toString() === text), 30_000)
  expect(again.body.toString()).toBe(text)
}, 90_000)

test('a worker archives by itself, counts it, and metrics say how far behind it is', async () => {
  await insert(await demoPartner(), 5)
  await closeAll()
  await sql("update event_partitions set closed_at = now() - interval '200 days'")
  const { config, db, objects, log } = server.running.service
  const metrics = async () => (await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer m' } })).text()
  const behind = /backhaul_retention_behind_seconds\{what="event_bodies"\} (\S+)/
  expect(Number(behind.exec(await metrics())?.[1])).toBeCloseTo(50 * 86_400, -3)
  const retention = new Retention(db, log, config.keptDays, objects)
  const run = retention.run()
  await until('it is archived', async () => (await count(ARCHIVED)) === 5, 30_000)
  await until('it is counted', () => retention.removed.event_bodies === 5, 30_000)
  retention.stop()
  await run
  await until('nothing is behind', async () => Number(behind.exec(await metrics())?.[1]) === 0, 30_000)
  expect(await sql("select oldest_program from migrations where name = '0092_event_archives'")).toEqual([{ oldest_program: '0.3.0' }])
}, 90_000)

test('the objects of events that are not kept any longer go after them, and no others', async () => {
  const [old] = await insert(await demoPartner(), 5)
  await closeAll()
  await archiveAll()
  await createShipment(server.demo)
  await closeAll()
  await archiveAll()
  await sql("update event_partitions set closed_at = now() - interval '200 days'")
  const { db, log } = server.running.service
  await until(
    'the older one is gone',
    async () => {
      await new EventPartitionKeeper(db, log).drop(150)
      return (await count('event_partitions')) === 1
    },
    30_000,
  )
  expect((await server.demo.get(`/v2/events/${old}`)).status).toBe(404)
  expect([await count('event_archives'), await count("objects where remove_after > now() + interval '29 days'")]).toEqual([1, 1])
  expect(await count('objects where remove_after is null')).toBe(1)
  expect((await (await another()).get('/v2/events')).json.data.length).toBeGreaterThan(1)
})

test('objects that are read are few, and those read last are kept', async () => {
  const ids = await insert(await demoPartner(), 30)
  await closeAll()
  await archiveAll()
  const { reads, objects } = server.running.service
  const rows = await sql<{ id: string; partner_id: string; type: string; subject: string; body: string }>(
    'select id, partner_id, type, subject, body from events order by events.xid, events.seq',
  )
  expect(rows.every(({ body }) => isArchived(body) && body.length < 10)).toBe(true)
  const archive = new EventArchive(reads, objects)
  const asked = s3.requests.length
  const all = await Promise.all(rows.map((row) => archive.body(row)))
  expect(all.map((body) => JSON.parse(body).eventID)).toEqual(ids)
  expect(s3.requests.length).toBe(asked + 1)
})

test.each([
  [{ BACKHAUL_ARCHIVE_EVENTS_DAYS: '117' }, 'BACKHAUL_ARCHIVE_EVENTS_DAYS="117" is not valid: use 118 or more'],
  [{ BACKHAUL_ARCHIVE_EVENTS_DAYS: '200', BACKHAUL_KEEP_DELIVERIES_DAYS: '180' }, 'use 208 or more'],
  [{ BACKHAUL_ARCHIVE_EVENTS_DAYS: '365' }, 'BACKHAUL_OBJECTS is required because BACKHAUL_ARCHIVE_EVENTS_DAYS is set'],
])('settings that cannot be meant are refused: %j', (env, message) => {
  const place = env.BACKHAUL_ARCHIVE_EVENTS_DAYS === '365' ? {} : { BACKHAUL_OBJECTS: '/srv/objects' }
  expect(() => readConfig({ ...place, ...env } as Record<string, string>)).toThrow(message)
  expect(readConfig({ BACKHAUL_OBJECTS: '/srv/objects', BACKHAUL_ARCHIVE_EVENTS_DAYS: '118' }).keptDays.eventBodies).toBe(118)
  expect(readConfig({}).keptDays.eventBodies).toBeNull()
})

test('a folder does as well as a bucket, and a page of objects that are slow to come ends early', async () => {
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
}, 60_000)
