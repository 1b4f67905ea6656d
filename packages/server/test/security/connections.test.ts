// Limits on what any client can do to its connection and to the memory of the process.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AnonymousLimits } from '../../src/http/anonymous-limits.ts'
import { refuseConnection } from '../../src/http/connections.ts'
import { Receiver } from '../../src/http/receive.ts'
import { Busy, Gate } from '../../src/process/gate.ts'
import { Ledger } from '../../src/process/ledger.ts'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const MIB = 1024 * 1024

/** A connection whose client side stays open, whatever the server does. */
const open = async (): Promise<Socket> => {
  const { hostname, port } = new URL(service.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const readAll = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  await once(socket, 'end')
  return text
}

const head = (client: { credentials: { api_key: string } }, path: string, headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', `X-Api-Key: ${client.credentials.api_key}`, ...headers, '', ''].join('\r\n')

/** Sends a body of `bytes` that never ends, and returns the status of the answer. The connection stays open. */
const hold = async (client: { credentials: { api_key: string } }, bytes: number): Promise<{ socket: Socket; answer: Promise<string> }> => {
  const socket = await open()
  const answer = once(socket, 'data').then(([chunk]) => String(chunk))
  socket.write(head(client, '/v2/shipments/batch', [`Content-Length: ${8 * MIB}`, 'Content-Type: application/json']))
  socket.write(Buffer.alloc(bytes, 0x20))
  return { socket, answer }
}

test('a connection that sends invalid HTTP is answered', async () => {
  const socket = await open()
  socket.write('NONSENSE\r\n\r\n')
  expect(await readAll(socket)).toContain('"code":"bad_request"')
  socket.destroy()
})

/** Sends these header lines. Returns the whole answer, without an interim response such as 100. */
const answerTo = async (...lines: string[]): Promise<{ status: number; head: string; error: { code: string; message: string } | null }> => {
  const socket = await open()
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [head = '', body = ''] = (await readAll(socket)).replace('HTTP/1.1 100 Continue\r\n\r\n', '').split('\r\n\r\n')
  socket.destroy()
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), error: body === '' ? null : (JSON.parse(body).error ?? null) }
}

test.each([
  ['no Host', ['GET /v2/shipments HTTP/1.1'], 'has no Host header'],
  ['no Host, on a path without a key', ['GET /healthz HTTP/1.1'], 'has no Host header'],
  ['no Host, on no path', ['GET /nowhere HTTP/1.1'], 'has no Host header'],
  ['no Host, with a body', ['POST /v2/shipments HTTP/1.1', 'Content-Length: 2', '', '{}'], 'has no Host header'],
  ['an expectation that nobody knows', ['POST /v2/shipments HTTP/1.1', 'Host: x', 'Expect: 200-ok', 'Content-Length: 2'], 'Expect header'],
  ['an unknown next to a known', ['POST /v2/shipments HTTP/1.1', 'Host: x', 'Expect: 100-continue, gzip'], 'Expect header'],
  ['an empty expectation', ['GET /healthz HTTP/1.1', 'Host: x', 'Expect:'], 'Expect header'],
  ['two Hosts', ['GET /healthz HTTP/1.1', 'Host: x', 'HOST: y'], 'more than one Host'],
  ['two Hosts over HTTP/1.0', ['GET /healthz HTTP/1.0', 'Host: x', 'Host: x'], 'more than one Host'],
  ['another version of HTTP', ['GET /healthz HTTP/2.0', 'Host: x'], 'HTTP'],
  [
    'a coding that only looks like none',
    ['POST /healthz HTTP/1.1', 'Host: x', 'Transfer-Encoding: identity', 'Transfer-Encoding: chunked', '', '0', ''],
    'Transfer-Encoding header',
  ],
  ['CONNECT', ['CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'], 'not well-formed HTTP'],
])('errors that Node would answer have the error envelope: %s', async (_what, lines, said) => {
  const { status, head, error } = await answerTo(...lines)
  expect([status, error?.code]).toEqual([400, 'bad_request'])
  expect(error?.message).toContain(said)
  expect(head).toMatch(/^x-request-id: req_[0-9a-z]{26}\r?$/m)
  expect(head).toContain('connection: close')
})

test('HTTP/1.0 needs no Host, an empty Host is valid, and 100-continue works', async () => {
  expect((await answerTo('GET /healthz HTTP/1.0')).status).toBe(200)
  expect((await answerTo('GET /healthz HTTP/1.0', 'Expect: 200-ok')).status).toBe(200)
  expect((await answerTo('GET /healthz HTTP/1.1', 'Host:', 'Connection: close')).status).toBe(200)
  const socket = await open()
  socket.write(head(service.demo, '/v2/shipments', ['Expect: 100-Continue', 'Connection: close', 'Content-Length: 2']))
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 100 Continue/)
  socket.write('{}')
  expect(await readAll(socket)).toContain('"code":"invalid_signature"')
  socket.destroy()
})

