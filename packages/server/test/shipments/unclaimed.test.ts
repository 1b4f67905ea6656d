// An unclaimed parcel keeps its progress from before it became unclaimed. Scans of a later step apply. Only a parcel at a carrier can be redirected.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { ADDRESS, RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let second: Running
beforeAll(async () => {
  service = await startTestService()
  second = await serve({ ...service.running.service.config, port: 0 }, 'api')
})
afterAll(async () => {
  await second.close()
  await service.close()
})

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any
const post = async (client: TestClient, path: string, body: object): Promise<Json> => {
  const { status, json } = await client.post(path, body)
  expect([path, status < 300, json]).toEqual([path, true, json])
  return json
}
const scanned = (client: TestClient, id: string, kind: string): Promise<Json> =>
  post(client, `/v2/scan-events/${kind}`, { shipment_id: id })
const dispose = (client: TestClient, id: string, disposition: string): Promise<Json> =>
  post(client, `/v2/shipments/${id}/disposition`, { disposition })
/** Creates a parcel whose last scan was of this kind, and which was then reported unclaimed. */
const unclaimedAfter = async (client: TestClient, kind: string): Promise<Json> => {
  const { id } = await post(client, '/v2/shipments', RETURN)
  await scanned(client, id, kind)
  return dispose(client, id, 'unclaimed')
}
const redirect = (client: TestClient, id: string) => client.post(`/v2/shipments/${id}/redirect`, { to: ADDRESS })
const typesOf = async (client: TestClient & { events(id: string): Promise<Json[]> }, id: string): Promise<string[]> =>
  (await client.events(id)).map(({ type }) => type)

const WAY: readonly (readonly [kind: string, status: string])[] = [
  ['accept', 'ready_for_pickup'],
  ['collect', 'picked_up'],
  ['custody', 'in_possession'],
  ['arrive', 'at_sort_center'],
  ['sort', 'sorted'],
  ['inject', 'injected'],
  ['movement', 'in_transit'],
  ['out-for-delivery', 'out_for_delivery'],
  ['deliver', 'delivered'],
]

describe('scans', () => {
  test.each(WAY.slice(0, -1).map(([kind], i) => [kind, i] as const))(
    'after %s each later step applies, and no earlier one',
    async (kind, rank) => {
      for (const [i, [next, status]] of WAY.entries()) {
        if (next === 'accept') continue
        const { id, unclaimed_since, dispose_after } = await unclaimedAfter(service.demo, kind)
        const { applied, shipment } = await scanned(service.demo, id, next)
        const applies = i > rank || next === 'out-for-delivery'
        expect([kind, next, applied, shipment.status]).toEqual([kind, next, applies, applies ? status : 'unclaimed'])
        expect(shipment).toMatchObject({ unclaimed_since, dispose_after })
      }
    },
  )

  test('a parcel reported unclaimed by mistake completes its journey with every event', async () => {
    const { demo } = service
    const { id, unclaimed_since, dispose_after } = await unclaimedAfter(demo, 'accept')
    const before = (await typesOf(demo, id)).length
    await dispose(demo, id, 'unclaimed')
    for (const [kind] of WAY.slice(1)) expect([kind, (await scanned(demo, id, kind)).applied]).toEqual([kind, true])
    expect((await typesOf(demo, id)).slice(before)).toEqual([
      'shipment.unclaimed',
      'shipment.picked_up',
      'shipment.in_possession',
      'shipment.at_sort_center',
      'shipment.sorted',
      'shipment.injected',
      'shipment.in_transit',
      'tracking.updated',
      'shipment.out_for_delivery',
      'shipment.delivered',
    ])
    const { json } = await demo.get(`/v2/shipments/${id}`)
    expect([json.status, json.unclaimed_since, json.dispose_after]).toEqual(['delivered', unclaimed_since, dispose_after])
  })

  test('an undeliverable parcel reported unclaimed is moved only by delivery scans', async () => {
    const { demo } = service
    const { id } = await post(demo, '/v2/shipments', RETURN)
    await scanned(demo, id, 'inject')
    await dispose(demo, id, 'rts')
    await dispose(demo, id, 'unclaimed')
    for (const kind of ['sort', 'inject', 'movement']) expect([kind, (await scanned(demo, id, kind)).applied]).toEqual([kind, false])
    expect((await scanned(demo, id, 'out-for-delivery')).shipment.status).toBe('out_for_delivery')
  })

  test('a second unclaimed report keeps the dates and ranks scans by the newer status', async () => {
    const { demo } = service
    const first = await unclaimedAfter(demo, 'accept')
    await scanned(demo, first.id, 'arrive')
    const again = await dispose(demo, first.id, 'unclaimed')
    expect([again.unclaimed_since, again.dispose_after]).toEqual([first.unclaimed_since, first.dispose_after])
    expect((await scanned(demo, first.id, 'collect')).applied).toBe(false)
    expect((await scanned(demo, first.id, 'sort')).shipment.status).toBe('sorted')
  })

  test('an unclaimed parcel of an earlier release, without a noted status, ranks as undeliverable', async () => {
    const { demo } = service
    const { id } = await unclaimedAfter(demo, 'accept')
    await service.running.service.db.query('test_unnoted', 'update shipments set unclaimed_from = null where id = $1', [id])
    expect((await scanned(demo, id, 'movement')).applied).toBe(false)
    expect((await redirect(demo, id)).json.status).toBe('in_transit')
  })

  test('two processes decide each concurrent scan on the latest state', async () => {
    const client = await service.partner()
    const other = new TestClient(second.url as string, client.credentials)
    for (let round = 0; round < 6; round++) {
      const { id } = await unclaimedAfter(client, 'accept')
      const kinds = ['arrive', 'sort', 'inject', 'movement']
      const answers = await Promise.all([
        ...kinds.map((kind, i) => scanned(i % 2 === 0 ? client : other, id, kind)),
        dispose(other, id, 'unclaimed'),
      ])
      const told = await typesOf(client, id)
      expect(new Set(told).size + told.filter((type) => type === 'shipment.unclaimed').length - 1).toBe(told.length)
      expect(answers.slice(0, 4).filter(({ applied }) => applied).length).toBeGreaterThan(0)
      const { status } = (await client.get(`/v2/shipments/${id}`)).json
      expect(['in_transit', 'unclaimed']).toContain(status)
      if (status === 'unclaimed') expect((await scanned(client, id, 'arrive')).applied).toBe(false)
    }
  })
})

