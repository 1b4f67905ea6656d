// Carriers with their own service (docs/operating/carriers.md#carriers-with-a-service).
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Random } from '@backhaul/simulator/random.ts'
import { ReplayCarrier } from '@backhaul/simulator/replay-carrier.ts'
import { type Faults, NO_FAULTS } from '@backhaul/simulator/replay-faults.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Exchange } from '../../src/kinds/carriers/exchange.ts'
import { reportWork } from '../../src/kinds/carriers/work.ts'
import { findOpen } from '../../src/kinds/imports/queries.ts'
import { TORONTO } from '../customs/fixtures.ts'
import { backdate } from '../support/backdate.ts'
import { ADDRESS, QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { label, sell, stepOf } from './protocol.ts'
import type { Json } from './support.ts'

const CODES = { AC: 'inject', MV: 'movement', OD: 'out-for-delivery', DL: 'deliver' }
/** Long enough that no timer fires. */
const NEVER_MS = 1_000_000

let service: TestService
let operator: TestClient
let exchange: Exchange
/** How far the clock of the exchange is ahead. */
let ahead_ms = 0
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  service = await startTestService('api')
  operator = await service.operator()
  ahead_ms = 0
  exchange = open()
})
afterEach(async () => {
  await exchange.stop()
  for (const close of closing.splice(0)) await close()
  await service.close()
})

const open = (known_ms?: number): Exchange =>
  new Exchange({ ...service.running.service, clock: { now: () => Date.now() + ahead_ms } }, 20, known_ms)

const set = (code: string, facts: object) =>
  operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: `The ${code}`, adapter: 'replay', codes: CODES, ...facts } })

const replay = async (faults: Partial<Faults> = {}, step_ms = NEVER_MS, code = 'northline'): Promise<ReplayCarrier> => {
  const carrier = new ReplayCarrier({ random: new Random(7), faults: { ...NO_FAULTS, ...faults }, step_ms, outage: null })
  const url = await carrier.listen()
  closing.push(() => carrier.close())
  expect((await set(code, { url })).json).toMatchObject({ adapter: 'replay', url })
  return carrier
}

