// Strangers' answers of any kind draw on one rate, which callers with a good key do not share.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { refuse } from '../../src/domain/refusal.ts'
import { StrangerRates } from '../../src/http/stranger-rates.ts'
import { ANSWERS_OF_ADDRESS, ANSWERS_OF_ALL, Strangers } from '../../src/http/strangers.ts'
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
/** One answer of each kind that needs nobody to be known. */
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
/** From now on there were too many. Returns whose answers were counted. */
const exhausted = (): string[] => {
  const ips: string[] = []
  vi.spyOn(Strangers.prototype, 'take').mockImplementation(({ ip }) => {
    ips.push(ip)
    return refuse('rate_limited', 'Too many.', { retry_after_s: 7 })
  })
  return ips
}
afterEach(() => void vi.restoreAllMocks())

test.each(KINDS)(
  '%s %s %j is counted once, for the address of the client, and not given beyond the rate',
  async (path, method, headers) => {
    const before = await ask(path, address, method, headers)
    expect(before.status).not.toBe(429)
    const counted = exhausted()
    const { status, retry, text } = await ask(path, address, method, headers)
    expect([status, retry, JSON.parse(text).error.code, counted]).toEqual([429, '7', 'rate_limited', [address]])
  },
)

test('health, keys and sessions are not counted and go on', async () => {
  const counted = exhausted()
  for (const path of ['/healthz', '/readyz']) expect((await ask(path, address)).status).toBe(200)
  expect((await ask('/v2/shipments', address, 'GET', { Cookie: session.cookie })).status).toBe(200)
  expect((await service.demo.get('/v2/shipments', { headers: { 'X-Forwarded-For': address } })).status).toBe(200)
  expect((await service.demo.get('/v2/shipments/none', { headers: { 'X-Forwarded-For': address } })).status).toBe(404)
  expect(counted).toEqual([])
})

test('the rate is that of an address, and of all addresses together', () => {
  const strangers = new Strangers(new StrangerRates(() => 0))
  const taken = (ip: string, times: number) =>
    Array.from({ length: times }, () => strangers.take({ ip })).filter((one) => one === null).length
  expect(taken('192.0.2.1', ANSWERS_OF_ADDRESS + 10)).toBe(ANSWERS_OF_ADDRESS)
  // One network of IPv6 is one address.
  for (let i = 0; i < ANSWERS_OF_ADDRESS; i++) strangers.take({ ip: `2001:db8::${i.toString(16)}` })
  expect(taken('2001:db8::ffff', 1)).toBe(0)
  let all = 2 * ANSWERS_OF_ADDRESS
  for (let i = 0; i < ANSWERS_OF_ALL; i++) all += taken(`203.0.${i >> 8}.${i & 255}`, 1)
  expect(all).toBe(ANSWERS_OF_ALL)
})
