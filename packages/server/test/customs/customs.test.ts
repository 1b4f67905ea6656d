// Customs declarations: accepted wherever a parcel is described, stored as given, with a list of missing data.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { typesOf } from '../pickups/fixtures.ts'
import { ADDRESS, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { DECLARED, EXPORT, IMPORT, MUG, SHIRTS, TORONTO } from './fixtures.ts'

let service: TestService
let operator: TestClient
let demo: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  demo = service.demo
})
afterAll(() => service.close())
afterEach(() => operator.send('PUT', '/v2/ops/policy', { body: {} }))

const made = async (client: TestClient, body: object): Promise<{ id: string; version: number; customs_url: string | null }> => {
  const { status, json, text } = await client.post('/v2/shipments', body)
  if (status !== 201) throw new Error(text)
  return json
}
const declared = async (client: TestClient, id: string) => (await client.get(`/v2/shipments/${id}/customs`)).json
const declare = (client: TestClient, id: string, body: object) => client.send('PUT', `/v2/shipments/${id}/customs`, { body })
const missing = async (client: TestClient, id: string): Promise<string[]> =>
  (await declared(client, id)).missing.map(({ path }: { path: string }) => path)
const strict = () => operator.send('PUT', '/v2/ops/policy', { body: { incomplete_customs: 'refuse' } })
/** Returns the fields that a refusal names. */
const refusedFor = ({ status, json }: TestAnswer, code = 'customs_incomplete'): string[] => {
  expect([status, json.error?.code]).toEqual([code === 'validation_failed' ? 422 : 409, code])
  return json.error.details.errors.map(({ path }: { path: string }) => path)
}

describe('a declaration', () => {
  test('is stored as given, with totals', async () => {
    const { id, customs_url } = await made(demo, EXPORT)
    expect(customs_url).toBe(`/v2/shipments/${id}/customs`)
    const { updated_at, ...shown } = await declared(demo, id)
    expect(updated_at).toMatch(/^2/)
    expect(shown).toEqual({
      shipment_id: id,
      object: 'customs_declaration',
      crosses_border: true,
      ...DECLARED,
      contents_explanation: null,
      export_reference: null,
      export_shipment_id: null,
      non_delivery: null,
      items: [
        { ...SHIRTS, hs_code: '610910', total_value: 5_997, total_weight_g: 750 },
        { ...MUG, sku: null, total_value: 850, total_weight_g: 400 },
      ],
      total_value: 6_847,
      total_weight_g: 1_150,
      missing: [],
      cn23_url: `${customs_url}/cn23`,
      commercial_invoice_url: `${customs_url}/commercial-invoice`,
    })
  })

  test('is accepted in batches, groups and counter sales, one for each parcel', async () => {
    const batch = await demo.post('/v2/shipments/batch', { shipments: [EXPORT, { ...EXPORT, customs: { items: [MUG] } }] })
    const [first, second] = batch.json.data
    expect([(await declared(demo, first.id)).total_value, (await declared(demo, second.id)).total_value]).toEqual([6_847, 850])
    const { customs, parcel, ...order } = EXPORT
    const group = await demo.post('/v2/shipment-groups', { ...order, shipments: [{ customs }, { parcel }] })
    const [one, other] = group.json.shipments
    expect([(await declared(demo, one.id)).total_value, (await declared(demo, other.id)).items]).toEqual([6_847, []])
    const { direction, fulfillment, ...sale } = EXPORT
    const sold = await demo.post('/v2/retail/shipments', sale)
    expect((await declared(demo, sold.json.id)).total_value).toBe(6_847)
  })

  test('of a domestic parcel is not required and nothing is reported as missing', async () => {
    const { id, customs_url } = await made(demo, { ...RETURN, from: ADDRESS })
    expect(customs_url).toBeNull()
    expect(await declared(demo, id)).toMatchObject({ crosses_border: false, items: [], missing: [], cn23_url: null, updated_at: null })
  })

  test('is visible only to its partner and the operator', async () => {
    const { id } = await made(demo, EXPORT)
    const other = await service.partner()
    const unknown = [await other.get(`/v2/shipments/${id}/customs`), await declare(other, id, DECLARED)]
    expect(unknown.map(({ json }) => json.error.code)).toEqual(['not_found', 'not_found'])
    expect((await operator.get(`/v2/shipments/${id}/customs`)).json.total_value).toBe(6_847)
  })
})

