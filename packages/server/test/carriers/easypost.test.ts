// A carrier with the adapter `easypost`, against a local EasyPost: its address is fixed, its key is proved and never shown, and its labels
// are bought, stored and tracked.
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EasyPostServer, type Fault } from '../../../carrier-easypost/test/easypost-server.ts'
import { labelFile, recorded } from '../../../carrier-easypost/test/recordings.ts'
import { loadAdapter } from '../../src/kinds/carriers/adapter.ts'
import { accountAt } from '../../src/kinds/carriers/call.ts'
import { Exchange } from '../../src/kinds/carriers/exchange.ts'
import { refuseKey } from '../../src/kinds/carriers/key.ts'
import { reportWork } from '../../src/kinds/carriers/work.ts'
import { refuseServiceUrl, serviceTargets } from '../../src/kinds/network/carrier-service.ts'
import type { Config } from '../../src/process/config.ts'
import type { Service } from '../../src/service/service.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import type { Json } from './support.ts'

const KEY = 'EZTK-canary-0123456789abcdef'
const SENT = {
  ...RETURN,
  from: { name: 'Jo', line1: '388 Townsend St', city: 'San Francisco', state: 'CA', postal_code: '94107', country: 'US' },
}
const FIXED = 'https://api.easypost.com/v2/'

let service: TestService
let operator: TestClient
let exchange: Exchange
let server: EasyPostServer
let url: string
beforeEach(async () => {
  service = await startTestService('api')
  operator = await service.operator()
  exchange = new Exchange(service.running.service, 20)
  server = new EasyPostServer(KEY)
  url = await server.listen()
})
afterEach(async () => {
  await exchange.stop()
  await server.close()
  await service.close()
})

const set = (facts: object, code = 'northline') =>
  operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: 'EasyPost', adapter: 'easypost', ...facts } })
const bookings = async (): Promise<Json[]> => (await operator.get('/v2/ops/carrier-bookings?limit=100')).json.data
const fault = (answer: { status: number; json: Json }) => [
  answer.status,
  answer.json.error.details?.errors?.[0]?.path ?? answer.json.error.code,
]

describe('setting the carrier', () => {
  test('needs a key that the carrier accepts, for tests in a sandbox, and stores the default codes', async () => {
    expect(fault(await set({ url }))).toEqual([422, '/secret'])
    expect(fault(await set({ url, secret: 'EZTK-canary-wrong-0123456789' }))).toEqual([422, '/secret'])
    server.mode = 'production'
    const live = await set({ url, secret: KEY })
    expect([fault(live), live.text]).toEqual([[422, '/secret'], expect.stringContaining('live labels')])
    server.mode = 'test'
    server.faults.set('POST /v2/addresses', { status: 503 })
    expect(fault(await set({ url, secret: KEY }))).toEqual([422, '/url'])
    const { db } = service.running.service
    expect(await db.query('test_none', 'select id from carrier_secrets')).toEqual([])
    const done = await set({ url, secret: KEY })
    expect(done.json).toMatchObject({ adapter: 'easypost', url, is_signed: true, codes: { delivered: 'deliver', held: null } })
    expect((await set({ codes: { delivered: 'deliver' } })).json).toMatchObject({ url, codes: { delivered: 'deliver' } })
    expect((await set({ name: 'Renamed' })).json.codes).toEqual({ delivered: 'deliver' })
    expect(fault(await set({ secret: null }))).toEqual([422, '/secret'])
    expect(server.got.every(({ template }) => template === 'POST /v2/addresses')).toBe(true)
  })

  test('without an address is refused in a sandbox that may not call test carriers', async () => {
    const refused = await set({ secret: KEY })
    expect([fault(refused), refused.text]).toEqual([[422, '/url'], expect.stringContaining('BACKHAUL_SANDBOX_TEST_CARRIERS')])
    expect(fault(await set({ url: 'https://api.easypost.example/', secret: KEY }))).toEqual([422, '/url'])
  })

  test.each<[string, Partial<Config>, string, boolean]>([
    ['a sandbox', { environment: 'sandbox' }, FIXED, false],
    ['a sandbox', { environment: 'sandbox' }, 'http://127.0.0.1:9/v2/', true],
    ['a sandbox with test carriers', { environment: 'sandbox', sandboxTestCarriers: true }, FIXED, true],
    ['a sandbox with test carriers', { environment: 'sandbox', sandboxTestCarriers: true }, 'https://1.1.1.1/', false],
    ['a sandbox with test carriers', { environment: 'sandbox', sandboxTestCarriers: true }, 'http://127.0.0.1:9/v2/', true],
    ['production', { environment: 'production' }, FIXED, true],
    ['production', { environment: 'production', privateWebhooks: true, privateWebhooksChosen: true }, 'http://127.0.0.1:9/v2/', false],
    ['production', { environment: 'production' }, 'https://1.1.1.1/', false],
  ])('%s (%o) accepts %s: %s', async (_, given, address, isAllowed) => {
    const config = {
      privateWebhooks: false,
      privateWebhooksChosen: false,
      sandboxTestCarriers: false,
      trustProxy: [] as string[],
      ...given,
    }
    expect((await refuseServiceUrl({ config } as Service, address, FIXED)) === null).toBe(isAllowed)
    if (address === FIXED) expect(serviceTargets(config as Config, address, FIXED).loopbackOnly ?? false).toBe(!isAllowed)
  })

  test('production accepts no test key', async () => {
    const { config } = service.running.service
    const production = {
      ...service.running.service,
      config: { ...config, environment: 'production', privateWebhooks: true, privateWebhooksChosen: true },
    }
    const given = { code: 'northline', url, secret: KEY, isNew: true }
    const refused = await refuseKey(production as Service, await loadAdapter('easypost'), given)
    expect(JSON.stringify(refused)).toContain('test key')
    server.mode = 'production'
    expect(await refuseKey(production as Service, await loadAdapter('easypost'), given)).toBeNull()
  })

  test('asks for the key again when the address or the adapter changes to the fixed address', async () => {
    await set({ url, secret: KEY })
    const allowed = { ...service.running.service, config: { ...service.running.service.config, sandboxTestCarriers: true } }
    const adapter = await loadAdapter('easypost')
    const change = { code: 'northline', url: FIXED, secret: undefined, isNew: true }
    expect(JSON.stringify(await refuseKey(allowed, adapter, change))).toContain('is required')
    expect(await refuseKey(allowed, adapter, { ...change, isNew: false })).toBeNull()
  })
})

