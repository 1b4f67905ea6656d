import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEARCH } from '../../src/kinds/shipments/search.ts'
import { QR_RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { actorOf, newShipment, trailOf } from './fixtures.ts'

let service: TestService
let operator: TestClient
let other: TestClient & { partnerId: string }
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  other = await service.partner()
})
afterAll(() => service.close())

const find = async (q: string) => (await operator.get(`/v2/ops/shipments?q=${encodeURIComponent(q)}`)).json.data
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)

test('an operator finds a shipment of any partner by each of its identifiers, in all notations', async () => {
  const shipment = await newShipment(other, { ...QR_RETURN, order_id: 'Order 17/ä', rma: 'RMA-17', ship_ext_id: 'ext-17' })
  const { db } = service.running.service
  const { token } = (await db.one<{ token: string }>('t_token', 'select token from qrs where id = $1', [shipment.qr_id])) ?? { token: '' }
  const labeled = await newShipment(other)
  const wanted: [string, string, string][] = [
    [shipment.id, 'id', shipment.id],
    [shipment.id.toUpperCase(), 'id', shipment.id],
    [shipment.tracking, 'tracking', shipment.id],
    [` ${shipment.tracking.toLowerCase()} `, 'tracking', shipment.id],
    [shipment.barcode, 'barcode', shipment.id],
    ['Order 17/ä', 'order_id', shipment.id],
    ['RMA-17', 'rma', shipment.id],
    ['ext-17', 'ship_ext_id', shipment.id],
    [shipment.qr_id, 'qr_id', shipment.id],
    [token, 'qr_token', shipment.id],
    [labeled.ltracking, 'ltracking', labeled.id],
    [labeled.label_id, 'label_id', labeled.id],
  ]
  for (const [q, matched_by, id] of wanted) {
    const found = await find(q)
    expect(idsOf(found), matched_by).toEqual([id])
    expect(found[0], matched_by).toMatchObject({ object: 'shipment', matched_by, partner_id: other.partnerId })
  }
  for (const q of ['nothing', 'order 17/ä', shipment.tracking.slice(1), '%', '\\']) expect(await find(q), q).toEqual([])
})

test('an identifier shared by several shipments finds each once, for all partners, newest first, in pages', async () => {
  const mine = await newShipment(service.demo, { order_id: 'SAME', rma: 'SAME' })
  const theirs = await newShipment(other, { order_id: 'SAME' })
  const last = await newShipment(service.demo, { ship_ext_id: 'SAME', order_id: 'else' })
  expect((await find('SAME')).map((one: { id: string; matched_by: string }) => [one.id, one.matched_by])).toEqual([
    [last.id, 'ship_ext_id'],
    [theirs.id, 'order_id'],
    [mine.id, 'order_id'],
  ])
  const first = (await operator.get('/v2/ops/shipments?q=SAME&limit=2')).json
  expect(first.has_more).toBe(true)
  const rest = (await operator.get(`/v2/ops/shipments?q=SAME&limit=2&cursor=${first.next_cursor}`)).json
  expect(idsOf([...first.data, ...rest.data])).toEqual(idsOf([last, theirs, mine]))
  expect(rest.has_more).toBe(false)
  for (const query of ['?q=', `?q=${'x'.repeat(256)}`, '?q=a&q=b', '?query=x']) {
    expect((await operator.get(`/v2/ops/shipments${query}`)).json.error.code, query).toBe('validation_failed')
  }
})