describe('invalid data is refused by item, and nothing is applied', () => {
  test.each([
    [{ items: [SHIRTS, { ...MUG, hs_code: '7701.10' }] }, '/customs/items/1/hs_code', 'format'],
    [{ items: [{ ...MUG, hs_code: '61091' }] }, '/customs/items/0/hs_code', 'format'],
    [{ items: [{ ...MUG, hs_code: '6118.10' }] }, '/customs/items/0/hs_code', 'format'],
    [{ items: [SHIRTS, { ...MUG, hs_code: '6109.20' }] }, '/customs/items/1/hs_code', 'format'],
    [{ items: [{ ...MUG, origin_country: 'XX' }] }, '/customs/items/0/origin_country', 'format'],
    [{ items: [{ ...MUG, quantity: 0 }] }, '/customs/items/0/quantity', 'minimum'],
    [{ items: [{ ...MUG, value: -1 }] }, '/customs/items/0/value', 'minimum'],
    [{ items: [{ ...MUG, color: 'blue' }] }, '/customs/items/0/color', 'additionalProperties'],
    [{ items: Array.from({ length: 101 }, () => MUG) }, '/customs/items', 'maxItems'],
    [{ contents_type: 'loot' }, '/customs/contents_type', 'enum'],
    [{ currency: 'usd' }, '/customs/currency', 'pattern'],
  ])('a declaration is refused with the path of its fault: %#', async (customs, path, rule) => {
    const { status, json } = await demo.post('/v2/shipments', { ...EXPORT, order_id: 'refused', customs })
    expect([status, json.error.code]).toEqual([422, 'validation_failed'])
    expect(json.error.details.errors).toEqual([expect.objectContaining({ path, rule })])
    expect((await demo.get('/v2/shipments?order_id=refused')).json.data).toEqual([])
  })

  test('a bad item in a batch is named by member and item', async () => {
    const bad = { ...EXPORT, order_id: 'refused', customs: { items: [SHIRTS, { ...MUG, hs_code: '0000.00' }] } }
    const answer = await demo.post('/v2/shipments/batch', { shipments: [{ ...EXPORT, order_id: 'refused' }, bad] })
    expect(refusedFor(answer, 'validation_failed')).toEqual(['/shipments/1/customs/items/1/hs_code'])
    expect((await demo.get('/v2/shipments?order_id=refused')).json.data).toEqual([])
  })
})

describe('the list of missing data', () => {
  test('names the path of everything that is missing at once', async () => {
    const { name, ...nameless } = TORONTO
    const { id } = await made(demo, { ...EXPORT, to: nameless, customs: { items: [SHIRTS, { description: 'Mug' }] } })
    expect(await missing(demo, id)).toEqual([
      '/to/name',
      '/customs/contents_type',
      '/customs/currency',
      ...['quantity', 'value', 'weight', 'hs_code', 'origin_country'].map((field) => `/customs/items/1/${field}`),
    ])
    const { id: bare } = await made(demo, { ...EXPORT, customs: undefined })
    expect(await missing(demo, bare)).toEqual(['/customs'])
  })

  test('depends on the type of contents', async () => {
    const { hs_code, origin_country, ...gift } = MUG
    const of = async (customs: object) => missing(demo, (await made(demo, { ...EXPORT, customs: { currency: 'USD', ...customs } })).id)
    expect(await of({ contents_type: 'gift', items: [gift] })).toEqual([])
    expect(await of({ contents_type: 'sample', items: [gift] })).toEqual(['/customs/items/0/hs_code', '/customs/items/0/origin_country'])
    expect(await of({ contents_type: 'other', items: [gift] })).toEqual(['/customs/contents_explanation'])
    expect(await of({ contents_type: 'return', items: [MUG] })).toEqual(['/customs/export_reference'])
    expect(await of({ contents_type: 'merchandise', items: [] })).toEqual(['/customs/items'])
  })

  test('includes contents that weigh more than the parcel', async () => {
    const of = async (parcel: object, items: object[]) => {
      const { id } = await made(demo, { ...EXPORT, parcel, customs: { ...DECLARED, items } })
      return (await declared(demo, id)).missing
    }
    expect(await of({ weight: 1 }, [{ ...MUG, quantity: 100, weight: 1, weight_unit: 'kg' }])).toEqual([
      {
        path: '/customs/items',
        message: 'weigh 100000 g net, more than the 454 g of the whole parcel: correct the weights of the items or of the parcel',
      },
    ])
    // Several items, one of which has no weight yet.
    const { weight, ...weightless } = MUG
    expect(await of({ weight: 300, weight_unit: 'g' }, [SHIRTS, weightless])).toEqual([
      { path: '/customs/items/1/weight', message: expect.any(String) },
      { path: '/customs/items', message: expect.stringContaining('weigh 750 g net, more than the 300 g') },
    ])
    // These weights are valid, even though rounding to pounds makes the stored weight smaller: 500 g are stored as 1.102 lb, which is 499.9
    // g.
    for (const grams of [500, 1_000, 12_345])
      expect(await of({ weight: grams, weight_unit: 'g' }, [{ ...MUG, weight: grams, weight_unit: 'g' }])).toEqual([])
  })

  test('does not block a parcel lighter than its contents, even if the policy refuses incomplete declarations', async () => {
    await strict()
    const heavy = { ...EXPORT, parcel: { weight: 1 }, customs: { ...DECLARED, items: [{ ...MUG, weight: 2 }] } }
    expect((await demo.post('/v2/shipments', heavy)).status).toBe(201)
  })
})

