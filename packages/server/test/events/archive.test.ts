import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { openClient } from '../../src/database/database-client.ts'
import { Retention } from '../../src/delivery/retention.ts'
import { readConfig } from '../../src/process/config.ts'
import { newId } from '../../src/process/ids.ts'
import { archivedBody, EventArchive, isArchived } from '../../src/storage/event-archive.ts'
import { ALONE, type EventPartition, EventPartitionMaintainer, endAt, readEventPartitions } from '../../src/storage/event-partitions.ts'
import { createShipment, scanned } from '../scans/support.ts'
import { RETURN } from '../support/client.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
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
  readAll,
  s3,
  server,
  sql,
} from './archive-support.ts'

archiveForEachTest()

test('all readers get the same bytes before and after archiving, and the space is freed', async () => {
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
  // There is one object for each partner. Each line is the event as it is sent.
  const events = new Set(before['limit=500']?.flatMap((text) => JSON.parse(text).data.map((event: object) => JSON.stringify(event))))
  const lines = [...s3.objects.values()].flatMap((bytes) => gunzipSync(bytes).toString().trimEnd().split('\n'))
  expect([s3.objects.size, lines.length]).toEqual([2, closed])
  expect(lines.filter((line) => events.has(line)).length).toBeGreaterThan(4)
  expect([...s3.objects.keys()].every((name) => name.startsWith('events-of-test/events/'))).toBe(true)
  expect(await count('objects where remove_after is not null')).toBe(0)
  // New events are still written. Their partition is archived later, like this one.
  expect((await server.demo.post('/v2/shipments', RETURN)).status).toBe(201)
  await closeAll()
  await server.demo.settle()
  const again = await readAll(server.demo, operator, shipments)
  await archiveAll()
  expect(await count(ARCHIVED)).toBe(await count('events'))
  expect(await readAll(server.demo, operator, shipments)).toEqual(again)
})

test('archived events are refused without an object store, and a wrong object or row is never shown', async () => {
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
  // Make the row refer to the line of another event.
  const [{ number } = { number: 0 }] = await sql<{ number: number }>('select number from event_archives')
  await sql('update events set body = $2 where id = $1', [ids[3] as string, archivedBody(number, 4)])
  expect((await fresh.get(`/v2/events/${ids[3]}`)).json.error.code).toBe('internal_error')
  await sql('update events set body = $2 where id = $1', [ids[3] as string, archivedBody(number, 10)])
  expect((await fresh.get('/v2/events')).json.error.code).toBe('internal_error')
  await sql('update events set body = $2 where id = $1', [ids[3] as string, archivedBody(number, 3)])
  expect((await fresh.get('/v2/events')).json.data.map(({ eventID }: { eventID: string }) => eventID)).toEqual(ids)
})

test('recent events, events of open transactions and events of a copied database are not archived', async () => {
  await insert(await demoPartner(), 3)
  const { db, log } = server.running.service
  const slow = await openClient(db.config)
  atEndOfTest(() => slow.end())
  await slow.query('begin; select pg_current_xact_id()')
  // This transaction ends after the slow one began.
  await sql('select pg_current_xact_id()')
  const client = await openClient(db.config)
  const { parts, next } = await readEventPartitions(client)
  await client.query(['begin', ALONE, ...endAt(parts.at(-1) as EventPartition, next), 'commit'].join(';\n'))
  await client.end()
  await new EventPartitionMaintainer(db, log).keep()
  expect(await archiver().archiveSome()).toBe(false)
  const late = newId('event')
  const write = 'insert into events (id, partner_id, type, subject, created_at, body) values ($1, $2, $3, $4, now(), $5)'
  await slow.query(write, [late, await demoPartner(), 'shipment.held', 's', `{"eventID":"${late}"}`])
  await slow.query('commit')
  await until('it is closed', async () => {
    await new EventPartitionMaintainer(db, log).keep()
    return (await count('event_partitions')) === 1
  })
  expect(await archiver(1).archiveSome()).toBe(false)
  await sql(`insert into settings (name, value) values ('deliveries_hold', jsonb_build_object('since', now(), 'reason', 'a copy'))`)
  expect(await archiver().archiveSome()).toBe(false)
  await sql("delete from settings where name = 'deliveries_hold'")
  await archiveAll()
  expect(await count(ARCHIVED)).toBe(4)
  expect((await server.demo.get(`/v2/events/${late}`)).json).toEqual({ eventID: late })
})

