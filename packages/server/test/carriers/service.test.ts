// A carrier's service: which addresses it may have, which parts of its address are shown, and how requests to it are signed
// (docs/operating/carriers.md#carriers-with-a-service).
import { createHmac, randomBytes } from 'node:crypto'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import adapter from '@backhaul/carrier-replay'
import { Random } from '@backhaul/simulator/random.ts'
import { ReplayCarrier } from '@backhaul/simulator/replay-carrier.ts'
import { NO_FAULTS } from '@backhaul/simulator/replay-faults.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rewrap } from '../../src/app/rewrap.ts'
import { isAllowedAddress } from '../../src/delivery/address-guard.ts'
import { accountAt } from '../../src/kinds/carriers/call.ts'
import { Exchange } from '../../src/kinds/carriers/exchange.ts'
import { readCarrierSecret, refuseServiceUrl } from '../../src/kinds/network/carrier-service.ts'
import type { Service } from '../../src/service/service.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { signIn } from '../support/session.ts'
import { sell } from './protocol.ts'
import type { Json } from './support.ts'

const CODES = { AC: 'inject', MV: 'movement', OD: 'out-for-delivery', DL: 'deliver' }
const SECRET = 'carrier-secret-0123456789'
const ATTEMPT = { reference: 'cpu_x', carrier_shipment_id: 'b1', offer: 'ground' }

let service: TestService
let operator: TestClient
let exchange: Exchange
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  service = await startTestService('api')
  operator = await service.operator()
  exchange = new Exchange(service.running.service, 20)
})
afterEach(async () => {
  await exchange.stop()
  for (const close of closing.splice(0)) await close()
  await service.close()
})

interface Asked {
  line: string
  headers: IncomingHttpHeaders
  body: string
}

/** A service that answers as the test says and records its requests. */
const scripted = async (answer?: (request: IncomingMessage, response: ServerResponse) => void, host = '127.0.0.1') => {
  const asked: Asked[] = []
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    if (answer) answer(request, response)
    else sell(request, response, `N-${asked.length}`)
  })
  server.listen(0, host)
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  return { asked, port: (server.address() as AddressInfo).port }
}

const set = (facts: object, code = 'northline') =>
  operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: `The ${code}`, adapter: 'replay', codes: CODES, ...facts } })
const store = (url: string) =>
  service.running.service.db
    .query('test_stored', "update carriers set adapter = 'replay', url = $1 where code = 'northline'", [url])
    .then(() => service.running.service.network.forget())
const parcel = async (): Promise<Json> => (await service.demo.post('/v2/shipments', RETURN)).json
const carrierNow = async (by: TestClient = operator, code = 'northline'): Promise<Json> =>
  (await by.get('/v2/ops/carriers?limit=100')).json.data.find((one: Json) => one.code === code)
const bookings = async (): Promise<Json[]> => (await operator.get('/v2/ops/carrier-bookings?limit=100&order=oldest')).json.data
const hmac = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex')

