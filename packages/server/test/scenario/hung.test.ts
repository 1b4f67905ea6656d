// A database that hangs without an error. A proxy between it and the service stops all traffic.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../src/app/serve.ts'
import { DatabaseWatch, WATCH_NAME } from '../../src/database/database-watch.ts'
import { Database, Unavailable } from '../../src/database/db.ts'
import { expectWithin } from '../support/by-the-clock.ts'
import { RETURN } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { pause } from '../support/deliveries.ts'
import { freePort } from '../support/free-port.ts'
import { type DatabaseProxy, startProxy } from '../support/proxy.ts'
import { startReceiver } from '../support/receiver.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** Without the database watch, a request would wait for a minute. */
const ANSWERED_WITHIN_MS = 3_000
const SLACK_MS = 1_000
const CLIENTS = 40
const HUNG = 'the database has not answered for 2 s'

let database: TestDatabase
let proxy: DatabaseProxy
let service: TestService
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startProxy(database.url)
  service = await startTestService('all', { DATABASE_URL: proxy.url, BACKHAUL_LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  proxy.thaw()
  await service.close()
  await proxy.close()
  await database.drop()
})

interface Sent {
  order: string
  began_ms: number
  took_ms: number
  status: number
  retry_after: string | null
}

const create = async (order: string): Promise<Sent> => {
  const began_ms = performance.now()
  const answer = await service.demo.post('/v2/shipments', { ...RETURN, order_id: order }, { idempotencyKey: order })
  return { order, began_ms, took_ms: performance.now() - began_ms, status: answer.status, retry_after: answer.headers.get('retry-after') }
}

const ready = async () => {
  const began_ms = performance.now()
  const response = await fetch(`${service.url}/readyz`)
  return { status: response.status, reason: ((await response.json()) as { reason?: string }).reason, took_ms: performance.now() - began_ms }
}

const timed = async (url: string) => {
  const began_ms = performance.now()
  const response = await fetch(url)
  return { status: response.status, text: await response.text(), took_ms: performance.now() - began_ms }
}

test('a worker answers health checks and metrics during a hang within a second by the clock, and reports the hang', async () => {
  const port = await freePort()
  const config = { ...service.running.service.config, metricsPort: port }
  const worker = await serve(config, 'worker')
  const base = `http://127.0.0.1:${port}`
  const isReady = (text: string) => /^backhaul_ready\{process="worker"\} (\d)$/m.exec(text)?.[1]
  try {
    await until('the worker is ready', async () => isReady((await timed(`${base}/metrics`)).text) === '1')
    proxy.freeze()
    await until('the worker has noticed', async () => {
      for (const path of ['/readyz', '/metrics', '/healthz']) expectWithin(1_000, (await timed(base + path)).took_ms)
      return (await timed(`${base}/readyz`)).status === 503
    })
    expect((await timed(`${base}/readyz`)).text).toContain(HUNG)
    const { text } = await timed(`${base}/metrics`)
    expect(isReady(text)).toBe('0')
    expect(text).toMatch(/^backhaul_bell_up 0$/m)
    proxy.thaw()
    await until('the worker is ready again', async () => isReady((await timed(`${base}/metrics`)).text) === '1')
  } finally {
    proxy.thaw()
    await worker.close()
  }
})

const countsOf = async (orders: string[]): Promise<Set<number>> => {
  const rows = await service.running.service.db.query<{ n: number }>(
    'test_counts',
    'select count(s.id) as n from unnest($1::text[]) as o(order_id) left join shipments s using (order_id) group by o.order_id',
    [orders],
  )
  return new Set(rows.map(({ n }) => n))
}

