// Return links across a border: the partner's declaration is copied to every shipment that the link creates.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ADDRESS, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { DECLARED, EXPORT, TORONTO } from './fixtures.ts'

let service: TestService
let operator: TestClient
let demo: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  demo = service.demo
})
afterAll(() => service.close())
const strict = () => operator.send('PUT', '/v2/ops/policy', { body: { incomplete_customs: 'refuse' } })
afterEach(() => operator.send('PUT', '/v2/ops/policy', { body: {} }))

const RETURNED = { ...DECLARED, contents_type: 'return', export_reference: '26US0000000000K7' }
const link = (body: object) => demo.post('/v2/return-links', { to: ADDRESS, parcel: { weight: 4 }, ...body })
const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ number: '0', fulfillment: 'qr_code', ...fields }).toString(),
  })
const shipmentOf = async (id: string): Promise<string> => (await demo.get(`/v2/return-links/${id}`)).json.shipment_ids[0]

test('a link copies its declaration to the shipment that it creates', async () => {
  const { json } = await link({ customs: RETURNED })
  expect(json.customs).toEqual(RETURNED)
  expect((await submit(json.url, TORONTO)).status).toBe(303)
  const declared = await demo.get(`/v2/shipments/${await shipmentOf(json.id)}/customs`)
  expect(declared.json).toMatchObject({ contents_type: 'return', total_value: 6_847, missing: [] })
})

test('a link with the id of an export copies its items', async () => {
  const { id: export_reference } = (await demo.post('/v2/shipments', EXPORT)).json
  const { json } = await link({ customs: { export_reference } })
  await submit(json.url, TORONTO)
  const declared = await demo.get(`/v2/shipments/${await shipmentOf(json.id)}/customs`)
  expect(declared.json).toMatchObject({ export_shipment_id: export_reference, total_value: 6_847 })
  const foreign = await (await service.partner()).post('/v2/return-links', { to: ADDRESS, customs: { export_reference } })
  expect([foreign.status, foreign.json.error.details.field]).toEqual([404, 'customs/export_reference'])
})

test('the policy can refuse a link for one market whose own declaration is incomplete', async () => {
  await strict()
  const refused = await link({ market: 'CA', customs: { ...RETURNED, export_reference: null } })
  expect([refused.status, refused.json.error.code]).toEqual([409, 'customs_incomplete'])
  expect(refused.json.error.details.errors.map(({ path }: { path: string }) => path)).toEqual(['/customs/export_reference'])
  expect((await link({ market: 'CA', customs: RETURNED })).status).toBe(201)
  expect((await link({ market: 'US' })).status).toBe(201)
})

test('a shopper who leaves out customs data is told, and can continue after adding it', async () => {
  await strict()
  const { json } = await link({ customs: RETURNED })
  const { name, ...nameless } = TORONTO
  const told = await submit(json.url, nameless)
  expect([told.status, (await told.text()).includes('aria-invalid="true"')]).toEqual([422, true])
  expect(await shipmentOf(json.id)).toBeUndefined()
  expect((await submit(json.url, { ...nameless, name })).status).toBe(303)
})
