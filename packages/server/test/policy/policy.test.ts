// The operator's policy: valid requests are accepted until an operator's rule refuses them, and each refusal names the accepted values.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/db.ts'
import { NetworkCache } from '../../src/service/network-cache.ts'
import { dayAhead, setClock, shipmentOf } from '../pickups/fixtures.ts'
import { ADDRESS, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let operator: TestClient
let demo: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  demo = service.demo
})
afterAll(() => service.close())

const put = (policy: object) => operator.send('PUT', '/v2/ops/policy', { body: policy })
const refuse = async (...rules: string[]): Promise<void> => {
  const { status, text } = await put(Object.fromEntries(rules.map((rule) => [rule, 'refuse'])))
  if (status !== 200) throw new Error(text)
}
afterEach(() => put({}))

const ACCEPTED = {
  unknown_carriers: 'accept',
  unknown_facilities: 'accept',
  pickups_outside_hours: 'accept',
  pickups_on_closed_days: 'accept',
  early_disposal: 'accept',
  approval_above_claim: 'accept',
  address_formats: 'accept',
  address_mismatches: 'accept',
  redirects_abroad: 'accept',
  incomplete_customs: 'accept',
  negative_total: 'accept',
}

/** Returns the path and the message of each fault. */
const faults = ({ status, json }: TestAnswer): [string, string][] => {
  expect([status, json.error?.code]).toEqual([422, 'validation_failed'])
  return json.error.details.errors.map(({ path, message }: { path: string; message: string }) => [path, message])
}
const statuses = (answers: readonly TestAnswer[]): number[] => answers.map(({ status }) => status)

describe('setting the policy', () => {
  test('everything is accepted by default, and omitted rules return to the default', async () => {
    const { status, json } = await operator.get('/v2/ops/policy')
    expect([status, json]).toEqual([200, { object: 'policy', ...ACCEPTED }])
    const set = await put({ early_disposal: 'refuse', negative_total: 'refuse' })
    expect([set.status, set.json]).toEqual([200, { object: 'policy', ...ACCEPTED, early_disposal: 'refuse', negative_total: 'refuse' }])
    expect((await operator.get('/v2/ops/policy')).json).toEqual(set.json)
    expect((await put({ early_disposal: 'accept' })).json).toEqual({ object: 'policy', ...ACCEPTED })
  })

  test('every change adds an audit record with both policies; a change without a difference adds none', async () => {
    const lines = async () => (await operator.get('/v2/ops/audit?subject=policy&limit=100')).json.data
    await put({})
    const before = await lines()
    await put({ unknown_carriers: 'refuse' })
    await put({ unknown_carriers: 'refuse' })
    await put({ unknown_carriers: 'refuse', early_disposal: 'refuse' })
    const [last, first, ...earlier] = await lines()
    expect(earlier).toEqual(before)
    expect([first.action, first.before.value, first.after.value]).toEqual(['policy.changed', {}, { unknown_carriers: 'refuse' }])
    expect([last.before.value, last.after.value]).toEqual([
      { unknown_carriers: 'refuse' },
      { unknown_carriers: 'refuse', early_disposal: 'refuse' },
    ])
    expect(first.actor).toMatch(/^key:key_/)
  })

  test.each([
    [{ early_disposal: 'deny' }, '/early_disposal'],
    [{ early_disposal: true }, '/early_disposal'],
    [{ early_disposal: null }, '/early_disposal'],
    [{ late_disposal: 'refuse' }, '/late_disposal'],
  ])('%j is refused with its name, and the policy stays', async (body, path) => {
    await refuse('address_formats')
    expect(faults(await put(body)).map(([where]) => where)).toEqual([path])
    expect((await operator.get('/v2/ops/policy')).json).toEqual({ object: 'policy', ...ACCEPTED, address_formats: 'refuse' })
  })

  test('rules and values from a later release are ignored', async () => {
    const { db, network } = service.running.service
    const later = JSON.stringify({ early_disposal: 'refuse', address_formats: 'warn', parcels_on_mars: 'refuse' })
    await put({})
    await db.query('test_later', "update settings set value = $1::jsonb where name = 'policy'", [later])
    await network.forget()
    expect((await operator.get('/v2/ops/policy')).json).toEqual({ object: 'policy', ...ACCEPTED, early_disposal: 'refuse' })
    expect((await network.tables()).policy).toEqual({ ...ACCEPTED, early_disposal: 'refuse' })
  })

  test('another machine applies the policy two seconds later and reads it together with its other tables', async () => {
    const { db } = service.running.service
    let reads = 0
    const counting = {
      one: (...read: Parameters<typeof db.one>) => db.one(...read).finally(() => (reads += read[0] === 'network_tables' ? 1 : 0)),
    } as Database
    const elsewhere = new NetworkCache(counting)
    const words = async (count: number) =>
      new Set((await Promise.all(Array.from({ length: count }, () => elsewhere.tables()))).map(({ policy }) => policy.early_disposal))
    expect([await words(1_000), reads]).toEqual([new Set(['accept']), 1])
    await refuse('early_disposal')
    await until('it refuses', async () => (await words(1)).has('refuse'))
    expect(reads).toBe(2)
  })

  test('partners can neither see nor set the policy', async () => {
    const partner = await service.partner()
    const answers = [await partner.get('/v2/ops/policy'), await partner.send('PUT', '/v2/ops/policy', { body: {} })]
    expect(answers.map(({ json }) => json.error.code)).toEqual(['insufficient_scope', 'insufficient_scope'])
  })
})

