import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storesByCode, typesOf } from '../pickups/fixtures.ts'
import { ADDRESS, QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const UNKNOWN = 'grp_00000000000000000000000000'
const ORDER = { ...RETURN, rma: 'RMA-7', customer: 'c-1', from: ADDRESS }
const TRIPLE = {
  ...ORDER,
  shipments: [{ parcel: { weight: 2 } }, { ship_ext_id: 'second' }, { declared_value: 5_000, metadata: { box: 'c' } }],
}

const create = (client: TestClient, body: object = TRIPLE, options?: object) => client.post('/v2/shipment-groups', body, options)
const read = async (client: TestClient, id: string) => (await client.get(`/v2/shipment-groups/${id}`)).json

describe('creating', () => {
  test('creates an independent shipment for each parcel and shows all of them in the group', async () => {
    const client = await service.partner()
    const { status, json } = await create(client)
    expect(status).toBe(201)
    const { shipments, totals, ...facts } = json
    expect(facts).toEqual({
      id: expect.stringMatching(/^grp_/),
      object: 'shipment_group',
      master_number: expect.stringMatching(/^[0-9A-Z]{26,29}$/),
      order_id: ORDER.order_id,
      rma: 'RMA-7',
      customer: 'c-1',
      direction: 'return',
      fulfillment: 'print_label',
      service_level: 'standard',
      piece_count: 3,
      shipment_ids: shipments.map(({ id }: { id: string }) => id),
      created_at: shipments[0].created_at,
    })
    const pieces = [1, 2, 3].map((piece_number) => ({
      group_id: json.id,
      piece_number,
      piece_count: 3,
      status: 'label_ready',
      order_id: ORDER.order_id,
      rma: 'RMA-7',
    }))
    expect(shipments).toMatchObject(pieces)
    expect(shipments).toMatchObject([
      { parcel: { weight: 2 } },
      { ship_ext_id: 'second', parcel: { weight: 1 } },
      { declared_value: 5_000, metadata: { box: 'c' } },
    ])
    expect(new Set(shipments.map(({ tracking }: { tracking: string }) => tracking)).size).toBe(3)
    const amounts: number[] = shipments.map(({ amount }: { amount: number }) => amount)
    expect(totals).toEqual([{ currency: 'USD', amount: amounts.reduce((sum, one) => sum + one, 0) }])
    expect(await read(client, json.id)).toEqual(json)
    expect((await client.get(`/v2/shipments?group_id=${json.id}`)).json.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [...json.shipment_ids].toSorted(),
    )
    for (const id of json.shipment_ids) expect(typesOf(await client.events(id))).toEqual(['shipment.created', 'shipment.label_ready'])
  })

  test('a shipment created alone has no group, and a request cannot set one', async () => {
    const client = await service.partner()
    const { json } = await client.post('/v2/shipments', RETURN)
    expect(json).toMatchObject({ group_id: null, piece_number: null, piece_count: null })
    expect((await client.post('/v2/shipments', { ...RETURN, piece: { group_id: UNKNOWN, number: 1, count: 2 } })).status).toBe(422)
  })

  test('each label of a group shows its piece number and count, even after a reprint', async () => {
    const client = await service.partner()
    const { shipments } = (await create(client, { ...TRIPLE, label_format: 'zpl' })).json
    const textOf = async ({ id }: { id: string }) => (await client.get(`/v2/shipments/${id}/label`)).text
    for (const [i, shipment] of shipments.entries()) expect(await textOf(shipment)).toContain(`${i + 1} / 3`)
    expect((await client.post(`/v2/shipments/${shipments[1].id}/label/reprint`)).json.label_version).toBe(2)
    expect(await textOf(shipments[1])).toContain('2 / 3')
    const alone = (await client.post('/v2/shipments', { ...RETURN, label_format: 'zpl' })).json
    expect(await textOf(alone)).not.toMatch(/PIECE|\d \/ \d/)
  })

  test('each parcel of a group gets a QR if labels are not printed', async () => {
    const { status, json } = await create(await service.partner(), { ...QR_RETURN, shipments: [{}, {}] })
    expect([status, json.shipments.map((one: { status: string; qr_id: string }) => [one.status, typeof one.qr_id])]).toEqual([
      201,
      [
        ['created', 'string'],
        ['created', 'string'],
      ],
    ])
  })

  test.each([
    ['no shipments', { ...ORDER }, '/shipments'],
    ['an empty list of shipments', { ...ORDER, shipments: [] }, '/shipments'],
    ['more than a hundred shipments', { ...ORDER, shipments: Array.from({ length: 101 }, () => ({})) }, '/shipments'],
    ['an address for one parcel', { ...ORDER, shipments: [{}, { to: ADDRESS }] }, '/shipments/1/to'],
    ['a parcel for the group', { ...ORDER, parcel: { weight: 1 }, shipments: [{}] }, '/parcel'],
    ['a weight below zero', { ...ORDER, shipments: [{}, { parcel: { weight: -1 } }] }, '/shipments/1/parcel/weight'],
    ['a parcel that no carrier takes', { ...ORDER, shipments: [{}, { parcel: { weight: 100_000 } }] }, '/shipments/1/parcel/weight'],
    ['no destination', { direction: 'outbound', fulfillment: 'print_label', shipments: [{}] }, '/to'],
    ['a time in the past', { ...ORDER, expires_at: '2001-01-01T00:00:00Z', shipments: [{}] }, '/expires_at'],
  ])('rejects %s with 422 naming the field and creates nothing', async (_, body, path) => {
    const client = await service.partner()
    const { status, json } = await create(client, body)
    expect([status, json.error.code, json.error.details.errors.map((one: { path: string }) => one.path)]).toEqual([
      422,
      'validation_failed',
      [path],
    ])
    expect((await client.get('/v2/shipments')).json.data).toEqual([])
    expect((await client.get('/v2/shipment-groups')).json.data).toEqual([])
  })

  test('an unknown store is answered with 404 naming the field as it was sent', async () => {
    const { status, json } = await create(await service.partner(), { ...TRIPLE, drop_off_store_id: 'sto_00000000000000000000000000' })
    expect([status, json.error.details.field]).toEqual([404, 'drop_off_store_id'])
  })

  test('eight requests with one idempotency key create one group', async () => {
    const client = await service.partner()
    const headers = { 'Idempotency-Key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(client, TRIPLE, { headers })))
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.id}`)).size).toBe(1)
    expect((await client.get('/v2/shipments')).json.data).toHaveLength(3)
    expect((await client.get('/v2/shipment-groups')).json.data).toHaveLength(1)
  })
})

describe('finding', () => {
  test('a group is found by order or by master number in any spelling, but not by another partner', async () => {
    const [client, stranger] = [await service.partner(), await service.partner()]
    const { shipments: _members, totals: _totals, ...facts } = (await create(client)).json
    const { shipments: _, totals: __, ...later } = (await create(client, { ...TRIPLE, order_id: 'of-another' })).json
    expect((await client.get('/v2/shipment-groups')).json.data).toEqual([later, facts])
    const spelled = `${facts.master_number.slice(0, 5).toLowerCase()} ${facts.master_number.slice(5)}`
    for (const query of [`order_id=${facts.order_id}`, `master_number=${encodeURIComponent(spelled)}`]) {
      expect((await client.get(`/v2/shipment-groups?${query}`)).json.data).toEqual([facts])
      expect((await stranger.get(`/v2/shipment-groups?${query}`)).json.data).toEqual([])
    }
    const ofOperator = await operator.get(`/v2/shipment-groups?partner_id=${client.partnerId}`)
    expect(ofOperator.json.data).toEqual([later, facts].map((one) => ({ ...one, partner_id: client.partnerId })))
  })

  test('a master number cannot be tracked, and public tracking does not show the group', async () => {
    const client = await service.partner()
    const { master_number, shipments } = (await create(client)).json
    expect((await client.get(`/v2/tracking/${master_number}`)).status).toBe(404)
    expect(JSON.stringify((await client.get(`/v2/tracking/${shipments[0].tracking}`)).json)).not.toMatch(/group|piece|grp_/)
  })

  test('an operator finds the parcels by group id or by master number', async () => {
    const client = await service.partner()
    const { id, master_number, shipment_ids } = (await create(client)).json
    for (const [q, by] of [
      [id, 'group_id'],
      [master_number, 'master_number'],
    ]) {
      const { data } = (await operator.get(`/v2/ops/shipments?q=${q}`)).json
      expect(data.map((one: { id: string }) => one.id).toSorted()).toEqual([...shipment_ids].toSorted())
      expect(new Set(data.map((one: { matched_by: string }) => one.matched_by))).toEqual(new Set([by]))
    }
  })

  test('reading a group expires its due shipments', async () => {
    const client = await service.partner()
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = (await create(client, { ...TRIPLE, expires_at: soon })).json
    expect((await client.post('/v2/test/clock/advance', { seconds: 7_200 })).status).toBe(200)
    expect((await read(client, id)).shipments.map(({ status }: { status: string }) => status)).toEqual(['expired', 'expired', 'expired'])
  })
})

describe('canceling', () => {
  const cancel = (client: TestClient, id: string) => client.post(`/v2/shipment-groups/${id}/cancel`)

  test('cancels parcels that were not dropped off and says why each other parcel continues', async () => {
    const client = await service.partner()
    const { id, shipment_ids } = (await create(client)).json
    const [first, second, third] = shipment_ids
    const [store_id] = [...(await storesByCode(service)).values()]
    expect((await client.post('/v2/scan-events/accept', { shipment_id: second, store_id })).status).toBe(200)
    const { status, json } = await cancel(client, id)
    expect([status, json.cancelled]).toEqual([200, [first, third]])
    expect(json.not_cancelled).toEqual([
      { shipment_id: second, code: 'shipment_not_cancellable', message: expect.stringContaining('ready_for_pickup') },
    ])
    expect(json.shipments.map((one: { status: string }) => one.status)).toEqual(['cancelled', 'ready_for_pickup', 'cancelled'])
    const { cancelled: _, not_cancelled: __, ...group } = json
    expect(await read(client, id)).toEqual(group)
    expect(typesOf(await client.events(first)).at(-1)).toBe('shipment.cancelled')
  })

  test('is refused if nothing can be cancelled, and names every shipment', async () => {
    const client = await service.partner()
    const { id, shipment_ids } = (await create(client)).json
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel(client, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const { code, details } = answers.find(({ status }) => status === 409)?.json.error ?? {}
    expect([code, details.not_cancelled.map((one: { shipment_id: string }) => one.shipment_id)]).toEqual([
      'shipment_not_cancellable',
      shipment_ids,
    ])
    for (const one of shipment_ids)
      expect(typesOf(await client.events(one)).filter((type) => type === 'shipment.cancelled')).toHaveLength(1)
    expect((await cancel(client, UNKNOWN)).status).toBe(404)
  })
})
