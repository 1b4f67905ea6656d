// docs/guide/requests.md#lists: pages, cursors, filters and order, and the audit feed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { advanceClock, command, create, inStatus, type Json, ok, outcome, scan, storesOf, types, UNKNOWN } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const idsOf = ({ data }: Json): string[] => data.map((one: Json) => one.id ?? one.eventID)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const walk = async (client: TestClient, path: string): Promise<string[]> => {
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const page = ok(await client.get(path + cursor))
    found.push(...idsOf(page))
    expect([page.has_more, page.next_cursor === null]).toEqual([page.has_more, !page.has_more])
    if (!page.has_more) return found
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

test('a list has four keys and is newest first; its pages have no gaps or repeats', async () => {
  const partner = await service.partner()
  const empty = ok(await partner.get('/v2/shipments'))
  expect(empty).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null })
  const batch = ok(await partner.post('/v2/shipments/batch', { shipments: Array.from({ length: 15 }, () => RETURN) }), 201)
  expect(Object.keys(batch).sort()).toEqual(['data', 'has_more', 'next_cursor', 'object'])
  const made = idsOf(batch)
  for (let i = 0; i < 8; i++) made.push((await create(partner, QR_RETURN)).id)
  const newest = [...made].reverse()
  const first = ok(await partner.get('/v2/shipments'))
  expect([idsOf(first), first.has_more, typeof first.next_cursor]).toEqual([newest.slice(0, 20), true, 'string'])
  for (const limit of [1, 7, 23, 100]) expect(await walk(partner, `/v2/shipments?limit=${limit}`)).toEqual(newest)
  const exact = ok(await partner.get('/v2/shipments?limit=23'))
  expect([exact.has_more, exact.next_cursor]).toEqual([false, null])
})

test('new shipments do not disturb the pages of a reader who has already begun', async () => {
  const partner = await service.partner()
  const made: string[] = []
  for (let i = 0; i < 4; i++) made.push((await create(partner)).id)
  const first = ok(await partner.get('/v2/shipments?limit=2'))
  await create(partner)
  const second = ok(await partner.get(`/v2/shipments?limit=2&cursor=${first.next_cursor}`))
  expect([...idsOf(first), ...idsOf(second)]).toEqual(made.reverse())
})

test('limits out of range and invalid filters are validation_failed with ?name', async () => {
  const paths: [string, string][] = [
    ['/v2/shipments', 'limit=0'],
    ['/v2/shipments', 'limit=101'],
    ['/v2/shipments', 'limit=-1'],
    ['/v2/shipments', 'limit=ten'],
    ['/v2/shipments', 'limit=1.5'],
    ['/v2/shipments', 'limit='],
    ['/v2/shipments', 'status=lost'],
    ['/v2/shipments', 'created_after=yesterday'],
    ['/v2/shipments', 'created_before=2026-13-01T00:00:00Z'],
    ['/v2/events', 'limit=0'],
    ['/v2/events', 'limit=501'],
    ['/v2/events', 'type=shipment.teleported'],
    ['/v2/events', 'created_after=now'],
    ['/v2/webhooks', 'limit=101'],
    ['/v2/claims', 'limit=x'],
    ['/v2/tenders', 'limit=0'],
    ['/v2/pickups', 'date=tomorrow'],
    ['/v2/manifests', 'status=torn'],
  ]
  for (const [path, query] of paths) {
    const answer = await service.demo.get(`${path}?${query}`)
    const path0 = answer.json.error?.details.errors?.[0].path
    expect([query, ...outcome(answer), path0]).toEqual([query, 422, 'validation_failed', `?${query.split('=')[0]}`])
  }
  for (const limit of [1, 100]) ok(await service.demo.get(`/v2/shipments?limit=${limit}`))
  for (const limit of [1, 500]) ok(await service.demo.get(`/v2/events?limit=${limit}`))
})

