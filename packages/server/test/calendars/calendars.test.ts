// Calendars set by operators, and their effects: expected delivery days, pickup days, and days that a policy refuses.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setClock, shipmentOf, storesByCode } from '../pickups/fixtures.ts'
import { ADDRESS, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
let demo: TestClient & { partnerId: string }
let stores: Map<string, string>
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  demo = await service.partner()
  stores = await storesByCode(service)
})
afterAll(() => service.close())

const put = (subject: string, body: object) => operator.send('PUT', `/v2/ops/calendars/${subject}`, { body })
const refuse = (rules: object) => operator.send('PUT', '/v2/ops/policy', { body: rules })

/** Sets the virtual clock of the partner to this moment, with the endpoint that partners use. */
const at = async (moment: string): Promise<void> => {
  await setClock(service, demo.partnerId, 0)
  const seconds = Math.round((Date.parse(moment) - Date.now()) / 1_000)
  const { status, text } = await demo.post('/v2/test/clock/advance', { seconds })
  if (status !== 200) throw new Error(text)
}

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri']
const US = {
  working_days: WEEK,
  cut_off: '16:00',
  holidays: [
    { date: '12-25', name: 'Christmas Day' },
    { date: '2034-11-23', name: 'Thanksgiving' },
  ],
  timezone: 'America/New_York',
  transit_days: [{ service_level: 'standard', days: 2 }],
}
let seeded: { US: object; CA: object }
beforeAll(async () => {
  const read = async (country: string) => {
    const { subject: _, object: __, ...rest } = (await operator.get(`/v2/ops/calendars/${country}`)).json
    return rest
  }
  seeded = { US: await read('US'), CA: await read('CA') }
})
afterEach(async () => {
  await refuse({})
  for (const [country, body] of Object.entries(seeded)) expect((await put(country, body)).status).toBe(200)
  for (const id of stores.values()) await operator.send('DELETE', `/v2/ops/calendars/${id}`)
  await setClock(service, demo.partnerId, 0)
})

const faults = ({ status, json }: TestAnswer): [string, string][] => {
  expect([status, json.error?.code]).toEqual([422, 'validation_failed'])
  return json.error.details.errors.map(({ path, rule }: { path: string; rule: string }) => [path, rule])
}

