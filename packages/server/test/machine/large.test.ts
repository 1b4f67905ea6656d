// Large requests, which a separate process handles: `serve` with two API processes. The log shows which process handled a request.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Assignment } from '../../src/app/assignment.ts'
import { OnDemand } from '../../src/app/on-demand.ts'
import type { Slot } from '../../src/app/slot.ts'
import { Database, Unavailable } from '../../src/database/db.ts'
import { LargeWork } from '../../src/http/large.ts'
import { build, inProcess } from '../cli/run.ts'
import { RETURN, TestClient, type TestCredentials } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { signIn } from '../support/session.ts'
import { until } from '../support/until.ts'
import { largePartOf } from './parts.ts'

const SITE = { url: 'http://localhost', is_https: false }
const MEMBERS = 60
const TOKEN = 'metrics-of-the-test'

let database: TestDatabase
let env: Record<string, string>
let dataDir: string
/** A directory only for this machine's sockets. */
let temporary: string
let server: ServerProcess
let client: TestClient
let credentials: TestCredentials
let db: Database

beforeAll(async () => {
  build()
  database = await createTestDatabase()
  db = new Database(database.config, 1)
  dataDir = makeDataDir()
  // With a longer path, no room would be left for the name of a socket (on-demand.ts).
  temporary = mkdtempSync(join(tmpdir().length <= 40 ? tmpdir() : '/tmp', 'backhaul-test-'))
  env = { DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir, TMPDIR: temporary, BACKHAUL_LOG_LEVEL: 'debug' }
  server = await startServer({ ...env, BACKHAUL_PROCESSES: '2', BACKHAUL_METRICS_TOKEN: TOKEN })
  credentials = (await inProcess(['partner', 'create', '--name', 'P', '--role', 'all', '--rate-limit', '100000', '--json'], env)).json
  client = new TestClient(server.url, credentials)
})
afterAll(async () => {
  if (server?.child.exitCode === null) await server.end('SIGTERM')
  await removeDataDir(dataDir)
  rmSync(temporary, { recursive: true, force: true })
  await db.close()
  await database.drop()
})

const batch = (members = MEMBERS, member: object = RETURN) => ({ shipments: Array(members).fill(member) })

/** Returns whether the large process logged the request. */
const wasThere = (request_id: string | null): boolean =>
  server
    .stdout()
    .split('\n')
    .some((line) => line.includes(`"${request_id}"`) && line.includes('"large request"'))

/** Sends large requests until the large process handles one. */
const whenThere = (): Promise<unknown> =>
  until('large requests are worked on in a process of their own', async () =>
    wasThere((await client.post('/v2/shipments/batch', batch())).headers.get('x-request-id')),
  )

const shipments = async (): Promise<number> => Number((await db.one<{ n: number }>('test_count', 'select count(*) as n from shipments'))?.n)

test('the large-request process starts with the first large request; small requests never go to it', async () => {
  expect(largePartOf(server.pid)).toBeNull()
  const first = await client.post('/v2/shipments/batch', batch())
  expect(first.status, first.text).toBe(201)
  await whenThere()
  const small = await client.post('/v2/shipments/batch', batch(3))
  expect(small.status).toBe(201)
  expect(wasThere(small.headers.get('x-request-id'))).toBe(false)
  const unknown = await client.post('/v2/shipments', Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`a${i}`, 1])))
  expect(unknown.status).toBe(400)
  expect(unknown.json.error.code).toBe('invalid_json')
  await until('its process has said so', () => wasThere(unknown.headers.get('x-request-id')))
})

test('large requests behave the same there: answers, replays, reused keys, member errors and bytes', async () => {
  await whenThere()
  const idempotencyKey = randomUUID()
  const made = await client.post('/v2/shipments/batch', batch(), { idempotencyKey })
  expect(made.status).toBe(201)
  expect(made.json.data).toHaveLength(MEMBERS)
  expect(made.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const replayed = await client.post('/v2/shipments/batch', batch(), { idempotencyKey })
  expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(replayed.text).toBe(made.text)
  const reused = await client.post('/v2/shipments/batch', batch(MEMBERS + 1), { idempotencyKey })
  expect([reused.status, reused.json.error.code]).toEqual([422, 'idempotency_key_reused'])
  const wrong = await client.post('/v2/shipments/batch', batch(MEMBERS, { ...RETURN, fulfillment: 'carrier pigeon' }))
  expect([wrong.status, wrong.json.error.code, wrong.json.error.details.errors[0].path]).toEqual([
    422,
    'validation_failed',
    '/shipments/0/fulfillment',
  ])
  await until('its process has said so', () => wasThere(wrong.headers.get('x-request-id')))
  const image = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3_000_000, 7)])
  const kept = await client.post('/v2/documents', image, { headers: { 'Content-Type': 'image/png' } })
  expect(kept.status).toBe(201)
  const read = await client.get(`/v2/documents/${kept.json.id}`)
  await until('its process has said so', () => wasThere(read.headers.get('x-request-id')))
  expect(read.headers.get('content-type')).toBe('image/png')
  expect(image.equals(read.bytes)).toBe(true)
})