describe('a shared secret', () => {
  test('signs every request like a webhook, and version 2 covers the whole request', async () => {
    const { asked, port } = await scripted()
    expect((await set({ url: `http://localhost:${port}/api`, secret: SECRET })).json).toMatchObject({ is_signed: true })
    const [kept, called] = [await parcel(), await parcel()]
    await exchange.pass()
    await service.demo.post(`/v2/shipments/${called.id}/cancel`, {})
    await exchange.pass()
    const methods = asked.map(({ line }) => line.split(' ')[0])
    expect([...new Set(methods)].sort()).toEqual(['GET', 'POST'])
    const references = asked.flatMap(({ line, body }) => (line === 'POST /api/bookings' ? JSON.parse(body).reference : []))
    expect(references.sort()).toEqual([kept.tracking, called.tracking].sort())
    for (const { line, headers, body } of asked) {
      const [method, path] = line.split(' ')
      const timestamp = headers['x-service-timestamp'] as string
      expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60)
      expect(headers['x-service-signature']).toBe(hmac(`${timestamp}.${body}`))
      expect(headers['x-service-signature-v2']).toBe(hmac(['v2', timestamp, method, path, `localhost:${port}`, body].join('\n')))
    }
  })

  test('is never shown, is replaced immediately, and can be removed', async () => {
    const { asked, port } = await scripted()
    const url = `http://127.0.0.1:${port}`
    const answers = [await set({ url }), await set({ secret: SECRET }), await set({ name: 'Renamed' })]
    expect(answers.map(({ json }) => json.is_signed)).toEqual([false, true, true])
    await exchange.pass()
    expect((await set({ secret: `${SECRET}-2` })).json.is_signed).toBe(true)
    await exchange.pass()
    answers.push(await set({ secret: null }))
    await exchange.pass()
    const signatures = asked.map(({ headers }) => headers['x-service-signature'])
    const [first, second] = asked.map(({ headers }) => headers['x-service-timestamp'])
    expect(signatures).toEqual([hmac(`${first}.`), hmac(`${second}.`, `${SECRET}-2`), undefined])
    expect((await carrierNow()).is_signed).toBe(false)
    const trail = (await operator.get('/v2/ops/audit?subject=northline&limit=100')).json
    expect(trail.data.map(({ action }: Json) => action).filter((action: string) => action.includes('secret'))).toEqual([
      ...['carrier.secret_removed', 'carrier.secret_set', 'carrier.secret_set'],
    ])
    await set({ secret: SECRET })
    const { db } = service.running.service
    const stored = await db.query('test_all', "select encode(ciphertext, 'escape') as text from carrier_secrets")
    const [list, support] = [await operator.get('/v2/ops/carriers'), await signIn(operator, { access: 'support' })]
    const all = [...answers.map(({ text }) => text), list.text, (await support.get('/v2/ops/carriers')).text, trail, stored]
    expect(JSON.stringify(all)).not.toContain(SECRET.slice(0, 14))
    for (const bad of ['short', 'with spaces in it, which is no secret', 'x'.repeat(201), 16])
      expect([bad, (await set({ secret: bad })).json.error.details.errors[0].path]).toEqual([bad, '/secret'])
  })

  test('is not stored if the rest of the request is refused', async () => {
    expect((await set({ url: 'http://10.0.0.1/', secret: SECRET })).status).toBe(422)
    expect((await set({ secret: SECRET }, 'fresh')).status).toBe(422)
    expect(await service.running.service.db.query('test_none', 'select id from carrier_secrets')).toEqual([])
  })

  test('unknown to the carrier refuses no parcel; its booking is retried once both have the secret', async () => {
    const carrier = new ReplayCarrier({ random: new Random(7), faults: NO_FAULTS, step_ms: null, outage: null, secret: SECRET })
    const url = await carrier.listen()
    closing.push(() => carrier.close())
    await set({ url })
    const { tracking } = await parcel()
    await exchange.pass()
    const waiting = { state: 'due', tries: 0, error: expect.stringContaining('401') }
    expect(await bookings()).toMatchObject([waiting])
    expect((await carrierNow()).service).toMatchObject({ stopped: 'credentials', failing_since: expect.any(String) })
    // The account is stopped for every process, and the parcel waits.
    const other = new Exchange(service.running.service, 20)
    closing.push(() => other.stop())
    await parcel()
    await other.pass()
    expect((await bookings()).map(({ error }) => error)).toEqual([waiting.error, null])
    await set({ secret: `${SECRET}-wrong` })
    await exchange.pass()
    expect(carrier.bookings).toEqual([])
    await set({ secret: SECRET })
    expect((await carrierNow()).service.stopped).toBeNull()
    await vi.waitFor(async () => {
      await exchange.pass()
      expect(carrier.bookings.map((one) => one.reference)).toContain(tracking)
    }, 30_000)
    expect((await carrierNow()).service).toMatchObject({ stopped: null, failing_since: null })
    // A recorded signature is not valid for another request or another body.
    const at = String(Math.floor(Date.now() / 1000))
    const whole = hmac(['v2', at, 'GET', '/reports', new URL(url).host, ''].join('\n'))
    const [{ id = '' } = {}] = carrier.bookings
    const send = (method: string, path: string) =>
      fetch(new URL(path, url), { method, headers: { 'x-service-timestamp': at, 'x-service-signature-v2': whole } })
    const statuses = [await send('GET', 'reports'), await send('GET', `bookings/${id}`), await send('GET', 'reports?after=x')]
    expect(statuses.map(({ status }) => status)).toEqual([204, 401, 401])
  })

  test('that cannot be decrypted stops only its own carrier; another master key can re-encrypt it', async () => {
    const [first, second] = [await scripted(), await scripted()]
    await set({ url: `http://127.0.0.1:${first.port}`, secret: SECRET })
    await set({ url: `http://127.0.0.1:${second.port}`, secret: SECRET }, 'swiftpost')
    const running = service.running.service
    const other = { id: 'f'.repeat(16), bytes: randomBytes(32), others: [running.masterKey] }
    const anew: Service = { ...running, masterKey: other }
    const kinds = await rewrap(anew as Parameters<typeof rewrap>[0], true, () => {})
    expect(kinds.find(({ kind }) => kind === 'carrier_secrets')).toMatchObject({ current: 0, rewrapped: 2, unreadable: 0 })
    expect(await readCarrierSecret(anew, 'northline')).toBe(SECRET)
    await set({ secret: SECRET }, 'swiftpost')
    await exchange.pass()
    expect([first.asked.length, second.asked.length]).toEqual([0, 1])
    expect((await carrierNow()).service.last_error).toContain('set the secret again')
  })
})

