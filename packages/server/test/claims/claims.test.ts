import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const shipment = async (): Promise<string> => (await service.demo.post('/v2/shipments', RETURN)).json.id
const open = (shipment_id: string, more: object = {}) => service.demo.post('/v2/claims', { shipment_id, type: 'lost', ...more })
const resolve = (id: string, body: object) => operator.post(`/v2/ops/claims/${id}/resolve`, body)

test('a claim opens, fires claim.opened, and is later read unchanged', async () => {
  const id = await shipment()
  const { status, json } = await open(id, { description: 'Never came', amount_claimed: 4000 })
  expect(status).toBe(201)
  expect(json).toEqual({
    id: expect.stringMatching(/^clm_[0-9a-z]{26}$/),
    object: 'claim',
    shipment_id: id,
    type: 'lost',
    description: 'Never came',
    amount_claimed: 4000,
    amount_approved: null,
    currency: 'USD',
    status: 'open',
    history: [{ status: 'open', at: json.created_at, amount_approved: null }],
    created_at: expect.stringMatching(/Z$/),
    updated_at: json.created_at,
  })
  expect((await service.demo.get(`/v2/claims/${json.id}`)).json).toEqual(json)
  const event = (await service.demo.events(id)).at(-1)
  expect(event).toMatchObject({ type: 'claim.opened', identifiers: { shipment: id, claim: json.id }, event_info: { status: 'open' } })
  expect(event.eventSpecific).toEqual({ claimType: 'lost', description: 'Never came' })
})

test('the event of a claim without a description omits the key', async () => {
  const id = await shipment()
  await open(id, { type: 'misdelivered' })
  expect((await service.demo.events(id)).at(-1).eventSpecific).toEqual({ claimType: 'misdelivered' })
})

test('a shipment has one open claim per type; other types and resolved claims do not prevent it', async () => {
  const id = await shipment()
  const first = (await open(id)).json
  const again = await open(id)
  expect(again.status).toBe(409)
  expect(again.json.error).toMatchObject({ code: 'claim_already_open', details: { claim_id: first.id } })
  expect((await open(id, { type: 'damaged' })).status).toBe(201)
  await resolve(first.id, { outcome: 'denied' })
  expect((await open(id)).status).toBe(201)
})