describe('a redirect', () => {
  test.each(['accept', 'collect', 'custody', 'arrive', 'sort'])('is refused after %s, as no carrier has the parcel', async (kind) => {
    const { demo } = service
    const { id, to } = await unclaimedAfter(demo, kind)
    const { status, json } = await redirect(demo, id)
    expect([status, json.error.code, json.error.details]).toEqual([
      409,
      'shipment_not_redirectable',
      { status: 'unclaimed', command: 'redirect' },
    ])
    expect(json.error.message).toBe(
      'The shipment is unclaimed; report its movement first: only a parcel that is in transit or out for delivery, or undeliverable or unclaimed at its carrier, can be redirected.',
    )
    expect((await demo.get(`/v2/shipments/${id}`)).json).toMatchObject({ status: 'unclaimed', to })
    // A client that follows the advice in the message succeeds.
    await scanned(demo, id, 'movement')
    expect((await redirect(demo, id)).json.status).toBe('in_transit')
  })

  test.each(['inject', 'movement', 'out-for-delivery'])('is allowed after %s', async (kind) => {
    const { id } = await unclaimedAfter(service.demo, kind)
    expect((await redirect(service.demo, id)).json.status).toBe('in_transit')
  })
})

test('an unclaimed member keeps its status when the tender is accepted', async () => {
  const { demo } = service
  for (const [handoff, reached] of [
    ['inject', 'injected'],
    ['collect', 'made_ready'],
  ] as const) {
    const [left, other] = [await post(demo, '/v2/shipments', RETURN), await post(demo, '/v2/shipments', RETURN)]
    await scanned(demo, left.id, 'accept')
    const tender = await post(demo, '/v2/tenders', { carrier: 'northline', handoff, shipment_ids: [left.id, other.id] })
    await dispose(demo, left.id, 'unclaimed')
    const accepted = await post(demo, `/v2/tenders/${tender.id}/accept`, { piece_count_received: 2 })
    expect(accepted.shipments.map(({ status }: Json) => status)).toEqual(['unclaimed', reached])
    const refused = await demo.post('/v2/tenders', { carrier: 'northline', handoff, shipment_ids: [left.id] })
    expect([refused.status, refused.json.error.code]).toEqual([409, 'invalid_transition'])
    expect((await scanned(demo, left.id, 'collect')).applied).toBe(true)
  }
})
