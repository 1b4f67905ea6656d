import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, Backhaul, ConnectionError } from '../src/index.ts'

interface Seen {
  method: string
  url: string
  idempotency: string | undefined
  body: string
}
type Behavior = (response: ServerResponse, request: IncomingMessage) => void

let close: (() => void) | null = null
afterEach(() => close?.())

/** A server that follows the given behaviors, one for each request. The last behavior repeats. */
const flaky = async (...behaviors: Behavior[]) => {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    seen.push({ method, url, idempotency: headers['idempotency-key'] as string | undefined, body })
    const behavior = behaviors[Math.min(seen.length, behaviors.length) - 1] as Behavior
    behavior(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { seen, client: new Backhaul({ base_url, api_key: 'key', signing_secret: 'secret', timeout_ms: 1_000 }) }
}

const good: Behavior = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"shp_1"}')
const cut: Behavior = (response) => response.destroy()
const cutInside: Behavior = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"id":', () => response.destroy())
}
const silent: Behavior = () => {}
const refusing =
  (status: number, code: string, headers: Record<string, string> = {}): Behavior =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { code, message: 'No.', details: {} } }))

const BODY = { direction: 'return', fulfillment: 'print_label' } as const

test.each([
  ['a connection that is cut', cut],
  ['an answer that is cut', cutInside],
  ['no answer in time', silent],
  ['503', refusing(503, 'unavailable', { 'retry-after': '1' })],
  ['502 of a proxy', ((response) => response.writeHead(502).end('<html>')) satisfies Behavior],
  ['429', refusing(429, 'rate_limited', { 'retry-after': '1' })],
  ['409 idempotency_in_progress', refusing(409, 'idempotency_in_progress', { 'retry-after': '1' })],
])('a POST after %s is sent again with the same key and body', async (_name, behavior) => {
  const { seen, client } = await flaky(behavior, behavior, good)
  expect(await client.createShipment(BODY)).toEqual({ id: 'shp_1' })
  expect(seen).toHaveLength(3)
  expect(new Set(seen.map(({ idempotency }) => idempotency)).size).toBe(1)
  expect(seen[0]?.idempotency).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(seen.map(({ body }) => body))).toEqual(new Set([JSON.stringify(BODY)]))
})

test('each call has its own key', async () => {
  const { seen, client } = await flaky(good)
  await client.createShipment(BODY)
  await client.createShipment(BODY)
  expect(new Set(seen.map(({ idempotency }) => idempotency)).size).toBe(2)
})

test('the client gives up after its attempts with the last error', async () => {
  const { seen, client } = await flaky(cut)
  await expect(client.createShipment(BODY)).rejects.toBeInstanceOf(ConnectionError)
  expect(seen).toHaveLength(4)
})

test('the message of the final error contains its cause', async () => {
  const at = (base_url: string) => new Backhaul({ base_url, api_key: 'key', signing_secret: 'secret', max_attempts: 1, timeout_ms: 200 })
  const messageOf = (client: Backhaul): Promise<string> => client.readStorage().then(String, (error: ConnectionError) => error.message)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise((resolve) => server.close(resolve))
  expect(await messageOf(at(`http://${place}`))).toBe(`GET /v2/storage got no answer: connect ECONNREFUSED ${place}`)
  expect(await messageOf(at('http://no-such-host.invalid'))).toMatch(
    / got no answer: getaddrinfo (ENOTFOUND|EAI_AGAIN) no-such-host\.invalid$/,
  )
  const severalAddresses = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:9')]), { code: 'ECONNREFUSED' })
  const failing = { fetch: () => Promise.reject(new TypeError('fetch failed', { cause: severalAddresses })) }
  const both = new Backhaul({ base_url: 'http://x', api_key: 'key', signing_secret: 'secret', max_attempts: 1, ...failing })
  expect(await messageOf(both)).toBe('GET /v2/storage got no answer: connect ECONNREFUSED ::1:9')
  const { client } = await flaky(silent)
  await expect(client.amendShipment('shp_1', { declared_value: 1 })).rejects.toThrow(
    'PATCH /v2/shipments/shp_1 got no answer: timed out after 1000 ms',
  )
})

