import { afterAll, beforeAll, expect, test } from 'vitest'
import { QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const shipment = async (body: object = RETURN): Promise<string> => (await service.demo.post('/v2/shipments', body)).json.id
const adjust = (id: string, body: object = { delta_amount: 240, reason: 'reweigh', original_weight: 1, new_weight: 3.5 }) =>
  service.demo.post(`/v2/shipments/${id}/adjustments`, body)
const lastOf = async (id: string, count = 1) => (await service.demo.events(id)).slice(-count)
const pathsOf = (answer: { json: { error: { details: { errors: { path: string }[] } } } }) =>
  answer.json.error.details.errors.map(({ path }) => path)

test('a manual adjustment is recorded, fires shipment.adjusted with both weights, and leaves the agreed price unchanged', async () => {
  const before = (await service.demo.post('/v2/shipments', RETURN)).json
  const { status, json } = await adjust(before.id)
  expect(status).toBe(201)
  expect(json).toEqual({
    id: expect.stringMatching(/^adj_[0-9a-z]{26}$/),
    object: 'adjustment',
    shipment_id: before.id,
    delta_amount: 240,
    currency: 'USD',
    reason: 'reweigh',
    original_weight: 1,
    new_weight: 3.5,
    dispute_status: null,
    dispute_reason: null,
    source: 'manual',
    disputed_at: null,
    resolved_at: null,
    created_at: expect.stringMatching(/Z$/),
  })
  expect((await service.demo.get(`/v2/adjustments/${json.id}`)).json).toEqual(json)
  expect((await service.demo.get(`/v2/shipments/${before.id}`)).json).toEqual({ ...before, version: before.version + 1 })
  const [event] = await lastOf(before.id)
  expect(event).toMatchObject({
    type: 'shipment.adjusted',
    identifiers: { shipment: before.id, adjustment: json.id },
    eventSpecific: { reason: 'reweigh', originalWeight: 1, newWeight: 3.5 },
  })
  expect(event.event_info.status).toBeUndefined()
  expect(Object.keys(event.eventSpecific)).toEqual(['reason', 'originalWeight', 'newWeight'])
})

test('an adjustment may be a credit, may omit weights, and applies in any status', async () => {
  const id = await shipment(QR_RETURN)
  await service.demo.post(`/v2/shipments/${id}/cancel`)
  const { status, json } = await adjust(id, { delta_amount: -50, reason: 'service' })
  expect(status).toBe(201)
  expect(json).toMatchObject({ delta_amount: -50, original_weight: null, new_weight: null })
})

test('an adjustment may make the total negative if the policy does not refuse it', async () => {
  const before = (await service.demo.post('/v2/shipments', RETURN)).json
  const credit = { delta_amount: -before.amount - 5_000, reason: 'service' }
  expect((await adjust(before.id, credit)).json).toMatchObject(credit)
  expect((await adjust(before.id, credit)).status).toBe(201)
  expect((await service.demo.get(`/v2/shipments/${before.id}`)).json).toEqual({ ...before, version: before.version + 2 })
})

test("a shipment's adjustments are listed by page, newest first", async () => {
  const id = await shipment()
  const made: string[] = []
  for (const delta_amount of [1, 2, 3]) made.unshift((await adjust(id, { delta_amount, reason: 'other' })).json.id)
  const first = (await service.demo.get(`/v2/shipments/${id}/adjustments?limit=2`)).json
  expect(first).toMatchObject({ object: 'list', has_more: true })
  const second = (await service.demo.get(`/v2/shipments/${id}/adjustments?limit=2&cursor=${first.next_cursor}`)).json
  expect([...first.data, ...second.data].map((one: { id: string }) => one.id)).toEqual(made)
  expect(second).toMatchObject({ has_more: false, next_cursor: null })
})

test('a dispute opens once and fires adjustment.disputed, and a second dispute changes nothing', async () => {
  const id = await shipment()
  const { json: made } = await adjust(id)
  const { status, json } = await service.demo.post(`/v2/adjustments/${made.id}/dispute`, { reason: 'It weighs 1 lb' })
  expect(status).toBe(200)
  expect(json).toEqual({ ...made, dispute_status: 'open', dispute_reason: 'It weighs 1 lb', disputed_at: json.disputed_at })
  const [event] = await lastOf(id)
  expect(event).toMatchObject({ type: 'adjustment.disputed', identifiers: { shipment: id, adjustment: made.id } })
  expect(event.eventSpecific).toEqual({
    reason: 'reweigh',
    originalWeight: 1,
    newWeight: 3.5,
    disputeStatus: 'open',
    disputeReason: 'It weighs 1 lb',
  })
  const again = await service.demo.post(`/v2/adjustments/${made.id}/dispute`, { reason: 'Really' })
  expect(again.status).toBe(409)
  expect(again.json.error).toMatchObject({ code: 'adjustment_already_disputed', details: { dispute_status: 'open' } })
  expect((await service.demo.get(`/v2/adjustments/${made.id}`)).json).toEqual(json)
  expect(await service.demo.events(id)).toHaveLength(4)
})

test('exactly one of many simultaneous disputes takes effect', async () => {
  const id = await shipment()
  const { json } = await adjust(id)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => service.demo.post(`/v2/adjustments/${json.id}/dispute`, { reason: `no ${i}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
  expect((await service.demo.events(id)).filter(({ type }) => type === 'adjustment.disputed')).toHaveLength(1)
})

test('the operator, or the partner in the sandbox, resolves an open dispute, and no event fires', async () => {
  const id = await shipment()
  const [first, second] = [(await adjust(id)).json.id, (await adjust(id)).json.id]
  for (const one of [first, second]) await service.demo.post(`/v2/adjustments/${one}/dispute`, { reason: 'no' })
  const before = (await service.demo.events(id)).length
  const upheld = await operator.post(`/v2/ops/adjustments/${first}/resolve`, { outcome: 'upheld' })
  expect(upheld.status).toBe(200)
  expect(upheld.json).toMatchObject({ dispute_status: 'upheld', dispute_reason: 'no', delta_amount: 240 })
  expect(upheld.json.resolved_at).not.toBeNull()
  const rejected = await service.demo.post(`/v2/test/adjustments/${second}/resolve`, { outcome: 'rejected' })
  expect(rejected.json).toMatchObject({ dispute_status: 'rejected' })
  expect((await service.demo.events(id)).length).toBe(before)
  const again = await operator.post(`/v2/ops/adjustments/${first}/resolve`, { outcome: 'rejected' })
  expect(again.status).toBe(409)
  expect(again.json.error).toMatchObject({ code: 'adjustment_not_disputed', details: { dispute_status: 'upheld' } })
  const anew = await service.demo.post(`/v2/adjustments/${first}/dispute`, { reason: 'again' })
  expect(anew.json.error).toMatchObject({ code: 'adjustment_already_disputed', details: { dispute_status: 'upheld' } })
})

test('an adjustment without a dispute cannot be resolved', async () => {
  const { json } = await adjust(await shipment())
  for (const [client, path] of [
    [operator, '/v2/ops'],
    [service.demo, '/v2/test'],
  ] as const) {
    const { status, json: answer } = await client.post(`${path}/adjustments/${json.id}/resolve`, { outcome: 'upheld' })
    expect(status).toBe(409)
    expect(answer.error).toMatchObject({ code: 'adjustment_not_disputed', details: { dispute_status: null } })
  }
})

test('invalid fields are named, and nothing is written or fired', async () => {
  const id = await shipment()
  const good = { delta_amount: 1, reason: 'other' }
  const cases: [object | string, string[]][] = [
    [{}, ['/delta_amount', '/reason']],
    [{ ...good, delta_amount: 1.5 }, ['/delta_amount']],
    [{ ...good, delta_amount: '1' }, ['/delta_amount']],
    [{ ...good, delta_amount: 2_147_483_648 }, ['/delta_amount']],
    [{ ...good, delta_amount: -2_147_483_648 }, ['/delta_amount']],
    [{ ...good, delta_amount: null }, ['/delta_amount']],
    [{ ...good, reason: 'because' }, ['/reason']],
    [{ ...good, new_weight: 0 }, ['/new_weight']],
    [{ ...good, original_weight: -1 }, ['/original_weight']],
    [{ ...good, original_weight: 1e9 }, ['/original_weight']],
    [{ ...good, delta: 3 }, ['/delta']],
    ['{"delta_amount":1,"reason":"other","__proto__":{}}', ['/__proto__']],
  ]
  for (const [body, paths] of cases) {
    const answer = await adjust(id, body as object)
    expect([answer.status, answer.json.error.code], JSON.stringify(body)).toEqual([422, 'validation_failed'])
    expect(pathsOf(answer), JSON.stringify(body)).toEqual(paths)
  }
  const { json } = await adjust(id)
  for (const [body, path] of [
    [{}, '/reason'],
    [{ reason: '' }, '/reason'],
    [{ reason: 'x'.repeat(1001) }, '/reason'],
    [{ reason: 'a\0b' }, '/reason'],
  ] as const) {
    expect(pathsOf(await service.demo.post(`/v2/adjustments/${json.id}/dispute`, body))).toEqual([path])
  }
  expect(pathsOf(await operator.post(`/v2/ops/adjustments/${json.id}/resolve`, { outcome: 'open' }))).toEqual(['/outcome'])
  expect((await service.demo.get(`/v2/shipments/${id}/adjustments`)).json.data).toEqual([json])
  expect(await service.demo.events(id)).toHaveLength(3)
})

test('ids of another partner are answered like unknown ids', async () => {
  const stranger = await service.partner()
  const id = await shipment()
  const { json } = await adjust(id)
  const unknown = `adj_${'0'.repeat(26)}`
  const asked: [string, string, string, object?][] = [
    ['POST', `/v2/shipments/${id}/adjustments`, 'id', { delta_amount: 1, reason: 'other' }],
    ['GET', `/v2/shipments/${id}/adjustments`, 'id'],
    ['GET', `/v2/adjustments/${json.id}`, 'adj_id'],
    ['GET', `/v2/adjustments/${unknown}`, 'adj_id'],
    ['GET', `/v2/adjustments/${id}`, 'adj_id'],
    ['GET', '/v2/adjustments/%00', 'adj_id'],
    ['POST', `/v2/adjustments/${json.id}/dispute`, 'adj_id', { reason: 'mine' }],
    ['POST', `/v2/test/adjustments/${json.id}/resolve`, 'id', { outcome: 'upheld' }],
  ]
  for (const [method, path, field, body] of asked) {
    const { status, json: answer } = await stranger.send(method, path, { body })
    expect([status, answer.error.code, answer.error.details], path).toEqual([404, 'not_found', { field }])
  }
})

test('each endpoint requires its scope', async () => {
  const reader = await service.partner({ scopes: ['shipments:read'] })
  const writer = await service.partner({ scopes: ['shipments:write'] })
  const required = async (client: TestClient, method: string, path: string, body?: object) =>
    (await client.send(method, path, { body })).json.error.details.required
  const dispute = { reason: 'no' }
  expect(await required(writer, 'POST', '/v2/shipments/x/adjustments', { delta_amount: 1, reason: 'other' })).toBe('adjustments:write')
  expect(await required(reader, 'POST', '/v2/adjustments/x/dispute', dispute)).toBe('shipments:write')
  expect(await required(reader, 'POST', '/v2/test/adjustments/x/resolve', { outcome: 'upheld' })).toBe('shipments:write')
  expect(await required(writer, 'GET', '/v2/adjustments/x')).toBe('shipments:read')
  expect(await required(writer, 'GET', '/v2/shipments/x/adjustments')).toBe('shipments:read')
  expect(await required(service.demo, 'POST', '/v2/ops/adjustments/x/resolve', { outcome: 'upheld' })).toBe('ops')
  // Only the partner can open a dispute. The operator resolves it.
  expect(await required(operator, 'POST', '/v2/adjustments/x/dispute', dispute)).toBe('shipments:write')
})