test('files come only from the hosts of the adapter, over https, and no other address is connected to', async () => {
  const targets = { allowPrivate: true }
  const reach = { ...{ url, targets, ending: AbortSignal.timeout(10_000), secret: async () => KEY }, take: async () => true }
  const account = accountAt(
    { ...reach, mayPay: async () => false, held: async () => [] },
    { ...(await loadAdapter('easypost')), file_hosts: ['localhost'] },
  )
  const others = [`${server.origin}/files/a`, 'http://localhost/files/a', 'https://localhost:8443/files/a', 'https://files.example/a']
  for (const address of others)
    expect(await account.download(address)).toEqual({
      no_answer: expect.stringMatching(/^files are not fetched from [\w.:]+$/),
      was_sent: true,
    })
  expect(server.got).toEqual([])
  // A listed host is connected to. Nothing answers there.
  expect(await account.download('https://localhost/files/a')).toEqual({
    no_answer: expect.not.stringContaining('not fetched'),
    was_sent: true,
  })
})

test.each([
  ['https://files.example/a', false],
  ['http://files.carrier.example/a', false],
  ['https://files.carrier.example:8443/a', false],
  ['https://files.carrier.example.evil.example/a', false],
  ['https://files.carrier.example@evil.example/a', false],
  ['https://me:pass@files.carrier.example/a', false],
  ['https://files.carrier.example/a', true],
])('a file at %s is asked for without private addresses: %s', async (address, isAsked) => {
  // The process is stopping, so a request that passes the checks ends before it reaches the network.
  const reach = {
    url: FIXED,
    targets: { allowPrivate: false },
    ending: AbortSignal.abort(),
    secret: async () => KEY,
    take: async () => true,
  }
  const declared = { ...(await loadAdapter('easypost')), file_hosts: ['files.carrier.example'] }
  const account = accountAt({ ...reach, mayPay: async () => false, held: async () => [] }, declared)
  const refused = expect.stringMatching(/not fetched from|not allowed here/)
  expect(await account.download(address)).toEqual({ no_answer: isAsked ? expect.stringContaining('no answer') : refused, was_sent: true })
})