test('exactly one of many equal simultaneous claims opens', async () => {
  const id = await shipment()
  const answers = await Promise.all(Array.from({ length: 16 }, () => open(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(409)])
  expect((await service.demo.events(id)).filter(({ type }) => type === 'claim.opened')).toHaveLength(1)
})

test('an operator approves and then closes a claim; each step is in the history, and no event fires', async () => {
  const id = await shipment()
  const claim = (await open(id, { amount_claimed: 900 })).json
  const count = (await service.demo.events(id)).length
  const approved = await resolve(claim.id, { outcome: 'approved', amount_approved: 750 })
  expect(approved.status).toBe(200)
  expect(approved.json).toMatchObject({ status: 'approved', amount_claimed: 900, amount_approved: 750 })
  const closed = await resolve(claim.id, { outcome: 'closed' })
  expect(closed.json).toMatchObject({ status: 'closed', amount_approved: 750 })
  expect(closed.json.history.map(({ status, amount_approved }: Record<string, unknown>) => [status, amount_approved])).toEqual([
    ['open', null],
    ['approved', 750],
    ['closed', null],
  ])
  expect((await service.demo.get(`/v2/claims/${claim.id}`)).json).toEqual(closed.json)
  expect(await service.demo.events(id)).toHaveLength(count)
})

test('every step that the life cycle does not allow is refused', async () => {
  const allowed: Record<string, string[]> = { open: ['approved', 'denied', 'closed'], approved: ['closed'], denied: ['closed'], closed: [] }
  for (const [status, next] of Object.entries(allowed)) {
    for (const outcome of ['approved', 'denied', 'closed']) {
      const { id } = (await open(await shipment(), { amount_claimed: 100 })).json
      if (status !== 'open') expect((await resolve(id, { outcome: status })).json.status).toBe(status)
      const before = (await service.demo.get(`/v2/claims/${id}`)).json
      const { status: code, json } = await resolve(id, { outcome })
      if (next.includes(outcome)) expect([code, json.status], `${status} -> ${outcome}`).toEqual([200, outcome])
      else {
        expect([code, json.error.code], `${status} -> ${outcome}`).toEqual([409, 'claim_already_resolved'])
        expect((await service.demo.get(`/v2/claims/${id}`)).json).toEqual(before)
      }
    }
  }
})

test('an approval pays the given amount or else the claimed amount, and no other outcome pays', async () => {
  const claimed = (await open(await shipment(), { amount_claimed: 1234 })).json
  expect((await resolve(claimed.id, { outcome: 'approved' })).json.amount_approved).toBe(1234)
  const bare = (await open(await shipment())).json
  const unnamed = await resolve(bare.id, { outcome: 'approved' })
  expect([unnamed.status, unnamed.json.error.details.errors[0].path]).toEqual([422, '/amount_approved'])
  const paid = await resolve(bare.id, { outcome: 'denied', amount_approved: 5 })
  expect([paid.status, paid.json.error.details.errors[0].path]).toEqual([422, '/amount_approved'])
  expect((await service.demo.get(`/v2/claims/${bare.id}`)).json).toEqual(bare)
})

test('a partner simulates the resolution of a claim in the sandbox', async () => {
  const claim = (await open(await shipment())).json
  const { status, json } = await service.demo.post(`/v2/test/claims/${claim.id}/resolve`, { outcome: 'approved', amount_approved: 10 })
  expect([status, json.status, json.amount_approved]).toEqual([200, 'approved', 10])
})

test('claims are listed by page, newest first, filtered by status, type and shipment', async () => {
  const partner = await service.partner()
  const parcel = (await partner.post('/v2/shipments', RETURN)).json
  const ids: Record<string, string> = {}
  for (const type of ['lost', 'damaged', 'misdelivered'])
    ids[type] = (await partner.post('/v2/claims', { shipment_id: parcel.id, type })).json.id
  await resolve(ids.damaged as string, { outcome: 'denied' })
  const list = async (query: string) => (await partner.get(`/v2/claims${query}`)).json.data.map((one: { id: string }) => one.id)
  expect(await list('')).toEqual([ids.misdelivered, ids.damaged, ids.lost])
  expect(await list('?status=open')).toEqual([ids.misdelivered, ids.lost])
  expect(await list('?type=damaged&status=denied')).toEqual([ids.damaged])
  expect(await list(`?shipment_id=${parcel.id}&type=lost`)).toEqual([ids.lost])
  expect(await list('?shipment_id=shp_other')).toEqual([])
  const first = (await partner.get('/v2/claims?limit=2')).json
  expect(first.has_more).toBe(true)
  expect(await list(`?limit=2&cursor=${first.next_cursor}`)).toEqual([ids.lost])
  for (const query of ['?status=lost', '?limit=0', '?limit=101', '?kind=lost']) {
    expect((await partner.get(`/v2/claims${query}`)).json.error.code, query).toBe('validation_failed')
  }
})

test('invalid fields are named, and nothing is written or fired', async () => {
  const id = await shipment()
  const cases: [object, string[]][] = [
    [{}, ['/shipment_id', '/type']],
    [{ shipment_id: id, type: 'stolen' }, ['/type']],
    [{ shipment_id: id, type: 'lost', description: '' }, ['/description']],
    [{ shipment_id: id, type: 'lost', description: 'x'.repeat(2001) }, ['/description']],
    [{ shipment_id: id, type: 'lost', amount_claimed: -1 }, ['/amount_claimed']],
    [{ shipment_id: id, type: 'lost', amount_claimed: 1.5 }, ['/amount_claimed']],
    [{ shipment_id: id, type: 'lost', status: 'approved' }, ['/status']],
  ]
  for (const [body, paths] of cases) {
    const { status, json } = await service.demo.post('/v2/claims', body)
    expect([status, json.error.code], JSON.stringify(body)).toEqual([422, 'validation_failed'])
    expect(json.error.details.errors.map(({ path }: { path: string }) => path)).toEqual(paths)
  }
  expect((await service.demo.get(`/v2/claims?shipment_id=${id}`)).json.data).toEqual([])
  expect(await service.demo.events(id)).toHaveLength(2)
})

test('ids of another partner are answered like unknown ids, and scopes are required', async () => {
  const id = await shipment()
  const claim = (await open(id)).json
  const stranger = await service.partner()
  const asked: [string, string, string, object?][] = [
    ['POST', '/v2/claims', 'shipment_id', { shipment_id: id, type: 'damaged' }],
    ['POST', '/v2/claims', 'shipment_id', { shipment_id: claim.id, type: 'damaged' }],
    ['GET', `/v2/claims/${claim.id}`, 'id'],
    ['GET', `/v2/claims/${id}`, 'id'],
    ['POST', `/v2/test/claims/${claim.id}/resolve`, 'id', { outcome: 'denied' }],
  ]
  for (const [method, path, field, body] of asked) {
    const { status, json } = await stranger.send(method, path, { body })
    expect([status, json.error.code, json.error.details], path).toEqual([404, 'not_found', { field }])
  }
  const without = await service.partner({ scopes: ['events:read'] })
  const required = async (client: TestClient, method: string, path: string, body?: object) =>
    (await client.send(method, path, { body })).json.error.details.required
  expect(await required(without, 'POST', '/v2/claims', { shipment_id: 'x', type: 'lost' })).toBe('claims:write')
  expect(await required(without, 'GET', '/v2/claims')).toBe('shipments:read')
  expect(await required(without, 'GET', '/v2/claims/x')).toBe('shipments:read')
  expect(await required(without, 'POST', '/v2/test/claims/x/resolve', { outcome: 'denied' })).toBe('shipments:write')
  expect(await required(service.demo, 'POST', '/v2/ops/claims/x/resolve', { outcome: 'denied' })).toBe('ops')
  expect(await required(operator, 'POST', '/v2/claims', { shipment_id: id, type: 'damaged' })).toBe('claims:write')
})

test('the amounts of a claim stay in the currency in which it was opened', async () => {
  const id = await shipment()
  const claim = (await open(id, { amount_claimed: 4000 })).json
  const { db } = service.running.service
  await db.query('test_other_currency', "update shipments set currency = 'JPY' where id = $1", [id])
  expect((await service.demo.get(`/v2/claims/${claim.id}`)).json.currency).toBe('USD')
  expect((await service.demo.get(`/v2/claims?shipment_id=${id}`)).json.data[0].currency).toBe('USD')
  expect((await operator.get(`/v2/ops/claims?shipment_id=${id}`)).json.data[0].currency).toBe('USD')
  expect((await resolve(claim.id, { outcome: 'approved' })).json).toMatchObject({ currency: 'USD', amount_approved: 4000 })
  expect(await open(id)).toMatchObject({ status: 201, json: { currency: 'JPY' } })
})
