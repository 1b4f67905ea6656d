import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const PARCEL = { weight: 2, length: 10, width: 8, height: 4 }
// biome-ignore lint/suspicious/noExplicitAny: a shipment as answered
const shipment = async (parcel: object = PARCEL): Promise<any> => (await service.demo.post('/v2/shipments', { ...RETURN, parcel })).json
const report = (body: object, client: TestClient = service.demo) => client.post('/v2/discrepancies', body)
const shown = (parcel: object) => ({ ...parcel, weight_unit: 'lb', dimension_unit: 'in' })
const typesOf = (events: { type: string }[]) => events.map(({ type }) => type)

test('a discrepancy that is not chargeable is recorded and fires its event but charges nothing', async () => {
  const parcel = await shipment()
  const observed = { weight: 5, length: 12, width: 8, height: 4 }
  const { status, json } = await report({ shipment_id: parcel.id, stage: 'sort', observed, chargeable: false })
  expect(status).toBe(201)
  expect(json).toEqual({
    id: expect.stringMatching(/^dsc_[0-9a-z]{26}$/),
    object: 'discrepancy',
    shipment_id: parcel.id,
    stage: 'sort',
    reason: null,
    declared: shown(PARCEL),
    observed: shown(observed),
    chargeable: false,
    adjustment_id: null,
    store_id: null,
    created_at: expect.any(String),
  })
  expect((await service.demo.get(`/v2/discrepancies/${json.id}`)).json).toEqual(json)
  expect((await service.demo.get(`/v2/shipments/${parcel.id}`)).json).toEqual({ ...parcel, version: parcel.version + 1 })
  expect((await service.demo.get(`/v2/shipments/${parcel.id}/adjustments`)).json.data).toEqual([])
  const events = await service.demo.events(parcel.id)
  expect(typesOf(events)).toEqual(['shipment.created', 'shipment.label_ready', 'shipment.discrepancy_reported'])
  expect(events[2].identifiers).toMatchObject({ shipment: parcel.id, discrepancy: json.id })
  expect(events[2].identifiers).not.toHaveProperty('adjustment')
  expect(events[2].identifiers).not.toHaveProperty('store')
  expect(events[2].eventSpecific).toEqual({ stage: 'sort', declared: PARCEL, observed, chargeable: false })
})

test('a chargeable discrepancy causes an adjustment to the price of the observed parcel', async () => {
  const parcel = await shipment()
  const heavier = await shipment({ ...PARCEL, weight: 7.5 })
  const { id: store_id } = (await service.running.service.db.one<{ id: string }>('t_store', 'select id from stores limit 1')) ?? { id: '' }
  const { json } = await report({ shipment_id: parcel.id, stage: 'dropoff', observed: { weight: 7.5 }, chargeable: true, store_id })
  expect(json).toMatchObject({ declared: shown(PARCEL), observed: shown({ ...PARCEL, weight: 7.5 }), store_id })
  const adjustment = (await service.demo.get(`/v2/adjustments/${json.adjustment_id}`)).json
  expect(adjustment).toMatchObject({
    shipment_id: parcel.id,
    delta_amount: heavier.amount - parcel.amount,
    source: 'discrepancy',
    reason: 'reweigh',
    original_weight: 2,
    new_weight: 7.5,
  })
  expect(adjustment.delta_amount).toBeGreaterThan(0)
  const after = (await service.demo.get(`/v2/shipments/${parcel.id}`)).json
  expect(after).toMatchObject({ amount: parcel.amount, parcel: { weight: 7.5 }, version: parcel.version + 1, status: parcel.status })
  const events = (await service.demo.events(parcel.id)).slice(2)
  expect(typesOf(events)).toEqual(['shipment.discrepancy_reported', 'shipment.adjusted'])
  expect(events[0].identifiers).toMatchObject({ discrepancy: json.id, adjustment: json.adjustment_id, store: store_id })
  expect(events[1].eventSpecific).toEqual({ reason: 'reweigh', originalWeight: 2, newWeight: 7.5 })
})

