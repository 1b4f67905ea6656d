// Trackers become reports, for the labels under way and from pushed events, whose signature is checked over the raw bytes.
import { createHmac } from 'node:crypto'
import type { CarrierAccount, HeldLabel } from '@backhaul/core/carrier-adapter.ts'
import { accountOf } from '@backhaul/server/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import adapter from '../src/index.ts'
import { CODES, isSigned, linesOf, pushSecretOf } from '../src/tracking.ts'
import { EasyPostServer } from './easypost-server.ts'
import { ARE_HERE, fileOf, type Json, recorded } from './recordings.ts'

const KEY = 'EZTK-canary-0123456789abcdef'
const trackers: Json[] = recorded('tracker-06-list-page-with-five-statuses').body.trackers
const delivered = trackers.find(({ status }) => status === 'delivered') as Json

test('a recorded journey is a first scan, movements, and a delivery with its signature', () => {
  const lines = linesOf(delivered, delivered.created_at)
  const codes = lines.map(({ code }) => code as string)
  expect(codes.every((code) => code in CODES)).toBe(true)
  const kinds = codes.map((code) => CODES[code]).filter(Boolean)
  expect([kinds[0], kinds[1], ...kinds.slice(-2)]).toEqual(['inject', 'movement', 'out-for-delivery', 'deliver'])
  expect(lines.at(-1)).toMatchObject({
    number: delivered.tracking_code,
    code: 'delivered',
    signed_by: 'John Tester',
    postal_code: expect.any(String),
  })
  expect(lines.at(-1)).not.toHaveProperty('country')
  expect(lines.at(-2)).toMatchObject({ code: 'out_for_delivery', scheduled_delivery_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
})

test('every word of the recordings has a meaning', () => {
  for (const tracker of trackers) for (const { code } of linesOf(tracker, tracker.created_at)) expect(CODES).toHaveProperty(code as string)
})

const at = (hour: number) => `2026-03-04T${String(hour).padStart(2, '0')}:00:00Z`
const tracked = (entries: [status: string, detail: string | null][], mode = 'production'): Json => ({
  ...{ mode, tracking_code: 'N1', signed_by: null, est_delivery_date: null },
  tracking_details: entries.map(([status, status_detail], i) => ({ status, status_detail, datetime: at(i), tracking_location: null })),
})
const codesOf = (...entries: [status: string, detail: string | null][]) => linesOf(tracked(entries), at(0)).map(({ code }) => code)

test.each<[string, [string, string | null][], string[]]>([
  [
    'a detail that says more than its status',
    [
      ['in_transit', 'missorted'],
      ['in_transit', 'departed_facility'],
    ],
    ['missorted', 'first_scan'],
  ],
  [
    'a status without a detail',
    [
      ['pre_transit', null],
      ['in_transit', null],
    ],
    ['pre_transit', 'first_scan'],
  ],
  [
    'a movement after a failed attempt',
    [
      ['in_transit', 'unknown'],
      ['failure', 'delivery_exception'],
      ['in_transit', 'unknown'],
    ],
    ['first_scan', 'delivery_exception', 'in_transit'],
  ],
  [
    'a movement after the driver left',
    [
      ['out_for_delivery', 'out_for_delivery'],
      ['in_transit', 'held'],
      ['in_transit', 'unknown'],
    ],
    ['out_for_delivery', 'held', 'in_transit'],
  ],
  [
    'a delivery after a return, which is at the sender',
    [
      ['in_transit', 'unknown'],
      ['return_to_sender', 'return'],
      ['delivered', 'arrived_at_destination'],
    ],
    ['first_scan', 'return', 'delivered_to_sender'],
  ],
  [
    'a driver after a return, who is on the way to the sender',
    [
      ['in_transit', 'return'],
      ['out_for_delivery', 'out_for_delivery'],
    ],
    ['return', 'out_for_return'],
  ],
  [
    'a status that says what happened, whatever its detail is',
    [
      ['out_for_delivery', 'delayed'],
      ['delivered', 'arrived_at_pickup_location'],
    ],
    ['out_for_delivery', 'delivered'],
  ],
  ['a delivery whose detail is a return, which is at the sender', [['delivered', 'return']], ['delivered_to_sender']],
  [
    'new words, which fall back to the status',
    [
      ['pre_transit', 'teleported'],
      ['teleported', null],
    ],
    ['pre_transit', 'unknown'],
  ],
])('%s', (_, entries, codes) => expect(codesOf(...entries)).toEqual(codes))

test('unusable facts are left out or cut, so that no scan is refused (synthetic)', () => {
  const place = { city: 'x'.repeat(120), state: 'Kanton Basel-Landschaft '.repeat(3), zip: '1234567890 1234567890', country: 'Switzerland' }
  const tracker: Json = { ...tracked([['out_for_delivery', null]]), est_delivery_date: 'soon' }
  tracker.tracking_details[0].tracking_location = place
  const [line] = linesOf(tracker, at(0))
  expect(line).toMatchObject({ city: 'x'.repeat(100), postal_code: '1234567890 123456789' })
  expect(line?.state?.length).toBeLessThanOrEqual(50)
  expect(line).not.toHaveProperty('country')
  expect(line).not.toHaveProperty('scheduled_delivery_date')
})

test('a time without an offset is left out, and a time in the future is now (synthetic)', () => {
  const tracker = tracked([
    ['in_transit', null],
    ['out_for_delivery', null],
  ])
  tracker.tracking_details[0].datetime = '2026-03-04T09:00:00'
  tracker.tracking_details[1].datetime = new Date(Date.now() + 3_600_000).toISOString()
  const lines = linesOf(tracker, at(0))
  expect(lines.map(({ code }) => code)).toEqual(['out_for_delivery'])
  expect(Date.parse(lines[0]?.occurred_at as string)).toBeLessThanOrEqual(Date.now())
})

test('events of an earlier parcel with the same number are left out, except in test mode, whose times are invented', () => {
  const entries: [string, string | null][] = [['delivered', 'arrived_at_destination']]
  expect(linesOf(tracked(entries), '2026-03-06T00:00:00Z')).toEqual([])
  expect(linesOf(tracked(entries, 'test'), '2026-03-06T00:00:00Z')).toHaveLength(1)
})

describe('the trackers of the labels under way', () => {
  let server: EasyPostServer
  let account: CarrierAccount
  let labels: HeldLabel[]
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    server = new EasyPostServer(KEY)
    const url = await server.listen()
    labels = []
    const held = async (after: string | null, limit: number) => labels.filter(({ id }) => after === null || id > after).slice(0, limit)
    account = { ...accountOf({ url, secret: async () => KEY }, adapter), held }
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })
  const sell = async (id: string) => {
    const service = adapter.open(account)
    const address = { line1: '1 Main St', city: 'Reno', state: 'NV', postal_code: '89501', country: 'US' }
    const parcel = { parcel: { weight: 1, length: 1, width: 1, height: 1 }, from: address, to: address, service_level: 'standard' as const }
    const one = { reference: id, tracking: id, number: null, customs: null, ...parcel }
    const rates = await service.rates(one)
    const [carrier_shipment_id, offer] = 'done' in rates ? [rates.done.carrier_shipment_id, rates.done.offers[0]?.id as string] : [null, '']
    const bought = await service.buy({ reference: id, carrier_shipment_id, offer }, one)
    if (!('done' in bought)) throw new Error(bought.reason)
    const { numbers, ids } = bought.done
    labels.push({ id, numbers, ids, carrier_shipment_id, bought_at: new Date().toISOString() })
    return numbers[0]
  }
  const track = async (after: string | null) => {
    const answer = await adapter.open(account).track(after)
    if (!('done' in answer)) throw new Error(answer.reason)
    const { bytes, next } = answer.done ?? {}
    return { lines: bytes?.length ? (JSON.parse(Buffer.from(bytes).toString()) as Json[]) : [], next: next ?? null }
  }
  const asked = () => server.got.filter(({ template }) => template === 'GET /v2/trackers/{id}').length

  test('are each read once a round, and what did not change is not reported again', async () => {
    expect(await track(null)).toEqual({ lines: [], next: null })
    const numbers = []
    for (let i = 0; i < 12; i++) numbers.push(await sell(`cbk_${String(i).padStart(2, '0')}`))
    const first = await track(null)
    expect([...new Set(first.lines.map(({ number }) => number))]).toEqual(numbers.slice(0, 10))
    const second = await track(first.next)
    expect([...new Set(second.lines.map(({ number }) => number))]).toEqual(numbers.slice(10))
    expect(await track(second.next)).toEqual({ lines: [], next: null })
    expect(asked()).toBe(12)
    vi.setSystemTime(Date.now() + 16 * 60_000)
    server.trackers.set(numbers[3] as string, { ...delivered, updated_at: new Date().toISOString() })
    const third = await track(second.next)
    expect([...new Set(third.lines.map(({ number }) => number))]).toEqual([numbers[3]])
    expect(third.lines.at(-1)).toMatchObject({ code: 'delivered' })
    expect((await track(third.next)).lines).toEqual([])
  })

  test('that were deleted do not keep the others from being read, and an outage loses nothing', async () => {
    const gone = await sell('cbk_1')
    const number = await sell('cbk_2')
    for (const one of server.shipments.values()) if (one.number === gone) one.number = null
    const answering = (status: number, body: string, headers = {}) =>
      adapter.open({ ...account, call: async () => ({ status, headers, bytes: Buffer.from(body) }) }).track(null)
    expect(await answering(503, '<html>')).toMatchObject({ failed: 'unknown' })
    expect(await answering(404, '<html>')).toMatchObject({ failed: 'unknown' })
    expect(await answering(429, '{}', { 'retry-after': '7' })).toMatchObject({ failed: 'later', retry_after_s: 7 })
    const { lines } = await track(null)
    expect([...new Set(lines.map((line) => line.number))]).toEqual([number])
  })

  test.each([
    [503, '<html>', true],
    [422, JSON.stringify({ error: { code: 'TRACKER.RETRIEVE.ERROR', message: 'Words.', errors: [] } }), false],
  ])(
    'are read although another one fails with %i, and a fault of the service is tried again in the next round',
    async (status, body, isRepeated) => {
      const numbers = [await sell('cbk_1'), await sell('cbk_2')]
      server.faults.set('GET /v2/trackers/{id}', { status, body })
      const first = await track(null)
      expect([...new Set(first.lines.map(({ number }) => number))]).toEqual([numbers[1]])
      vi.setSystemTime(Date.now() + 16 * 60_000)
      const second = await track(first.next)
      expect([...new Set(second.lines.map(({ number }) => number))]).toEqual(isRepeated ? numbers : [])
    },
  )
})