describe('setting calendars', () => {
  test('a calendar is set as a whole, read unchanged, listed in short and removed, with audit entries', async () => {
    const id = stores.get('DEN-001') as string
    const body = { working_days: ['sat'], exceptions: [{ date: '2034-12-24', hours: [['09:00', '13:00']], cut_off: '12:00' }] }
    const { status, json } = await put(id, body)
    const whole = {
      subject: id,
      object: 'calendar',
      working_days: ['sat'],
      cut_off: null,
      holidays: [],
      exceptions: [{ date: '2034-12-24', name: null, hours: [['09:00', '13:00']], cut_off: '12:00' }],
      timezone: null,
      transit_days: [],
    }
    expect([status, json, (await operator.get(`/v2/ops/calendars/${id}`)).json]).toEqual([200, whole, whole])
    const listed = (await operator.get('/v2/ops/calendars')).json.data
    expect(listed.map(({ subject }: { subject: string }) => subject)).toEqual(['CA', 'US', id])
    expect(listed[2]).toEqual({ object: 'calendar', subject: id, holidays: 0, exceptions: 1, transit_days: 0 })
    expect((await operator.send('DELETE', `/v2/ops/calendars/${id}`)).status).toBe(204)
    const gone = [await operator.get(`/v2/ops/calendars/${id}`), await operator.send('DELETE', `/v2/ops/calendars/${id}`)]
    expect(gone.map(({ status }) => status)).toEqual([404, 404])
    const lines = (await operator.get(`/v2/ops/audit?subject=${id}`)).json.data.map(({ action }: { action: string }) => action)
    expect(lines).toEqual(['calendar.removed', 'calendar.created'])
  })

  const every = (days: number) =>
    Array.from({ length: days }, (_, i) => ({ date: new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(5, 10) }))
  test.each([
    ['without a single working day', { ...US, working_days: [] }, [['/working_days', 'open']]],
    ['whose holidays leave no working day', { ...US, holidays: every(366) }, [['/working_days', 'open']]],
    ['without a time zone', { ...US, timezone: undefined }, [['/timezone', 'required']]],
    ['with an invalid time zone', { ...US, timezone: 'Mars/Olympus' }, [['/timezone', 'timezone']]],
    [
      'with an invalid day',
      { ...US, holidays: [{ date: '2026-02-29' }, { date: '02-29' }, { date: '02-30' }] },
      [
        ['/holidays/0/date', 'date'],
        ['/holidays/2/date', 'date'],
      ],
    ],
    ['with a day twice', { ...US, exceptions: [{ date: '12-25', hours: [] }] }, [['/exceptions/0/date', 'unique']]],
    [
      'with hours that end before they begin',
      { ...US, exceptions: [{ date: '12-24', hours: [['13:00', '09:00']] }] },
      [['/exceptions/0/hours/0', 'hours']],
    ],
    [
      'with hours that overlap',
      {
        ...US,
        exceptions: [
          {
            date: '12-24',
            hours: [
              ['09:00', '13:00'],
              ['12:00', '14:00'],
            ],
          },
        ],
      },
      [['/exceptions/0/hours', 'hours']],
    ],
    [
      'with an unknown carrier',
      { ...US, transit_days: [{ carrier: 'nobody', service_level: 'standard', days: 1 }] },
      [['/transit_days/0/carrier', 'registered']],
    ],
    [
      'with an invalid zone',
      { ...US, transit_days: [{ zone: 'far', service_level: 'standard', days: 1 }] },
      [['/transit_days/0/zone', 'zone']],
    ],
    ['with the same row twice', { ...US, transit_days: [...US.transit_days, ...US.transit_days] }, [['/transit_days/1', 'unique']]],
  ])('a market %s is refused by field, and nothing changes', async (_, body, expected) => {
    expect(faults(await put('US', body))).toEqual(expected)
    const { subject: __, object: ___, ...now } = (await operator.get('/v2/ops/calendars/US')).json
    expect(now).toEqual(seeded.US)
  })

  test('a store cannot have its own time zone or transit days and cannot be closed for a year', async () => {
    const id = stores.get('NYC-001') as string
    const given = await put(id, { timezone: 'America/New_York', transit_days: US.transit_days })
    expect(faults(given)).toEqual([
      ['/timezone', 'absent'],
      ['/transit_days', 'absent'],
    ])
    expect(faults(await put(id, { working_days: [] }))).toEqual([['/working_days', 'open']])
  })

  test.each(['FR', 'us', 'sto_00000000000000000000000000', 'nonsense'])('%s has no calendar and returns 404', async (subject) => {
    const { status, json } = await put(subject, US)
    expect([status, json.error.details]).toEqual([404, { field: 'subject' }])
  })

  test('partners neither see nor set calendars', async () => {
    const answers = [await demo.get('/v2/ops/calendars'), await demo.send('PUT', '/v2/ops/calendars/US', { body: US })]
    expect(answers.map(({ json }) => json.error.code)).toEqual(['insufficient_scope', 'insufficient_scope'])
  })
})

