import type { Partner } from '@backhaul/core/partner.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { cancelPickup } from '../../src/kinds/pickups/command.ts'
import { scanParcels } from '../../src/kinds/scans/scan.ts'
import type { Outcome } from '../../src/service/execute.ts'
import type { Caller } from '../../src/service/key-cache.ts'
import { createShipment, type Json, scanned } from '../scans/support.ts'
import { backdate } from '../support/backdate.ts'
import { ADDRESS, QR_RETURN, RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { setClock, storesByCode, typesOf } from './fixtures.ts'

let service: TestService
/** A second process of the service, on the same database. */
let second: Running
let stores: Map<string, string>
let chelsea: string
let brooklyn: string
beforeAll(async () => {
  service = await startTestService()
  second = await serve({ ...service.running.service.config, port: 0 }, 'api')
  stores = await storesByCode(service)
  chelsea = stores.get('NYC-001') as string
  brooklyn = stores.get('NYC-002') as string
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const TODAY = '2031-01-15'
const WINDOW = { window_start: '09:00', window_end: '20:00' }
/** Returns a time of that day in New York, in winter (UTC-5). */
const at = (time: string, day = TODAY): string => new Date(`${day}T${time}:00-05:00`).toISOString()

type PartnerClient = TestClient & { partnerId: string }

/** A partner whose clock shows noon in New York on that day. */
const partnerAtNoon = async (): Promise<PartnerClient> => {
  const client = await service.partner()
  await setClock(service, client.partnerId, Math.round((Date.parse(at('12:00')) - Date.now()) / 1000))
  return client
}

const book = async (client: TestClient, shipment_id: string, more: object = {}): Promise<Json> => {
  const { status, json } = await client.post('/v2/pickups', { shipment_id, store_id: chelsea, date: TODAY, ...WINDOW, ...more })
  expect({ status, error: json.error }).toEqual({ status: 201 })
  return json
}
const collect = (client: TestClient, shipment_id: string, more: object = {}): Promise<Json> =>
  scanned(client, 'collect', { shipment_id, store_id: chelsea, ...more })
const read = async (client: TestClient, id: string): Promise<Json> => (await client.get(`/v2/shipments/${id}`)).json
const sweepOf = async (client: TestClient, id: string): Promise<string | null> => (await read(client, id)).sweepId
const statusOf = async (client: TestClient, sweep: string): Promise<string> => (await client.get(`/v2/sweeps/${sweep}`)).json.status
const cancel = async (client: TestClient, pickup: string): Promise<void> => {
  expect((await client.post(`/v2/pickups/${pickup}/cancel`)).status).toBe(200)
}

describe('collecting', () => {
  test('every parcel collected at a store gets the sweep ordered for it, booked or not', async () => {
    const client = await partnerAtNoon()
    const [booked, accepted, printed] = [await createShipment(client), await createShipment(client), await createShipment(client)]
    const { sweep_id } = await book(client, booked.id)
    await scanned(client, 'accept', { shipment_id: accepted.id, store_id: chelsea })
    for (const { id } of [booked, accepted, printed]) {
      const { applied, shipment } = await collect(client, id)
      expect([applied, shipment.status, shipment.sweepId]).toEqual([true, 'picked_up', sweep_id])
      expect(await read(client, id)).toEqual(shipment)
    }
    const listed = (await client.get(`/v2/shipments?sweepId=${sweep_id}`)).json.data.map(({ id }: Json) => id)
    expect(listed.sort()).toEqual([booked.id, accepted.id, printed.id].sort())
    expect(typesOf(await client.events(accepted.id)).slice(-2)).toEqual(['shipment.ready_for_pickup', 'shipment.picked_up'])
  })

  test('a parcel accepted by a walk-in gets the sweep too, although its collection is only recorded', async () => {
    const client = await partnerAtNoon()
    const { sweep_id } = await book(client, (await createShipment(client)).id)
    const parcel = await createShipment(client, QR_RETURN)
    await scanned(client, 'walk-in', { qr_id: parcel.qr_id, store_id: chelsea })
    const { applied, events, shipment } = await collect(client, parcel.id)
    expect([applied, events, shipment.status, shipment.sweepId]).toEqual([false, [], 'in_possession', sweep_id])
  })

  test('in bulk, an earlier scan of the request can give the place, and each parcel gets its own sweep', async () => {
    const client = await partnerAtNoon()
    const here = await book(client, (await createShipment(client)).id)
    const there = await book(client, (await createShipment(client)).id, { store_id: brooklyn })
    const parcels = [await createShipment(client), await createShipment(client), await createShipment(client)]
    const [first, other, nowhere] = parcels.map(({ id }) => id)
    const scans = [
      { kind: 'accept', shipment_id: first, store_id: chelsea },
      { kind: 'collect', shipment_id: first },
      { kind: 'collect', shipment_id: other, store_id: brooklyn },
      { kind: 'collect', shipment_id: nowhere },
    ]
    const { status, json } = await client.post('/v2/scan-events/bulk', { scans })
    expect([status, json.data.map((item: Json) => item.result.applied)]).toEqual([200, [true, true, true, true]])
    for (const [id, expected] of [
      [first, here.sweep_id],
      [other, there.sweep_id],
      [nowhere, null],
    ]) {
      expect(await sweepOf(client, id)).toBe(expected)
    }
  })

  test('the store comes from the scan, else from where the parcel is or was routed; a facility is not a store', async () => {
    const client = await partnerAtNoon()
    const { sweep_id } = await book(client, (await createShipment(client)).id)
    const accepted = await createShipment(client)
    await scanned(client, 'accept', { shipment_id: accepted.id, store_id: chelsea })
    const routed = await createShipment(client, { ...RETURN, drop_off_store_id: chelsea })
    const cases: [Json, object, string | null][] = [
      [accepted, { store_id: undefined }, sweep_id],
      [routed, { store_id: undefined }, sweep_id],
      [await createShipment(client), { store_id: undefined }, null],
      [await createShipment(client), { store_id: 'sto_nowhere' }, null],
      [await createShipment(client, { ...RETURN, drop_off_store_id: chelsea }), { store_id: undefined, facility: 'EWR-SORT' }, null],
      [await createShipment(client, { ...RETURN, drop_off_store_id: chelsea }), { store_id: brooklyn }, null],
    ]
    for (const [parcel, place, expected] of cases) expect((await collect(client, parcel.id, place)).shipment.sweepId).toBe(expected)
  })

  test('the day of the collection counts, in store time, not the day of the upload', async () => {
    const client = await partnerAtNoon()
    const { sweep_id } = await book(client, (await createShipment(client)).id)
    const tomorrow = '2031-01-16'
    const next = await book(client, (await createShipment(client)).id, { date: tomorrow })
    const seconds = 36 * 3600
    expect((await client.post('/v2/test/clock/advance', { seconds })).status).toBe(200)
    const cases: [string, string | null][] = [
      // The first two times are both on the 16th in UTC.
      [at('23:59'), sweep_id],
      [at('00:01', tomorrow), next.sweep_id],
      [at('00:00'), sweep_id],
      [at('23:59', '2031-01-14'), null],
    ]
    for (const [occurred_at, expected] of cases) {
      const { id } = await createShipment(client)
      await backdate(service, id)
      expect([occurred_at, (await collect(client, id, { occurred_at })).shipment.sweepId]).toEqual([occurred_at, expected])
    }
  })

  test("the parcel's carrier counts, or the cheapest if it has none; no parcel joins another partner's sweep", async () => {
    const client = await partnerAtNoon()
    const to = { ...ADDRESS, state: 'ON', postal_code: 'M5V 2A5', country: 'CA' }
    const canadian = (weight: number) => ({ ...RETURN, to, parcel: { weight, length: 10, width: 8, height: 4 } })
    const american = await book(client, (await createShipment(client)).id)
    const light = await book(client, (await createShipment(client, canadian(1))).id)
    const sweeps = await Promise.all([american, light].map(async ({ sweep_id }) => (await client.get(`/v2/sweeps/${sweep_id}`)).json.dp))
    expect(sweeps).toEqual(['northline', 'maplego'])
    const collected = async (body: object, by: TestClient = client) => {
      const { shipment } = await collect(by, (await createShipment(by, body)).id)
      return [shipment.carrier, shipment.sweepId]
    }
    expect(await collected(canadian(1))).toEqual([null, light.sweep_id])
    expect(await collected(canadian(100))).toEqual([null, null])
    expect(await collected(RETURN)).toEqual(['northline', american.sweep_id])
    expect(await collected(RETURN, await partnerAtNoon())).toEqual(['northline', null])
  })

  test('no parcel joins a sweep that was closed by a cancellation', async () => {
    const client = await partnerAtNoon()
    const { id, sweep_id } = await book(client, (await createShipment(client)).id)
    await cancel(client, id)
    expect(await statusOf(client, sweep_id)).toBe('closed')
    expect((await collect(client, (await createShipment(client)).id)).shipment.sweepId).toBeNull()
  })

  test('the sweep that collects a parcel replaces the booked one; without one, the booked sweep stays', async () => {
    const client = await partnerAtNoon()
    const today = await book(client, (await createShipment(client)).id)
    const early = await createShipment(client)
    const pickup = await book(client, early.id, { date: '2031-01-17' })
    expect((await collect(client, early.id)).shipment).toMatchObject({ sweepId: today.sweep_id, pickup_id: pickup.id })
    await cancel(client, pickup.id)
    expect(await read(client, early.id)).toMatchObject({ sweepId: today.sweep_id, pickup_id: null })
    expect(await statusOf(client, pickup.sweep_id)).toBe('closed')

    const elsewhere = await createShipment(client)
    const kept = await book(client, elsewhere.id, { date: '2031-01-18' })
    expect((await collect(client, elsewhere.id, { store_id: brooklyn })).shipment.sweepId).toBe(kept.sweep_id)
  })

  test('a repeated collection does not move the parcel to another sweep', async () => {
    const client = await partnerAtNoon()
    const { sweep_id } = await book(client, (await createShipment(client)).id)
    const other = await book(client, (await createShipment(client)).id, { store_id: brooklyn })
    const { id } = await createShipment(client)
    await collect(client, id)
    const again = await collect(client, id, { store_id: brooklyn })
    expect(again.shipment).toEqual(await read(client, id))
    expect([again.applied, again.shipment.sweepId, other.sweep_id === sweep_id]).toEqual([false, sweep_id, false])
  })
})

describe('canceling a pickup', () => {
  test('after a collection keeps the sweep of the parcels, and the sweep closes with its last active pickup', async () => {
    const client = await partnerAtNoon()
    const [own, joined, waiting] = [await createShipment(client), await createShipment(client), await createShipment(client)]
    const [one, two] = [await book(client, own.id), await book(client, waiting.id)]
    await collect(client, own.id)
    await collect(client, joined.id)
    await cancel(client, one.id)
    expect(await read(client, own.id)).toMatchObject({ sweepId: one.sweep_id, pickup_id: null, status: 'picked_up' })
    expect(await statusOf(client, one.sweep_id)).toBe('ordered')
    await cancel(client, two.id)
    expect(await sweepOf(client, waiting.id)).toBeNull()
    expect(await statusOf(client, one.sweep_id)).toBe('closed')
    const listed = (await client.get(`/v2/shipments?sweepId=${one.sweep_id}`)).json.data.map(({ id }: Json) => id)
    expect(listed.sort()).toEqual([own.id, joined.id].sort())
  })

  test('of a parcel at the counter that was not collected takes it off the sweep', async () => {
    const client = await partnerAtNoon()
    for (const kind of ['accept', 'walk-in', 'custody']) {
      const { id } = await createShipment(client)
      const pickup = await book(client, id)
      await scanned(client, kind, { shipment_id: id, store_id: chelsea })
      await cancel(client, pickup.id)
      expect([kind, await sweepOf(client, id)]).toEqual([kind, null])
    }
  })

  test('booked after a collection leaves the parcel on its sweep or on none', async () => {
    const client = await partnerAtNoon()
    const loose = await createShipment(client)
    await collect(client, loose.id)
    const { sweep_id } = await book(client, (await createShipment(client)).id)
    const joined = await createShipment(client)
    await collect(client, joined.id)
    for (const [id, before, booked] of [
      [loose.id, null, undefined],
      [joined.id, sweep_id, sweep_id],
    ]) {
      const pickup = await book(client, id, { date: '2031-01-20' })
      expect(await sweepOf(client, id)).toBe(booked ?? pickup.sweep_id)
      await cancel(client, pickup.id)
      expect([await sweepOf(client, id), await statusOf(client, pickup.sweep_id)]).toEqual([before, 'closed'])
    }
  })
})

describe('concurrently, in two processes', () => {
  const pair = async (): Promise<[PartnerClient, TestClient]> => {
    const client = await partnerAtNoon()
    second.service.keyCache.forget(client.partnerId)
    return [client, new TestClient(second.url as string, client.credentials)]
  }

  test('collecting a parcel and canceling its pickup keeps the sweep only if the parcel was collected on it', async () => {
    const [client, other] = await pair()
    for (let round = 0; round < 12; round++) {
      const parcel = await createShipment(client, round % 2 === 0 ? RETURN : QR_RETURN)
      const pickup = await book(client, parcel.id)
      // After a walk-in, the collection is only recorded and changes nothing else.
      if (round % 2 === 1) await scanned(client, 'walk-in', { shipment_id: parcel.id, store_id: chelsea })
      const [scan] = await Promise.all([collect(other, parcel.id), cancel(client, pickup.id)])
      const { sweepId, pickup_id } = await read(client, parcel.id)
      expect([sweepId, pickup_id]).toEqual([scan.shipment.sweepId, null])
      // The sweep closes with its last pickup, whichever request came first.
      expect(await statusOf(client, pickup.sweep_id)).toBe('closed')
      expect([null, pickup.sweep_id]).toContain(sweepId)
    }
  })

  const caller = async (client: PartnerClient): Promise<Caller> => {
    const { keyCache } = second.service
    const key = await keyCache.key(client.credentials.api_key.split('_').slice(2, 4).join('_'))
    return { key, partner: (await keyCache.partner(client.partnerId)) as Partner } as Caller
  }
  const NOBODY = { email: '', full_name: '' }

  test('a collection decided before the last pickup of its sweep was canceled is not written', async () => {
    const [client] = await pair()
    const pickup = await book(client, (await createShipment(client)).id)
    const { id } = await createShipment(client)
    const scan = { kind: 'collect', shipment_id: id, store_id: chelsea } as const
    const decide = () => scanParcels(second.service, { tenant: client.partnerId, actor: NOBODY }, [scan])
    const { outcomes, plan } = await decide()
    expect(outcomes).toMatchObject([{ shipment: { sweep_id: pickup.sweep_id } }])
    await cancel(client, pickup.id)
    expect(await second.service.committer.commit(plan)).toBe(false)
    expect((await decide()).outcomes).toMatchObject([{ applied: true, shipment: { sweep_id: null } }])
  })

  test.each([
    ['applies', RETURN],
    ['is recorded only', QR_RETURN],
  ])('a cancellation decided before a collection that %s is not written', async (_, body) => {
    const [client] = await pair()
    const { id } = await createShipment(client, body)
    const pickup = await book(client, id)
    if (body === QR_RETURN) await scanned(client, 'walk-in', { shipment_id: id, store_id: chelsea })
    const decide = async () => (await cancelPickup(second.service, await caller(client), pickup.id)) as Outcome
    const { plan } = await decide()
    await collect(client, id)
    expect(await second.service.committer.commit(plan)).toBe(false)
    expect(await second.service.committer.commit((await decide()).plan)).toBe(true)
    expect(await read(client, id)).toMatchObject({ sweepId: pickup.sweep_id, pickup_id: null })
  })
})