describe('a pushed event', () => {
  const header = (body: Uint8Array | string, secret: string) =>
    `hmac-sha256-hex=${createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')}`

  test.runIf(ARE_HERE)('verifies like the official fixture, and only with its exact bytes', () => {
    const file = (name: string) => fileOf(`webhook/${name}`) as Buffer
    const fixture = JSON.parse(file('fixture.json').toString())
    const body = file(fixture.signed_body_file)
    expect(isSigned(body, fixture.expected_signature, fixture.secret)).toBe(true)
    // The same secret in the other form that a keyboard may give.
    expect(isSigned(body, fixture.expected_signature, fixture.secret.normalize('NFKD'))).toBe(true)
    expect(isSigned(file('event-body-with-final-newline.json'), fixture.expected_signature, fixture.secret)).toBe(false)
    for (const { signature } of fixture.must_not_match) expect(isSigned(body, signature, fixture.secret)).toBe(false)
    const [invented] = fixture.invented
    const number = file(invented.body_file)
    expect(isSigned(number, invented.signature, fixture.secret)).toBe(true)
    const again = Buffer.from(JSON.stringify(JSON.parse(number.toString())))
    expect(isSigned(again, invented.signature, fixture.secret)).toBe(false)
    const [, ofAgain] = Object.entries(invented).find(([key]) => key.startsWith('signature_of_the_')) as [string, string]
    expect(isSigned(again, ofAgain, fixture.secret)).toBe(true)
  })

  test('of our own: a final newline, the composed secret and a body that was written again do not verify', () => {
    const [composed, body] = ['s\u00e9cret', '{"weight":136.0}']
    expect(isSigned(Buffer.from(body), header(body, composed), composed)).toBe(true)
    expect(isSigned(Buffer.from(`${body}\n`), header(body, composed), composed)).toBe(false)
    const wrong = `hmac-sha256-hex=${createHmac('sha256', composed).update(body).digest('hex')}`
    expect(isSigned(Buffer.from(body), wrong, composed)).toBe(false)
    expect(isSigned(Buffer.from(JSON.stringify(JSON.parse(body))), header(body, composed), composed)).toBe(false)
  })

  test('is a report if it is signed with the secret of the key, and nothing otherwise', async () => {
    const service = adapter.open(accountOf({ url: 'http://127.0.0.1:9/', secret: async () => KEY }, adapter))
    const event = (result: Json) => JSON.stringify({ id: 'evt_1', object: 'Event', description: 'tracker.updated', result })
    const push = (text: string, secret = pushSecretOf(KEY)) =>
      service.readPush({ headers: { 'x-hmac-signature': header(text, secret) }, body: Buffer.from(text) })
    const report = await push(event(delivered))
    expect(report?.next).toBe('evt_1')
    expect(JSON.parse(Buffer.from(report?.bytes ?? '').toString())).toEqual(linesOf(delivered, delivered.created_at))
    const earlier: Json = { ...tracked([['delivered', null]]), object: 'Tracker', created_at: at(0) }
    earlier.tracking_details[0].datetime = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString()
    expect(await push(event(earlier))).toEqual({ bytes: Buffer.alloc(0), next: 'evt_1' })
    expect(await push(event({ object: 'Batch' }))).toEqual({ bytes: Buffer.alloc(0), next: 'evt_1' })
    expect([await push(event(delivered), KEY), await push('[]'), await push('{}'), await push('{')]).toEqual([null, null, null, null])
    expect(await service.readPush({ headers: {}, body: Buffer.from(event(delivered)) })).toBeNull()
    const secret = () => Promise.reject(new Error('the database does not answer'))
    const broken = adapter.open(accountOf({ url: 'http://127.0.0.1:9/', secret }, adapter))
    expect(await broken.readPush({ headers: {}, body: Buffer.from(event(delivered)) })).toBeNull()
  })
})