describe('a change of the declaration', () => {
  test('PUT replaces the whole declaration, raises the version, and fires nothing', async () => {
    const { id, version } = await made(demo, { ...EXPORT, customs: undefined })
    const before = typesOf(await demo.events(id))
    expect((await declare(demo, id, DECLARED)).json).toMatchObject({ total_value: 6_847, missing: [] })
    const put = await declare(demo, id, { ...DECLARED, items: [MUG] })
    expect([put.status, put.json.total_value]).toEqual([200, 850])
    expect((await demo.get(`/v2/shipments/${id}`)).json.version).toBe(version + 2)
    await declare(demo, id, { ...DECLARED, items: [MUG] })
    expect((await demo.get(`/v2/shipments/${id}`)).json.version).toBe(version + 2)
    expect((await declare(demo, id, {})).json).toMatchObject({ items: [], currency: null, total_value: null })
    expect(typesOf(await demo.events(id))).toEqual(before)
  })

  test('concurrent changes leave exactly one of them, complete', async () => {
    const { id, version } = await made(demo, { ...EXPORT, customs: undefined })
    const puts = await Promise.all(
      Array.from({ length: 8 }, (_, i) => declare(demo, id, { ...DECLARED, items: [{ ...MUG, quantity: i + 1 }] })),
    )
    expect(puts.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await demo.get(`/v2/shipments/${id}`)).json.version).toBe(version + 8)
    const { items, total_value } = await declared(demo, id)
    expect([items.length, total_value]).toEqual([1, items[0].quantity * 850])
  })

  test('an amendment can set the declaration and fires an event; repeating it fires none', async () => {
    const { id } = await made(demo, { ...EXPORT, customs: undefined })
    const amend = () => demo.patch(`/v2/shipments/${id}`, { customs: DECLARED })
    expect((await amend()).status).toBe(200)
    expect((await amend()).status).toBe(200)
    expect((await declared(demo, id)).missing).toEqual([])
    expect(typesOf(await demo.events(id))).toEqual(['shipment.created', 'shipment.label_ready', 'shipment.updated'])
  })

  test('is possible after drop-off, but not after cancellation', async () => {
    const { id } = await made(demo, EXPORT)
    for (let i = 0; i < 3; i++) await demo.post(`/v2/test/shipments/${id}/advance`)
    expect((await demo.patch(`/v2/shipments/${id}`, { customs: {} })).json.error.code).toBe('shipment_locked')
    expect((await declare(demo, id, { ...DECLARED, items: [MUG] })).status).toBe(200)
    const { id: ended } = await made(demo, EXPORT)
    await demo.post(`/v2/shipments/${ended}/cancel`)
    const late = await declare(demo, ended, {})
    expect([late.status, late.json.error.code, late.json.error.details.status]).toEqual([409, 'invalid_transition', 'cancelled'])
    expect((await declared(demo, ended)).total_value).toBe(6_847)
  })
})

