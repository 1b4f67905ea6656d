// An operator whose policy refuses credits above the cost of a shipment.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  expect(await setPolicy({ negative_total: 'refuse' })).toBe('refuse')
})
afterAll(() => service.close())

const setPolicy = async (body: object) => (await (await service.operator()).send('PUT', '/v2/ops/policy', { body })).json.negative_total

const shipment = async () => (await service.demo.post('/v2/shipments', RETURN)).json
const adjust = (id: string, delta_amount: number, idempotencyKey = randomUUID()) =>
  service.demo.post(`/v2/shipments/${id}/adjustments`, { delta_amount, reason: 'service' }, { idempotencyKey })
const deltasOf = async (id: string): Promise<number[]> =>
  (await service.demo.get(`/v2/shipments/${id}/adjustments`)).json.data.map((one: { delta_amount: number }) => one.delta_amount)

test('credits may reduce the total to zero but not below', async () => {
  const { id, amount } = await shipment()
  expect((await adjust(id, 100)).status).toBe(201)
  expect((await adjust(id, -amount)).status).toBe(201)
  const key = randomUUID()
  const { status, json, text } = await adjust(id, -101, key)
  expect([status, json.error.code, json.error.details]).toEqual([
    409,
    'negative_total',
    { total: 100, delta_amount: -101, currency: 'USD' },
  ])
  expect(json.error.message).toBe('With its adjustments, the shipment costs 100 (1.00 USD); credit at most 100.')
  expect((await adjust(id, -101, key)).text).toBe(text)
  expect((await adjust(id, -100)).status).toBe(201)
  expect((await adjust(id, -1)).json.error.message).toContain('no further credit is possible')
  expect(await deltasOf(id)).toEqual([-100, -amount, 100])
  expect((await service.demo.events(id)).filter(({ type }) => type === 'shipment.adjusted')).toHaveLength(3)
})

test('a charge removed by a dispute does not cover a credit, and the policy binds operators too', async () => {
  const operator = await service.operator()
  const { id, amount } = await shipment()
  const { json: charge } = await adjust(id, 500)
  await service.demo.post(`/v2/adjustments/${charge.id}/dispute`, { reason: 'no' })
  await operator.post(`/v2/ops/adjustments/${charge.id}/resolve`, { outcome: 'upheld' })
  const { status, json } = await operator.post(`/v2/shipments/${id}/adjustments`, { delta_amount: -amount - 1, reason: 'other' })
  expect([status, json.error.details.total]).toEqual([409, amount])
  expect((await operator.post(`/v2/shipments/${id}/adjustments`, { delta_amount: -amount, reason: 'other' })).status).toBe(201)
})

test('a measurement may take the total below zero; then charges are possible and credits are not', async () => {
  const { id, amount } = (await service.demo.post('/v2/shipments', { ...RETURN, parcel: { weight: 60, length: 9, width: 9, height: 9 } }))
    .json
  expect((await adjust(id, -amount)).status).toBe(201)
  await service.demo.post('/v2/scan-events/walk-in', { shipment_id: id, reweigh: { weight: 1 } })
  const [measured] = await deltasOf(id)
  expect(measured).toBeLessThan(0)
  expect((await adjust(id, 1)).status).toBe(201)
  expect((await adjust(id, -1)).json.error.code).toBe('negative_total')
})

test('simultaneous credits take off no more than the total', async () => {
  const { id, amount } = await shipment()
  const half = -Math.floor(amount / 2)
  const answers = await Promise.all(Array.from({ length: 12 }, () => adjust(id, half)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(10).fill(409)])
  expect(await deltasOf(id)).toEqual([half, half])
})

// Runs last, because it changes the policy that the other tests need.
test('a policy without the rule accepts a credit below zero until it has the rule again', async () => {
  const operator = await service.operator()
  const { id, amount } = await shipment()
  expect((await operator.get('/v2/ops/policy')).json.negative_total).toBe('refuse')
  expect(await setPolicy({ early_disposal: 'refuse' })).toBe('accept')
  expect((await adjust(id, -amount - 1)).status).toBe(201)
  expect(await setPolicy({ negative_total: 'refuse' })).toBe('refuse')
  expect((await adjust(id, -1)).json.error.code).toBe('negative_total')
})
