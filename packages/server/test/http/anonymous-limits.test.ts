// Answers of every kind to anonymous callers share one rate limit. Callers with a valid key do not share it.
import { once } from 'node:events'
import { connect } from 'node:net'
import { refuse } from '@backhaul/core/refusal.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ANSWERS_OF_ADDRESS, ANSWERS_OF_ALL, AnonymousLimits } from '../../src/http/anonymous-limits.ts'
import { AnonymousRates } from '../../src/http/anonymous-rates.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type SessionClient, signIn } from '../support/session.ts'

let service: TestService
let session: SessionClient
beforeAll(async () => {
  service = await startTestService('api', { BACKHAUL_TRUST_PROXY: '127.0.0.1/32,::1/128', BACKHAUL_PRIVATE_WEBHOOKS: 'deny' })
  session = await signIn(await service.partner(), { access: 'partner' })
})
afterAll(() => service.close())

const ask = async (path: string, address: string, method = 'GET', headers: Record<string, string> = {}) => {
  const answer = await fetch(service.url + path, { method, headers: { 'X-Forwarded-For': address, ...headers }, redirect: 'manual' })
  const text = await answer.text()
  return { status: answer.status, retry: answer.headers.get('retry-after'), text }
}
/** One request for each kind of answer that an anonymous caller can get. */
const KINDS: [path: string, method?: string, headers?: Record<string, string>][] = [
  ['/none'],
  ['/v2/none'],
  ['/p/none'],
  ['/r/none/x'],
  ['/assets/none.js'],
  ['/docs/none'],
  ['/docs'],
  ['/'],
  ['/v2/openapi.json'],
  ['/robots.txt'],
  ['/sign-in'],
  ['/sign-in/options'],
  ['/counter'],
  ['/v2/shipments', 'PUT'],
  ['/v2/tracking/x', 'OPTIONS'],
  ['/v2/console-sessions', 'POST'],
  ['/v2/shipments'],
  ['/v2/shipments', 'GET', { 'X-Api-Key': 'bh_sandbox_none' }],
  ['/v2/shipments', 'GET', { Cookie: 'backhaul_session=x' }],
]

const address = '198.51.100.7'
/** From now on, the rate limit refuses every request. Returns an array that collects the addresses counted by the limit. */
const exhausted = (): string[] => {
  const ips: string[] = []
  vi.spyOn(AnonymousLimits.prototype, 'take').mockImplementation(({ ip }) => {
    ips.push(ip)
    return refuse('rate_limited', 'Too many.', { retry_after_s: 7 })
  })
  return ips
}
afterEach(() => void vi.restoreAllMocks())

test.each(KINDS)('%s %s %j counts once against the client address and gets 429 beyond the rate', async (path, method, headers) => {
  const before = await ask(path, address, method, headers)
  expect(before.status).not.toBe(429)
  const counted = exhausted()
  const { status, retry, text } = await ask(path, address, method, headers)
  expect([status, retry, JSON.parse(text).error.code, counted]).toEqual([429, '7', 'rate_limited', [address]])
})

test('a known key is not enough: refusals before a valid signature or origin count too', async () => {
  const { api_key } = service.demo.credentials
  const elsewhere = await service.partner({ allow_ips: ['10.0.0.0/8'] })
  const kinds: [what: string, status: number, send: () => ReturnType<typeof ask>][] = [
    ['no signature', 401, () => ask('/v2/shipments', address, 'GET', { 'X-Api-Key': api_key })],
    ['another address', 403, () => ask('/v2/shipments', address, 'GET', { 'X-Api-Key': elsewhere.credentials.api_key })],
    ['another origin', 403, () => ask('/v2/shipments', address, 'POST', { Cookie: session.cookie, Origin: 'http://other.example' })],
    ['a sign-in from another origin', 403, () => ask('/v2/console-sessions', address, 'POST', { Origin: 'http://other.example' })],
  ]
  for (const [what, status, send] of kinds) expect([what, (await send()).status]).toEqual([what, status])
  const counted = exhausted()
  for (const [what, , send] of kinds) expect([what, (await send()).status]).toEqual([what, 429])
  expect(counted).toEqual(kinds.map(() => address))
})

/** Returns the bytes of the response until the connection ends. */
const send = async (bytes: string): Promise<string> => {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.url).port) })
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  socket.write(bytes)
  await once(socket, 'close')
  return text
}
const HEAD = `Host: x\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n`

test.each([
  ['a path that is not well-formed', `GET /%zz HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ['such a path of the API', `GET /v2/%zz HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ['an unknown Expect', `GET /v2/shipments HTTP/1.1\r\n${HEAD}Expect: foo\r\n\r\n`, 400],
  ['no Host', `GET /v2/shipments HTTP/1.1\r\nX-Forwarded-For: ${address}\r\n\r\n`, 400],
  ['another version', `GET / HTTP/1.7\r\n${HEAD}\r\n`, 400],
  ['bytes that are no request', 'none\r\n\r\n', 400],
  ['a head that is too long', `GET / HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`, 400],
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
])('%s is counted once, and beyond the rate it gets 429 or no answer', async (what, bytes, status) => {
  expect(await send(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const counted = exhausted()
  const late = await send(bytes)
  if (late !== '') expect(late).toMatch(/^HTTP\/1.1 429 /)
  // Behind a proxy, Node knows the client's address only after it has parsed the request, and Fastify only after it has parsed the path.
  // Until then, the proxy's address is counted.
  const isRouted = /Expect|no Host/.test(what)
  expect([late !== '', counted]).toEqual([status === 404, [isRouted ? address : '127.0.0.1']])
})

test('health checks, signed requests and sessions are not counted and keep working', async () => {
  const counted = exhausted()
  for (const path of ['/healthz', '/readyz']) expect((await ask(path, address)).status).toBe(200)
  expect((await ask('/v2/shipments', address, 'GET', { Cookie: session.cookie })).status).toBe(200)
  expect((await service.demo.get('/v2/shipments', { headers: { 'X-Forwarded-For': address } })).status).toBe(200)
  expect((await service.demo.get('/v2/shipments/none', { headers: { 'X-Forwarded-For': address } })).status).toBe(404)
  expect(counted).toEqual([])
})

test('the rate applies to each address and to all addresses together', () => {
  const limits = new AnonymousLimits(new AnonymousRates(() => 0))
  const taken = (ip: string, times: number) => Array.from({ length: times }, () => limits.take({ ip })).filter((one) => one === null).length
  expect(taken('192.0.2.1', ANSWERS_OF_ADDRESS + 10)).toBe(ANSWERS_OF_ADDRESS)
  // One IPv6 network counts as one address.
  for (let i = 0; i < ANSWERS_OF_ADDRESS; i++) limits.take({ ip: `2001:db8::${i.toString(16)}` })
  expect(taken('2001:db8::ffff', 1)).toBe(0)
  let all = 2 * ANSWERS_OF_ADDRESS
  for (let i = 0; i < ANSWERS_OF_ALL; i++) all += taken(`203.0.${i >> 8}.${i & 255}`, 1)
  expect(all).toBe(ANSWERS_OF_ALL)
})