describe('unknown carriers and facilities', () => {
  const tender = async (more: object, idempotencyKey: string = randomUUID()) => {
    const body = { carrier: 'northline', handoff: 'inject', shipment_ids: [await shipmentOf(demo)], ...more }
    return demo.post('/v2/tenders', body, { idempotencyKey })
  }
  const scan = async (kind: string, more: object) => demo.post(`/v2/scan-events/${kind}`, { shipment_id: await shipmentOf(demo), ...more })

  test('are accepted by default', async () => {
    const answers = [
      await tender({ carrier: 'acme', facility: 'DOCK-9' }),
      await scan('inject', { carrier: 'acme' }),
      await scan('arrive', { facility: 'DOCK-9' }),
    ]
    expect(statuses(answers)).toEqual([201, 200, 200])
  })

  test('a refused carrier is answered with the registered carriers in use', async () => {
    const { db, network } = service.running.service
    await refuse('unknown_carriers')
    await db.query('test_out_of_use', "update carriers set active = false where code = 'swiftpost'")
    await network.forget()
    const named: [string, string][] = [['/carrier', 'is not registered; use one of maplego, northline']]
    expect(faults(await tender({ carrier: 'acme' }))).toEqual(named)
    expect(faults(await scan('inject', { carrier: 'acme' }))).toEqual(named)
    // A scan reports a fact, so it is accepted even with a carrier that takes no new parcels.
    expect(statuses([await scan('inject', { carrier: 'swiftpost' }), await scan('inject', {})])).toEqual([200, 200])
    expect(statuses([await tender({ facility: 'DOCK-9' }), await scan('arrive', { facility: 'DOCK-9' })])).toEqual([201, 200])
    await db.query('test_in_use', "update carriers set active = true where code = 'swiftpost'")
    await network.forget()
  })

  test('a refused facility is answered with the registered ones, and in bulk it stops no other scan', async () => {
    await refuse('unknown_facilities')
    const [[path, message]] = faults(await tender({ facility: 'DOCK-9' })) as [[string, string]]
    expect([path, message]).toEqual(['/facility', expect.stringMatching(/^is not registered; use one of .*EWR-SORT.*ORD-SORT/)])
    expect(faults(await scan('arrive', { facility: 'DOCK-9' }))).toEqual([[path, message]])
    expect(statuses([await tender({ facility: 'EWR-SORT', carrier: 'acme' }), await scan('arrive', { facility: 'EWR-SORT' })])).toEqual([
      201, 200,
    ])
    const scans = await Promise.all(
      ['EWR-SORT', 'DOCK-9'].map(async (facility) => ({ kind: 'sort', shipment_id: await shipmentOf(demo), facility })),
    )
    const { data } = (await demo.post('/v2/scan-events/bulk', { scans })).json
    expect(data.map((item: { status: number }) => item.status)).toEqual([200, 422])
    expect(data[1].error.details.errors[0].path).toBe('/scans/1/facility')
  })

  test('a tender accepted before the policy changed is still replayed', async () => {
    const body = { carrier: 'acme', handoff: 'inject', shipment_ids: [await shipmentOf(demo)] }
    const first = await demo.post('/v2/tenders', body, { idempotencyKey: 'before-the-policy' })
    await refuse('unknown_carriers')
    const again = await demo.post('/v2/tenders', body, { idempotencyKey: 'before-the-policy' })
    expect([again.status, again.text]).toEqual([201, first.text])
  })
})

