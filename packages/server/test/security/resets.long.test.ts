// A peer may reset, half-close or garble its connection at any moment: clients, webhook receivers, the database. The process keeps serving
// and releases all resources of the connection.
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as requestOver } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RequestSigner } from '../../../client/src/index.ts'
import { build } from '../cli/run.ts'
import { RETURN } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { Holder } from '../support/holder.ts'
import { makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { type DatabaseProxy, type Disturbance, startProxy } from '../support/proxy.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'

const WAYS: readonly Disturbance[] = ['reset', 'half-close', 'garble']

let database: TestDatabase
let proxy: DatabaseProxy
let dataDir: string
let server: ServerProcess
let metricsPort: number
let credentials: { api_key: string; signing_secret: string }
let shipment: string
let document: string
/** The path of a page with a form. */
let returnPage: string

beforeAll(async () => {
  build()
  database = await createTestDatabase()
  proxy = await startProxy(database.url)
  dataDir = makeDataDir()
  metricsPort = await freePort()
  server = await startServer({ DATABASE_URL: proxy.url, BACKHAUL_DATA_DIR: dataDir, BACKHAUL_METRICS_PORT: String(metricsPort) })
  credentials = JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8'))
  const admin = new pg.Client(database.config)
  await admin.connect()
  await admin.query('update api_keys set rate_limit = 100000')
  await admin.end()
  shipment = (await call('POST', '/v2/shipments', RETURN)).json.id
  returnPage = new URL((await call('POST', '/v2/return-links', {})).json.url).pathname
  const image = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), randomBytes(2 * 1024 * 1024)])
  document = (await call('POST', '/v2/documents', image, 'image/png')).json.id
})
afterAll(async () => {
  if (server?.child.exitCode === null) await server.end('SIGKILL')
  await proxy.close()
  await removeDataDir(dataDir)
  await database.drop()
})

const lines = (...head: string[]) => `${head.join('\r\n')}\r\n\r\n`
const get = (path: string, ...headers: string[]) => lines(`GET ${path} HTTP/1.1`, 'Host: x', ...headers)
const key = () => `X-Api-Key: ${credentials.api_key}`
const post = (path: string, ...headers: string[]) => lines(`POST ${path} HTTP/1.1`, 'Host: x', key(), ...headers)
const form = (...headers: string[]) =>
  lines(`POST ${returnPage} HTTP/1.1`, 'Host: x', 'Content-Type: application/x-www-form-urlencoded', ...headers)
const signed = (method: 'GET' | 'POST', path: string, body = ''): string => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', credentials.signing_secret).update(`${timestamp}.${body}`).digest('hex')
  const sent = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  const headers = [key(), `X-Service-Timestamp: ${timestamp}`, `X-Service-Signature: ${signature}`, ...sent]
  return lines(`${method} ${path} HTTP/1.1`, 'Host: x', ...headers) + body
}
const batch = (length: number) => JSON.stringify({ shipments: Array.from({ length }, () => RETURN) })
const bulk = () => JSON.stringify({ scans: Array.from({ length: 20 }, () => ({ kind: 'custody', shipment_id: shipment })) })

interface Asked {
  status: number
  text: string
}

interface State {
  state: string
  /** The text that the client sends before it disturbs the connection. */
  sent: () => string
  /** Whether the server answers, so that the disturbance can wait for the answer. */
  answered: boolean
  /** Whether the table of shipments is locked, so that the server cannot answer requests for it. */
  held?: boolean
}