describe('the query of an address', () => {
  test('is sent unchanged with every request and never shown', async () => {
    const query = 'key=s3cr3t%20w+rd&mode=x'
    const { asked, port } = await scripted((request, response) => {
      if (request.method === 'POST') return response.writeHead(422).end(`no such key: ${request.url}`)
      if (request.url?.includes('after=')) return response.writeHead(204).end()
      response.writeHead(200, { 'x-next': 'a b' }).end('number,code,occurred_at\n')
    })
    const made = await set({ url: `http://127.0.0.1:${port}/api/?${query}` })
    expect(made.json.url).toBe(`http://127.0.0.1:${port}/api/?***`)
    await parcel()
    await exchange.pass()
    const { db } = service.running.service
    await db.query('test_ended', "update imports set state = 'done', ended_at = now() where ended_at is null")
    await exchange.pass()
    expect(asked.map(({ line }) => line)).toEqual([
      `POST /api/bookings?${query}`,
      `GET /api/reports?${query}`,
      `GET /api/reports?${query}&after=a%20b`,
    ])
    // A row in the form in which an earlier release wrote it.
    await db.query(
      'test_old_line',
      `insert into operator_audit (id, at, actor, action, subject, before, after)
       values ('aud_old', now(), 'cli:x', 'carrier.changed', 'northline', $1, $1)`,
      [JSON.stringify({ code: 'northline', url: `https://old.example/?${query}` })],
    )
    const support = await signIn(operator, { access: 'support' })
    const seen = await Promise.all(
      [operator, support].flatMap((who) =>
        ['/v2/ops/carriers', '/v2/ops/audit?limit=100', '/v2/ops/carrier-bookings', '/v2/ops/imports', '/v2/today'].map((path) =>
          who.get(path),
        ),
      ),
    )
    expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 200))
    expect([made, ...seen].map(({ text }) => text).join('\n')).not.toMatch(/s3cr3t/)
    expect((await bookings())[0].error).toContain('no such key')
  })

  test('is kept when the displayed address is sent back, and removed when the address has no query', async () => {
    const { asked, port } = await scripted()
    const url = `http://127.0.0.1:${port}/?key=abcdef`
    const { json } = await set({ url })
    const { object: _, service: __, is_signed: ___, code: ____, ...again } = json
    expect((await operator.send('PUT', '/v2/ops/carriers/northline', { body: again })).json).toEqual(json)
    await exchange.pass()
    await set({ url: `http://127.0.0.1:${port}/` })
    await exchange.pass()
    expect(asked.map(({ line }) => line)).toEqual(['GET /reports?key=abcdef', 'GET /reports'])
  })

  test('and the path are hidden from read-only users', async () => {
    await set({ url: 'http://127.0.0.1:9/hooks/s3cr3t-path' })
    const support = await signIn(operator, { access: 'support' })
    const seen = await Promise.all(['/v2/ops/carriers', '/v2/ops/audit?limit=100'].map((path) => support.get(path)))
    expect(seen.map(({ text }) => text).join('\n')).not.toMatch(/s3cr3t/)
    expect(seen.map(({ text }) => text.includes('http://127.0.0.1:9/***'))).toEqual([true, true])
    expect((await operator.get('/v2/ops/carriers')).text).toContain('/hooks/s3cr3t-path')
  })

  test('is hidden in an answer that repeats it and is cut off there', async () => {
    const secret = 'abcd-efgh-ijkl-mnop'
    const { port } = await scripted((_request, response) => response.writeHead(422).end(`${'x'.repeat(286)}${secret}`))
    const targets = { allowPrivate: true, loopbackOnly: true }
    const reach = {
      url: `http://127.0.0.1:${port}/?token=${secret}`,
      targets,
      ending: new AbortController().signal,
      secret: async () => null,
      take: async () => true,
      mayPay: async () => true,
      held: async () => [],
    }
    const said = await adapter.open(accountAt(reach, adapter)).void(ATTEMPT, 'N-1')
    expect(said).toEqual({ failed: 'refused', reason: `422 ${'x'.repeat(286)}***`, cause: 'other' })
  })

  test('is hidden in an error that repeats it', async () => {
    const reach = {
      url: 'http://127.0.0.1:1/?token=abcd-efgh',
      targets: { allowPrivate: true, loopbackOnly: true },
      ending: new AbortController().signal,
      secret: async () => {
        throw new Error('something about token=abcd-efgh and abcd-efgh')
      },
      take: async () => true,
      mayPay: async () => true,
      held: async () => [],
    }
    const failure = await adapter.open(accountAt(reach, adapter)).track(null)
    expect(failure).toEqual({ failed: 'later', reason: 'GET reports: something about *** and ***' })
  })
})