test('every invalid cursor is invalid_cursor on every list', async () => {
  const { id } = await create(service.demo)
  const webhook = ok(await service.demo.post('/v2/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] }), 201)
  const forged = ['2026-99-99T99:99:99.999Z shp_1', '2026-02-30T00:00:00.000Z shp_1', "2026-01-01T00:00:00.000Z shp_1' or 1=1"]
  const cursors = ['x', 'nonsense', '', 'A'.repeat(3000), '%F0%9F%9A%9A', ...forged.map((text) => Buffer.from(text).toString('base64url'))]
  const lists = ['shipments', 'events', 'webhooks', 'claims', 'tenders', 'pickups', 'sweeps', 'manifests', `shipments/${id}/adjustments`]
  lists.push(`webhooks/${webhook.id}/deliveries`)
  for (const list of lists) {
    for (const cursor of cursors) {
      const answer = await service.demo.get(`/v2/${list}?cursor=${cursor}`)
      expect([list, cursor.slice(0, 60), ...outcome(answer)]).toEqual([list, cursor.slice(0, 60), 400, 'invalid_cursor'])
    }
  }
  const foreign = await service.partner()
  await create(foreign)
  const [event] = await foreign.events()
  for (const after of ['evt_00000000000000000000000000', 'x', '', 'x'.repeat(3000), event.eventID]) {
    expect(outcome(await service.demo.get(`/v2/events?after=${after}`))).toEqual([400, 'invalid_cursor'])
  }
})

test('a cursor is refused if changed or used with another list or filters; the page length may change', async () => {
  const partner = await service.partner()
  for (const order_id of ['B-1', 'B-1', 'B-1', 'B-2']) await create(partner, { ...RETURN, order_id })
  for (let i = 0; i < 2; i++) ok(await partner.post('/v2/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] }), 201)
  const at = async (list: string, client: TestClient = partner) => client.get(list)
  const cursorOf = async (list: string): Promise<string> => ok(await at(list)).next_cursor
  const mixed = await cursorOf('/v2/shipments?limit=1')
  const next = ok(await at(`/v2/shipments?limit=3&cursor=${mixed}`))
  expect(next.data.map(({ order_id }: { order_id: string }) => order_id)).toEqual(['B-1', 'B-1', 'B-1'])

  const filtered = await cursorOf('/v2/shipments?limit=1&order_id=B-1&status=label_ready')
  ok(await at(`/v2/shipments?status=label_ready&order_id=B-1&cursor=${filtered}`))
  const feed = await cursorOf('/v2/events?limit=1')
  ok(await at(`/v2/events?cursor=${feed}`))
  const refused = [
    `/v2/shipments?order_id=B-1&cursor=${filtered}`,
    `/v2/shipments?order_id=B-2&status=label_ready&cursor=${filtered}`,
    `/v2/shipments?cursor=${filtered}`,
    `/v2/shipments?order_id=B-1&cursor=${mixed}`,
    `/v2/webhooks?cursor=${mixed}`,
    `/v2/shipments?cursor=${await cursorOf('/v2/webhooks?limit=1')}`,
    `/v2/events?order=newest&cursor=${feed}`,
    `/v2/events?type=shipment.created&cursor=${feed}`,
    ...Array.from(mixed, (_, i) => `/v2/shipments?cursor=${mixed.slice(0, i)}${mixed.slice(i + 1)}`),
    ...Array.from(mixed, (char, i) => `/v2/shipments?cursor=${mixed.slice(0, i)}${char === 'A' ? 'B' : 'A'}${mixed.slice(i + 1)}`),
    `/v2/shipments?cursor=${mixed}A`,
    `/v2/shipments?cursor=${mixed}%3D`,
  ]
  for (const list of refused) expect([list, ...outcome(await at(list))]).toEqual([list, 400, 'invalid_cursor'])
  expect(outcome(await at(`/v2/shipments?limit=1&cursor=${mixed}`, service.demo))).toEqual([400, 'invalid_cursor'])
})

test('each filter of shipments finds exactly its matches, and filters combine', async () => {
  const partner = await service.partner()
  const [store] = await storesOf(partner)
  const plain = await create(partner, { ...RETURN, order_id: 'A-1' })
  await pause(5)
  const dropped = await create(partner, { ...RETURN, order_id: 'A-2' })
  ok(await scan(partner, 'accept', { shipment_id: dropped.id, store_id: store.store_id }))
  const swept = await create(partner, { ...RETURN, order_id: 'A-2' })
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const pickup = ok(
    await partner.post('/v2/pickups', {
      shipment_id: swept.id,
      store_id: store.store_id,
      date: day,
      window_start: '09:00',
      window_end: '12:00',
    }),
    201,
  )
  const tendered = await create(partner, { ...RETURN, order_id: 'A-3' })
  const tender = ok(await partner.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [tendered.id] }), 201)
  ok(await partner.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 1 }))
  const { sweepId } = ok(await partner.get(`/v2/shipments/${swept.id}`))
  const find = async (query: string): Promise<string[]> => idsOf(ok(await partner.get(`/v2/shipments?${query}`)))
  expect(await find(`sweepId=${sweepId}`)).toEqual([swept.id])
  expect(await find('order_id=A-2')).toEqual([swept.id, dropped.id])
  expect(await find('order_id=A-2&status=ready_for_pickup')).toEqual([dropped.id])
  expect(await find(`tracking=${plain.tracking}`)).toEqual([plain.id])
  expect(await find(`tender_id=${tender.id}`)).toEqual([tendered.id])
  expect(await find(`store_id=${store.store_id}`)).toEqual([dropped.id])
  expect(await find(`created_after=${plain.created_at}`)).toEqual([tendered.id, swept.id, dropped.id])
  expect(await find(`created_before=${dropped.created_at}`)).toEqual([plain.id])
  expect(await find(`created_after=${plain.created_at}&created_before=${swept.created_at}`)).toEqual([dropped.id])
  expect(await find(`created_after=${encodeURIComponent(plain.created_at.replace('Z', '+00:00'))}&status=injected`)).toEqual([tendered.id])
  for (const nothing of ['order_id=a-1', `sweepId=${UNKNOWN.shipment}`, 'tender_id=x', 'tracking=x', 'status=disposed']) {
    expect([nothing, await find(nothing)]).toEqual([nothing, []])
  }
  ok(await partner.post(`/v2/pickups/${pickup.id}/cancel`))
  expect(await find(`sweepId=${sweepId}`), 'as currently assigned').toEqual([])
  const stranger = await service.partner()
  expect(ok(await stranger.get('/v2/shipments?order_id=A-2')).data).toEqual([])
})