const STATES: State[] = [
  { state: 'before any byte', sent: () => '', answered: false },
  { state: 'in the request line', sent: () => 'GET /heal', answered: false },
  { state: 'in the headers', sent: () => 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A', answered: false },
  { state: 'after CONNECT', sent: () => lines('CONNECT x:1 HTTP/1.1', 'Host: x'), answered: true },
  { state: 'after Upgrade', sent: () => get('/healthz', 'Connection: Upgrade', 'Upgrade: websocket'), answered: true },
  { state: 'after an upgrade to HTTP/2', sent: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', answered: true },
  { state: 'waiting to go on', sent: () => post('/v2/shipments', 'Expect: 100-continue', 'Content-Length: 5'), answered: true },
  { state: 'after an unknown expectation', sent: () => post('/v2/shipments', 'Expect: 200-ok', 'Content-Length: 5'), answered: true },
  { state: 'in the body', sent: () => `${post('/v2/shipments/batch', 'Content-Length: 100000')}{"shipments":[`, answered: false },
  { state: 'in a chunk', sent: () => `${post('/v2/shipments/batch', 'Transfer-Encoding: chunked')}ff\r\n{"ship`, answered: false },
  { state: 'in the form of an anonymous caller', sent: () => `${form('Content-Length: 1000')}number=0&line1=`, answered: false },
  { state: 'between pipelined requests', sent: () => `${get('/healthz').repeat(3)}GET /heal`, answered: true },
  { state: 'behind more pipelined requests than are taken', sent: () => get('/healthz').repeat(1_000), answered: false },
  { state: 'while an answer is written', sent: () => get('/docs/all').repeat(20), answered: true },
  { state: 'while a document is written', sent: () => signed('GET', `/v2/documents/${document}`).repeat(3), answered: true },
  { state: 'while labels are drawn', sent: () => signed('GET', `/v2/shipments/${shipment}/label`).repeat(20), answered: true },
  { state: 'while metrics are written', sent: () => get('/metrics').repeat(20), answered: true },
  { state: 'after the answer', sent: () => get('/healthz'), answered: true },
  { state: 'during the farewell to nonsense', sent: () => 'NONSENSE\r\n\r\n', answered: true },
  { state: 'during the farewell to too long headers', sent: () => get('/', `X: ${'x'.repeat(20_000)}`), answered: true },
  { state: 'during the farewell to two lengths', sent: () => post('/', 'Content-Length: 1', 'Content-Length: 2'), answered: true },
  { state: 'after bytes that are no text', sent: () => randomBytes(64).toString('latin1'), answered: false },
  { state: 'before the answer of a read', sent: () => signed('GET', `/v2/shipments/${shipment}`), answered: false, held: true },
  { state: 'before the answer of a batch', sent: () => signed('POST', '/v2/shipments/batch', batch(60)), answered: false, held: true },
  { state: 'waiting for a lock', sent: () => signed('POST', '/v2/scan-events/bulk', bulk()).repeat(3), answered: false, held: true },
]

/** Requests that come before the disturbed one on the same connection, either answered or not. */
const BEFORE: { before: string; sent: () => string; held: boolean }[] = [
  { before: 'alone', sent: () => '', held: false },
  { before: 'behind a request', sent: () => get('/readyz'), held: false },
  { before: 'behind a request without an answer', sent: () => get(`/v2/tracking/${'0'.repeat(25)}1B`, key()), held: true },
]

const open = async (port: number): Promise<Socket> => {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends a request on a new connection, which is closed afterward. */
const ask = (url: string, method = 'GET', headers: Record<string, string> = {}, body: string | Buffer = ''): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const sent = requestOver(url, { method, headers, agent: new Agent({ keepAlive: false }) }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve({ status: answer.statusCode as number, text })
    })
    sent.on('error', reject)
    sent.end(body)
  })

const call = async (method: string, path: string, content?: object, type = 'application/json') => {
  const body = content === undefined ? '' : Buffer.isBuffer(content) ? content : JSON.stringify(content)
  const signature = await new RequestSigner(credentials.signing_secret).headers(body)
  const headers = { 'X-Api-Key': credentials.api_key, 'Content-Type': type, ...signature }
  const { status, text } = await ask(server.url + path, method, headers, body)
  return { status, json: text === '' ? null : JSON.parse(text) }
}