test('a lighter parcel is credited, and units are converted', async () => {
  const parcel = await shipment({ ...PARCEL, weight: 10 })
  const { json } = await report({
    shipment_id: parcel.id,
    stage: 'sort',
    observed: { weight: 2, length: 25.4, width: 20.32, height: 10.16, weight_unit: 'kg', dimension_unit: 'cm' },
    chargeable: true,
  })
  expect(json.observed).toEqual(shown({ weight: 4.409, length: 10, width: 8, height: 4 }))
  expect((await service.demo.get(`/v2/adjustments/${json.adjustment_id}`)).json.delta_amount).toBeLessThan(0)
})

test('a repeated measurement charges nothing more but still makes an adjustment', async () => {
  const parcel = await shipment()
  const body = { shipment_id: parcel.id, stage: 'sort', observed: { weight: 6 }, chargeable: true }
  const first = (await report(body)).json
  const second = (await report({ ...body, declared: PARCEL })).json
  const delta = async (id: string) => (await service.demo.get(`/v2/adjustments/${id}`)).json.delta_amount
  expect(await delta(first.adjustment_id)).toBeGreaterThan(0)
  expect(await delta(second.adjustment_id)).toBe(0)
  expect(second.declared).toEqual(shown(PARCEL))
  expect(typesOf(await service.demo.events(parcel.id)).slice(-2)).toEqual(['shipment.discrepancy_reported', 'shipment.adjusted'])
})

test('simultaneous chargeable reports add up to the difference between the first and last price', async () => {
  const parcel = await shipment()
  const heavier = await shipment({ ...PARCEL, weight: 9 })
  await Promise.all(
    [9, 9, 9, 9, 9, 9].map((weight) => report({ shipment_id: parcel.id, stage: 'sort', observed: { weight }, chargeable: true })),
  )
  const { data } = (await service.demo.get(`/v2/shipments/${parcel.id}/adjustments`)).json
  expect(data).toHaveLength(6)
  const sum = data.reduce((total: number, one: { delta_amount: number }) => total + one.delta_amount, 0)
  expect(sum).toBe(heavier.amount - parcel.amount)
})

test('a measurement of any size is recorded and charged, even beyond the limits for new shipments', async () => {
  const parcel = await shipment()
  const huge = { weight: 1_000_000, length: 10_000, width: 10_000, height: 10_000 }
  const { status, json } = await report({ shipment_id: parcel.id, stage: 'sort', observed: huge, chargeable: true })
  expect(status).toBe(201)
  expect((await service.demo.get(`/v2/adjustments/${json.adjustment_id}`)).json.delta_amount).toBeGreaterThan(2 ** 31)
  const refused = await service.demo.post('/v2/shipments', { ...RETURN, parcel: { ...huge, weight: 1 } })
  expect([refused.status, refused.json.error.details.errors[0].path]).toEqual([422, '/parcel'])
})

// biome-ignore lint/suspicious/noExplicitAny: adjustments as answered
const adjustmentsOf = async (id: string): Promise<any[]> =>
  (await service.demo.get(`/v2/shipments/${id}/adjustments`)).json.data.toReversed()
const amend = async (id: string, body: object) => (await service.demo.patch(`/v2/shipments/${id}`, body)).json
/** The total that the partner owes: the price and every adjustment, except those whose dispute was decided for the partner. */
const owed = async (id: string): Promise<number> => {
  const { amount } = (await service.demo.get(`/v2/shipments/${id}`)).json
  const standing = (await adjustmentsOf(id)).filter(({ dispute_status }) => dispute_status !== 'upheld')
  return standing.reduce((total, { delta_amount }) => total + delta_amount, amount)
}
const FAR = { ...ADDRESS, line1: '9 Far St', city: 'Reno', state: 'NV', postal_code: '89501' }

