// Helpers written from the documents alone. They use HTTP only and read no internal state.
import { expect } from 'vitest'
import { ADDRESS, QR_RETURN, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'

// biome-ignore lint/suspicious/noExplicitAny: probes look into answers of every shape
export type Json = any

export const OUTBOUND = { direction: 'outbound', fulfillment: 'print_label', to: ADDRESS }
export const CANADA = { name: 'Mo Maple', line1: '5 King St', city: 'Toronto', state: 'ON', postal_code: 'M5H 1A1', country: 'CA' }
export const UNKNOWN = { shipment: 'shp_00000000000000000000000000', store: 'sto_00000000000000000000000000' }

/** Returns the status and the error code of an answer: `[200, undefined]` if it is not an error. */
export const outcome = ({ status, json }: TestAnswer): [number, string | undefined] => [status, json?.error?.code]

/** Returns the body of an answer that must have the expected status. */
export const ok = (answer: TestAnswer, status = 200): Json => {
  expect({ status: answer.status, error: answer.json?.error }).toEqual({ status, error: undefined })
  return answer.json
}

export const create = async (client: TestClient, body: object = RETURN): Promise<Json> => ok(await client.post('/v2/shipments', body), 201)

export const read = async (client: TestClient, id: string): Promise<Json> => ok(await client.get(`/v2/shipments/${id}`))

export const scan = (client: TestClient, kind: string, body: object): Promise<TestAnswer> => client.post(`/v2/scan-events/${kind}`, body)

export const command = (client: TestClient, id: string, name: string, body?: object): Promise<TestAnswer> =>
  client.post(`/v2/shipments/${id}/${name}`, body)

export const advance = (client: TestClient, id: string): Promise<TestAnswer> => client.post(`/v2/test/shipments/${id}/advance`)

export const advanceClock = async (client: TestClient, seconds: number): Promise<Json> =>
  ok(await client.post('/v2/test/clock/advance', { seconds }))

export const types = (events: Json[]): string[] => events.map((event) => event.type)

/** Returns the seeded stores of a country, from the public search. */
export const storesOf = async (client: TestClient, country = 'US', postal_code = '10011'): Promise<Json[]> =>
  ok(await client.get(`/v2/drop-off-locations?postal_code=${encodeURIComponent(postal_code)}&country=${country}&limit=100`)).data

const HOUR_S = 3600

type Steps = (client: TestClient) => Promise<string>
const after =
  (body: object, ...steps: ((client: TestClient, id: string) => Promise<TestAnswer>)[]): Steps =>
  async (client) => {
    const { id } = await create(client, body)
    for (const step of steps) ok(await step(client, id))
    return id
  }
const scans =
  (kind: string) =>
  (client: TestClient, id: string): Promise<TestAnswer> =>
    scan(client, kind, { shipment_id: id })
const disposes =
  (disposition: string) =>
  (client: TestClient, id: string): Promise<TestAnswer> =>
    command(client, id, 'disposition', { disposition })

const madeReady = async (client: TestClient): Promise<string> => {
  const { id } = await create(client)
  const tender = ok(await client.post('/v2/tenders', { carrier: 'northline', handoff: 'collect', shipment_ids: [id] }), 201)
  ok(await client.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 1 }))
  return id
}

/**
 * The requests that bring a shipment into each status. `rejected` occurs with and without a label, and `unclaimed` occurs after each status
 * that allows it.
 */
export const WAYS: Record<string, Steps> = {
  created: after(QR_RETURN),
  label_ready: after(RETURN),
  ready_for_pickup: after(RETURN, scans('accept')),
  picked_up: after(RETURN, scans('collect')),
  in_possession: after(RETURN, scans('custody')),
  at_sort_center: after(RETURN, scans('arrive')),
  sorted: after(RETURN, scans('sort')),
  made_ready: madeReady,
  injected: after(RETURN, scans('inject')),
  in_transit: after(RETURN, scans('movement')),
  out_for_delivery: after(RETURN, scans('out-for-delivery')),
  delivered: after(RETURN, scans('deliver')),
  rejected: after(RETURN, scans('reject')),
  'rejected without a label': after(QR_RETURN, scans('reject')),
  undeliverable: after(RETURN, scans('movement'), disposes('rts')),
  return_to_sender: after(RETURN, scans('accept'), disposes('rts')),
  unclaimed: after(RETURN, scans('accept'), disposes('unclaimed')),
  'unclaimed after picked_up': after(RETURN, scans('collect'), disposes('unclaimed')),
  'unclaimed after in_possession': after(RETURN, scans('custody'), disposes('unclaimed')),
  'unclaimed after at_sort_center': after(RETURN, scans('arrive'), disposes('unclaimed')),
  'unclaimed after sorted': after(RETURN, scans('sort'), disposes('unclaimed')),
  'unclaimed after made_ready': async (client) => {
    const id = await madeReady(client)
    await disposes('unclaimed')(client, id)
    return id
  },
  'unclaimed after injected': after(RETURN, scans('inject'), disposes('unclaimed')),
  'unclaimed after in_transit': after(RETURN, scans('movement'), disposes('unclaimed')),
  'unclaimed after undeliverable': after(RETURN, scans('movement'), disposes('rts'), disposes('unclaimed')),
  'unclaimed after out_for_delivery': after(RETURN, scans('out-for-delivery'), disposes('unclaimed')),
  disposed: after(RETURN, scans('accept'), disposes('dispose')),
  cancelled: after(RETURN, (client, id) => command(client, id, 'cancel')),
  expired: async (client) => {
    const { now } = ok(await client.get('/v2/test/clock'))
    const { id } = await create(client, { ...RETURN, expires_at: new Date(Date.parse(now) + HOUR_S * 1000).toISOString() })
    await advanceClock(client, HOUR_S)
    return id
  },
}

/** Creates a shipment in this status and verifies the status. */
export const inStatus = async (client: TestClient, way: string): Promise<Json> => {
  const steps = WAYS[way]
  if (!steps) throw new Error(`no way to ${way}`)
  const shipment = await read(client, await steps(client))
  expect(shipment.status).toBe(way.split(' ')[0])
  return shipment
}