test('the queues list open claims and disputes of all partners, with the partner of each', async () => {
  const mine = await newShipment(service.demo)
  const theirs = await newShipment(other)
  const claims: string[] = []
  const disputes: string[] = []
  for (const [client, { id }] of [
    [service.demo, mine],
    [other, theirs],
  ] as const) {
    claims.unshift((await client.post('/v2/claims', { shipment_id: id, type: 'lost' })).json.id)
    const adjustment = (await client.post(`/v2/shipments/${id}/adjustments`, { delta_amount: 5, reason: 'other' })).json.id
    await client.post(`/v2/adjustments/${adjustment}/dispute`, { reason: 'no' })
    disputes.unshift(adjustment)
  }
  const list = async (path: string) => (await operator.get(`/v2/ops/${path}`)).json.data
  expect(idsOf(await list('claims?status=open'))).toEqual(claims)
  expect(idsOf(await list('disputes'))).toEqual(disputes)
  expect((await list('claims'))[0]).toMatchObject({ object: 'claim', partner_id: other.partnerId })
  expect((await list('disputes'))[0]).toMatchObject({ object: 'adjustment', partner_id: other.partnerId, dispute_status: 'open' })
  expect(idsOf(await list(`claims?partner_id=${other.partnerId}`))).toEqual([claims[0]])
  expect(idsOf(await list(`disputes?shipment_id=${mine.id}`))).toEqual([disputes[1]])

  await operator.post(`/v2/ops/claims/${claims[0]}/resolve`, { outcome: 'denied' })
  await operator.post(`/v2/ops/adjustments/${disputes[0]}/resolve`, { outcome: 'upheld' })
  expect(idsOf(await list('claims?status=open'))).toEqual([claims[1]])
  expect(idsOf(await list('claims?status=denied&type=lost'))).toEqual([claims[0]])
  expect(idsOf(await list('disputes'))).toEqual([disputes[1]])
  expect(idsOf(await list('disputes?status=upheld'))).toEqual([disputes[0]])
  const first = (await operator.get('/v2/ops/claims?limit=1')).json
  expect(idsOf((await operator.get(`/v2/ops/claims?limit=1&cursor=${first.next_cursor}`)).json.data)).toEqual([claims[1]])

  const [claim] = await trailOf(operator, claims[0] as string)
  expect(claim).toMatchObject({
    actor: actorOf(operator),
    action: 'claim.resolved',
    before: { status: 'open' },
    after: { status: 'denied' },
  })
  const [dispute] = await trailOf(operator, disputes[0] as string)
  expect(dispute).toMatchObject({ action: 'dispute.resolved', before: { dispute_status: 'open' }, after: { dispute_status: 'upheld' } })
})

test('operator actions on a shipment are in the audit trail; partner actions are not', async () => {
  const { id, version } = await newShipment(service.demo)
  await service.demo.post('/v2/scan-events/accept', { shipment_id: id })
  expect(await trailOf(operator, id)).toEqual([])
  const scanned = await operator.post('/v2/scan-events/collect', { shipment_id: id })
  expect(scanned.status).toBe(200)
  await operator.post(`/v2/shipments/${id}/hold`)
  await operator.post(`/v2/shipments/${id}/hold`)
  const lines = await trailOf(operator, id)
  expect(lines.map(({ actor, action }) => [actor, action])).toEqual([
    [actorOf(operator), 'POST /v2/scan-events/collect'],
    [actorOf(operator), 'POST /v2/shipments/:id/hold'],
  ])
  expect(lines[0].after.written).toContainEqual({ table: 'shipments', id, version: version + 2, status: 'picked_up' })
})

test('a refused or repeated action adds no audit record', async () => {
  const { id } = await newShipment(service.demo)
  const refused = await operator.post(`/v2/shipments/${id}/disposition`, { disposition: 'redeliver' })
  expect(refused.status).toBe(409)
  expect(await trailOf(operator, id)).toEqual([])
  const request = { idempotencyKey: 'once-and-for-all' }
  await operator.post(`/v2/shipments/${id}/hold`, {}, request)
  expect((await operator.post(`/v2/shipments/${id}/hold`, {}, request)).headers.get('idempotent-replayed')).toBe('true')
  expect(await trailOf(operator, id)).toHaveLength(1)
})

test('the audit trail filters by actor, subject and action, newest first, and pages', async () => {
  const second = await service.operator()
  const codes = ['trail-1', 'trail-2', 'trail-3']
  for (const code of codes) await second.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: code } })
  const list = async (query: string) => (await operator.get(`/v2/ops/audit?${query}`)).json
  const mine = await list(`actor=${actorOf(second)}`)
  expect(mine.data.map(({ subject }: { subject: string }) => subject)).toEqual([...codes].reverse())
  expect(await list(`actor=${actorOf(second)}&action=carrier.created&subject=trail-2`)).toMatchObject({
    data: [{ subject: 'trail-2', after: { name: 'trail-2' } }],
  })
  const first = await list(`actor=${actorOf(second)}&limit=2`)
  const rest = await list(`actor=${actorOf(second)}&limit=2&cursor=${first.next_cursor}`)
  expect(idsOf([...first.data, ...rest.data])).toEqual(idsOf(mine.data))
  expect((await list('limit=1')).data[0].subject).toBe('trail-3')
  expect((await operator.get('/v2/ops/audit?who=me')).json.error.code).toBe('validation_failed')
})

test('a search uses only indexes, so its cost does not depend on the number of shipments', async () => {
  const client = await service.running.service.db.pool.connect()
  try {
    // The tables are small here, so sequential scans are disabled to get the plan for large tables.
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${SEARCH}`, ['x', null, null, 21, ['x']])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index')
    expect(plan).not.toContain('Seq Scan')
  } finally {
    client.release(true)
  }
})