describe('pickups outside opening hours', () => {
  const HOURS = {
    mon: [
      ['08:00', '12:00'],
      ['12:00', '18:00'],
    ],
    tue: [
      ['09:00', '12:00'],
      ['14:00', '24:00'],
    ],
  }
  const PLACE = { city: 'Columbus', state: 'OH', postal_code: '43004', country: 'US', lat: 40, lon: -83, timezone: 'America/New_York' }
  let count = 0
  const storeWith = async (hours: object | null): Promise<string> => {
    const store = { code: `HOURS-${++count}`, name: 'Corner', line1: '1 Main St', ...PLACE, hours }
    return (await operator.post('/v2/ops/stores', store)).json.id
  }
  /** Returns a future date on this weekday. */
  const next = (weekday: string): string => {
    for (let days = 2; ; days++) {
      const day = dayAhead(days)
      if (new Date(`${day}T00:00:00Z`).toUTCString().toLowerCase().startsWith(weekday)) return day
    }
  }
  const book = async (store_id: string, weekday: string, window_start: string, window_end: string) =>
    demo.post('/v2/pickups', { shipment_id: await shipmentOf(demo), store_id, date: next(weekday), window_start, window_end })

  test('are accepted by default', async () => {
    const store = await storeWith(HOURS)
    expect(statuses([await book(store, 'mon', '02:00', '03:00'), await book(store, 'sun', '09:00', '12:00')])).toEqual([201, 201])
  })

  test('a refused window is answered with the hours of its day, and a closed day with those of the week', async () => {
    const store = await storeWith(HOURS)
    await refuse('pickups_outside_hours')
    const within: [string, string, string][] = [
      ['mon', '08:00', '18:00'],
      ['mon', '11:00', '13:00'],
      ['tue', '14:00', '23:59'],
    ]
    for (const [day, start, end] of within) expect([day, start, (await book(store, day, start, end)).status]).toEqual([day, start, 201])
    const outside: [string, string, string, string][] = [
      ['mon', '07:59', '09:00', 'mon 08:00-18:00'],
      ['mon', '17:00', '18:01', 'mon 08:00-18:00'],
      ['tue', '11:00', '15:00', 'tue 09:00-12:00, 14:00-24:00'],
      ['tue', '12:00', '14:00', 'tue 09:00-12:00, 14:00-24:00'],
    ]
    for (const [day, start, end, hours] of outside) {
      const message = `begins a window that is not within the opening hours of the store on this day (${hours})`
      expect(faults(await book(store, day, start, end))).toEqual([['/window_start', message]])
    }
    expect(faults(await book(store, 'sun', '09:00', '12:00'))).toEqual([
      [
        '/date',
        expect.stringMatching(
          /^is a sun, on which the store is closed; choose a day with opening hours: mon 08:00-12:00, 12:00-18:00; tue /,
        ),
      ],
    ])
  })

  test('a store without entered hours is open; a store with empty hours is closed', async () => {
    await refuse('pickups_outside_hours')
    expect((await book(await storeWith(null), 'sun', '02:00', '03:00')).status).toBe(201)
    expect(faults(await book(await storeWith({}), 'mon', '09:00', '12:00'))).toEqual([
      ['/date', 'is a mon, on which the store is closed; the store has no opening hours; choose another store'],
    ])
  })
})