test('shipments are found by exact RMA and customer, page by page, combined with other filters', async () => {
  const partner = await service.partner()
  const long = 'r'.repeat(255)
  const make = async (more: object) => (await create(partner, { ...RETURN, ...more })).id as string
  const first = await make({ rma: 'RMA 7/1&2', customer: 'cus-1' })
  const second = await make({ rma: 'RMA 7/1&2', customer: 'cus-2' })
  const third = await make({ rma: long, customer: 'cus-1', order_id: long })
  await make({})
  const find = async (query: Record<string, string>) =>
    idsOf(ok(await partner.get(`/v2/shipments?${new URLSearchParams(query).toString()}`)))
  expect(await find({ rma: 'RMA 7/1&2' })).toEqual([second, first])
  expect(await find({ rma: long })).toEqual([third])
  expect(await find({ order_id: long })).toEqual([third])
  expect(await find({ customer: 'cus-1' })).toEqual([third, first])
  expect(await find({ customer: 'cus-1', rma: 'RMA 7/1&2' })).toEqual([first])
  ok(await command(partner, first, 'cancel'))
  expect(await find({ customer: 'cus-1', status: 'cancelled' })).toEqual([first])
  expect(await walk(partner, '/v2/shipments?customer=cus-1&limit=1')).toEqual([third, first])
  for (const nothing of [{ customer: 'CUS-1' }, { customer: 'cus' }, { rma: 'RMA 7' }, { rma: 'x' }]) {
    expect([nothing, await find(nothing)]).toEqual([nothing, []])
  }
  for (const query of [{ customer: '' }, { customer: 'c'.repeat(256) }, { rma: 'r'.repeat(256) }]) {
    const answer = await partner.get(`/v2/shipments?${new URLSearchParams(query as Record<string, string>).toString()}`)
    expect(outcome(answer)).toEqual([422, 'validation_failed'])
  }
  const stranger = await service.partner()
  expect(ok(await stranger.get('/v2/shipments?customer=cus-1')).data).toEqual([])
  const operator = await service.operator()
  expect(idsOf(ok(await operator.get('/v2/shipments?customer=cus-1')))).toEqual([third, first])
})

