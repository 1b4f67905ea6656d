// What a closing server waits for, and what it does not wait for.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { ROUTES } from '../../src/app/routes.ts'
import { closeServer } from '../../src/http/connections.ts'
import { Metrics } from '../../src/http/metrics.ts'
import { buildServer } from '../../src/http/server.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let app: FastifyInstance
let accepted: Socket[]
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  accepted = []
  app = buildServer(service.running.service, ROUTES, new Metrics(service.running.service))
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  await app.listen({ host: '127.0.0.1', port: 0 })
})

/** Opens a connection and waits until the server has read `text`. */
const connection = async (text: string): Promise<{ client: Socket; closed: Promise<unknown> }> => {
  const client = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  client.on('error', () => {})
  const closed = once(client, 'close')
  await once(client, 'connect')
  client.write(text)
  const read = () => accepted.some(({ remotePort, bytesRead }) => remotePort === client.localPort && bytesRead === text.length)
  await until('the server has read it', read)
  return { client, closed }
}

/** Far longer than these tests may take. A test that waits this long exceeds its time limit. */
const FOREVER_MS = 3_600_000

test('closing does not wait for a connection without a request or with its answer', async () => {
  const silent = await connection('')
  const answered = await connection('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(answered.client, 'data')
  await closeServer(app, FOREVER_MS)
  await Promise.all([silent.closed, answered.closed])
})

test('closing waits only briefly for an incomplete request', async () => {
  const { api_key } = service.demo.credentials
  const half = await connection(`POST /v2/shipments HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${api_key}\r\nContent-Length: 100\r\n\r\n{`)
  const head = await connection('GET /healthz HTTP/1.1\r\nHo')
  const closing = closeServer(app, 300)
  await Promise.all([half.closed, head.closed, closing])
})
