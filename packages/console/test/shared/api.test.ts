// The result of a request as a page sees it, over a real connection.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentLine, LineLost, onSessionEnd, Refused, request } from '../../src/shared/api.ts'
import { homeOf } from '../../src/shared/sessions.ts'

let answer: RequestListener
let server: Server

beforeEach(async () => {
  server = createServer((incoming, outgoing) => answer(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const plain = globalThis.fetch
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => plain(base + path, init))
})
afterEach(() => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

const failure = async (asked: Promise<unknown>): Promise<unknown> => asked.then(() => null).catch((error: unknown) => error)

test('every request is marked as coming from a page and has its body, key and query', async () => {
  const seen: unknown[] = []
  answer = (incoming, outgoing) => {
    const { 'x-backhaul-console': page, 'idempotency-key': key, 'content-type': type } = incoming.headers
    let body = ''
    incoming.on('data', (chunk) => {
      body += chunk
    })
    incoming.on('end', () => {
      seen.push([incoming.method, incoming.url, page, key, type, body])
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
  }
  expect(await request('GET', '/v2/a', { query: { limit: 5, after: null, code: 'x y&z', none: undefined } })).toEqual({ ok: true })
  await request('POST', '/v2/b', { body: { n: 1 }, idempotencyKey: 'k1' })
  await request('POST', '/v2/c', { body: new Blob(['abc'], { type: 'image/png' }) })
  expect(seen).toEqual([
    ['GET', '/v2/a?limit=5&code=x+y%26z', '1', undefined, undefined, ''],
    ['POST', '/v2/b', '1', 'k1', 'application/json', '{"n":1}'],
    ['POST', '/v2/c', '1', undefined, 'image/png', 'abc'],
  ])
})

test('a refusal has the service’s code and message and the time to wait', async () => {
  answer = (_, outgoing) =>
    outgoing
      .writeHead(429, { 'retry-after': '7' })
      .end(JSON.stringify({ error: { code: 'rate_limited', message: 'Wait.', details: { limit: 600 } } }))
  const error = await failure(request('GET', '/v2/a'))
  expect(error).toBeInstanceOf(Refused)
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', message: 'Wait.', details: { limit: 600 }, retry_after_s: 7 })
})

test('an error of a proxy is reported as unavailable, not as a refusal by the service', async () => {
  answer = (_, outgoing) => outgoing.writeHead(502).end('<h1>Bad gateway</h1>')
  expect(await failure(request('GET', '/v2/a'))).toMatchObject({ name: 'Refused', status: 502, code: 'unavailable', retry_after_s: null })
})

test('no response, a partial response or a foreign response counts as a lost connection', async () => {
  for (const listener of [
    (_, outgoing) => outgoing.destroy(),
    (_, outgoing) => outgoing.writeHead(200, { 'content-length': '100' }).write('{"half":', () => outgoing.destroy()),
    (_, outgoing) => outgoing.writeHead(200).end('<h1>Sign in to this network</h1>'),
    (_, outgoing) => outgoing.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  ] satisfies RequestListener[]) {
    answer = listener
    expect(await failure(request('POST', '/v2/a', { body: {} }))).toBeInstanceOf(LineLost)
  }
})

test('an unavailable service is distinguished from no response and from a proxy without its service', async () => {
  const unavailable = JSON.stringify({ error: { code: 'unavailable', message: 'The database is away.', details: {} } })
  const refused = JSON.stringify({ error: { code: 'not_found', message: 'No.', details: {} } })
  for (const [status, body, line] of [
    [503, unavailable, 'unable'],
    [404, refused, 'well'],
    [503, '<h1>Service Unavailable</h1>', 'lost'],
    [200, '{}', 'well'],
  ] as const) {
    answer = (_, outgoing) => outgoing.writeHead(status).end(body)
    await failure(request('GET', '/v2/a'))
    expect([status, body, currentLine()]).toEqual([status, body, line])
  }
  answer = (incoming) => incoming.socket.destroy()
  await failure(request('GET', '/v2/a'))
  expect(currentLine()).toBe('lost')
})

test('a listener hears of the session’s end until it unsubscribes; an abort is neither a refusal nor a lost connection', async () => {
  const heard = vi.fn()
  const stop = onSessionEnd(heard)
  answer = (_, outgoing) => outgoing.writeHead(401).end('{"error":{"code":"session_invalid","message":"Sign in.","details":{}}}')
  await failure(request('GET', '/v2/a'))
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
  await failure(request('GET', '/v2/a'))
  expect(heard).toHaveBeenCalledTimes(1)
  answer = () => {}
  const abort = new AbortController()
  const asked = failure(request('GET', '/v2/a', { signal: abort.signal }))
  abort.abort('enough')
  expect(await asked).toBe('enough')
})

test('signing in opens a page of this service, even for an unknown access', () => {
  expect(['counter', 'handler', 'operator', '//example.com', 'javascript:alert(1)'].map(homeOf)).toEqual([
    '/counter/',
    '/counter/',
    '/console',
    '/console',
    '/console',
  ])
})
