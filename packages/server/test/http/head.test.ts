// HEAD is answered like GET, without the body. test/coverage checks that every endpoint accepts it.
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService('api', { BACKHAUL_METRICS_TOKEN: 'a-token-for-this-test' })
})
afterAll(() => service.close())

const headersOf = async (path: string, method: string, headers: Record<string, string> = {}) => {
  const response = await fetch(service.url + path, { method, headers, redirect: 'manual' })
  // For a HEAD request, fetch asks the server to close the connection, so the connection headers are not compared.
  const { date, 'x-request-id': id, connection, 'keep-alive': kept, ...same } = Object.fromEntries(response.headers)
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength, headers: same }
}

test.each(['/', '/docs', '/docs/signing', '/docs/style.css', '/v2/openapi.json', '/healthz', '/readyz', '/metrics', '/nothing'])(
  'HEAD %s has the status, headers and length of GET, and no body',
  async (path) => {
    // fetch reports the size after decompression, so the test requests no compression.
    const plain = { 'accept-encoding': 'identity' }
    const get = await headersOf(path, 'GET', plain)
    expect(await headersOf(path, 'HEAD', plain)).toEqual({ ...get, bytes: 0 })
    expect(get.headers['content-length']).toBe(String(get.bytes))
  },
)

test('HEAD of a page that the client already has is answered 304, like GET', async () => {
  const { headers } = await headersOf('/docs', 'GET')
  const known = { 'if-none-match': headers.etag as string }
  const get = await headersOf('/docs', 'GET', known)
  expect(get.status).toBe(304)
  expect(await headersOf('/docs', 'HEAD', known)).toEqual(get)
})

test('a page refuses other methods and names the accepted ones', async () => {
  const answer = await fetch(`${service.url}/docs`, { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('the root address redirects to the documentation', async () => {
  const answer = await fetch(service.url, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs'])
  expect((await fetch(service.url)).headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('HEAD is checked like GET: key, signature, scope, existence', async () => {
  const asked = async (headers: Record<string, string> = {}, path = '/v2/shipments/shp_x') =>
    (await service.demo.send('HEAD', path, { headers })).status
  expect(await asked({ 'X-Api-Key': '' })).toBe(401)
  expect(await asked({ 'X-Service-Signature': '0'.repeat(64) })).toBe(401)
  expect(await asked()).toBe(404)
  expect(await asked({}, '/v2/ops/keys')).toBe(403)
})

test('a signature over the whole request as a GET is not valid for a HEAD', async () => {
  const { json } = await service.demo.post('/v2/shipments', RETURN)
  const path = `/v2/shipments/${json.id}`
  const { RequestSigner } = await import('../../../client/src/index.ts')
  const signer = new RequestSigner(service.demo.credentials.signing_secret)
  for (const [method, status] of [
    ['GET', 401],
    ['HEAD', 200],
  ] as const) {
    const headers = { ...(await signer.headersV2({ method, url: service.url + path })) }
    expect((await service.demo.send('HEAD', path, { headers, version: 'v2' })).status).toBe(status)
  }
})

test('long answers to HEAD leave nothing unread, and the connection stays usable', async () => {
  const held = () => service.running.service.ledger.read().filter(({ account, held }) => account.startsWith('unread') && held > 0)
  const { hostname, port } = new URL(service.url)
  const socket = net.connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    expect(held()).toEqual([])
  })
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const ask = (method: string, path: string, more = '') => `${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${more}\r\n`
  socket.write(ask('HEAD', '/v2/openapi.json').repeat(50) + ask('GET', '/healthz', 'Connection: close\r\n'))
  await ended
  const heads = text.split('HTTP/1.1 200 OK').slice(1)
  expect(heads).toHaveLength(51)
  expect(heads.slice(0, 50).map((head) => head.split('\r\n\r\n')[1])).toEqual(Array(50).fill(''))
  expect(heads.at(-1)).toContain('"status":"ok"')
})