test('during a hang, requests get 503 within 3 s by the clock; recovery is immediate, and a repeated request takes effect once', async () => {
  const receiver = await startReceiver()
  atEndOfTest(() => receiver.close())
  await service.demo.post('/v2/webhooks', { url: receiver.url(), enabled_events: ['shipment.created'] })
  const sent: Sent[] = []
  let stopped = false
  const load = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let i = 0; !stopped; i++) {
      const one = await create(`hung-${client}-${i}`)
      sent.push(one)
      if (one.status !== 201) await pause(250)
    }
  })
  // Cleans up even if the test fails, so that the next tests run without this load.
  atEndOfTest(async () => {
    stopped = true
    proxy.thaw()
    await Promise.allSettled(load)
  })
  await until('200 are created', () => sent.filter(({ status }) => status === 201).length >= 200)

  proxy.freeze()
  const frozen_ms = performance.now()
  await until('it is noticed', async () => {
    const early = await ready()
    expectWithin(SLACK_MS, early.took_ms)
    return early.status === 503 && early.reason === HUNG
  })
  expectWithin(ANSWERED_WITHIN_MS + SLACK_MS, performance.now() - frozen_ms)
  const read = await service.demo.get('/v2/shipments')
  expect([read.status, read.json.error.code, read.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
  while (performance.now() - frozen_ms < 5_000) {
    const asked = await ready()
    expect([asked.status, asked.reason]).toEqual([503, HUNG])
    expectWithin(SLACK_MS, asked.took_ms)
    await pause(200)
  }

  const goodUntil = sent.length
  proxy.thaw()
  const thawed_ms = performance.now()
  await until('the service is ready', async () => (await ready()).status === 200)
  await until('one more is created', () => sent.slice(goodUntil).some(({ status }) => status === 201))
  expectWithin(1_000 + SLACK_MS, performance.now() - thawed_ms)
  stopped = true
  await Promise.all(load)

  const refused = sent.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(CLIENTS)
  expect(new Set(refused.map(({ status, retry_after }) => `${status} ${retry_after}`))).toEqual(new Set(['503 1']))
  for (const { took_ms } of sent) expectWithin(ANSWERED_WITHIN_MS + SLACK_MS, took_ms)
  // Requests that began after the service must have noticed the hang.
  const late = refused.filter(({ began_ms }) => began_ms > frozen_ms + ANSWERED_WITHIN_MS && began_ms < thawed_ms)
  expect(late.length).toBeGreaterThan(CLIENTS)
  for (const { took_ms } of late) expectWithin(SLACK_MS, took_ms)

  // With this many simultaneous requests, some may be refused again for other reasons.
  const isCreated = async (order: string) => (await create(order)).status === 201
  await Promise.all(refused.map(({ order }) => until(`${order} is created`, () => isCreated(order))))
  expect(await countsOf(sent.map(({ order }) => order))).toEqual(new Set([1]))
  const created = new Set(sent.map(({ order }) => order)).size
  await expect.poll(() => new Set(receiver.requests.map(({ headers }) => headers['x-service-event-id'])).size).toBe(created)
})

test('a slow statement on a database that answers is left alone', async () => {
  const rows = await service.running.service.db.query<{ done: boolean }>('test_slow', 'select pg_sleep(3.5) is not null as done')
  expect(rows).toEqual([{ done: true }])
})

test('a statement given up before it had a connection never runs; one already sent is executed', async () => {
  const watch = new DatabaseWatch({ connectionString: proxy.url }, () => {})
  const db = new Database({ connectionString: proxy.url }, 1, '', { watch })
  const aside = new Database({ connectionString: database.url }, 1)
  atEndOfTest(async () => {
    watch.stop()
    await Promise.all([db.close(), aside.close()])
  })
  await db.query('test_make', 'create table ran (what text primary key)')
  await aside.query('test_open', 'select 1')
  watch.start()
  // The statement takes longer than the database watch needs to notice a hang.
  const sent = db.query('test_sent', "insert into ran select 'sent' from (select pg_sleep(4)) s")
  const isThere = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
  await until('it is carried out', async () => (await aside.query('test_there', isThere)).length === 1)
  // The statement waits at most 3 s for a connection.
  const waiting = db.query('test_waiting', "insert into ran values ('waiting')")
  proxy.freeze()
  expect(
    (await Promise.allSettled([sent, waiting])).map(
      (one) => one.status === 'rejected' && [one.reason instanceof Unavailable, one.reason.message],
    ),
  ).toEqual([
    [true, HUNG],
    [true, HUNG],
  ])
  await expect(db.query('test_new', 'select 1')).rejects.toThrow(HUNG)
  proxy.thaw()
  await expect.poll(() => watch.isHung).toBe(false)
  await db.query('test_after', "insert into ran values ('after')")
  const ran = () => db.query<{ what: string }>('test_ran', 'select what from ran order by what')
  await until('it has been carried out', async () => (await ran()).some(({ what }) => what === 'sent'))
  expect(await ran()).toEqual([{ what: 'after' }, { what: 'sent' }])
})