describe('a sandbox', () => {
  const resolveAs = (addresses: Record<string, string[]>) => {
    const real = dns.lookup
    const fake = async (name: string) => {
      const found = addresses[name]
      if (!found) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
    Object.assign(dns, { lookup: fake })
    syncBuiltinESMExports()
    closing.push(async () => {
      Object.assign(dns, { lookup: real })
      syncBuiltinESMExports()
    })
  }

  test('accepts loopback addresses for services, and no others', async () => {
    resolveAs({
      ...{ localhost: ['127.0.0.1', '::1'], 'ours.test': ['127.0.0.1'], 'live.test': ['203.0.113.9'], 'private.test': ['10.0.0.1'] },
      ...{ 'both.test': ['127.0.0.1', '10.0.0.1'], 'any.test': ['0.0.0.0'] },
    })
    const status = async (url: string) => [url, (await set({ url })).status]
    for (const url of ['http://127.0.0.1:8400/', 'https://127.8.9.1/x', 'http://[::1]:8400/', 'http://localhost:8400', 'http://ours.test/'])
      expect(await status(url)).toEqual([url, 200])
    for (const url of ['http://2130706433/', 'http://0x7f.1/', 'http://[::ffff:127.0.0.1]/']) expect(await status(url)).toEqual([url, 200])
    for (const url of [
      ...['https://carrier.example.com/api', 'https://203.0.113.9/', 'https://8.8.8.8/', 'http://10.0.0.1/', 'http://192.168.1.1/'],
      ...['http://169.254.1.1/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://0.0.0.0:8400/', 'http://[::]/', 'http://100.64.0.1/'],
      ...['http://live.test/', 'http://private.test/', 'http://both.test/', 'http://any.test/', 'http://unknown.test/'],
      ...['http://[::ffff:10.0.0.1]/', 'http://127.0.0.1.nip.test/', 'http://[64:ff9b::7f00:1]/'],
    ]) {
      const refused = await set({ url })
      expect([url, refused.status, refused.json.error.details.errors]).toMatchObject([url, 422, [{ path: '/url', rule: 'url' }]])
      expect(refused.text).toContain('loopback')
    }
  })

  test('sends nothing to a service elsewhere, and logs its carrier at the start', async () => {
    const own = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === 'IPv4' && !one.internal)?.address
    const { asked, port } = await scripted(undefined, '0.0.0.0')
    const warned = vi.spyOn(service.running.service.log, 'warn').mockImplementation(() => undefined)
    const stored = [`http://${own ?? '192.0.2.1'}:${port}/`, 'https://carrier.example.com/api', `http://0.0.0.0:${port}/`]
    for (const url of stored) {
      await store(url)
      await parcel()
      await exchange.pass()
      const starting = new Exchange(service.running.service, 20)
      starting.start()
      await vi.waitFor(
        () => expect(warned).toHaveBeenCalledWith({ carrier: 'northline' }, expect.stringContaining('no live carrier')),
        20_000,
      )
      await starting.stop()
      warned.mockClear()
    }
    expect([asked, (await carrierNow()).service]).toEqual([[], null])
    await store(`http://127.0.0.1:${port}/`)
    await exchange.pass()
    expect(asked.length).toBeGreaterThan(0)
  })

  test('does not follow a name that resolves to another place than before', async () => {
    const { asked, port } = await scripted()
    resolveAs({ 'ours.test': ['127.0.0.1'] })
    await set({ url: `http://ours.test:${port}/` })
    await exchange.pass()
    expect(asked.length).toBe(1)
    resolveAs({ 'ours.test': ['127.0.0.1', '192.0.2.1'] })
    await exchange.pass()
    expect(asked.length).toBe(1)
    expect((await carrierNow()).service.last_error).toMatch(/not an allowed target|not, or resolves/)
  })

  test('uses the address rules of webhooks only by choice, and production always uses them', async () => {
    const refusal = (url: string, privateWebhooks = false, environment = 'production', privateWebhooksChosen = true) =>
      refuseServiceUrl({ config: { environment, privateWebhooks, privateWebhooksChosen, trustProxy: [] as string[] } } as Service, url)
    expect([await refusal('https://carrier.example.com/api'), await refusal('http://10.0.0.1/', true)]).toEqual([null, null])
    expect(await refusal('http://127.0.0.1:8400/')).toMatchObject({ code: 'validation_failed' })
    // A public sandbox blocks partners' webhooks to private addresses. The services of its operator's carriers may be at such addresses.
    expect(await refusal('http://127.0.0.1:8400/', false, 'sandbox', false)).toBeNull()
    expect(await refusal('http://127.0.0.1:8400/', false, 'sandbox', true)).toMatchObject({ code: 'validation_failed' })
    const loopback = { allowPrivate: true, loopbackOnly: true }
    expect(['127.0.0.1', '::1', '10.0.0.1', '8.8.8.8'].map((address) => isAllowedAddress(address, loopback))).toEqual([
      ...[true, true, false, false],
    ])
  })
})