test('a label is bought once, stored byte for byte, tracked, and the key appears nowhere', async () => {
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  await exchange.stop()
  exchange = new Exchange({ ...service.running.service, log }, 20)
  await set({ url, secret: KEY })
  const shipment = (await service.demo.post('/v2/shipments', SENT)).json
  const place = { city: 'RENO', state: 'NV', zip: '89501', country: null }
  const seen = { status: 'in_transit', status_detail: 'arrived_at_facility', datetime: new Date().toISOString(), tracking_location: place }
  server.tracker = { tracking_details: [seen] }
  await exchange.pass()
  const [booking] = await bookings()
  expect(booking).toMatchObject({
    ...{ state: 'booked', shipment_id: shipment.id },
    purchases: [{ state: 'held', service: 'USPS GroundAdvantage', cost_cents: 643, currency: 'USD' }],
  })
  const { db } = service.running.service
  const papers = await db.query<{ content: Buffer; format: string }>('test_papers', 'select content, format from carrier_papers')
  expect(papers.map(({ content, format }) => [content.equals(labelFile()), format])).toEqual([[true, 'png']])
  for (const { id } of await db.query<{ id: string }>('test_imports', 'select id from imports'))
    await reportWork(service.running.service).work(id, () => false)
  expect((await service.demo.get(`/v2/shipments/${shipment.id}`)).json).toMatchObject({ status: 'injected' })

  // An error that repeats the key, in every place that shows or stores it.
  server.faults.set('POST /v2/shipments', {
    status: 422,
    body: JSON.stringify({ error: { code: 'SHIPMENT.INVALID', message: `no ${KEY}`, errors: [] } }),
  })
  await service.demo.post('/v2/shipments', SENT)
  await exchange.pass()
  const refused = (await bookings()).find(({ state }) => state === 'refused')
  expect(refused.error).toContain('no ***')
  const echo = `no such key: ${KEY}, Basic ${Buffer.from(`${KEY}:`).toString('base64')}`
  server.faults.set('POST /v2/shipments', {
    status: 401,
    body: JSON.stringify({ error: { code: 'UNAUTHORIZED', message: echo, errors: [] } }),
  })
  await service.demo.post('/v2/shipments', SENT)
  await exchange.pass()
  expect(logged.join('')).toContain('no such key: ***, Basic ***')
  const tables = await db.query<{ name: string }>(
    'test_tables',
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const everything = [
    ...logged,
    JSON.stringify(await bookings()),
    (await operator.get('/v2/ops/carriers')).text,
    (await operator.get('/v2/ops/audit?limit=100')).text,
  ]
  for (const { name } of tables) {
    const rows = await db.query<{ text: string }>(
      `test_dump_${name}`,
      `select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`,
    )
    everything.push(rows[0]?.text ?? '')
  }
  const base64 = Buffer.from(`${KEY}:`).toString('base64').slice(0, 30)
  for (const secret of [KEY, KEY.slice(0, 16), base64, Buffer.from(KEY).toString('hex')]) expect(everything.join(' ')).not.toContain(secret)
  expect(everything.join(' ')).not.toContain('/files/')
})

test.each<[string, Fault, boolean]>([
  ['whose answer was lost is found, and no second label is bought', 'after', true],
  ['that failed is made again only after the last read shows no label', { status: 503 }, false],
])('a purchase %s', async (_, fault, isBought) => {
  await exchange.stop()
  let ahead_ms = 0
  exchange = new Exchange({ ...service.running.service, clock: { now: () => Date.now() + ahead_ms } }, 20)
  await set({ url, secret: KEY })
  server.faults.set('POST /v2/shipments/{id}/buy', fault)
  await service.demo.post('/v2/shipments', SENT)
  const bought = () => server.got.filter(({ template }) => template === 'POST /v2/shipments/{id}/buy').length
  const stateAfter = async (ms: number) => {
    ahead_ms = ms
    await exchange.pass()
    await exchange.pass()
    return [(await bookings())[0].state, bought()]
  }
  expect(await stateAfter(0)).toEqual(['uncertain', 1])
  expect(await stateAfter(115_000)).toEqual(['uncertain', 1])
  expect(await stateAfter(125_000)).toEqual([isBought ? 'booked' : 'uncertain', 1])
  expect(await stateAfter(305_000)).toEqual([isBought ? 'booked' : 'uncertain', 1])
  expect(await stateAfter(3_605_000)).toEqual(['booked', isBought ? 1 : 2])
  expect([...server.shipments.values()].filter(({ number }) => number !== null)).toHaveLength(1)
})

test('a canceled parcel is refunded', async () => {
  await set({ url, secret: KEY })
  const called = (await service.demo.post('/v2/shipments', SENT)).json
  await exchange.pass()
  await service.demo.post(`/v2/shipments/${called.id}/cancel`, {})
  await exchange.pass()
  const [booking] = (await bookings()).filter(({ shipment_id }) => shipment_id === called.id)
  expect(booking.purchases).toMatchObject([{ state: 'void_submitted' }])
  expect(recorded('refund-02-refund-shipment').body.refund_status).toBe('submitted')
})