test('a permanent refusal is not retried', async () => {
  const { seen, client } = await flaky(refusing(409, 'shipment_locked'))
  await expect(client.createShipment(BODY)).rejects.toMatchObject({ code: 'shipment_locked', status: 409 })
  expect(seen).toHaveLength(1)
})

test('a PATCH has no key: a lost response is reported, and 429 is retried', async () => {
  const lost = await flaky(cut)
  await expect(lost.client.amendShipment('shp_1', { declared_value: 1 })).rejects.toBeInstanceOf(ConnectionError)
  expect(lost.seen).toHaveLength(1)
  close?.()
  const limited = await flaky(refusing(429, 'rate_limited', { 'retry-after': '1' }), good)
  await limited.client.amendShipment('shp_1', { declared_value: 1 })
  expect(limited.seen).toHaveLength(2)
})

test('a wait longer than a minute is left to the caller', async () => {
  const { seen, client } = await flaky(refusing(429, 'rate_limited', { 'retry-after': '3600' }))
  await expect(client.createShipment(BODY)).rejects.toMatchObject({ code: 'rate_limited', retry_after_s: 3600 })
  expect(seen).toHaveLength(1)
})

test('the client waits as long as Retry-After says before the next attempt', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  try {
    const { client } = await flaky(refusing(503, 'unavailable', { 'retry-after': '2' }), good)
    await client.readShipment('shp_1')
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(2_000)
  } finally {
    timers.mockRestore()
  }
})

test('an abort ends the wait between attempts', async () => {
  const controller = new AbortController()
  const { seen, client } = await flaky((response, request) => {
    refusing(503, 'unavailable', { 'retry-after': '60' })(response, request)
    setTimeout(() => controller.abort(new Error('enough')), 50)
  })
  await expect(client.readShipment('shp_1', { signal: controller.signal })).rejects.toThrow('enough')
  expect(seen).toHaveLength(1)
})

test('an error page from elsewhere is an ApiError with the code unexpected_answer', async () => {
  const { client } = await flaky((response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<html>'))
  const error = await client.readShipment('shp_1').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'unexpected_answer', status: 404, request_id: null })
})

test('query values are encoded, repeated for lists, and omitted when undefined', async () => {
  const { seen, client } = await flaky((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[],"has_more":false,"next_cursor":null}'),
  )
  await client.listEvents({ type: ['qr.scanned', 'claim.opened'], after: undefined, shipment: 'a b&c' })
  expect(seen[0]?.url).toBe('/v2/events?type=qr.scanned&type=claim.opened&shipment=a+b%26c')
  await client.readShipment('../events?x=1')
  expect(seen[1]?.url).toBe('/v2/shipments/..%2Fevents%3Fx%3D1')
})

test.each([301, 302, 303, 307, 308])('a redirect with %i is not followed; the error names the status and the target', async (status) => {
  const elsewhere: string[] = []
  const other = createServer((request, response) => {
    elsewhere.push(`${request.method} ${request.headers['x-api-key']}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"shp_other"}')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v2/shipments`
  try {
    const { seen, client } = await flaky((response) => response.writeHead(status, { location: target }).end())
    const calls = [
      () => client.createShipment(BODY),
      () => client.readShipment('shp_1'),
      () => client.readLabel('shp_1'),
      () => client.deleteWebhook('whk_1'),
      () => client.readCsv('/v2/shipments'),
    ]
    for (const call of calls) {
      const error = await call().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ status, code: 'unexpected_answer' })
      expect((error as Error).message).toContain(`(${status}) to ${target}, which is not followed`)
    }
    expect([seen.length, elsewhere]).toEqual([calls.length, []])
  } finally {
    other.close()
  }
})

test('a redirect is also refused if the browser hides it or a custom fetch has followed it', async () => {
  const followed = Object.defineProperties(new Response('{"id":"shp_other"}'), {
    redirected: { value: true },
    url: { value: 'https://other.example/v2' },
  })
  const hidden = { status: 0, headers: new Headers(), redirected: false, arrayBuffer: async () => new ArrayBuffer(0) } as Response
  for (const [answer, message] of [
    [followed, 'a redirect to https://other.example/v2, which'],
    [hidden, 'a redirect, which'],
  ] as const) {
    const client = new Backhaul({ base_url: 'http://x', api_key: 'key', signing_secret: 'secret', fetch: async () => answer })
    await expect(client.readShipment('shp_1')).rejects.toThrow(message)
  }
})

const answering =
  (status: number, type: string | null, body: string): Behavior =>
  (response) =>
    response.writeHead(status, type === null ? {} : { 'content-type': type }).end(body)

test.each([
  [
    'HTML of a proxy',
    answering(200, 'text/html; charset=utf-8', '<!doctype html>\n<title>Maintenance</title>'),
    'text/html and "<!doctype html>',
  ],
  ['HTML that calls itself JSON', answering(200, 'application/json', '<html>'), 'application/json and "<html>"'],
  ['nothing', answering(200, null, ''), 'no content type and an empty body'],
  ['JSON other than an object', answering(200, 'application/json', 'null'), '"null"'],
  ['a list where an object is expected', answering(201, 'application/json', '[]'), '201 with application/json'],
  ['text', answering(200, 'text/plain', 'ok'), 'text/plain and "ok"'],
])('%s with status 2xx is a ConnectionError that describes the response', async (_name, behavior, came) => {
  const { client } = await flaky(behavior)
  for (const call of [() => client.readShipment('shp_1'), () => client.createShipment(BODY), () => client.listShipments()]) {
    const error = await call().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as Error).message).toContain(came)
  }
})