describe('the estimated delivery date', () => {
  const created = async (body: object = {}) => (await demo.post('/v2/shipments', { ...RETURN, ...body })).json
  const day = async (body: object = {}): Promise<string | null> => (await created(body)).estimated_delivery_date

  test('follows the virtual clock across the cut-off, a weekend, a holiday and both changes of daylight saving time', async () => {
    await put('US', US)
    const from = { ...ADDRESS, state: 'NY', postal_code: '10011' }
    const seen: [string, string | null][] = []
    for (const moment of [
      // Winter time begins on 5 November 2034, summer time on 11 March 2035; Thanksgiving is on Thursday 23 November.
      '2034-11-03T19:58:00Z',
      '2034-11-03T20:02:00Z',
      '2034-11-06T20:58:00Z',
      '2034-11-06T21:02:00Z',
      '2034-11-21T12:00:00Z',
      '2035-03-09T20:58:00Z',
      '2035-03-12T19:58:00Z',
      '2035-03-12T20:02:00Z',
    ]) {
      await at(moment)
      seen.push([moment.slice(0, 16), await day({ from })])
    }
    expect(seen).toEqual([
      ['2034-11-03T19:58', '2034-11-07'],
      ['2034-11-03T20:02', '2034-11-08'],
      ['2034-11-06T20:58', '2034-11-08'],
      ['2034-11-06T21:02', '2034-11-09'],
      ['2034-11-21T12:00', '2034-11-24'],
      ['2035-03-09T20:58', '2035-03-13'],
      ['2035-03-12T19:58', '2035-03-14'],
      ['2035-03-12T20:02', '2035-03-15'],
    ])
  })

  test('is later if the drop-off store is closed, and is estimated again for another store', async () => {
    await put('US', US)
    const [id, other] = [stores.get('NYC-001') as string, stores.get('NYC-002') as string]
    await put(id, { holidays: [{ date: '2034-11-07', name: 'Stocktaking' }] })
    await at('2034-11-07T15:00:00Z')
    const shipment = await created({ drop_off_store_id: id })
    expect(shipment.estimated_delivery_date).toBe('2034-11-10')
    const amended = await demo.send('PATCH', `/v2/shipments/${shipment.id}`, { body: { drop_off_store_id: other } })
    expect([amended.status, amended.json.estimated_delivery_date]).toEqual([200, '2034-11-09'])
    const same = await demo.send('PATCH', `/v2/shipments/${shipment.id}`, { body: { drop_off_store_id: other } })
    expect(same.json.version).toBe(amended.json.version)
  })

  test('is estimated again when the parcel is redirected in transit', async () => {
    await put('US', US)
    await at('2034-11-07T12:00:00Z')
    const { id } = await created()
    for (let i = 0; i < 7; i++) await demo.post(`/v2/test/shipments/${id}/advance`)
    await at('2034-11-14T12:00:00Z')
    const { status, json } = await demo.post(`/v2/shipments/${id}/redirect`, { to: { ...ADDRESS, state: 'HI', postal_code: '96813' } })
    expect([status, json.estimated_delivery_date]).toEqual([200, '2034-11-16'])
  })

  test('is null without a calendar, and nothing else changes', async () => {
    const before = await created()
    for (const country of ['US', 'CA']) await operator.send('DELETE', `/v2/ops/calendars/${country}`)
    const after = await created()
    expect([typeof before.estimated_delivery_date, after.estimated_delivery_date]).toEqual(['string', null])
    const same = ({ amount, carrier, market }: Record<string, unknown>) => ({ amount, carrier, market })
    expect(same(after)).toEqual(same(before))
  })

  test('is separate for each shipment of a batch', async () => {
    await put('US', US)
    await at('2034-11-07T12:00:00Z')
    const shipments = [RETURN, { ...RETURN, service_level: 'express' }]
    const { json } = await demo.post('/v2/shipments/batch', { shipments })
    expect(json.data.map((one: Record<string, unknown>) => one.estimated_delivery_date)).toEqual(['2034-11-09', null])
  })
})