test.each([
  ['another parcel', { parcel: { weight: 9 } }, {}],
  ['a lighter parcel than was ever measured', { parcel: { weight: 1 } }, {}],
  ['the parcel as first declared', { parcel: { weight: 2 } }, {}],
  ['another destination', { to: FAR }, { to: FAR, parcel: { weight: 7.5 } }],
])('an amendment replaces earlier measurement charges by the new price: %s', async (_what, change, more) => {
  const parcel = await shipment()
  await report({ shipment_id: parcel.id, stage: 'dropoff', observed: { weight: 7.5 }, chargeable: true })
  const facts = { ...change, ...more, parcel: { ...PARCEL, ...('parcel' in more ? more.parcel : (change as { parcel: object }).parcel) } }
  const price = (await service.demo.post('/v2/shipments', { ...RETURN, ...facts })).json.amount
  const amended = await amend(parcel.id, change)
  expect(amended.amount).toBe(price)
  expect(await owed(parcel.id)).toBe(price)
  const [charged, returned, ...others] = await adjustmentsOf(parcel.id)
  expect([others, charged.delta_amount + returned.delta_amount]).toEqual([[], 0])
  expect(returned).toMatchObject({ reason: 'other', original_weight: 7.5, new_weight: facts.parcel.weight, source: 'discrepancy' })
  const [updated, adjusted] = (await service.demo.events(parcel.id)).slice(-2)
  expect([updated.type, adjusted.type]).toEqual(['shipment.updated', 'shipment.adjusted'])
  expect(adjusted.identifiers).toMatchObject({ shipment: parcel.id, adjustment: returned.id })
  expect(adjusted.eventSpecific).toEqual({ reason: 'other', originalWeight: 7.5, newWeight: facts.parcel.weight })
})

test('after amendments and measurements in any order, the price of the recorded parcel is owed', async () => {
  const parcel = await shipment()
  const price = async (weight: number, more: object = {}) =>
    (await service.demo.post('/v2/shipments', { ...RETURN, ...more, parcel: { ...PARCEL, weight } })).json.amount
  const measure = (weight: number) =>
    report({ shipment_id: parcel.id, stage: 'dropoff', observed: { weight }, chargeable: true }).then(({ json }) => json.adjustment_id)
  await measure(6)
  await measure(4)
  await amend(parcel.id, { parcel: { weight: 8 } })
  expect(await owed(parcel.id)).toBe(await price(8))
  await amend(parcel.id, { parcel: { weight: 3 } })
  expect(await owed(parcel.id)).toBe(await price(3))
  expect(await adjustmentsOf(parcel.id)).toHaveLength(3)
  const last = await measure(11)
  expect(await owed(parcel.id)).toBe(await price(11))
  await service.demo.post(`/v2/adjustments/${last}/dispute`, { reason: 'no' })
  await service.demo.post(`/v2/test/adjustments/${last}/resolve`, { outcome: 'upheld' })
  expect(await owed(parcel.id)).toBe(await price(3))
  await amend(parcel.id, { parcel: { weight: 5 } })
  expect(await owed(parcel.id)).toBe(await price(5))
})

test('an amendment without a new price reverses no charges, and manual adjustments are never reversed', async () => {
  const parcel = await shipment()
  await report({ shipment_id: parcel.id, stage: 'dropoff', observed: { weight: 7.5 }, chargeable: true })
  await service.demo.post(`/v2/shipments/${parcel.id}/adjustments`, { delta_amount: 77, reason: 'service' })
  await amend(parcel.id, { declared_value: 12_300, parcel: { weight: 7.5 } })
  expect(await adjustmentsOf(parcel.id)).toHaveLength(2)
  const { amount } = await amend(parcel.id, { parcel: { weight: 10 } })
  expect((await adjustmentsOf(parcel.id)).map(({ source }) => source)).toEqual(['discrepancy', 'manual', 'discrepancy'])
  expect(await owed(parcel.id)).toBe(amount + 77)
})

test('a charge is reversed in its own currency when the parcel goes to a country with another currency', async () => {
  const parcel = await shipment()
  const { json } = await report({ shipment_id: parcel.id, stage: 'dropoff', observed: { weight: 7.5 }, chargeable: true })
  const to = { ...ADDRESS, line1: '1 King St', city: 'Toronto', state: 'ON', postal_code: 'M5H 1A1', country: 'CA' }
  expect((await amend(parcel.id, { to })).currency).toBe('CAD')
  const [charged, returned] = await adjustmentsOf(parcel.id)
  expect(charged.id).toBe(json.adjustment_id)
  expect(returned).toMatchObject({ currency: 'USD', delta_amount: -charged.delta_amount })
})

test('simultaneous amendments and measurements charge nothing twice', async () => {
  const parcel = await shipment()
  const change = (weight: number) => amend(parcel.id, { parcel: { weight } })
  const measure = (weight: number) => report({ shipment_id: parcel.id, stage: 'dropoff', observed: { weight }, chargeable: true })
  await Promise.all([measure(6), change(3), measure(9), change(12), measure(5), change(4), measure(8)])
  const { parcel: recorded } = (await service.demo.get(`/v2/shipments/${parcel.id}`)).json
  const same = await shipment({ ...PARCEL, weight: recorded.weight })
  expect(await owed(parcel.id)).toBe(same.amount)
})

