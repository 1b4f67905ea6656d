// The audit feed has no gaps: a reader who pages with `after` while writers commit sees each event once, in an order that never changes.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const page = async (client: TestClient, after: string | null, limit = 500): Promise<string[]> => {
  const { json } = await client.get(`/v2/events?limit=${limit}${after ? `&after=${after}` : ''}`)
  return json.data.map((event: { eventID: string }) => event.eventID)
}

/** Inserts an event by hand in a transaction that the test commits later. */
const openTransaction = async (partnerId: string, id: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string })
  await client.connect()
  await client.query('begin')
  const body = JSON.stringify({ object: 'webhook', eventID: id, type: 'shipment.held' })
  await client.query(
    "insert into events (id, partner_id, type, subject, shipment_id, created_at, body) values ($1, $2, 'shipment.held', 's', null, now(), $3)",
    [id, partnerId, body],
  )
  return client
}

test('an open transaction holds back the end of the feed, so that its late event is not skipped', async () => {
  const partner = await service.partner()
  await partner.post('/v2/shipments', RETURN)
  await partner.settle()
  const before = await page(partner, null)
  expect(before).toHaveLength(2)

  const late = 'evt_00000000000000000000000001'
  const held = await openTransaction(partner.partnerId, late)
  await partner.post('/v2/shipments', RETURN)
  expect(await page(partner, before.at(-1) as string), 'nothing newer is shown while an older transaction may still write').toEqual([])
  await held.query('commit')
  await held.end()

  await partner.settle()
  const after = await page(partner, before.at(-1) as string)
  expect(after).toHaveLength(3)
  expect(after[0]).toBe(late)
  expect(await page(partner, null)).toEqual([...before, ...after])
})

test('a client with the answer to a command finds its events, even if they were briefly held back', async () => {
  const partner = await service.partner()
  const heldBackBriefly = async (id: string): Promise<string[]> => {
    await partner.settle()
    const held = await openTransaction(partner.partnerId, id)
    const { json } = await partner.post('/v2/shipments', RETURN)
    const feed = partner.get(`/v2/events?shipment=${json.id}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await held.query('rollback')
    await held.end()
    return (await feed).json.data.map((event: { type: string }) => event.type)
  }
  // Transactions of other test files also hold back the feed, perhaps for longer than the request waits. One of thirty tries must succeed.
  const seen: string[] = []
  for (let i = 0; i < 30 && seen.length === 0; i++) seen.push(...(await heldBackBriefly(`evt_000000000000000000000000${10 + i}`)))
  expect(seen).toEqual(['shipment.created', 'shipment.label_ready'])
})

test('a rolled-back transaction leaves no gap', async () => {
  const partner = await service.partner()
  const held = await openTransaction(partner.partnerId, 'evt_00000000000000000000000002')
  await partner.post('/v2/shipments', RETURN)
  await held.query('rollback')
  await held.end()
  await partner.settle()
  expect(await page(partner, null)).toHaveLength(2)
})

test('a reader sees each event exactly once, in a stable order, while 200 writers commit', async () => {
  const partner = await service.partner()
  const seen: string[] = []
  let writing = true
  const read = async () => {
    for (let idle = 0; idle < 3; ) {
      const found = await page(partner, seen.at(-1) ?? null, 7)
      seen.push(...found)
      idle = !writing && found.length === 0 ? idle + 1 : 0
    }
  }
  const reader = read()
  const holder = await openTransaction(partner.partnerId, 'evt_00000000000000000000000003')
  const writers = Array.from({ length: 200 }, () => partner.post('/v2/shipments', RETURN))
  await Promise.all(writers.slice(0, 100))
  await holder.query('commit')
  await holder.end()
  await Promise.all(writers)
  await partner.settle()
  writing = false
  await reader
  expect(seen).toHaveLength(401)
  expect(new Set(seen).size).toBe(401)
  expect(await page(partner, null)).toEqual(seen)
})

test('events of one shipment come in the order of their causes', async () => {
  const partner = await service.partner()
  const { json } = await partner.post('/v2/shipments', RETURN)
  for (const command of ['hold', 'release', 'cancel']) await partner.post(`/v2/shipments/${json.id}/${command}`)
  expect((await partner.events(json.id)).map((event) => event.type)).toEqual([
    'shipment.created',
    'shipment.label_ready',
    'shipment.held',
    'shipment.released',
    'shipment.cancelled',
  ])
})

test('filters combine, and a record is served with its stored bytes', async () => {
  const partner = await service.partner()
  const { json } = await partner.post('/v2/shipments', RETURN)
  await partner.post('/v2/shipments', RETURN)
  await partner.settle()
  const answer = await partner.get(
    `/v2/events?type=shipment.created&type=shipment.held&shipment=${json.id}&created_after=2020-01-01T00:00:00Z`,
  )
  expect(answer.json.data).toHaveLength(1)
  const one = await partner.get(`/v2/events/${answer.json.data[0].eventID}`)
  expect(answer.text).toContain(one.text)
})

test('transaction ids are ordered as numbers, even when they gain a digit', async () => {
  const partner = await service.partner()
  const { db } = service.running.service
  for (const xid of ['10', '9', '100', '99']) {
    const body = JSON.stringify({ eventID: `xid-${xid}` })
    await db.query(
      'test_xid',
      "insert into events (id, xid, partner_id, type, subject, created_at, body) values ($1, $2::text::xid8, $3, 'shipment.held', 's', now(), $4)",
      [`evt_xid_${xid}`, xid, partner.partnerId, body],
    )
  }
  expect(await page(partner, null)).toEqual(['xid-9', 'xid-10', 'xid-99', 'xid-100'])
})

test('an event can be read by its id, with the bytes of the feed, and only by its partner', async () => {
  const [partner, other] = [await service.partner(), await service.partner()]
  await partner.post('/v2/shipments', { ...RETURN, to: ADDRESS, metadata: { ключ: 'ü\u2028' } })
  await partner.settle()
  const feed = await partner.get('/v2/events')
  const bytes: string[] = []
  for (const { eventID } of feed.json.data) {
    const one = await partner.get(`/v2/events/${eventID}`)
    expect([one.status, one.headers.get('content-type'), one.json.eventID]).toEqual([200, feed.headers.get('content-type'), eventID])
    bytes.push(one.text)
    const foreign = await other.get(`/v2/events/${eventID}`)
    const unknown = await other.get('/v2/events/evt_00000000000000000000000000')
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  }
  expect(bytes).toHaveLength(2)
  expect(feed.text).toContain(`"data":[${bytes.join(',')}]`)
  for (const id of ['x', 'evt_', '%00', feed.json.data[0].eventID.toUpperCase()]) {
    const { status, json } = await partner.get(`/v2/events/${id}`)
    expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'id' }])
  }
})

test('an event can be read before the feed lists it', async () => {
  const partner = await service.partner()
  const held = await openTransaction(partner.partnerId, 'evt_00000000000000000000000077')
  await partner.post('/v2/shipments', { ...RETURN, to: ADDRESS })
  const { id } = (await service.running.service.db.one<{ id: string }>('t_event', 'select id from events where partner_id = $1 limit 1', [
    partner.partnerId,
  ])) as { id: string }
  expect((await partner.get(`/v2/events/${id}`)).status).toBe(200)
  expect((await partner.get('/v2/events/evt_00000000000000000000000077')).status).toBe(404)
  await held.query('rollback')
  await held.end()
})
