// Limits on unread answers and on the requests that wait behind them. The tests also show that all resources are released.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { RequestSigner } from '../../../client/src/index.ts'
import { ROUTES } from '../../src/app/routes.ts'
import { Metrics } from '../../src/http/metrics.ts'
import { buildServer } from '../../src/http/server.ts'
import { unread } from '../../src/http/unread.ts'
import { addReference } from '../../src/pages/reference-page.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

const PAGES = ['/docs/all', '/v2/openapi.json']
/** The time window in which a client must read a part of a long answer: 16 KiB for each second of the window. */
const WINDOW_MS = 20_000

let service: TestService
beforeAll(async () => {
  // Enough connections for statements that wait for a lock and for the other requests.
  service = await startTestService('api', { BACKHAUL_DATABASE_POOL: '30' })
})
afterAll(() => service.close())

/** A second HTTP server on the same service. The tests see the server side of its connections. */
let app: FastifyInstance
let metrics: Metrics
let payloads: unknown[]
let accepted: Socket[]
let clients: Socket[]
/** Releases the locks of a test. */
let holding: (() => Promise<void>) | null = null
beforeEach(async () => {
  // An answer that comes after the end of its test counts for that test, not for the next one.
  const given: unknown[] = []
  ;[payloads, accepted, clients] = [given, [], []]
  metrics = new Metrics(service.running.service)
  app = buildServer(service.running.service, ROUTES, metrics)
  app.addHook('onSend', async (_request, _reply, payload) => {
    given.push(payload)
  })
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  addReference(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  vi.useRealTimers()
  await holding?.()
  for (const client of clients) client.destroy()
  await app.close()
})

/** Sends `text` on a new connection and reads nothing. */
const send = async (text: string): Promise<Socket> => {
  const client = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  clients.push(client)
  client.on('error', () => {})
  await once(client, 'connect')
  client.write(text)
  return client
}

const head = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')

const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + 30_000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`in 30 s not: ${what}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  // Lets other listeners run in the same turn, such as those of a closed socket.
  await new Promise((resolve) => setImmediate(resolve))
}

/** Returns the value of a metric of this process. */
const gauge = async (name: string): Promise<number> => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await metrics.answer()).text)?.[1])
const kept = () => gauge('backhaul_http_body_bytes')
const queued = () => gauge('backhaul_http_queued_requests')

/**
 * More answers than the kernel can buffer. It buffers up to 4 MiB of a connection that is not read, and the answers wait behind each other.
 */
const UNREAD = 12

test.each(PAGES)('unread answers with %s share one buffer, and each connection holds at most one', async (path) => {
  for (let i = 0; i < 30; i++) await send(head('GET', path).repeat(UNREAD))
  await until('all answers are given', () => payloads.length === 30 * UNREAD)
  await until('no connection takes more', () => accepted.every(({ writableLength }) => writableLength > 0))
  expect(new Set(payloads).size).toBe(1)
  expect(payloads[0]).toBeInstanceOf(Buffer)
  const { length } = payloads[0] as Buffer
  expect(length).toBeGreaterThan(500_000)
  for (const { writableLength } of accepted) expect(writableLength).toBeLessThan(length + 2_048)
})

test.each(PAGES)('clients that read nothing or a byte of %s are disconnected in time; a reader is not', async (path) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const idle = await send(head('GET', path).repeat(UNREAD))
  const slow = await send(head('GET', path).repeat(UNREAD))
  const reader = await send(head('GET', path).repeat(UNREAD))
  const closed = [idle, slow].map((client) => once(client, 'close'))
  let read = 0
  reader.on('data', (chunk: Buffer) => (read += chunk.length))
  await until('all answers are given', () => payloads.length === 3 * UNREAD)
  const { length } = payloads[0] as Buffer
  await until('the reader has them all', () => read > UNREAD * length)
  // In the first window the kernel accepted megabytes, so the connections are not cut before the end of the second window.
  await until('no connection takes more', () => accepted.slice(0, 2).every(({ writableLength }) => writableLength > 0))
  await vi.advanceTimersByTimeAsync(2 * WINDOW_MS - 1)
  await until('a byte is read', () => slow.read(1) !== null)
  expect(accepted.filter(({ destroyed }) => destroyed)).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  for (const client of [idle, slow]) client.resume()
  await Promise.all(closed)
  reader.write(head('GET', path))
  await until('the reader has one more', () => read > (UNREAD + 1) * length)
  expect(await queued()).toBe(0)
})

test('a slow but steady reader keeps its connection, even if the whole answer is one write to Node', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const steady = await send(head('GET', '/docs/all').repeat(3 * UNREAD))
  await until('it takes no more', () => payloads.length === 3 * UNREAD && (accepted[0]?.writableLength ?? 0) > 0)
  let read = 0
  for (let window = 0; window < 4; window++) {
    // The kernel frees its buffer in steps of megabytes.
    const enough = read + 2_500_000
    while (read < enough) read += steady.read()?.length ?? (await new Promise((resolve) => setImmediate(() => resolve(0))))
    await vi.advanceTimersByTimeAsync(WINDOW_MS)
    expect(accepted[0]?.destroyed).toBe(false)
  }
  expect(accepted[0]?.writableLength).toBeGreaterThan(0)
})

test.each(['/docs', '/docs/signing', '/docs/style.css', '/docs/search.json', '/v2/openapi.json'])(
  '%s is sent once to a client that caches it',
  async (path) => {
    const { port } = app.server.address() as AddressInfo
    const fetchIt = (headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
    const first = await fetchIt()
    const etag = first.headers.get('etag') as string
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)])
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await fetchIt({ 'If-None-Match': known })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    }
    expect(await (await fetchIt({ 'If-None-Match': '"other"' })).text()).toBe(await first.text())
  },
)

test('two hundred pipelined requests are all answered, in order', async () => {
  const client = await send(Array.from({ length: 200 }, (_, i) => head('GET', `/nowhere/${i}`)).join(''))
  let text = ''
  client.on('data', (chunk) => (text += chunk))
  await until('200 answers', () => text.split('HTTP/1.1 404').length === 201)
  expect(await queued()).toBe(0)
})

test('a connection with more than 200 unanswered requests is cut, and its waiting requests are dropped', async () => {
  const client = await send(head('GET', '/docs/all').repeat(1_500))
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.resume()
  await closed
  expect(payloads.length).toBeLessThanOrEqual(200)
  expect(await queued()).toBe(0)
})

test('at most ten thousand requests wait over all connections; a client that does not pipeline is still served', async () => {
  // Stops the timer that cuts unread connections, because this test may take long.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  // Simulates connections from many addresses. The rate of one address would refuse most of these requests.
  vi.spyOn(app.anonymous, 'take').mockReturnValue(null)
  const each = 199
  for (let i = 0; i < 53; i++) await send(head('GET', '/docs/all').repeat(each))
  await until('one is cut', () => accepted.some(({ destroyed }) => destroyed))
  await until('all have come', () => payloads.length > 50 * each)
  expect(accepted.filter(({ destroyed }) => destroyed).length).toBeLessThan(5)
  expect(await queued()).toBeLessThanOrEqual(10_000)
  const alone = await send(head('GET', '/nowhere'))
  expect(String((await once(alone, 'data'))[0])).toContain('route_not_found')
  for (const client of clients) client.resetAndDestroy()
  await until('all is forgotten', async () => (await queued()) === 0)
})

const MIB = 1024 * 1024
const TRACKING = '/v2/tracking/00000000000000000000000000B'

/** Blocks every request that reads a shipment, until the returned function is called or the test ends. */
const holdShipments = async (): Promise<() => Promise<void>> => {
  const holder = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string })
  await holder.connect()
  const letGo = async () => {
    await holder.query('rollback')
    await holder.end()
    holding = null
  }
  holding = letGo
  await holder.query('begin; lock table shipments in access exclusive mode')
  return letGo
}

test('the bytes of a body are released when its answer dies in the queue behind another answer', async () => {
  const letGo = await holdShipments()
  const { api_key } = service.demo.credentials
  const unsigned = head('POST', '/v2/shipments/batch', `X-Api-Key: ${api_key}`, `Content-Length: ${MIB}`) + ' '.repeat(MIB)
  for (let connections = 1; connections <= 6; connections++) {
    // The clients send 60 MiB in all, and the server holds at most 48 MiB for one key. The last bodies are accepted only because the first
    // were released.
    const client = await send(head('GET', TRACKING, `X-Api-Key: ${api_key}`) + unsigned.repeat(10))
    await until('all are refused, behind the one that waits', () => payloads.length === 10 * connections)
    client.resetAndDestroy()
  }
  for (const payload of payloads) expect(payload).toContain('"missing_signature"')
  await until('the connections are gone', () => accepted.every(({ closed }) => closed))
  expect(await kept()).toBe(0)
  expect(await queued()).toBe(0)
  await letGo()
})

test('the bytes of a body count while it is processed, even without its client, and are released once', async () => {
  const letGo = await holdShipments()
  const body = JSON.stringify({ shipments: Array.from({ length: 100 }, () => ({ ...RETURN, metadata: { note: 'x'.repeat(500) } })) })
  const { api_key, signing_secret } = service.demo.credentials
  const signature = await new RequestSigner(signing_secret).headers(body)
  const signed = Object.entries({ 'X-Api-Key': api_key, ...signature }).map(([name, value]) => `${name}: ${value}`)
  const typed = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  const client = await send(head('POST', '/v2/shipments/batch', ...signed, ...typed) + body)
  await until('the body is there', async () => (await kept()) >= body.length)
  await until('it is written to the database', () => service.running.service.committer.depth > 0)
  client.resetAndDestroy()
  await until('the connection is gone', () => accepted.every(({ closed }) => closed))
  expect(await kept()).toBeGreaterThanOrEqual(body.length)
  await letGo()
  await until('it is given back', async () => (await kept()) === 0)
})

test('the bytes of an unfinished body are released with its connection, even behind an unanswered request', async () => {
  const letGo = await holdShipments()
  const { api_key } = service.demo.credentials
  const held = head('GET', TRACKING, `X-Api-Key: ${api_key}`)
  const client = await send(held + head('POST', '/v2/shipments/batch', `X-Api-Key: ${api_key}`, `Content-Length: ${8 * MIB}`))
  client.write(Buffer.alloc(2 * MIB, 0x20))
  await until('most of it is there', async () => (await kept()) >= MIB)
  client.resetAndDestroy()
  await until('it is given back', async () => (await kept()) === 0)
  await letGo()
})

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const uploadOf = async (client: TestClient): Promise<string> => {
  const bytes = Buffer.concat([PNG, Buffer.alloc(5 * MIB - PNG.length, 0x5a)])
  const { status, json } = await client.post('/v2/documents', bytes, { headers: { 'Content-Type': 'image/png' } })
  expect(status).toBe(201)
  return `/v2/documents/${json.id}`
}
const signedGet = async ({ credentials: { api_key, signing_secret } }: TestClient, path: string): Promise<string> => {
  const signature = await new RequestSigner(signing_secret).headers('')
  return head('GET', path, ...Object.entries({ 'X-Api-Key': api_key, ...signature }).map(([name, value]) => `${name}: ${value}`))
}

test('200 unread downloads keep at most 48 MiB, and downloads of another partner are served', async () => {
  // Stops the timer that cuts unread connections, because this test may take long.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const greedy = await service.partner()
  const other = await service.partner()
  const [wanted, others] = [await uploadOf(greedy), await uploadOf(other)]
  let most = 0
  for (let sent = 0; sent < 200; sent += 20) {
    for (let i = 0; i < 20; i++) await send(await signedGet(greedy, wanted))
    await until('all are answered', () => payloads.length === sent + 20)
    most = Math.max(most, unread.kept)
  }
  const given = payloads.filter((payload) => (payload as Buffer).length === 5 * MIB)
  expect(given.length).toBe(9)
  expect([most, await gauge('backhaul_http_unread_bytes')]).toEqual([45 * MIB, 45 * MIB])
  for (const payload of payloads) if ((payload as Buffer).length < MIB) expect(payload).toContain('"unavailable"')
  const reader = await send(await signedGet(other, others))
  let read = 0
  reader.on('data', (chunk: Buffer) => (read += chunk.length))
  await until('it is read', () => read > 5 * MIB)
  for (const client of clients) client.resetAndDestroy()
  await until('all is given back', () => unread.kept === 0)
  const again = await send(await signedGet(greedy, wanted))
  again.resume()
  await until('it is served again', () => (payloads.at(-1) as Buffer).length === 5 * MIB)
})

test('the bytes of an answer are released when it dies in the queue behind another answer', async () => {
  const partner = await service.partner()
  await partner.post('/v2/shipments/batch', { shipments: Array.from({ length: 50 }, () => RETURN) })
  expect(await partner.events()).toHaveLength(100)
  const letGo = await holdShipments()
  const waiting = head('GET', TRACKING, `X-Api-Key: ${partner.credentials.api_key}`)
  const client = await send(waiting + (await signedGet(partner, '/v2/events?limit=500')))
  await until('the long answer is given, behind the one that waits', () => payloads.length === 1)
  expect(unread.kept).toBe((payloads[0] as string).length)
  client.resetAndDestroy()
  await until('it is given back', () => unread.kept === 0)
  await letGo()
})