/** A carrier service that answers as the test says. It records each request as `<method> <path>`. */
const scripted = async (answer: (request: IncomingMessage, response: ServerResponse) => void, code = 'northline') => {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  await set(code, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base` })
  return asked
}

const HOME = { direction: 'outbound', fulfillment: 'print_label', from: ADDRESS, to: ADDRESS, parcel: { weight: 4 } }
const parcel = async (body: object = RETURN): Promise<Json> => {
  const { json } = await service.demo.post('/v2/shipments', body)
  await backdate(service, json.id)
  return json
}
const shipment = async (id: string): Promise<Json> => (await service.demo.get(`/v2/shipments/${id}`)).json
const bookings = async (query = ''): Promise<Json[]> =>
  (await operator.get(`/v2/ops/carrier-bookings?limit=100&order=oldest${query}`)).json.data
const bookingsOf = async ({ id }: Json): Promise<string[]> =>
  (await bookings(`&shipment_id=${id}`)).map(({ carrier, state }) => `${carrier} ${state}`)
const carrierNow = async (code = 'northline'): Promise<Json> =>
  (await operator.get('/v2/ops/carriers')).json.data.find((one: Json) => one.code === code)

/** Processes the fetched reports, because no worker runs here. */
const work = async (): Promise<void> => {
  const { running } = service
  const id = await findOpen(running.service.db, 'carrier-report')
  if (id !== null) {
    await reportWork(running.service).work(id, () => false)
    const { errors, state } = (await operator.get(`/v2/ops/imports/${id}`)).json
    expect([state, errors]).toEqual(['done', []])
  }
}

describe('a parcel', () => {
  test('is booked with its carrier once it has a label, with its number, and follows the carrier’s reports', async () => {
    const carrier = await replay({}, 20)
    const [printed, waiting] = [await parcel(), await parcel(QR_RETURN)]
    await exchange.pass()
    expect(await bookings()).toMatchObject([
      { object: 'carrier_booking', carrier: 'northline', shipment_id: printed.id, state: 'booked', number: printed.ltracking, error: null },
    ])
    expect(carrier.bookings).toMatchObject([{ reference: printed.tracking, labels: [{ number: printed.ltracking, void: 'none' }] }])
    const isDelivered = async () => {
      await exchange.pass()
      await work()
      return (await shipment(printed.id)).status === 'delivered'
    }
    await until('it is delivered', isDelivered)
    expect(await shipment(printed.id)).toMatchObject({ status: 'delivered', ltracking: printed.ltracking })
    await exchange.pass()
    expect([await bookingsOf(printed), await bookingsOf(waiting)]).toEqual([['northline done'], []])
    await exchange.pass()
    expect(carrier.bookings).toHaveLength(1)
  })

  test('without a number gets the carrier’s number, and a second number also leads to it', async () => {
    await scripted((request, response) => {
      if (stepOf(request) !== 'reports') return sell(request, response, 'THEIRS-1')
      const lines = 'number,code,occurred_at\nTHEIRS-1,AC,2026-11-20T09:30:00Z\n'
      if (request.url === '/base/reports') return response.writeHead(200, { 'x-next': '1' }).end(lines)
      response.writeHead(204).end()
    })
    const one = await parcel()
    await service.running.service.db.query('test_number', 'update shipments set ltracking = null where id = $1', [one.id])
    await exchange.pass()
    expect((await shipment(one.id)).ltracking).toBe('THEIRS-1')
    await service.running.service.db.query('test_other', "update shipments set ltracking = 'OURS-1' where id = $1", [one.id])
    await work()
    expect(await shipment(one.id)).toMatchObject({ status: 'injected', ltracking: 'OURS-1' })
  })

  test('has its booking voided if it is canceled or changes carriers, and is never booked if canceled first', async () => {
    const carrier = await replay()
    const [kept, called, moved] = [await parcel(), await parcel(), await parcel()]
    await exchange.pass()
    const early = await parcel()
    for (const { id } of [called, early]) expect((await service.demo.post(`/v2/shipments/${id}/cancel`, {})).status).toBe(200)
    expect((await service.demo.post('/v2/scan-events/inject', { shipment_id: moved.id, carrier: 'swiftpost' })).status).toBe(200)
    await exchange.pass()
    expect(await Promise.all([kept, called, moved, early].map(bookingsOf))).toEqual([
      ...[['northline booked'], ['northline void'], ['northline void'], []],
    ])
    expect(carrier.bookings.map(({ labels }) => labels.map((one) => one.void))).toEqual([['none'], ['settled'], ['settled']])
  })

  test('redirected to another country stays booked with its carrier, and a scan by another carrier books nothing', async () => {
    await operator.send('PUT', '/v2/ops/policy', { body: { redirects_abroad: 'reprice' } })
    const [first, second] = [await replay(), await replay({}, NEVER_MS, 'swiftpost')]
    const [turned, taken] = [await parcel(HOME), await parcel(HOME)]
    await exchange.pass()
    for (const { id } of [turned, taken])
      for (const kind of ['custody', 'inject', 'movement']) await service.demo.post(`/v2/scan-events/${kind}`, { shipment_id: id })
    const { json } = await service.demo.post(`/v2/shipments/${turned.id}/redirect`, { to: TORONTO })
    expect(json).toMatchObject({ carrier: 'northline', status: 'in_transit', currency: 'CAD' })
    // Another carrier has custody of the parcel and already knows it.
    await service.demo.post('/v2/scan-events/inject', { shipment_id: taken.id, carrier: 'swiftpost' })
    for (let i = 0; i < 3; i++) await exchange.pass()
    expect(await bookingsOf(turned)).toEqual(['northline booked'])
    expect(first.bookings.flatMap(({ labels }) => labels.map((one) => one.void))).toEqual(['none', 'none'])
    expect(second.bookings).toEqual([])
  })

  test('refused by the carrier shows the reason, and is booked again after a manual retry', async () => {
    let isStrict = true
    const asked = await scripted((request, response) => {
      if (stepOf(request) !== 'buy' || !isStrict) return sell(request, response, 'X1')
      response.writeHead(422).end('{"error":"no service to this address",\n"cause":"address"}')
    })
    const { id } = await parcel()
    for (let i = 0; i < 3; i++) await exchange.pass()
    const [refused] = await bookings('&state=refused')
    expect(refused).toMatchObject({
      ...{ shipment_id: id, number: null, error: '422 {"error":"no service to this address", "cause":"address"}' },
      ...{ remedy: 'Correct the address of the shipment, then retry the booking.', purchases: [{ state: 'refused', numbers: [] }] },
    })
    expect(asked.filter((one) => one.endsWith('/buy'))).toHaveLength(1)
    isStrict = false
    const again = await operator.post(`/v2/ops/carrier-bookings/${refused.id}/retry`, {})
    expect([again.status, again.json.state, again.json.error]).toEqual([200, 'due', null])
    await exchange.pass()
    expect(await bookings()).toMatchObject([{ id: refused.id, state: 'booked', number: 'X1' }])
    const late = await operator.post(`/v2/ops/carrier-bookings/${refused.id}/retry`, {})
    expect([late.status, late.json.error.code, late.json.error.details]).toEqual([409, 'booking_not_refused', { state: 'booked' }])
  })

  test('refused by the carrier and then canceled causes no further request', async () => {
    const asked = await scripted((_, response) => response.writeHead(422).end())
    const one = await parcel()
    await exchange.pass()
    await service.demo.post(`/v2/shipments/${one.id}/cancel`, {})
    await exchange.pass()
    expect([await bookingsOf(one), asked.filter((line) => !line.includes('reports'))]).toEqual([
      ['northline void'],
      ['POST /base/bookings'],
    ])
  })
})

describe('a service', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['503', (response) => response.writeHead(503).end()],
    ['429', (response) => response.writeHead(429).end()],
    ['a reset', (response) => response.destroy()],
    ['an answer that is cut off', (response) => response.writeHead(200, { 'content-length': 100 }).write('{"n', () => response.destroy())],
    ['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['no JSON', (response) => response.writeHead(200).end('booked!')],
    ['an empty body', (response) => response.writeHead(200).end()],
    ['an answer without an end', (response) => endless(response)],
  ])('that answers with %s is retried later with everything outstanding, and is paid once', async (_, fail) => {
    let isOut = true
    const asked = await scripted((request, response) => (isOut ? fail(response) : sell(request, response, 'N-1')))
    await parcel()
    await exchange.pass()
    expect(asked[0]).toBe('POST /base/bookings')
    const failing = await carrierNow()
    expect([failing.service.failing_since === null, failing.service.last_error]).toEqual([false, expect.stringMatching(/^(POST|GET) /)])
    expect(await bookings()).toMatchObject([{ state: 'due', tries: 1, error: expect.stringMatching(/^POST bookings/), purchases: [] }])
    isOut = false
    await until('it is told', async () => {
      await exchange.pass()
      return (await bookings())[0].state === 'booked'
    })
    expect((await carrierNow()).service).toMatchObject({ failing_since: null, last_error: null })
    expect(await bookings()).toMatchObject([{ number: 'N-1', error: null, tries: 0, next_try_at: null }])
    expect(asked.filter((line) => line.endsWith('/buy'))).toHaveLength(1)
  })

  test('that hangs does not delay another service', async () => {
    let given_up = 0
    const hanging = await scripted((_, response) => void response.once('close', () => given_up++))
    const asked = await scripted((request, response) => sell(request, response, 'S-1'), 'swiftpost')
    const all = await Promise.all(Array.from({ length: 20 }, () => parcel()))
    const other = all.pop()
    await service.running.service.db.query('test_carrier', "update shipments set carrier = 'swiftpost' where id = $1", [other.id])
    const passing = exchange.pass()
    await until('the other one is told', () => asked.some((line) => line.endsWith('/buy')))
    expect(given_up).toBe(0)
    await passing
    expect(hanging.length).toBeLessThanOrEqual(8)
    expect(await bookingsOf(other)).toEqual(['swiftpost booked'])
  })

  test('that is down is not asked about every parcel', async () => {
    const asked = await scripted((_, response) => response.writeHead(503).end())
    await Promise.all(Array.from({ length: 20 }, () => parcel()))
    await exchange.pass()
    expect(asked.length).toBeGreaterThanOrEqual(3)
    expect(asked.length).toBeLessThanOrEqual(8)
  })

  test('that fails on one parcel books the others', async () => {
    const poison = await parcel()
    const asked: string[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      asked.push(`${request.method} ${request.url}`)
      if (body.includes(poison.tracking)) return response.writeHead(500).end()
      sell(request, response, `P-${asked.length}`)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(async () => server.closeAllConnections())
    closing.push(async () => server.close())
    await set('northline', { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
    const others = await Promise.all(Array.from({ length: 9 }, () => parcel()))
    await service.demo.post(`/v2/shipments/${poison.id}/hold`, {})
    for (let i = 0; i < 3; i++) await exchange.pass()
    const latest = await parcel()
    await exchange.pass()
    expect(await Promise.all([...others, latest].map(bookingsOf))).toEqual(Array.from({ length: 10 }, () => ['northline booked']))
    expect(await bookings('&state=due')).toMatchObject([{ shipment_id: poison.id, error: expect.stringContaining('500') }])
    expect((await carrierNow()).service.failing_since).toBeNull()
  })

  test('that refuses a void is asked again a day later while it still voids; the cost of the label is shown', async () => {
    let isStrict = true
    const asked = await scripted((request, response) => {
      if (stepOf(request) === 'void' && isStrict) return response.writeHead(409).end('it is on its way')
      sell(request, response, 'V-1')
    })
    const one = await parcel()
    await exchange.pass()
    await service.demo.post(`/v2/shipments/${one.id}/cancel`, {})
    const voids = () => asked.filter((line) => line.endsWith('/void')).length
    for (let i = 0; i < 2; i++) await exchange.pass()
    expect([await bookings(), voids()]).toMatchObject([
      [{ state: 'void', purchases: [{ state: 'void_refused', error: '409 it is on its way', cost_cents: 567, currency: 'USD' }] }],
      1,
    ])
    ahead_ms = 25 * 3_600_000
    await exchange.pass()
    expect(voids()).toBe(2)
    isStrict = false
    ahead_ms = 50 * 3_600_000
    await exchange.pass()
    expect([await bookings(), voids()]).toMatchObject([[{ purchases: [{ state: 'void', error: null, next_try_at: null }] }], 3])
  })

  test('that refuses a void until its window has ended is not asked anymore', async () => {
    const asked = await scripted((request, response) => {
      if (stepOf(request) === 'void') return response.writeHead(409).end('no')
      sell(request, response, 'V-1')
    })
    const one = await parcel()
    await exchange.pass()
    await service.demo.post(`/v2/shipments/${one.id}/cancel`, {})
    for (const days of [0, 15, 29.5, 31, 60]) {
      ahead_ms = days * 24 * 3_600_000
      await exchange.pass()
    }
    expect([await bookings(), asked.filter((line) => line.endsWith('/void'))]).toMatchObject([
      [{ state: 'void', purchases: [{ state: 'void_refused', next_try_at: null }] }],
      { length: 3 },
    ])
  })

  test('whose void settles later is read until it has settled', async () => {
    let state = 'submitted'
    await scripted((request, response) => {
      if (stepOf(request) === 'void') return response.writeHead(200).end('{"void":"submitted"}')
      if (stepOf(request) === 'find') return response.writeHead(200).end(`{"labels":[${label('V-1', state)}]}`)
      sell(request, response, 'V-1')
    })
    const one = await parcel()
    await exchange.pass()
    await service.demo.post(`/v2/shipments/${one.id}/cancel`, {})
    const seen = async () => {
      await exchange.pass()
      return (await bookings()).map((booking) => [booking.state, booking.purchases[0].state])
    }
    expect(await seen()).toEqual([['voiding', 'void_submitted']])
    ahead_ms = 2 * 60_000
    expect(await seen()).toEqual([['voiding', 'void_submitted']])
    state = 'settled'
    ahead_ms = 4 * 60_000
    expect(await seen()).toEqual([['void', 'void']])
  })

  test('whose reports do not say where they end is asked for them again', async () => {
    let headers: Record<string, string> = {}
    const asked = await scripted((_, response) => response.writeHead(200, headers).end('number,code,occurred_at\n'))
    await exchange.pass()
    expect((await carrierNow()).service.last_error).toMatch(/without X-Next of 1 to 500 characters/)
    headers = { 'x-next': 'page 2 & more' }
    await until('it has gone on', async () => {
      await exchange.pass()
      await work()
      return asked.includes('GET /base/reports?after=page%202%20%26%20more')
    })
  })

  test('has an address that webhooks may have, and only with the adapter replay', async () => {
    for (const url of [
      'http://169.254.169.254/latest',
      'ftp://127.0.0.1/',
      'https://user:secret@127.0.0.1/',
      'nonsense',
      'https://127.0.0.1/#x',
    ])
      expect([url, (await set('northline', { url })).json.error?.details.errors[0].path]).toEqual([url, '/url'])
    expect((await set('fresh', {})).json.error.details.errors).toMatchObject([{ path: '/url', rule: 'required' }])
    expect((await set('fresh', { url: 'https://127.0.0.1/api' })).json.url).toBe('https://127.0.0.1/api')
    expect((await set('fresh', {})).json.url).toBe('https://127.0.0.1/api')
    expect((await set('fresh', { adapter: 'file' })).json.url).toBeNull()
  })

  test('gets nothing from a restored database', async () => {
    const carrier = await replay()
    await parcel()
    await service.running.service.db.query(
      'test_hold',
      `insert into settings (name, value) values ('deliveries_hold', '{"since":"2026-11-24T00:00:00Z","reason":"restored"}')`,
    )
    await exchange.pass()
    expect(carrier.bookings).toEqual([])
    await service.running.service.db.query('test_release', "delete from settings where name = 'deliveries_hold'")
    await exchange.pass()
    expect(carrier.bookings).toHaveLength(1)
  })
})

const endless = (response: ServerResponse): void => {
  response.writeHead(200)
  const piece = Buffer.alloc(2 ** 20, ' ')
  const more = () => {
    while (response.writable && !response.destroyed) if (!response.write(piece)) return
  }
  response.on('drain', more)
  more()
}

test('a new carrier service gets one booking for each labeled parcel that it does not have yet', async () => {
  const { db } = service.running.service
  const [early, gone, off, theirs] = [await parcel(), await parcel(), await parcel(), await parcel()]
  await service.demo.post('/v2/scan-events/inject', { shipment_id: gone.id })
  await service.demo.post(`/v2/shipments/${off.id}/cancel`, {})
  await db.query('test_theirs', "update shipments set carrier = 'swiftpost' where id = $1", [theirs.id])
  const carrier = await replay()
  await exchange.stop()
  exchange = open(0)
  for (let i = 0; i < 2; i++) await exchange.pass()
  expect(carrier.bookings.map(({ reference }) => reference)).toEqual([early.tracking])
  expect(await db.query('test_enrolled', 'select is_enrolled from carrier_exchanges')).toEqual([{ is_enrolled: true }])
  // A new address is treated as a new service, whose reports are read from the beginning.
  const { url } = await carrierNow()
  await set('northline', { url: `${url}?v=2` })
  await exchange.pass()
  expect(await db.query('test_two', 'select url, reports_after from carrier_exchanges order by url')).toEqual([
    { url, reports_after: null },
    { url: `${url}?v=2`, reports_after: null },
  ])
})

test('a late commit is noticed, however many later commits were noticed before it', async () => {
  const carrier = await replay()
  const { db } = service.running.service
  const client = await db.pool.connect()
  const late = await parcel()
  await db.query('test_forget', 'delete from carrier_outbox')
  await client.query('begin')
  await client.query(`insert into carrier_outbox (id, shipment_id) values ('late', $1)`, [late.id])
  await parcel()
  await exchange.pass()
  expect(carrier.bookings).toHaveLength(1)
  await client.query('commit')
  client.release()
  await exchange.pass()
  expect(carrier.bookings.map(({ reference }) => reference)).toContain(late.tracking)
})

test('late, doubled, disordered and contradictory reports lose, duplicate and misplace nothing', async () => {
  const carrier = await replay({ late: 0.3, doubled: 0.3, disordered: 0.3, contradicting: 0.2, unknown: 0.2 }, 15)
  const all = await Promise.all(Array.from({ length: 20 }, () => parcel()))
  for (let quiet = 0, lines = -1; quiet < 3; ) {
    await exchange.pass()
    await work()
    quiet = carrier.lines.length === lines ? quiet + 1 : 0
    lines = carrier.lines.length
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  await exchange.pass()
  await work()
  const key = ({ number, code, occurred_at, city }: Json) => [number, code, occurred_at, city].join(' ')
  const told = new Set(carrier.lines.map(key))
  expect(told.size).toBeLessThan(carrier.lines.length)
  let seen = 0
  for (const { id } of all) {
    const now = await shipment(id)
    expect(now.status).toBe('delivered')
    const own = [...told].filter((one) => one.startsWith(`${now.ltracking} `))
    const scans = (await service.demo.get(`/v2/shipments/${id}/scans?order=oldest&limit=100`)).json.data
    expect(scans).toHaveLength(own.length)
    expect(scans.map(({ occurred_at }: Json) => occurred_at).sort()).toEqual(own.map((one) => one.split(' ')[2]).sort())
    seen += own.length
  }
  const strangers = [...told].filter((one) => one.startsWith('NOBODYS')).length
  expect(seen + strangers).toBe(told.size)
  expect((await operator.get('/v2/ops/unmatched-scans?limit=100')).json.data).toHaveLength(Math.min(strangers, 100))
})

test('a simulated carrier that was restarted is read from its beginning', async () => {
  const line = {
    number: 'N1',
    code: 'MV',
    occurred_at: '2026-11-20T09:30:00Z',
    city: 'Reno',
    state: 'NV',
    postal_code: '89501',
    country: 'US',
  }
  const open = async () => {
    const carrier = new ReplayCarrier({ random: new Random(7), faults: NO_FAULTS, step_ms: null, outage: null })
    closing.push(() => carrier.close())
    carrier.lines.push(line)
    return { carrier, url: await carrier.listen() }
  }
  const [before, after] = [await open(), await open()]
  const read = (url: string, cursor: string | null) => fetch(`${url}reports${cursor === null ? '' : `?after=${cursor}`}`)
  const next = (await read(before.url, null)).headers.get('x-next')
  expect((await read(before.url, next)).status).toBe(204)
  expect([before.carrier.taken, after.carrier.taken]).toEqual([1, null])
  expect(JSON.parse(await (await read(after.url, next)).text())).toEqual(line)
})