test('an idle database is polled every 12 s, and other queries of the watch count as polls', async () => {
  // A separate database watch, because the service's own watch polls more often while a request waits on the service's connections.
  const watch = new DatabaseWatch({ connectionString: database.url }, () => {})
  const db = new Database({ connectionString: database.url }, 1)
  atEndOfTest(() => {
    watch.stop()
    return db.close()
  })
  watch.name = `${WATCH_NAME} alone`
  watch.start()
  const last = async () => {
    const text = `select query from pg_stat_activity where application_name = '${watch.name}'`
    return (await db.one<{ query: string }>('test_watch', text))?.query
  }
  await until('it has asked', async () => (await last()) === 'select 1')
  await pause(6_000)
  await watch.one('select 2')
  await pause(10_000)
  expect(await last()).toBe('select 2')
  await until('it asks again', async () => (await last()) === 'select 1')
})

test('if the network loses the connection, another one is tried within seconds, even while nobody waits', async () => {
  const between = await startProxy(database.url)
  const changes: number[] = []
  const watch = new DatabaseWatch({ connectionString: between.url }, () => changes.push(performance.now()))
  atEndOfTest(() => {
    watch.stop()
    return between.close()
  })
  watch.start()
  await until('it is answered', async () => (await watch.one('select 1')) !== null)
  between.forget()
  watch.whenHung(() => {})
  await until('it has noticed, and has an answer again', () => changes.length === 2)
  expect((changes[1] as number) - (changes[0] as number)).toBeLessThan(7_000)
})

test('a database that hangs too long to accept new connections still counts as hung', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'backhaul-hung-'))
  const listener = `require('net').createServer().listen({ path: '${dir}/.s.PGSQL.5432', backlog: 1 }, () => console.log('listening'))`
  const process = spawn(execPath, ['-e', listener], { stdio: ['ignore', 'pipe', 'ignore'] })
  const sockets: Socket[] = []
  const told: boolean[] = []
  const watch = new DatabaseWatch({ host: dir, user: 'backhaul', database: 'backhaul' }, (isHung) => told.push(isHung))
  atEndOfTest(() => {
    watch.stop()
    for (const socket of sockets) socket.destroy()
    process.kill('SIGKILL')
    rmSync(dir, { recursive: true })
  })
  await once(process.stdout, 'data')
  process.kill('SIGSTOP')
  watch.start()
  await until('the hang is noticed', () => watch.isHung)
  for (let isFull = false; !isFull; ) {
    const socket = connect(`${dir}/.s.PGSQL.5432`)
    sockets.push(socket)
    isFull = await new Promise<boolean>((resolve) => socket.once('connect', () => resolve(false)).once('error', () => resolve(true)))
  }
  // After 5 s without an answer, the watch gives up a connection and opens another.
  const until_ms = performance.now() + 7_000
  while (performance.now() < until_ms) await pause(100)
  expect(told).toEqual([true])
  process.kill('SIGKILL')
  await until('the end of the hang is noticed', () => !watch.isHung)
  expect(told).toEqual([true, false])
})