describe('pickups in rehearsals', () => {
  test('are booked within the store hours if the policy requires it', async () => {
    const hours = {
      wed: [
        ['10:00', '11:30'],
        ['11:30', '24:00'],
      ],
    }
    const place = { city: 'Columbus', state: 'OH', postal_code: '43004', country: 'US', lat: 40, lon: -83, timezone: 'America/New_York' }
    const { json: store } = await operator.post('/v2/ops/stores', {
      code: 'REHEARSED',
      name: 'Corner',
      line1: '1 Main St',
      ...place,
      hours,
    })
    await refuse('pickups_outside_hours')
    const shipment_id = await shipmentOf(demo, { drop_off_store_id: store.id })
    expect((await demo.post('/v2/test/events/pickup.scheduled', { shipment_id })).status).toBe(200)
    const { data } = (await demo.get(`/v2/pickups?shipment_id=${shipment_id}`)).json
    expect(data).toMatchObject([{ window_start: '10:00', window_end: '23:59' }])
    expect(new Date(`${data[0].date}T00:00:00Z`).getUTCDay()).toBe(3)
  })
})

describe('early disposal', () => {
  const dispose = (client: TestClient, id: string, disposition = 'dispose') =>
    client.post(`/v2/shipments/${id}/disposition`, { disposition })
  const inTransit = async (client: TestClient): Promise<string> => {
    const id = await shipmentOf(client)
    await client.post('/v2/scan-events/movement', { shipment_id: id })
    return id
  }

  test('is accepted by default', async () => {
    const id = await inTransit(demo)
    expect(statuses([await dispose(demo, id, 'unclaimed'), await dispose(demo, id)])).toEqual([200, 200])
  })

  test('is refused until its date on the clock of the partner, which the answer names', async () => {
    const client = await service.partner()
    await refuse('early_disposal')
    const id = await inTransit(client)
    const { dispose_after, unclaimed_since } = (await dispose(client, id, 'unclaimed')).json
    const { status, json } = await dispose(client, id)
    expect([status, json.error.code, json.error.details]).toEqual([409, 'disposal_too_early', { dispose_after, unclaimed_since }])
    expect(json.error.message).toBe(
      `The shipment was reported unclaimed and its parcel is kept until ${dispose_after}; dispose of the parcel only after that time.`,
    )
    expect((await client.get(`/v2/shipments/${id}`)).json.status).toBe('unclaimed')
    await setClock(service, client.partnerId, 30 * 86_400 + 1)
    expect((await dispose(client, id)).json.status).toBe('disposed')
  })

  test('a parcel that was never unclaimed can be disposed of immediately', async () => {
    await refuse('early_disposal')
    expect((await dispose(demo, await inTransit(demo))).status).toBe(200)
  })
})

describe('approving more than a claim asks for', () => {
  const claim = async (amount_claimed?: number): Promise<string> =>
    (await demo.post('/v2/claims', { shipment_id: await shipmentOf(demo), type: 'lost', amount_claimed })).json.id
  const approve = (id: string, amount_approved?: number, path = '/v2/ops') =>
    (path === '/v2/ops' ? operator : demo).post(`${path}/claims/${id}/resolve`, { outcome: 'approved', amount_approved })

  test('is accepted by default', async () => {
    expect((await approve(await claim(400), 401)).json.amount_approved).toBe(401)
  })

  test('is refused with the claimed amount, for operators and in rehearsals', async () => {
    await refuse('approval_above_claim')
    const id = await claim(400)
    const message = 'is more than the claimed 400 (4.00 USD); approve at most that amount'
    for (const path of ['/v2/ops', '/v2/test']) expect(faults(await approve(id, 401, path))).toEqual([['/amount_approved', message]])
    expect((await approve(id, 400)).json).toMatchObject({ status: 'approved', amount_approved: 400 })
    expect((await approve(await claim(400), 0)).json.amount_approved).toBe(0)
    expect((await approve(await claim(400))).json.amount_approved).toBe(400)
    expect((await approve(await claim(), 5_000)).json.amount_approved).toBe(5_000)
  })
})