test('a refused connection is closed even if the client never closes its side', async () => {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  const [accepted] = (await once(server, 'connection')) as [Socket]
  refuseConnection(accepted, new AnonymousLimits())
  expect(await readAll(client)).toContain('"code":"bad_request"')
  if (!accepted.destroyed) await once(accepted, 'close')
  expect([accepted.destroyed, client.destroyed]).toEqual([true, false])
  client.destroy()
  server.close()
})

test.each([
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 6'],
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
  ['an unknown coding', 'Transfer-Encoding: xchunked'],
  ['a space before the colon', 'Transfer-Encoding : chunked'],
  ['a folded header', 'X-A: b\r\n c'],
])('a request that two servers could parse in two ways is refused: %s', async (_what, headers) => {
  const socket = await open()
  socket.write(`${head(service.demo, '/v2/shipments', [headers])}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
  const answers = await readAll(socket)
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  socket.destroy()
})

test.each(['X-Api-Key', 'X-Service-Signature', 'X-Service-Signature-V2', 'X-Service-Timestamp'])(
  'a second value of %s makes the request invalid',
  async (name) => {
    const answer = await service.demo.get('/v2/shipments', { headers: { [name]: 'a, b' } })
    expect(answer.status).toBe(401)
  },
)

test('bodies of a key without the scope are held up to 16 MiB in total, and other requests continue', async () => {
  const browser = await service.partner({ scopes: ['tracking:read'] })
  const held = []
  for (let i = 0; i < 3; i++) held.push(await hold(browser, 7 * MIB))
  expect(await Promise.race(held.map(({ answer }) => answer))).toMatch(/^HTTP\/1\.1 503 .*"code":"unavailable"/s)
  expect((await service.demo.post('/v2/shipments', RETURN)).status).toBe(201)
  for (const { socket } of held) socket.destroy()
})

test('memory for a body is released with its request, however the request ends', async () => {
  const browser = await service.partner({ scopes: ['tracking:read'] })
  for (let round = 0; round < 6; round++) {
    const { socket } = await hold(browser, 7 * MIB)
    socket.destroy()
    await once(socket, 'close')
  }
  // The clients sent 42 MiB in all, and the server holds at most 16 MiB at once. The error about the missing scope shows that the new body
  // is read to its end.
  const refusal = async () => (await browser.post('/v2/shipments/batch', ' '.repeat(7 * MIB))).json.error.code
  await until('the refusal is that of the scope', async () => (await refusal()) === 'insufficient_scope')
})

test('a body for an unknown path or with an unknown key is not kept', async () => {
  const socket = await open()
  socket.write(`POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: ${MIB}\r\n\r\n`)
  expect(String((await once(socket, 'data'))[0])).toContain('route_not_found')
  socket.destroy()
  const other = await open()
  other.write(head({ credentials: { api_key: 'nobody' } }, '/v2/shipments', [`Content-Length: ${MIB}`]))
  expect(String((await once(other, 'data'))[0])).toContain('invalid_api_key')
  other.destroy()
})

test('a body in chunks of one byte is received completely', async () => {
  const { EventEmitter } = await import('node:events')
  const body = Object.assign(new EventEmitter(), { headers: { 'transfer-encoding': 'chunked' }, destroyed: false })
  const receiver = new Receiver(new Ledger())
  const received = receiver.receive(body as never, 'key', 100_000, async (bytes) => Buffer.from(bytes))
  const sent = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251))
  for (const byte of sent) body.emit('data', Buffer.from([byte]))
  body.emit('end')
  expect((await received).equals(sent)).toBe(true)
})

test('a compressed body is refused', async () => {
  const { status, json } = await service.demo.post('/v2/shipments', RETURN, { headers: { 'Content-Encoding': 'gzip' } })
  expect([status, json.error.code]).toEqual([415, 'unsupported_media_type'])
})

test('slots rotate among the waiting owners, and nobody waits forever', async () => {
  const gate = new Gate(1, 10_000)
  const done: string[] = []
  const work = (name: string) => async () => {
    done.push(name)
  }
  let finish = () => {}
  const first = gate.run('a', () => new Promise<void>((resolve) => (finish = resolve)))
  const rest = ['a', 'a', 'a', 'b'].map((owner, i) => gate.run(owner, work(`${owner}${i}`)))
  finish()
  await Promise.all([first, ...rest])
  expect(done).toEqual(['a0', 'b3', 'a1', 'a2'])

  const impatient = new Gate(1, 5)
  let end = () => {}
  const long = impatient.run('a', () => new Promise<void>((resolve) => (end = resolve)))
  await expect(impatient.run('b', work('never'))).rejects.toBeInstanceOf(Busy)
  end()
  await long
  await impatient.run('b', work('b'))
  expect(done).not.toContain('never')
})
