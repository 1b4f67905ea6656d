// A request to the provider always ends, whatever the other side sends.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { boundedFetch } from '../../src/kinds/sign-in/oidc/bounded-fetch.ts'

const KIB = 1024
let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const serving = async (listener: RequestListener): Promise<string> => {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const get = (url: string, patience_ms: number, ending = new AbortController().signal) =>
  boundedFetch(ending, undefined, patience_ms)(url, { method: 'GET' })

test.each<[string, RequestListener]>([
  ['that never answers', () => {}],
  ['that stops after its head', (_request, response) => void response.writeHead(200).flushHeaders()],
  [
    'that sends single bytes',
    (_request, response) => {
      response.writeHead(200)
      const drop = setInterval(() => response.write('.'), 10)
      response.once('close', () => clearInterval(drop))
    },
  ],
])('a request to a provider %s times out', async (_, listener) => {
  await expect(get(await serving(listener), 200)).rejects.toThrow(/timeout/i)
})

test('an endless answer is cut off after 256 KiB', async () => {
  let written = 0
  let gone = () => {}
  const isGone = new Promise<void>((resolve) => {
    gone = resolve
  })
  const url = await serving((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(64 * KIB))) written += 64
    }
    response.on('drain', more)
    response.once('close', gone)
    more()
  })
  await expect(get(url, 20_000)).rejects.toThrow('longer than 262144 bytes')
  await isGone
  // The count includes the bytes in the connection's own buffers.
  expect(written).toBeLessThan(64 * KIB)
})

test('a redirect is returned and not followed', async () => {
  let asked = 0
  const url = await serving((_request, response) => {
    asked++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect([(await get(url, 5_000)).status, asked]).toEqual([302, 1])
})

test('a request ends when the process stops', async () => {
  const ending = new AbortController()
  const url = await serving(() => ending.abort())
  await expect(get(url, 20_000, ending.signal)).rejects.toThrow(/abort/i)
})

test('a complete answer arrives unchanged, even without a body', async () => {
  const url = await serving((request, response) => {
    if (request.method === 'GET') response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":"ä"}')
    else response.writeHead(204).end()
  })
  const answer = await get(url, 5_000)
  expect([answer.headers.get('content-type'), await answer.json()]).toEqual(['application/json', { a: 'ä' }])
  expect((await boundedFetch(new AbortController().signal)(url, { method: 'POST' })).status).toBe(204)
})