test('HTML in place of a label, file, CSV, list or empty response is a ConnectionError', async () => {
  const { client } = await flaky(answering(200, 'text/html', '<html>'))
  const calls = [
    () => client.readLabel('shp_1'),
    () => client.readDocument('doc_1'),
    () => client.readCsv('/v2/shipments'),
    () => client.deleteWebhook('whk_1'),
  ]
  for (const call of calls) await expect(call()).rejects.toThrow('not from Backhaul: 200 with text/html and "<html>"')
  close?.()
  const portal = await flaky(answering(200, 'application/json', '{"login":"/portal"}'))
  await expect(portal.client.listEvents()).rejects.toThrow('instead of a list')
})

test.each([
  ['Fri, 27 Nov 2026 10:00:05 GMT', 5],
  ['Friday, 27-Nov-26 10:00:05 GMT', 5],
  ['Fri Nov 27 10:00:05 2026', 5],
  ['Fri, 27 Nov 2026 09:00:00 GMT', 0],
  ['Fri, 27 Nov 2026 12:00:00 GMT', 7200],
  ['2026', 2026],
  ['soon', null],
  ['soon 5', null],
  ['-5', null],
  ['1.5', null],
  ['2026-11-27T10:00:05Z', null],
])('Retry-After: %s is read, relative to the clock of the sender', async (text, seconds) => {
  const headers = new Headers({ 'retry-after': text, date: 'Fri, 27 Nov 2026 10:00:00 GMT' })
  expect(new ApiError(429, headers, '').retry_after_s).toBe(seconds)
})

test('a Retry-After with a date is waited for', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  try {
    const date = 'Fri, 27 Nov 2026 10:00:00 GMT'
    const { client } = await flaky(refusing(503, 'unavailable', { date, 'retry-after': 'Fri, 27 Nov 2026 10:00:01 GMT' }), good)
    await client.readShipment('shp_1')
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(1_000)
  } finally {
    timers.mockRestore()
  }
})

test.each([
  ['http://127.0.0.1:8080/v2', 'use http://127.0.0.1:8080'],
  ['https://returns.example.com/api/v2/', 'use https://returns.example.com/api'],
  ['returns.example.com', 'must begin with https:// or http://'],
  ['localhost:8080', 'must begin with https:// or http://'],
  ['127.0.0.1:8080', 'must begin with https:// or http://'],
  ['//returns.example.com', 'must begin with https:// or http://'],
  ['ftp://returns.example.com', 'must begin with https:// or http://'],
  ['http://', 'is not a URL'],
  ['http://returns.example.com:port', 'is not a URL'],
  ['https://user:password@returns.example.com', 'no user name'],
  ['https://returns.example.com?x=1', 'no query'],
  ['', 'is missing'],
  [undefined as unknown as string, 'is missing'],
])('a base_url %s is refused immediately, with the remedy', (base_url, message) => {
  const make = () => new Backhaul({ base_url, api_key: 'key', signing_secret: 'secret' })
  expect(make).toThrow(message)
  expect(make).not.toThrow('password@')
})