describe('formats of addresses', () => {
  const BAD = { ...ADDRESS, postal_code: '4300', email: 'ada@example' }
  const CANADA = { ...ADDRESS, state: 'ON', country: 'CA', postal_code: 'M5V 2A5' }
  const outbound = (to: object, more: object = {}) =>
    demo.post('/v2/shipments', { direction: 'outbound', fulfillment: 'print_label', to, ...more })
  const US_CODE = 'is not a postal code of US; write it like 43004 or 43004-1234'
  const CA_CODE = 'is not a postal code of CA; write it like M5V 2A5'
  const EMAIL = 'is not an email address; write it like ada@example.com'

  test('are not checked by default', async () => {
    expect((await outbound(BAD, { from: { ...CANADA, postal_code: 'none' } })).status).toBe(201)
  })

  test('are checked in every request with an address, and errors name malformed values', async () => {
    const id = await shipmentOf(demo)
    const moving = await shipmentOf(demo)
    await demo.post('/v2/scan-events/movement', { shipment_id: moving })
    await refuse('address_formats')
    const from = { ...CANADA, postal_code: 'M5V-2A5' }
    expect(faults(await outbound(BAD, { from }))).toEqual([
      ['/from/postal_code', CA_CODE],
      ['/to/postal_code', US_CODE],
      ['/to/email', EMAIL],
    ])
    const both = [
      ['/to/postal_code', US_CODE],
      ['/to/email', EMAIL],
    ]
    expect(faults(await demo.post('/v2/retail/shipments', { to: BAD }))).toEqual(both)
    expect(faults(await demo.patch(`/v2/shipments/${id}`, { to: BAD }))).toEqual(both)
    expect(faults(await demo.post(`/v2/shipments/${moving}/redirect`, { to: BAD }))).toEqual(both)
    const shipments = [RETURN, { ...RETURN, from: { ...ADDRESS, email: 'a b@example.com' } }]
    expect(faults(await demo.post('/v2/shipments/batch', { shipments }))).toEqual([['/shipments/1/from/email', EMAIL]])
  })

  test('are accepted if well-formed, and are not checked in other countries', async () => {
    await refuse('address_formats')
    const answers = [
      await outbound({ ...ADDRESS, postal_code: '43004-1234', email: 'ada.b+c@mail.example.com' }),
      await outbound({ ...ADDRESS, email: null }),
      await outbound({ ...CANADA, postal_code: 'm5v2a5' }),
      await outbound(ADDRESS, { from: { ...ADDRESS, country: 'DE', postal_code: '?' } }),
      await demo.post('/v2/shipments', RETURN),
    ]
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201])
  })
})

describe('negative totals', () => {
  const credit = (id: string, delta_amount: number) => demo.post(`/v2/shipments/${id}/adjustments`, { delta_amount, reason: 'service' })

  test('are accepted by default; a refusal names the largest possible deduction', async () => {
    const { id, amount } = (await demo.post('/v2/shipments', RETURN)).json
    await refuse('negative_total')
    const { status, json } = await credit(id, -amount - 1)
    expect([status, json.error.code, json.error.details.total]).toEqual([409, 'negative_total', amount])
    expect(json.error.message).toContain(`credit at most ${amount}`)
    await put({})
    expect((await credit(id, -amount - 1)).status).toBe(201)
  })
})