describe('pickups', () => {
  const book = async (date: string, window_start = '09:00', window_end = '12:00', code = 'NYC-001') =>
    demo.post('/v2/pickups', { shipment_id: await shipmentOf(demo), store_id: stores.get(code), date, window_start, window_end })

  test('are accepted on holidays and at night if the policy has no rule about them', async () => {
    await put('US', US)
    await at('2034-12-20T15:00:00Z')
    expect((await book('2034-12-25', '02:00', '03:00')).status).toBe(201)
  })

  test('are refused by policy on closed days and after the cut-off, with the next open day', async () => {
    await put('US', US)
    await put(stores.get('NYC-001') as string, { working_days: WEEK, exceptions: [{ date: '2034-12-26', name: 'Inventory', hours: [] }] })
    await refuse({ pickups_on_closed_days: 'refuse' })
    // Friday 22 December, 16:05 in New York.
    await at('2034-12-22T21:05:00Z')
    const message = async (...booking: Parameters<typeof book>) => {
      const { status, json } = await book(...booking)
      return status === 201 ? 'booked' : json.error.details.errors[0]
    }
    expect(await message('2034-12-25')).toEqual({
      path: '/date',
      rule: 'open',
      message: 'is Christmas Day, on which the store is closed; the next open day is 2034-12-27',
    })
    expect((await message('2034-12-22', '17:00', '19:00')).message).toBe(
      "is today, but today's cut-off at the store (16:00) has passed; the next open day is 2034-12-27",
    )
    expect((await message('2034-12-23')).message).toBe('is a sat, on which the store is closed; the next open day is 2034-12-27')
    expect(await message('2034-12-27')).toBe('booked')
    // The other store follows its own opening hours, which include Saturday, and the holidays of its market.
    expect(await message('2034-12-23', '09:00', '12:00', 'NYC-002')).toBe('booked')
    expect((await message('2034-12-25', '09:00', '12:00', 'NYC-002')).rule).toBe('open')
    await operator.send('DELETE', `/v2/ops/calendars/${stores.get('NYC-001')}`)
    await operator.send('DELETE', '/v2/ops/calendars/US')
    expect(await message('2034-12-25')).toBe('booked')
  })

  test('follow the hours of an exception if the policy requires opening hours', async () => {
    await put('US', { ...US, exceptions: [{ date: '12-24', name: 'Christmas Eve', hours: [['09:00', '13:00']] }] })
    await refuse({ pickups_outside_hours: 'refuse' })
    await at('2034-12-20T15:00:00Z')
    expect((await book('2034-12-24', '09:00', '13:00')).status).toBe(201)
    expect(faults(await book('2034-12-24', '12:00', '14:00'))).toEqual([['/window_start', 'hours']])
    expect(faults(await book('2034-12-25', '09:00', '12:00'))).toEqual([['/date', 'hours']])
  })

  test('have days with the windows that calendars and opening hours leave from now on', async () => {
    await put('US', { ...US, exceptions: [{ date: '12-24', name: 'Christmas Eve', hours: [['09:00', '13:00']], cut_off: '11:00' }] })
    await at('2034-12-22T21:05:00Z')
    const list = async (query = '') => (await demo.get(`/v2/drop-off-locations/${stores.get('NYC-001')}/pickup-days${query}`)).json.data
    const days = await list('?days=5')
    const shown = days.map(({ date, open, name, cut_off, windows }: Record<string, unknown>) => [date, open, name, cut_off, windows])
    expect(shown).toEqual([
      ['2034-12-22', true, null, '16:00', []],
      ['2034-12-23', true, null, '16:00', [['09:00', '18:00']]],
      ['2034-12-24', true, 'Christmas Eve', '11:00', [['09:00', '13:00']]],
      ['2034-12-25', false, 'Christmas Day', '16:00', []],
      ['2034-12-26', true, null, '16:00', [['08:00', '20:00']]],
    ])
    expect((await list('?from=2034-12-20&days=1'))[0].windows).toEqual([])
    expect(await list()).toHaveLength(14)
    const { status } = await demo.get('/v2/drop-off-locations/sto_00000000000000000000000000/pickup-days')
    expect(status).toBe(404)
  })

  test('are simulated on a day that the policy accepts', async () => {
    await put('US', US)
    await refuse({ pickups_on_closed_days: 'refuse', pickups_outside_hours: 'refuse' })
    await at('2034-12-22T21:05:00Z')
    const { status, text } = await demo.post('/v2/test/events/pickup.scheduled')
    expect([status, status < 300 ? '' : text]).toEqual([200, ''])
  })
})

test('creating a shipment reads no calendar while the network tables are cached', async () => {
  const { db, network } = service.running.service
  await network.tables()
  const id = stores.get('NYC-001') as string
  await network.store(id)
  const query = db.query.bind(db)
  const names: string[] = []
  db.query = ((name: string, ...rest: [string]) => {
    names.push(name)
    return query(name, ...rest)
  }) as typeof db.query
  await demo.post('/v2/shipments', { ...RETURN, drop_off_store_id: id })
  db.query = query
  expect(names.filter((name) => name.startsWith('calendar'))).toEqual([])
})