test("a shipment's discrepancies are listed by page, newest first", async () => {
  const parcel = await shipment()
  const made: string[] = []
  for (const weight of [3, 4, 5])
    made.unshift((await report({ shipment_id: parcel.id, stage: 'sort', observed: { weight }, chargeable: false })).json.id)
  const first = (await service.demo.get(`/v2/shipments/${parcel.id}/discrepancies?limit=2`)).json
  const second = (await service.demo.get(`/v2/shipments/${parcel.id}/discrepancies?limit=2&cursor=${first.next_cursor}`)).json
  expect([...first.data, ...second.data].map((one: { id: string }) => one.id)).toEqual(made)
  expect((await service.demo.get(`/v2/shipments/${parcel.id}/discrepancies?cursor=nonsense`)).json.error.code).toBe('invalid_cursor')
})

test('invalid fields are named, and nothing is written or fired', async () => {
  const parcel = await shipment()
  const good = { shipment_id: parcel.id, stage: 'sort', observed: { weight: 3 }, chargeable: true }
  const cases: [object, string[]][] = [
    [{}, ['/shipment_id', '/stage', '/observed', '/chargeable']],
    [{ ...good, stage: 'home' }, ['/stage']],
    [{ ...good, observed: {} }, ['/observed']],
    [{ ...good, observed: { weight_unit: 'kg' } }, ['/observed']],
    [{ ...good, observed: { weight: -1 } }, ['/observed/weight']],
    [{ ...good, observed: { weight: 1, color: 'red' } }, ['/observed/color']],
    [{ ...good, declared: { height: 'tall' } }, ['/declared/height']],
    [{ ...good, chargeable: 'yes' }, ['/chargeable']],
    [{ ...good, charge: true }, ['/charge']],
  ]
  for (const [body, paths] of cases) {
    const { status, json } = await report(body)
    expect([status, json.error.code], JSON.stringify(body)).toEqual([422, 'validation_failed'])
    expect(json.error.details.errors.map(({ path }: { path: string }) => path)).toEqual(paths)
  }
  const stranger = await service.partner()
  for (const [client, body, field] of [
    [service.demo, { ...good, shipment_id: 'shp_nope' }, 'shipment_id'],
    [stranger, good, 'shipment_id'],
    [service.demo, { ...good, store_id: 'sto_nope' }, 'store_id'],
  ] as const) {
    const { status, json } = await report(body, client)
    expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field }])
  }
  expect((await service.demo.get(`/v2/shipments/${parcel.id}/discrepancies`)).json.data).toEqual([])
  expect(await service.demo.events(parcel.id)).toHaveLength(2)
})

test("operators report on any partner's parcel, other partners read nothing of it, and scopes are required", async () => {
  const parcel = await shipment()
  const operator = await service.operator()
  const { status, json } = await report({ shipment_id: parcel.id, stage: 'sort', observed: { weight: 4 }, chargeable: true }, operator)
  expect(status).toBe(201)
  const [reported] = (await service.demo.events(parcel.id)).slice(-2)
  expect(reported.event_info).toMatchObject({ email: 'ops@example.com', full_name: 'Olive Operator' })
  const stranger = await service.partner()
  for (const path of [`/v2/discrepancies/${json.id}`, `/v2/shipments/${parcel.id}/discrepancies`, '/v2/discrepancies/dsc_x']) {
    const answer = await stranger.get(path)
    expect([answer.status, answer.json.error.details]).toEqual([404, { field: 'id' }])
  }
  const reader = await service.partner({ scopes: ['shipments:read', 'shipments:write'] })
  const scanner = await service.partner({ scopes: ['scans:write'] })
  const refused = await report({ shipment_id: 'x', stage: 'sort', observed: { weight: 1 }, chargeable: true }, reader)
  expect([refused.status, refused.json.error.details]).toEqual([403, { required: 'scans:write' }])
  expect((await scanner.get('/v2/discrepancies/x')).json.error.details).toEqual({ required: 'shipments:read' })
})