test('the quota of an account holds for all processes together', async () => {
  const { asked, port } = await scripted()
  await set({ url: `http://127.0.0.1:${port}/` })
  for (let i = 0; i < 6; i++) await parcel()
  const limited = async () => ({ ...adapter, quota: { burst: 5, per_s: 0.001 } })
  const both = [0, 1].map(() => new Exchange(service.running.service, 20, undefined, limited))
  closing.push(...both.map((one) => () => one.stop()))
  for (let i = 0; i < 4; i++) await Promise.all(both.map((one) => one.pass()))
  expect(asked).toHaveLength(5)
  const { db } = service.running.service
  await db.query('test_refill', "update carrier_exchanges set quota_at = quota_at - interval '3000 seconds'")
  for (let i = 0; i < 4; i++) await Promise.all(both.map((one) => one.pass()))
  expect(asked).toHaveLength(8)
})

test('an account without money is stopped for an hour, and its parcels wait without a failed try', async () => {
  let isPaid = false
  const { asked, port } = await scripted((request, response) => {
    if (request.url?.endsWith('/buy') && !isPaid) return response.writeHead(402).end('{}')
    sell(request, response, `N-${asked.length}`)
  })
  await set({ url: `http://127.0.0.1:${port}/` })
  let ahead_ms = 0
  const clock = { now: () => Date.now() + ahead_ms }
  const later = new Exchange({ ...service.running.service, clock }, 20)
  closing.push(() => later.stop())
  await parcel()
  await later.pass()
  expect((await carrierNow()).service).toMatchObject({ stopped: 'payment', last_error: expect.stringContaining('402') })
  expect(await bookings()).toMatchObject([{ state: 'due', tries: 0, purchases: [{ state: 'absent', cost_cents: null }] }])
  const before = asked.length
  isPaid = true
  ahead_ms = 3_500_000
  await later.pass()
  expect(asked).toHaveLength(before)
  ahead_ms = 3_700_000
  await later.pass()
  expect([(await carrierNow()).service.stopped, (await bookings())[0].state]).toEqual([null, 'booked'])
})

test('an inactive carrier gets no requests, and gets the outstanding ones once it is active again', async () => {
  const { asked, port } = await scripted()
  await set({ url: `http://127.0.0.1:${port}/` })
  const [called, kept] = [await parcel(), await parcel()]
  await exchange.pass()
  expect((await carrierNow()).service).not.toBeNull()
  const late = await parcel()
  await set({ active: false })
  const before = asked.splice(0).length
  expect(before).toBe(5)
  await service.demo.post(`/v2/shipments/${called.id}/cancel`, {})
  const { db } = service.running.service
  for (let i = 0; i < 3; i++) await exchange.pass()
  expect([asked, (await carrierNow()).service]).toEqual([[], null])
  await db.query('test_fails', "update carrier_exchanges set failing_since = now(), last_error = 'x'")
  expect((await operator.get('/v2/ops/carriers?failing=true')).json.data).toEqual([])
  const { needs } = (await operator.get('/v2/today')).json
  expect(needs.filter(({ kind, count }: Json) => kind === 'carrier_failing' && count > 0)).toEqual([])
  await set({ active: true })
  await exchange.pass()
  expect(asked.filter(({ line }) => line.endsWith('/void'))).toHaveLength(1)
  const booked = asked.filter(({ line }) => line === 'POST /bookings').map(({ body }) => JSON.parse(body).reference)
  expect([booked, booked.includes(kept.tracking)]).toEqual([[late.tracking], false])
})
