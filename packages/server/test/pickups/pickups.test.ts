import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, QR_RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { countRows, dayAhead, setClock, shipmentOf, storesByCode, typesOf, WINDOW } from './fixtures.ts'

let service: TestService
let stores: Map<string, string>
let chelsea: string
let tomorrow: string
beforeAll(async () => {
  service = await startTestService()
  stores = await storesByCode(service)
  chelsea = stores.get('NYC-001') as string
  tomorrow = dayAhead(2)
})
afterAll(() => service.close())

const book = (client: TestClient, shipment_id: string, more: object = {}) =>
  client.post('/v2/pickups', { shipment_id, store_id: chelsea, date: tomorrow, ...WINDOW, ...more })

describe('booking', () => {
  test('the first booking orders the sweep and announces it before the pickup; the second booking joins it', async () => {
    const client = await service.partner()
    const [first, second] = [await shipmentOf(client), await shipmentOf(client)]
    const one = await book(client, first, { package_count: 3 })
    expect(one.status).toBe(201)
    expect(one.json).toEqual({
      id: expect.stringMatching(/^pku_/),
      object: 'pickup',
      shipment_id: first,
      store_id: chelsea,
      sweep_id: expect.stringMatching(/^swp_/),
      confirmation_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      date: tomorrow,
      window_start: '09:00',
      window_end: '12:00',
      package_count: 3,
      status: 'scheduled',
      created_at: expect.any(String),
      cancelled_at: null,
      collected_at: null,
    })
    const two = await book(client, second, { window_start: '10:00' })
    expect(two.json.sweep_id).toBe(one.json.sweep_id)
    expect(two.json.package_count).toBe(1)
    expect(two.json.confirmation_code).not.toBe(one.json.confirmation_code)

    const events = (await client.events()).filter((event) => !event.type.startsWith('shipment.'))
    expect(typesOf(events)).toEqual(['sweep.created', 'pickup.scheduled', 'pickup.scheduled'])
    const [sweep, pickup] = events
    expect(sweep.identifiers).toEqual({ store: chelsea, partner: client.partnerId, sweep: one.json.sweep_id })
    expect(sweep.event_info.status).toBe('ordered')
    expect(sweep.eventSpecific).toEqual({
      sweepDate: tomorrow,
      dp: 'northline',
      storeCode: 'NYC-001',
      storeAddress: '230 W 23rd St',
    })
    expect(pickup.event_info.status).toBe('scheduled')
    expect(pickup.eventSpecific).toEqual({
      pickupDate: tomorrow,
      pickupWindowStart: '09:00',
      pickupWindowEnd: '12:00',
      packageCount: 3,
    })
    expect(pickup.identifiers).toMatchObject({
      shipment: first,
      pickup: one.json.id,
      confirmation: one.json.confirmation_code,
      sweep: one.json.sweep_id,
      store: chelsea,
    })

    const shipment = (await client.get(`/v2/shipments/${first}`)).json
    expect(shipment).toMatchObject({ sweepId: one.json.sweep_id, pickup_id: one.json.id, status: 'label_ready', version: 2 })
    const listed = (await client.get(`/v2/shipments?sweepId=${one.json.sweep_id}`)).json.data
    expect(listed.map((row: { id: string }) => row.id).sort()).toEqual([first, second].sort())
  })

  test('another day, store or partner has a separate sweep', async () => {
    const client = await service.partner()
    const other = await service.partner()
    const sweeps = []
    for (const more of [{}, { date: dayAhead(3) }, { store_id: stores.get('NYC-002') }]) {
      sweeps.push((await book(client, await shipmentOf(client), more)).json.sweep_id)
    }
    sweeps.push((await book(other, await shipmentOf(other))).json.sweep_id)
    expect(new Set(sweeps).size).toBe(4)
  })

  test('a marketplace parcel is collected by the carrier that it would get now, and stays without a carrier', async () => {
    const client = await service.partner()
    const to = { ...ADDRESS, state: 'ON', postal_code: 'M5V 2A5', country: 'CA' }
    const light = await shipmentOf(client, { direction: 'outbound', to, from: { ...to, line1: '2 Bay St' } })
    const { json } = await book(client, light, { store_id: stores.get('YYZ-001') })
    const sweep = (await client.get(`/v2/sweeps/${json.sweep_id}`)).json
    expect(sweep.dp).toBe('maplego')
    expect((await client.get(`/v2/shipments/${light}`)).json.carrier).toBeNull()
    const heavy = await shipmentOf(client, {
      direction: 'outbound',
      to,
      from: { ...to, line1: '2 Bay St' },
      parcel: { weight: 100, length: 10, width: 8, height: 4 },
    })
    const other = (await book(client, heavy, { store_id: stores.get('YYZ-001') })).json
    expect((await client.get(`/v2/sweeps/${other.sweep_id}`)).json.dp).toBe('swiftpost')
  })

  test("store_id defaults to the shipment's store and is required if there is none", async () => {
    const client = await service.partner()
    const routed = await shipmentOf(client, { drop_off_store_id: stores.get('DEN-001') })
    expect((await book(client, routed, { store_id: undefined })).json.store_id).toBe(stores.get('DEN-001'))
    const nowhere = await book(client, await shipmentOf(client), { store_id: undefined })
    expect(nowhere.status).toBe(422)
    expect(nowhere.json.error.details.errors[0]).toMatchObject({ path: '/store_id', rule: 'required' })
  })

  test('a shipment has at most one active pickup', async () => {
    const client = await service.partner()
    const shipment = await shipmentOf(client)
    const { json } = await book(client, shipment)
    const again = await book(client, shipment, { date: dayAhead(4) })
    expect(again.status).toBe(409)
    expect(again.json.error).toMatchObject({ code: 'pickup_already_scheduled', details: { pickup_id: json.id } })
    await client.post(`/v2/pickups/${json.id}/cancel`)
    expect((await book(client, shipment)).status).toBe(201)
  })

  test('an identical request is replayed and not booked again', async () => {
    const client = await service.partner()
    const shipment = await shipmentOf(client)
    const body = { shipment_id: shipment, store_id: chelsea, date: tomorrow, ...WINDOW }
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post('/v2/pickups', body, { idempotencyKey: 'once' })))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers.every((answer) => answer.status === 201)).toBe(true)
    expect((await client.get('/v2/pickups')).json.data).toHaveLength(1)
  })
})