test('lists show shipments that have expired, and each expiry fires once', async () => {
  const partner = await service.partner()
  const stays = await create(partner)
  const { id } = await inStatus(partner, 'expired')
  const find = async (status: string, client: TestClient = partner): Promise<string[]> =>
    idsOf(ok(await client.get(`/v2/shipments?status=${status}`)))
  expect([await find('label_ready'), await find('expired')]).toEqual([[stays.id], [id]])

  const soon = async () => {
    const { now } = ok(await partner.get('/v2/test/clock'))
    const one = await create(partner, { ...QR_RETURN, expires_at: new Date(Date.parse(now) + 60_000).toISOString() })
    await advanceClock(partner, 60)
    return one.id
  }
  const byList = await soon()
  expect(await find('created')).toEqual([])
  expect(await find('expired')).toEqual([byList, id])
  expect(types(await partner.events(byList))).toEqual(['shipment.created', 'shipment.expired'])

  const operator = await service.operator()
  const byOperator = await soon()
  const seen = ok(await operator.get('/v2/shipments?limit=100')).data.find((one: Json) => one.id === byOperator)
  expect(seen.status).toBe('expired')
  const another = await soon()
  expect(await find('created', operator)).not.toContain(another)
  expect(await find('expired', operator)).toContain(another)
})

test('the feed is oldest first, 100 by default, and filters combine', async () => {
  const partner = await service.partner()
  const shipments = ok(await partner.post('/v2/shipments/batch', { shipments: Array.from({ length: 60 }, () => RETURN) }), 201).data
  const { id } = shipments[0]
  ok(await command(partner, id, 'hold'))
  const all = await partner.events()
  expect(all).toHaveLength(121)
  expect(types(all.slice(0, 4))).toEqual(['shipment.created', 'shipment.label_ready', 'shipment.created', 'shipment.label_ready'])
  expect(all.filter(({ type }) => type === 'shipment.created').map((event) => event.identifiers.shipment)).toEqual(
    idsOf({ data: shipments }),
  )
  const first = ok(await partner.get('/v2/events'))
  expect([first.data.length, first.has_more]).toEqual([100, true])
  expect(idsOf(first)).toEqual(idsOf({ data: all }).slice(0, 100))
  expect(await walk(partner, '/v2/events?limit=50')).toEqual(idsOf({ data: all }))
  const rest = ok(await partner.get(`/v2/events?after=${first.data[99].eventID}`))
  expect([idsOf(rest), rest.has_more, rest.next_cursor]).toEqual([idsOf({ data: all }).slice(100), false, null])
  const ofOne = ok(await partner.get(`/v2/events?shipment=${id}`))
  expect(types(ofOne.data)).toEqual(['shipment.created', 'shipment.label_ready', 'shipment.held'])
  const two = ok(await partner.get(`/v2/events?type=shipment.held&type=shipment.created&shipment=${id}`))
  expect(types(two.data)).toEqual(['shipment.created', 'shipment.held'])
  const held = ofOne.data[2].event_info.eventDateTime
  expect(
    ok(await partner.get(`/v2/events?created_before=${held}`)).data.every((event: Json) => event.event_info.eventDateTime < held),
  ).toBe(true)
  expect(ok(await partner.get(`/v2/events?created_after=${held}`)).data).toEqual([])
  expect(ok(await partner.get(`/v2/events?shipment=${UNKNOWN.shipment}`)).data).toEqual([])
  expect(ok(await partner.get(`/v2/events?after=${all[0].eventID}&limit=1&type=shipment.created`)).data[0].eventID).toBe(all[2].eventID)
})