const isServing = async (): Promise<void> => {
  const answers = await Promise.all([ask(`${server.url}/healthz`), ask(`http://127.0.0.1:${metricsPort}/metrics`)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
}

/** Resolves when the server has read everything that was sent before. */
const isAwake = () => ask(`${server.url}/healthz`)

/** Returns the resource accounts of the process that are not empty. This request uses a connection too. */
const held = async (): Promise<Record<string, number>> => {
  const { text } = await ask(`http://127.0.0.1:${metricsPort}/metrics`)
  const accounts = [...text.matchAll(/^backhaul_held\{account="(\w+)"\} (\d+)$/gm)].map(([, name, value]) => [name, Number(value)] as const)
  expect(accounts.length).toBeGreaterThan(20)
  return Object.fromEntries(accounts.filter(([, value]) => value > 0))
}
const NOTHING = { metrics_connections: 1, metrics_connections_of_address: 1, requests: 1 }

const expectUnharmed = async (): Promise<void> => {
  await isServing()
  let last = {}
  const isBack = async () => {
    last = await held()
    return JSON.stringify(last) === JSON.stringify(NOTHING)
  }
  await until('everything is given back', isBack).catch((error) => {
    throw new Error(`${error.message}: ${JSON.stringify(last)}`)
  })
  expect([server.child.exitCode, server.stderr()]).toEqual([null, ''])
}

const disturb = async (socket: Socket, way: Disturbance): Promise<void> => {
  if (way === 'reset') {
    socket.pause()
    socket.resetAndDestroy()
    return
  }
  const closed = once(socket, 'close').catch(() => {})
  if (way === 'half-close') socket.end()
  else socket.write(randomBytes(256))
  socket.resume()
  // The server may still wait for the rest of a body. In that case, the test ends the connection.
  await Promise.race([closed, isAwake()])
  socket.destroy()
}

/** Sends the text and then disturbs the connection: at once, or after the server has answered or has had time to read the text. */
const torture = async (port: number, text: string, way: Disturbance, isAnswered: boolean, isLater: boolean): Promise<void> => {
  const socket = await open(port)
  // The test's own socket may report a reset as an error. That is not an error of the server.
  const data = once(socket, 'data').catch(() => {})
  const closed = once(socket, 'close').catch(() => {})
  socket.write(text, 'latin1')
  if (isLater && isAnswered) await Promise.race([data, closed])
  if (isLater) await isAwake()
  await disturb(socket, way)
}

/** Locks the shipments against reads and writes until the returned function is called. */
const lockShipments = async (): Promise<() => Promise<unknown>> => {
  const holder = await Holder.begin(database.config)
  await holder.query('lock table shipments in access exclusive mode')
  return () => holder.query('rollback')
}

test.each(STATES)('a disturbance $state ends only its connection, and all resources are released', async (state) => {
  for (const before of BEFORE) {
    const isHeld = before.held || state.held === true
    const letGo = isHeld ? await lockShipments() : null
    const all: Promise<void>[] = []
    for (const port of [Number(new URL(server.url).port), metricsPort])
      for (const way of WAYS)
        for (const isLater of [false, true])
          all.push(torture(port, before.sent() + state.sent(), way, state.answered && !before.held, isLater))
    await Promise.all(all)
    await letGo?.()
  }
  await expectUnharmed()
})

/** The text that a receiver sends before it disturbs the connection. If it is null, the receiver does not even read the request. */
const ANSWERS: Record<string, string | null> = {
  'on connecting': null,
  'before the answer': '',
  'in the head of the answer': 'HTTP/1.1 200 OK\r\nContent-Le',
  'in its body': 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc',
  'in a chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc',
  'in an upgrade': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
  'after the answer': 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
}

/** A receiver that disturbs each connection in a different way until all ways have been used, and answers normally from then on. */
const startDisturber = async (played: { count: number }): Promise<Server> => {
  const plays = Object.values(ANSWERS).flatMap((sent) => WAYS.map((way) => ({ sent, way })))
  const disturbing = (socket: Socket, way: Disturbance): void => {
    if (way === 'reset') socket.resetAndDestroy()
    else if (way === 'half-close') socket.end()
    else socket.end(randomBytes(256))
  }
  const receiver = createServer((socket) => {
    socket.on('error', () => {})
    const play = plays[played.count++]
    if (!play) {
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'))
      return
    }
    const { sent, way } = play
    if (sent === null) disturbing(socket, way)
    else socket.once('data', () => (sent === '' ? disturbing(socket, way) : socket.write(sent, () => disturbing(socket, way))))
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  atEndOfTest(() => receiver.close())
  return receiver
}

test('a receiver that disturbs the connection of a webhook at any moment fails only that attempt', async () => {
  const plays = Object.keys(ANSWERS).length * WAYS.length
  const played = { count: 0 }
  const receiver = await startDisturber(played)
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const { id } = (await call('POST', '/v2/webhooks', { url, enabled_events: ['*'] })).json
  while (played.count < plays) {
    await call('POST', '/v2/shipments', RETURN)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect((await call('DELETE', `/v2/webhooks/${id}`)).status).toBe(204)
  await expectUnharmed()
})

test.each(WAYS)('after the database disturbs all connections (%s), idle or busy, the service connects again', async (way) => {
  const isBack = async () => (await ask(`${server.url}/readyz`)).status === 200
  const disturbAll = async () => {
    proxy.disturb(way)
    // A garbled connection may wait for the rest of a message that never comes, so it is then reset.
    if (way === 'garble') proxy.disturb('reset')
    await until('it is ready again', isBack)
  }
  await disturbAll()
  const letGo = await lockShipments()
  const waiting = Array.from({ length: 4 }, () => [call('POST', '/v2/shipments', RETURN), call('GET', `/v2/shipments/${shipment}`)]).flat()
  await until('a statement waits', async () => 'commits' in (await held()))
  await disturbAll()
  await letGo()
  for (const { status } of await Promise.all(waiting)) expect([200, 201, 503]).toContain(status)
  expect((await call('POST', '/v2/shipments', RETURN)).status).toBe(201)
  await expectUnharmed()
})