test('if the large-request process dies, its requests get 503 and take full or no effect; others succeed and it restarts', async () => {
  await whenThere()
  const before = await shipments()
  const sent = Array.from({ length: 6 }, () => client.post('/v2/shipments/batch', batch(500)))
  const killed = largePartOf(server.pid) as number
  process.kill(killed, 'SIGKILL')
  expect((await client.get('/v2/shipments?limit=1')).status).toBe(200)
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
  const written = (await shipments()) - before
  expect(written % 500).toBe(0)
  expect(written / 500).toBeGreaterThanOrEqual(statuses.filter((status) => status === 201).length)
  await whenThere()
  expect(largePartOf(server.pid)).not.toBe(killed)
})

test('sessions and parcel page URLs are the same there', async () => {
  await whenThere()
  const session = await signIn(client, { access: 'partner' })
  const made = await session.post('/v2/shipments/batch', batch())
  expect(made.status, made.text).toBe(201)
  await until('its process has said so', () => wasThere(made.headers.get('x-request-id')))
  const [first, last] = [made.json.data[0], (await client.post('/v2/shipments', RETURN)).json]
  expect(new URL(first.parcel_url).origin).toBe(server.url)
  expect(new URL(last.parcel_url).origin).toBe(server.url)
  await session.delete('/v2/console-sessions/current')
  expect((await session.post('/v2/shipments/batch', batch())).json.error.code).toBe('session_invalid')
})

test('the metrics of the machine include the large-request process and its slots', async () => {
  await whenThere()
  // If a process is too busy to answer within a second, its metrics are missing until its first answer.
  const text = await until('all have answered', async () => {
    const found = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
    const places = Number(/^backhaul_limit\{account="large_requests_running"\} (\d+)$/m.exec(found)?.[1])
    // The large process has three slots, and the API processes together have at least three.
    return places >= 6 && found
  })
  expect(text).toContain('backhaul_processes{part="large"} 1')
})

test('the large-request process has a lower priority than the others', async () => {
  await whenThere()
  const nice = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])
  expect(nice(largePartOf(server.pid) as number)).toBeGreaterThan(nice(server.pid))
})

test('if the large-request process does not answer, the API process does the work itself after a wait', async () => {
  let wanted = 0
  const work = new LargeWork(() => wanted++)
  const one = { asked: { id: 'r', url: '/', headers: {}, params: {} }, bytes: Buffer.alloc(0), site: () => SITE, isAwaited: () => true }
  const handed = {
    ...one,
    prepared: { name: 'x', endpoint: { method: 'POST' } },
    caller: { key: { id: 'k', partner_id: null, session: null } },
  } as never
  let isOver = false
  const waiting = Promise.all([work.elsewhere(handed), work.elsewhere(handed)]).finally(() => {
    isOver = true
  })
  expect(wanted).toBe(1)
  await new Promise((resolve) => setImmediate(resolve))
  // The requests wait for the process that is starting.
  expect(isOver).toBe(false)
  work.isDoneAt('/nowhere/socket')
  expect(await waiting).toEqual([null, null])
})

test('a request that was handed over and lost is not repeated, because its progress is unknown', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'backhaul-test-'))
  const path = join(directory, 's')
  const peer = createServer((socket) => socket.once('data', () => socket.destroy()))
  await new Promise<void>((resolve) => peer.listen(path, resolve))
  const work = new LargeWork(() => {})
  work.isDoneAt(path)
  const asked = { id: 'r', url: '/', headers: {}, params: {} }
  const rest = { prepared: { name: 'x', endpoint: { method: 'POST' } }, caller: { key: { id: 'k', partner_id: null, session: null } } }
  await expect(
    work.elsewhere({ asked, bytes: Buffer.from('{}'), site: () => SITE, isAwaited: () => true, ...rest } as never),
  ).rejects.toThrow(Unavailable)
  peer.close()
  rmSync(directory, { recursive: true })
})

test('nothing of the large-request process remains after the service has stopped', async () => {
  await whenThere()
  const large = largePartOf(server.pid) as number
  expect(readdirSync(temporary)).toHaveLength(1)
  await server.end('SIGTERM')
  expect(existsSync(`/proc/${large}`)).toBe(false)
  expect(readdirSync(temporary)).toEqual([])
})

test('the large-request process starts on demand, stops when idle and starts again on demand', async () => {
  const did: string[] = []
  let stopped = () => {}
  const slot = {
    start: () => did.push('start'),
    stop: () => {
      did.push('stop')
      return new Promise<void>((resolve) => {
        stopped = resolve
      })
    },
  }
  const large = new OnDemand(slot as unknown as Slot)
  large.want()
  expect(did).toEqual([])
  large.allow({} as Assignment)
  large.want()
  large.want()
  expect(did).toEqual(['start'])
  const ended = large.end()
  large.want()
  expect(did).toEqual(['start', 'stop'])
  stopped()
  await ended
  large.want()
  expect(did).toEqual(['start', 'stop', 'start'])
  const closed = large.close()
  stopped()
  await closed
  large.want()
  expect(did).toEqual(['start', 'stop', 'start', 'stop'])
  expect(existsSync(large.socket)).toBe(false)
})