describe('returns of exported goods', () => {
  test('take their items from the exporting shipment and carry its reference', async () => {
    const { id: export_id } = await made(demo, EXPORT)
    const { id } = await made(demo, { ...IMPORT, customs: { export_reference: export_id } })
    const shown = await declared(demo, id)
    expect(shown).toMatchObject({ contents_type: 'return', export_reference: export_id, export_shipment_id: export_id, missing: [] })
    expect(shown).toMatchObject({ currency: 'USD', total_value: 6_847, invoice_number: null })
    const { id: part } = await made(demo, { ...IMPORT, customs: { export_reference: export_id, items: [MUG] } })
    expect((await declared(demo, part)).total_value).toBe(850)
    await declare(demo, export_id, {})
    expect((await declared(demo, id)).total_value).toBe(6_847)
  })

  test('keep an external reference unchanged', async () => {
    const { id } = await made(demo, { ...IMPORT, customs: { ...DECLARED, contents_type: 'return', export_reference: '26US0000000000K7' } })
    expect(await declared(demo, id)).toMatchObject({ export_reference: '26US0000000000K7', export_shipment_id: null, missing: [] })
  })

  test("treat another partner's shipment as unknown", async () => {
    const { id: foreign } = await made(await service.partner(), EXPORT)
    const { id } = await made(demo, IMPORT)
    for (const export_reference of [foreign, 'shp_00000000000000000000000000']) {
      const customs = { export_reference }
      const answers = [
        await demo.post('/v2/shipments', { ...IMPORT, customs }),
        await demo.patch(`/v2/shipments/${id}`, { customs }),
        await declare(demo, id, customs),
      ]
      expect(answers.map(({ status, json }) => [status, json.error.code, json.error.details])).toEqual(
        answers.map(() => [404, 'not_found', { field: 'customs/export_reference' }]),
      )
      const batch = await demo.post('/v2/shipments/batch', { shipments: [IMPORT, { ...IMPORT, customs }] })
      expect(batch.json.error.details.field).toBe('/shipments/1/customs/export_reference')
    }
  })
})

describe('with a policy that refuses incomplete declarations', () => {
  const BARE = { ...EXPORT, order_id: 'strict', customs: undefined }

  test('nothing crosses a border without a declaration, and everything missing is named', async () => {
    await strict()
    const refused = await demo.post('/v2/shipments', {
      ...EXPORT,
      order_id: 'strict',
      customs: { ...DECLARED, items: [{ ...MUG, hs_code: null }] },
    })
    expect(refusedFor(refused)).toEqual(['/customs/items/0/hs_code'])
    expect(refusedFor(await demo.post('/v2/shipments', BARE))).toEqual(['/customs'])
    expect(refusedFor(await demo.post('/v2/shipments/batch', { shipments: [EXPORT, BARE] }))).toEqual(['/shipments/1/customs'])
    const { direction, fulfillment, ...sale } = BARE
    expect(refusedFor(await demo.post('/v2/retail/shipments', sale))).toEqual(['/customs'])
    const { parcel, ...order } = BARE
    const group = await demo.post('/v2/shipment-groups', { ...order, shipments: [{ customs: DECLARED }, {}] })
    expect(refusedFor(group)).toEqual(['/shipments/1/customs'])
    const { name, ...nameless } = TORONTO
    const shared = await demo.post('/v2/shipment-groups', { ...order, to: nameless, shipments: [{}] })
    expect(refusedFor(shared)).toEqual(['/to/name', '/shipments/0/customs'])
    expect((await demo.get('/v2/shipments?order_id=strict')).json.data).toEqual([])
    expect((await demo.post('/v2/shipments', EXPORT)).status).toBe(201)
    expect((await demo.post('/v2/shipments', { ...RETURN, from: ADDRESS })).status).toBe(201)
  })

  test('an amendment cannot send an undeclared parcel abroad or remove a declaration', async () => {
    const { id } = await made(demo, { ...RETURN, direction: 'outbound', from: ADDRESS, to: ADDRESS })
    const { id: declared_id } = await made(demo, EXPORT)
    const { id: bare } = await made(demo, BARE)
    await strict()
    expect(refusedFor(await demo.patch(`/v2/shipments/${id}`, { to: TORONTO }))).toEqual(['/customs'])
    expect((await demo.patch(`/v2/shipments/${id}`, { to: TORONTO, customs: DECLARED })).status).toBe(200)
    expect(refusedFor(await declare(demo, declared_id, {}))).toContain('/customs/items')
    expect((await declared(demo, declared_id)).total_value).toBe(6_847)
    // Shipments from before the policy change can still be changed.
    expect((await demo.patch(`/v2/shipments/${bare}`, { declared_value: 5 })).status).toBe(200)
    expect((await demo.post(`/v2/test/shipments/${bare}/advance`)).status).toBe(200)
  })
})
