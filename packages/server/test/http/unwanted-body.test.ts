// A request that is answered before its body has arrived: the client sees the answer and cannot keep the connection forever.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const PIECE = Buffer.alloc(64 * 1024, ' ')
const BODY_BYTES = 9 * 1024 * 1024

/** Sends the whole body and reads the answer afterward, as many clients do. */
const send = async (path: string, headers: Record<string, string>): Promise<string> => {
  const { hostname, port } = new URL(service.url)
  const socket = connect({ host: hostname, port: Number(port) }).pause()
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => {})
  const isChunked = headers['Content-Length'] === undefined
  const write = async (bytes: string | Buffer) => {
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), failed])
  }
  await write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`)
  await write(
    `${Object.entries(headers)
      .map((header) => header.join(': '))
      .join('\r\n')}\r\n\r\n`,
  )
  for (let left = BODY_BYTES; left > 0; left -= PIECE.length) {
    if (isChunked) await write(`${PIECE.length.toString(16)}\r\n`)
    await write(PIECE)
    if (isChunked) await write('\r\n')
  }
  if (isChunked) await write('0\r\n\r\n')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.resume()
  await Promise.race([once(socket, 'end'), failed])
  socket.destroy()
  return answer
}

const cases = (): [string, Record<string, string>, number, string][] => {
  const { api_key } = service.demo.credentials
  return [
    ['/v2/shipments', { 'X-API-Key': api_key, 'Content-Length': String(BODY_BYTES) }, 413, 'payload_too_large'],
    ['/v2/shipments', { 'X-API-Key': api_key, 'Transfer-Encoding': 'chunked' }, 413, 'payload_too_large'],
    ['/v2/nothing', { 'Content-Length': String(BODY_BYTES) }, 404, 'not_found'],
    ['/v2/shipments', { 'X-API-Key': api_key, Expect: 'something', 'Content-Length': String(BODY_BYTES) }, 400, 'bad_request'],
  ]
}

test('the answer arrives with Connection: close, although the body was not read', async () => {
  for (const [path, headers, status, code] of cases()) {
    for (let time = 0; time < 3; time++) {
      const answer = await send(path, headers)
      expect([path, headers, answer.split('\r\n')[0], answer]).toEqual([
        path,
        headers,
        expect.stringContaining(`HTTP/1.1 ${status} `),
        expect.stringContaining(code),
      ])
    }
  }
})

test('a client that never ends its body gets the whole answer immediately and loses the connection within seconds', async () => {
  const { hostname, port } = new URL(service.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let seen = ''
  socket.on('data', (bytes) => {
    seen += bytes
  })
  socket.write('POST /v2/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000000\r\n\r\n')
  const more = setInterval(() => socket.writable && socket.write('x'), 50)
  await once(socket, 'end')
  expect(seen).toMatch(/^HTTP\/1\.1 404 /)
  await closed
  clearInterval(more)
})