test('a delivery of an archived event is sent with the bytes of the event', async () => {
  const receiver = await receiverFor()
  await server.demo.post('/v2/webhooks', { url: receiver.url(), enabled_events: ['*'] })
  await createShipment(server.demo)
  await closeAll()
  await archiveAll()
  expect(await count(ARCHIVED)).toBe(await count('events'))
  const { config } = server.running.service
  const worker: Running = await serve({ ...config, port: 0 }, 'worker', false)
  atEndOfTest(() => worker.close())
  const sent = await until('it is delivered', () => receiver.requests[0])
  const { json, text } = await server.demo.get(`/v2/events/${JSON.parse(sent.body.toString()).eventID}`)
  expect([json.event, text]).toEqual(['shipment.created', sent.body.toString()])
  const [{ id } = { id: '' }] = (await server.demo.get('/v2/webhook-deliveries')).json.data.filter(
    ({ event_id }: { event_id: string }) => event_id === json.eventID,
  )
  await until('it is recorded', async () => (await server.demo.get(`/v2/webhook-deliveries/${id}`)).json.status === 'delivered')
  const before = receiver.requests.length
  expect((await server.demo.post(`/v2/webhook-deliveries/${id}/redeliver`)).status).toBe(202)
  const again = await until('it is sent again', () => receiver.requests.slice(before).find(({ body }) => body.toString() === text))
  expect(again.body.toString()).toBe(text)
})

test('a worker archives events, counts them, and reports in the metrics how far behind it is', async () => {
  await insert(await demoPartner(), 5)
  await closeAll()
  await sql("update event_partitions set closed_at = now() - interval '200 days'")
  const { config, db, objects, log } = server.running.service
  const metrics = async () => (await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer m' } })).text()
  const behind = /backhaul_retention_behind_seconds\{what="event_bodies"\} (\S+)/
  expect(Number(behind.exec(await metrics())?.[1])).toBeCloseTo(50 * 86_400, -3)
  const retention = new Retention(db, log, config.retentionDays, objects)
  const run = retention.run()
  await until('it is archived', async () => (await count(ARCHIVED)) === 5)
  await until('it is counted', () => retention.removed.event_bodies === 5)
  retention.stop()
  await run
  await until('nothing is behind', async () => Number(behind.exec(await metrics())?.[1]) === 0)
})

test('all events of an object are read with one request', async () => {
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
  [{ BACKHAUL_ARCHIVE_EVENTS_DAYS: '117' }, 'BACKHAUL_ARCHIVE_EVENTS_DAYS="117" is not valid: use at least 118'],
  [{ BACKHAUL_ARCHIVE_EVENTS_DAYS: '200', BACKHAUL_KEEP_DELIVERIES_DAYS: '180' }, 'use at least 208'],
  [{ BACKHAUL_ARCHIVE_EVENTS_DAYS: '365' }, 'BACKHAUL_OBJECTS is required because BACKHAUL_ARCHIVE_EVENTS_DAYS is set'],
])('invalid settings are refused: %j', (env, message) => {
  const place = env.BACKHAUL_ARCHIVE_EVENTS_DAYS === '365' ? {} : { BACKHAUL_OBJECTS: '/srv/objects' }
  expect(() => readConfig({ ...place, ...env } as Record<string, string>)).toThrow(message)
  expect(readConfig({ BACKHAUL_OBJECTS: '/srv/objects', BACKHAUL_ARCHIVE_EVENTS_DAYS: '118' }).retentionDays.eventBodies).toBe(118)
  expect(readConfig({}).retentionDays.eventBodies).toBeNull()
})
