// A client may reset its connection at any moment; the process lives and serves on.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../cli/run.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'

let database: TestDatabase
let dataDir: string
let server: ServerProcess
let metricsPort: number
let key: string

const freePort = async (): Promise<number> => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  holder.close()
  await once(holder, 'close')
  return port
}

beforeAll(async () => {
  build()
  database = await createTestDatabase()
  dataDir = makeDataDir()
  metricsPort = await freePort()
  server = await startServer({ DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir, BACKHAUL_METRICS_PORT: String(metricsPort) })
  key = JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8')).api_key
})
afterAll(async () => {
  if (server?.child.exitCode === null) await server.end('SIGKILL')
  await removeDataDir(dataDir)
  await database.drop()
})

const lines = (...head: string[]) => `${head.join('\r\n')}\r\n\r\n`
const get = (path: string, ...headers: string[]) => lines(`GET ${path} HTTP/1.1`, 'Host: x', ...headers)
const post = (path: string, ...headers: string[]) => lines(`POST ${path} HTTP/1.1`, 'Host: x', `X-Api-Key: ${key}`, ...headers)

/** What was sent when the reset comes. `answered`: something comes back, and the reset can wait for it. */
const STATES: { state: string; sent: () => string; answered: boolean }[] = [
  { state: 'before any byte', sent: () => '', answered: false },
  { state: 'in the request line', sent: () => 'GET /heal', answered: false },
  { state: 'in the headers', sent: () => 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A', answered: false },
  { state: 'after CONNECT', sent: () => lines('CONNECT x:1 HTTP/1.1', 'Host: x'), answered: true },
  { state: 'after CONNECT behind a request', sent: () => get('/readyz') + lines('CONNECT x:1 HTTP/1.1', 'Host: x'), answered: true },
  { state: 'after Upgrade', sent: () => get('/healthz', 'Connection: Upgrade', 'Upgrade: websocket'), answered: true },
  { state: 'after an upgrade to HTTP/2', sent: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', answered: true },
  { state: 'waiting to go on', sent: () => post('/v2/shipments', 'Expect: 100-continue', 'Content-Length: 5'), answered: true },
  { state: 'after an unknown expectation', sent: () => post('/v2/shipments', 'Expect: 200-ok', 'Content-Length: 5'), answered: true },
  { state: 'in the body', sent: () => `${post('/v2/shipments/batch', 'Content-Length: 100000')}{"shipments":[`, answered: false },
  { state: 'in a chunk', sent: () => `${post('/v2/shipments/batch', 'Transfer-Encoding: chunked')}ff\r\n{"ship`, answered: false },
  { state: 'between pipelined requests', sent: () => `${get('/healthz').repeat(3)}GET /heal`, answered: true },
  { state: 'behind more pipelined requests than are taken', sent: () => get('/healthz').repeat(1_000), answered: false },
  { state: 'while an answer is written', sent: () => get('/docs').repeat(20), answered: true },
  { state: 'while metrics are written', sent: () => get('/metrics').repeat(20), answered: true },
  { state: 'during the farewell to nonsense', sent: () => 'NONSENSE\r\n\r\n', answered: true },
  { state: 'during the farewell to too long headers', sent: () => get('/', `X: ${'x'.repeat(20_000)}`), answered: true },
  { state: 'during the farewell to two lengths', sent: () => post('/', 'Content-Length: 1', 'Content-Length: 2'), answered: true },
  { state: 'after bytes that are no text', sent: () => randomBytes(64).toString('latin1'), answered: false },
]

const open = async (port: number): Promise<Socket> => {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const isServing = async (): Promise<void> => {
  const answers = await Promise.all([fetch(`${server.url}/healthz`), fetch(`http://127.0.0.1:${metricsPort}/metrics`)])
  for (const answer of answers) await answer.text()
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
}

test.each(STATES)('a reset $state ends a connection and nothing else', async ({ sent, answered }) => {
  for (const port of [Number(new URL(server.url).port), metricsPort]) {
    for (const moment of ['at once', 'later'] as const) {
      const socket = await open(port)
      // A reset of a connection that has ended meanwhile is an error here, which is none of the server's.
      const data = once(socket, 'data').catch(() => {})
      const closed = once(socket, 'close').catch(() => {})
      socket.write(sent(), 'latin1')
      // A cut connection answers nothing; neither way is any of this test's business.
      if (moment === 'later' && answered) await Promise.race([data, closed])
      if (moment === 'later') await isServing()
      socket.pause()
      socket.resetAndDestroy()
    }
  }
  await isServing()
  expect([server.child.exitCode, server.stderr()]).toEqual([null, ''])
})
