import { afterEach, beforeEach, expect } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { openClient } from '../../src/database/database-client.ts'
import { readConfig } from '../../src/process/config.ts'
import { newId } from '../../src/process/ids.ts'
import { EventArchiver } from '../../src/storage/event-archiver.ts'
import { ALONE, type EventPartition, EventPartitionMaintainer, endAt, readEventPartitions } from '../../src/storage/event-partitions.ts'
import type { Objects } from '../../src/storage/objects.ts'
import { TestClient } from '../support/client.ts'
import { type S3Server, startS3 } from '../support/s3.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

export let s3: S3Server
export let server: TestService

/** For each test of a file, sets up a service that has a bucket for older events. */
export const archiveForEachTest = (): void => {
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
}

export const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.running.service.db.pool.query(text, values)).rows as Row[]
export const count = async (what: string): Promise<number> =>
  (await sql<{ n: number }>(`select count(*)::int as n from ${what}`))[0]?.n as number
export const ARCHIVED = "events where body like E'\\x1e%'"
export const demoPartner = async (): Promise<string> =>
  (await sql<{ id: string }>("select id from partners where name = 'Demo'"))[0]?.id as string

/** Closes the partition that has all events written so far, so that it never changes again. Returns its name. */
export const closeAll = async (): Promise<string> => {
  const { db, log } = server.running.service
  const client = await openClient(db.config)
  await client.query(`begin; ${ALONE}`)
  const { parts, next } = await readEventPartitions(client)
  const last = parts.at(-1) as EventPartition
  await client.query([...endAt(last, next + 1n), 'commit'].join(';\n'))
  await client.query('select pg_current_xact_id()')
  await client.end()
  const isClosed = async () => {
    await new EventPartitionMaintainer(db, log).keep()
    return (await sql('select 1 from event_partitions where name = $1', [last.name])).length === 1
  }
  await until('the partition is closed', isClosed)
  return last.name
}

export const archiver = (days = 0) => {
  const { db, objects, log } = server.running.service
  return new EventArchiver(db, objects as Objects, log, days)
}
export const archiveAll = (own = archiver()) =>
  until('all is archived', async () => {
    while (await own.archiveSome());
    return (await count('event_partitions where archived_at is null')) === 0
  })

/** Another process on the same database, with empty caches. */
export const another = async (env: Record<string, string> = s3.env): Promise<TestClient> => {
  const { config } = server.running.service
  const { objects } = readConfig({ ...env, DATABASE_URL: config.databaseUrl as string })
  const running: Running = await serve({ ...config, objects, port: 0 }, 'api', false)
  atEndOfTest(() => running.close())
  return new TestClient(running.url as string, server.demo.credentials)
}

/** Inserts events of one partner as the service writes them, in old transactions of 64 events each. */
export const insert = async (partner_id: string, number: number, type = 'shipment.held', xid = 100): Promise<string[]> => {
  const rows = Array.from({ length: number }, (_, i) => {
    const id = newId('event')
    return {
      id,
      partner_id,
      type,
      subject: `s${i}`,
      body: JSON.stringify({ object: 'event', eventID: id, event: type, note: `Zoë ${i}`, event_info: {}, identifiers: {} }),
      xid: String(xid + Math.floor(i / 64)),
    }
  })
  await sql(
    `insert into events (id, xid, partner_id, type, subject, shipment_id, created_at, body)
     select r.id, r.xid::xid8, $2, $3, r.subject, null, now(), r.body from json_to_recordset($1) as r(id text, xid text, subject text, body text)`,
    [JSON.stringify(rows), partner_id, type],
  )
  return rows.map(({ id }) => id)
}

/** Returns every page of a list, as bytes. */
export const pages = async (from: TestClient, path: string): Promise<string[]> => {
  const texts: string[] = []
  for (let cursor = ''; ; ) {
    const { status, text, json } = await from.get(`${path}${cursor}`)
    expect(status, text).toBe(200)
    texts.push(text)
    if (!json.has_more) return texts
    cursor = `&cursor=${json.next_cursor}`
  }
}

/** Returns every answer in which a partner or an operator can read events, as bytes. */
export const readAll = async (partner: TestClient, operator: TestClient, shipments: readonly string[]) => {
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