describe('a refused booking writes nothing', () => {
  test.each([
    ['no date', { date: undefined }, '/date'],
    ['a day that is none', { date: '2030-02-30' }, '/date'],
    ['a date with a time', { date: '2030-02-20T10:00:00Z' }, '/date'],
    ['a day in the past', { date: '2020-01-01' }, '/date'],
    ['no start', { window_start: undefined }, '/window_start'],
    ['a start with seconds', { window_start: '09:00:00' }, '/window_start'],
    ['an hour that is none', { window_end: '24:00' }, '/window_end'],
    ['an empty window', { window_start: '12:00' }, '/window_end'],
    ['a window that ends before it starts', { window_start: '13:00' }, '/window_end'],
    ['no package', { package_count: 0 }, '/package_count'],
    ['too many packages', { package_count: 1001 }, '/package_count'],
    ['half a package', { package_count: 1.5 }, '/package_count'],
    ['packages as text', { package_count: '1' }, '/package_count'],
    ['no shipment', { shipment_id: undefined }, '/shipment_id'],
    ['a field that does not exist', { windowStart: '09:00' }, '/windowStart'],
  ])('%s: 422 with the path of the field', async (_name, change, path) => {
    const shipment = await shipmentOf(service.demo)
    const before = await countRows(service)
    const { status, json } = await book(service.demo, shipment, change)
    expect(status).toBe(422)
    expect(json.error.code).toBe('validation_failed')
    expect(json.error.details.errors.map((error: { path: string }) => error.path)).toEqual([path])
    expect(await countRows(service)).toBe(before)
  })

  test('an unknown, malformed or foreign shipment or an unknown store: 404 with the name of the field', async () => {
    const foreign = await shipmentOf(await service.partner())
    const own = await shipmentOf(service.demo)
    const unknown = await book(service.demo, 'shp_00000000000000000000000000')
    const before = await countRows(service)
    for (const id of ['shp_00000000000000000000000000', 'nonsense', '', 'x'.repeat(300), foreign]) {
      const { status, json } = await book(service.demo, id)
      expect(status).toBe(404)
      expect(json).toEqual(unknown.json)
      expect(json.error.details).toEqual({ field: 'shipment_id' })
    }
    for (const store_id of ['sto_00000000000000000000000000', 'nonsense', own]) {
      const { status, json } = await book(service.demo, own, { store_id })
      expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'store_id' }])
    }
    expect(await countRows(service)).toBe(before)
  })

  test('a cancelled shipment: 409 invalid_transition', async () => {
    const shipment = await shipmentOf(service.demo)
    await service.demo.post(`/v2/shipments/${shipment}/cancel`)
    const before = await countRows(service)
    const answer = await book(service.demo, shipment)
    expect(answer.status).toBe(409)
    expect(answer.json.error).toMatchObject({ code: 'invalid_transition', details: { status: 'cancelled', command: 'pickup' } })
    expect(await countRows(service)).toBe(before)
  })

  test('a shipment that does not have its label yet can be booked', async () => {
    const answer = await book(service.demo, await shipmentOf(service.demo, QR_RETURN))
    expect([answer.status, answer.json.status]).toEqual([201, 'scheduled'])
  })

  test('a shipment that a carrier already has', async () => {
    const shipment = await shipmentOf(service.demo)
    const { json: tender } = await service.demo.post('/v2/tenders', {
      carrier: 'northline',
      handoff: 'inject',
      shipment_ids: [shipment],
    })
    await service.demo.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 1 })
    expect((await book(service.demo, shipment)).json.error.details.status).toBe('injected')
  })

  test('an operator key, which owns no parcels', async () => {
    const operator = await service.operator()
    const { status, json } = await book(operator, await shipmentOf(service.demo))
    expect([status, json.error.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe("the local time of the store, from the partner's virtual clock", () => {
  /** Sets a partner's clock to a local time in New York in winter (UTC-5). */
  const at = async (client: { partnerId: string }, local: string): Promise<void> => {
    const seconds = Math.round((Date.parse(`${local}:00-05:00`) - Date.now()) / 1000)
    await setClock(service, client.partnerId, seconds)
  }

  test('today can be booked until the window ends, and yesterday cannot', async () => {
    const client = await service.partner()
    await at(client, '2031-01-15T11:59')
    const today = { date: '2031-01-15' }
    const open = await book(client, await shipmentOf(client), today)
    expect(open.status).toBe(201)
    expect(open.json.created_at.slice(0, 13)).toBe('2031-01-15T16')
    const yesterday = await book(client, await shipmentOf(client), { date: '2031-01-14' })
    expect(yesterday.json.error.details.errors[0]).toMatchObject({ path: '/date', rule: 'future' })
    await at(client, '2031-01-15T12:01')
    const shipment = await shipmentOf(client)
    const over = await book(client, shipment, today)
    expect(over.status).toBe(422)
    expect(over.json.error.details.errors[0]).toMatchObject({ path: '/window_end', rule: 'future' })
    expect((await book(client, shipment, { ...today, window_end: '13:00' })).status).toBe(201)
  })

  test('the local day of the store counts, not the UTC day', async () => {
    const client = await service.partner()
    // 22:00 in New York is the next day in UTC, and 19:00 of the same day in Los Angeles.
    await at(client, '2031-01-15T22:00')
    const evening = { date: '2031-01-15', window_start: '20:00', window_end: '21:00' }
    expect((await book(client, await shipmentOf(client), evening)).status).toBe(422)
    expect((await book(client, await shipmentOf(client), { ...evening, store_id: stores.get('LAX-001') })).status).toBe(201)
  })

  test("one partner's clock does not affect other partners", async () => {
    const client = await service.partner()
    await at(client, '2040-01-15T10:00')
    expect((await book(client, await shipmentOf(client))).status).toBe(422)
    const other = await service.partner()
    expect((await book(other, await shipmentOf(other))).status).toBe(201)
  })
})

describe('canceling', () => {
  test('takes the shipment off the sweep, which closes with its last active pickup; a later booking orders a new sweep', async () => {
    const client = await service.partner()
    const [first, second] = [await shipmentOf(client), await shipmentOf(client)]
    const one = (await book(client, first)).json
    const two = (await book(client, second)).json
    const cancelled = await client.post(`/v2/pickups/${one.id}/cancel`)
    expect(cancelled.status).toBe(200)
    expect(cancelled.json).toEqual({ ...one, status: 'cancelled', cancelled_at: expect.any(String) })
    expect((await client.get(`/v2/shipments/${first}`)).json).toMatchObject({ sweepId: null, pickup_id: null })
    expect((await client.get(`/v2/sweeps/${one.sweep_id}`)).json).toMatchObject({ status: 'ordered', closed_at: null })

    const patched = await client.patch(`/v2/pickups/${two.id}`, { status: 'cancelled' })
    expect(patched.status).toBe(200)
    expect(patched.json).toMatchObject({ id: two.id, status: 'cancelled' })
    expect((await client.get(`/v2/sweeps/${one.sweep_id}`)).json).toMatchObject({ status: 'closed', closed_at: patched.json.cancelled_at })
    expect((await client.get(`/v2/shipments?sweepId=${one.sweep_id}`)).json.data).toEqual([])

    const third = (await book(client, first)).json
    expect(third.sweep_id).not.toBe(one.sweep_id)
    const events = (await client.events()).filter((event) => !event.type.startsWith('shipment.'))
    expect(typesOf(events)).toEqual([
      'sweep.created',
      'pickup.scheduled',
      'pickup.scheduled',
      'pickup.cancelled',
      'pickup.cancelled',
      'sweep.created',
      'pickup.scheduled',
    ])
    const told = events[3]
    expect(told.event_info.status).toBe('cancelled')
    expect(told.eventSpecific).toEqual(events[1].eventSpecific)
    expect(told.identifiers).toEqual(events[1].identifiers)
  })

  test('twice is 409 pickup_already_cancelled in both ways, without a second event', async () => {
    const client = await service.partner()
    const { id } = (await book(client, await shipmentOf(client))).json
    await client.post(`/v2/pickups/${id}/cancel`)
    const before = await countRows(service)
    for (const again of [() => client.post(`/v2/pickups/${id}/cancel`), () => client.patch(`/v2/pickups/${id}`, { status: 'cancelled' })]) {
      const { status, json } = await again()
      expect([status, json.error.code]).toEqual([409, 'pickup_already_cancelled'])
    }
    expect(await countRows(service)).toBe(before)
  })

  test.each([
    [{ status: 'scheduled' }, '/status'],
    [{ status: 'collected' }, '/status'],
    [{}, '/status'],
    [{ status: 'cancelled', date: '2031-01-01' }, '/date'],
  ])('an amendment to %j is refused with 422', async (body, path) => {
    const client = await service.partner()
    const { id } = (await book(client, await shipmentOf(client))).json
    const { status, json } = await client.patch(`/v2/pickups/${id}`, body)
    expect([status, json.error.details.errors[0].path]).toEqual([422, path])
    expect((await client.get(`/v2/pickups/${id}`)).json.status).toBe('scheduled')
  })

  test('the pickup of an ended shipment can still be canceled', async () => {
    const client = await service.partner()
    const shipment = await shipmentOf(client)
    const { id, sweep_id } = (await book(client, shipment)).json
    await client.post(`/v2/shipments/${shipment}/cancel`)
    expect((await client.post(`/v2/pickups/${id}/cancel`)).status).toBe(200)
    expect((await client.get(`/v2/sweeps/${sweep_id}`)).json.status).toBe('closed')
  })
})

describe('reading', () => {
  test("another partner's pickup or sweep is answered like an unknown id", async () => {
    const { id, sweep_id } = (await book(service.demo, await shipmentOf(service.demo))).json
    const stranger = await service.partner()
    const operator = await service.operator()
    for (const [path, existing] of [
      ['/v2/pickups/', id],
      ['/v2/sweeps/', sweep_id],
    ]) {
      const unknown = await stranger.get(`${path}${existing.slice(0, 4)}00000000000000000000000000`)
      expect([unknown.status, unknown.json.error.details]).toEqual([404, { field: 'id' }])
      expect((await stranger.get(`${path}${existing}`)).json).toEqual(unknown.json)
      expect((await stranger.get(`${path}nonsense`)).json).toEqual(unknown.json)
      expect((await service.demo.get(`${path}${existing}`)).json.id).toBe(existing)
      expect((await operator.get(`${path}${existing}`)).json.id).toBe(existing)
    }
    const cancel = await stranger.post(`/v2/pickups/${id}/cancel`)
    expect([cancel.status, cancel.json.error.code]).toEqual([404, 'not_found'])
    expect((await stranger.patch(`/v2/pickups/${id}`, { status: 'cancelled' })).status).toBe(404)
    expect((await service.demo.get(`/v2/pickups/${id}`)).json.status).toBe('scheduled')
  })

  test('a sweep keeps the store data from when it was ordered', async () => {
    const client = await service.partner()
    const { db, network } = service.running.service
    const vancouver = stores.get('YVR-001') as string
    const { sweep_id } = (await book(client, await shipmentOf(client), { store_id: vancouver })).json
    const expected = {
      id: sweep_id,
      object: 'sweep',
      store_id: vancouver,
      store: {
        name: 'Backhaul Counter Granville',
        code: 'YVR-001',
        city: 'Vancouver',
        state: 'BC',
        postal_code: 'V6B 4N8',
        country: 'CA',
        address: '650 W Georgia St',
      },
      sweep_date: tomorrow,
      dp: 'northline',
      status: 'ordered',
      created_at: expect.any(String),
      closed_at: null,
    }
    expect((await client.get(`/v2/sweeps/${sweep_id}`)).json).toEqual(expected)
    await db.query('test_rename', "update stores set name = 'Renamed', line1 = 'Moved' where id = $1", [vancouver])
    network.forget()
    expect((await client.get(`/v2/sweeps/${sweep_id}`)).json).toEqual(expected)
  })

  test('lists page newest first, filter, and show only own records', async () => {
    const client = await service.partner()
    await book(await service.partner(), await shipmentOf(service.demo))
    const booked = []
    for (let i = 0; i < 5; i++) booked.push((await book(client, await shipmentOf(client), { date: dayAhead(10 + (i % 2)) })).json)
    await client.post(`/v2/pickups/${booked[4].id}/cancel`)
    const seen = []
    let cursor = ''
    do {
      const { json } = await client.get(`/v2/pickups?limit=2${cursor}`)
      seen.push(...json.data)
      cursor = json.has_more ? `&cursor=${json.next_cursor}` : ''
    } while (cursor)
    expect(seen.map(({ id }) => id)).toEqual(booked.map(({ id }) => id).reverse())
    const ids = async (query: string) => (await client.get(query)).json.data.map((row: { id: string }) => row.id)
    expect(await ids('/v2/pickups?status=cancelled')).toEqual([booked[4].id])
    expect(await ids(`/v2/pickups?date=${dayAhead(11)}&store_id=${chelsea}`)).toEqual([booked[3].id, booked[1].id])
    expect(await ids(`/v2/pickups?sweep_id=${booked[1].sweep_id}`)).toEqual([booked[3].id, booked[1].id])
    expect(await ids(`/v2/pickups?shipment_id=${booked[2].shipment_id}`)).toEqual([booked[2].id])
    expect(await ids(`/v2/sweeps?date=${dayAhead(10)}&status=ordered&store_id=${chelsea}`)).toEqual([booked[0].sweep_id])
    expect(await ids('/v2/sweeps?limit=1')).toEqual([booked[1].sweep_id])
  })

  test.each([
    ['/v2/pickups?date=tomorrow', '?date', 422],
    ['/v2/pickups?status=live', '?status', 422],
    ['/v2/pickups?limit=0', '?limit', 422],
    ['/v2/sweeps?limit=101', '?limit', 422],
    ['/v2/sweeps?storeId=x', '?storeId', 422],
  ])('%s is refused', async (path, parameter, expected) => {
    const { status, json } = await service.demo.get(path)
    expect([status, json.error.details.errors[0].path]).toEqual([expected, parameter])
  })

  test('a made-up cursor is refused', async () => {
    expect((await service.demo.get('/v2/sweeps?cursor=abc')).json.error.code).toBe('invalid_cursor')
  })
})
