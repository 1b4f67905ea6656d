// A parcel was handed in before its shipment expired or was cancelled, but the scan is uploaded afterward.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { scanParcels } from '../../src/kinds/scans/scan.ts'
import { setClock } from '../pickups/fixtures.ts'
import { ADDRESS, QR_RETURN, RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { createShipment, type Json, scan, scanned, storeId, types } from './support.ts'

let service: TestService
let second: Running
let store: string
beforeAll(async () => {
  service = await startTestService()
  second = await serve({ ...service.running.service.config, port: 0 }, 'api')
  store = await storeId(service, 'NYC-001')
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const HOUR_S = 3600
const CUSTODY = ['walk-in', 'accept', 'collect', 'custody', 'arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver']
const REACHED = ['in_possession', 'ready_for_pickup', 'picked_up', 'in_possession', 'at_sort_center', 'sorted', 'injected', 'in_transit']
const statusAfter = (kind: string): string => [...REACHED, 'out_for_delivery', 'delivered'][CUSTODY.indexOf(kind)] as string
const moved = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()

type PartnerClient = TestClient & { partnerId: string }
const newPartner = (): Promise<PartnerClient> => service.partner()
/** Advances the clock for both processes at once. */
const advance = async (client: PartnerClient, seconds: number): Promise<void> => {
  await setClock(service, client.partnerId, seconds)
  second.service.keyCache.forget(client.partnerId)
}
/** Creates a shipment that expires in an hour, and reads it two hours later. */
const overdue = async (client: PartnerClient, body: object = RETURN): Promise<Json> => {
  const expires_at = new Date(Date.now() + HOUR_S * 1000).toISOString()
  await advance(client, 0)
  const parcel = await createShipment(client, { ...body, to: ADDRESS, expires_at })
  await advance(client, 2 * HOUR_S)
  return parcel
}
const read = async (client: TestClient, id: string): Promise<Json> => (await client.get(`/v2/shipments/${id}`)).json
const told = async (client: TestClient, id: string): Promise<string[]> => types(await client.events(id))
const discrepanciesOf = async (client: TestClient, id: string): Promise<Json[]> =>
  (await client.get(`/v2/shipments/${id}/discrepancies`)).json.data

describe('a scan from before expires_at that is uploaded afterward', () => {
  test.each(CUSTODY)('%s takes effect, and the parcel never expires', async (kind) => {
    const client = await newPartner()
    const { id, expires_at } = await overdue(client)
    const answer = await scanned(client, kind, { shipment_id: id, occurred_at: expires_at })
    expect([answer.applied, answer.shipment.status, answer.scan.occurred_at]).toEqual([true, statusAfter(kind), expires_at])
    expect(await read(client, id)).toEqual(answer.shipment)
    expect(answer.shipment).toMatchObject({ label_voided: false, expired_at: null })
    expect(await told(client, id)).not.toContain('shipment.expired')
    expect(await discrepanciesOf(client, id)).toEqual([])
  })

  test.each(['qr_id', 'qr_token', 'tracking'])(
    'a QR parcel named by %s is accepted and labeled with its events, and its QR is used',
    async (by) => {
      const client = await newPartner()
      const parcel = await overdue(client, QR_RETURN)
      const { token } = (await client.get(`/v2/qr/${parcel.qr_id}`)).json
      const value = { qr_id: parcel.qr_id, qr_token: token, tracking: parcel.tracking }[by]
      const { applied } = await scanned(client, 'walk-in', { [by]: value, store_id: store, occurred_at: parcel.expires_at })
      expect(applied).toBe(true)
      expect(await told(client, parcel.id)).toEqual(['shipment.created', 'shipment.label_ready', 'qr.scanned', 'shipment.in_possession'])
      expect((await client.get(`/v2/qr/${parcel.qr_id}`)).json).toMatchObject({ status: 'used', used_at: parcel.expires_at })
    },
  )

  test('just after expires_at or without a time, it is too late and the shipment expires first', async () => {
    const client = await newPartner()
    for (const [kind, status, opened] of [
      ['accept', 409, 0],
      ['collect', 200, 0],
    ] as const) {
      for (const late of [1, undefined]) {
        const { id, expires_at } = await overdue(client)
        const occurred_at = late && moved(expires_at, late)
        const answer = await scan(client, kind, { shipment_id: id, occurred_at })
        expect([kind, answer.status]).toEqual([kind, status])
        expect((await read(client, id)).status).toBe('expired')
        expect(await discrepanciesOf(client, id)).toHaveLength(opened)
      }
    }
  })

  test('a refusal at the counter does not prove custody, and the shipment expires', async () => {
    const client = await newPartner()
    const { id, expires_at } = await overdue(client)
    const { status, json } = await scan(client, 'reject', { shipment_id: id, occurred_at: moved(expires_at, -1) })
    expect([status, json.error.code, json.error.details.status]).toEqual([409, 'invalid_transition', 'expired'])
    expect(await discrepanciesOf(client, id)).toEqual([])
  })

  test('a refused scan does not stop expiry: with a replaced QR or without a label', async () => {
    const client = await newPartner()
    const replaced = await createShipment(client, {
      ...QR_RETURN,
      to: ADDRESS,
      expires_at: new Date(Date.now() + HOUR_S * 1000).toISOString(),
    })
    const { json: next } = await client.post(`/v2/shipments/${replaced.id}/qr/reissue`)
    await advance(client, 2 * HOUR_S)
    const refused = await scan(client, 'walk-in', { qr_id: replaced.qr_id, occurred_at: next.created_at })
    expect([refused.status, refused.json.error.code]).toEqual([409, 'qr_not_valid'])
    expect((await read(client, replaced.id)).status).toBe('expired')

    // A driver reports the parcel, but its label was never made. The shipment expires and gets a discrepancy.
    const unlabeled = await overdue(client, QR_RETURN)
    const answer = await scanned(client, 'collect', { shipment_id: unlabeled.id, occurred_at: unlabeled.expires_at })
    expect([answer.applied, answer.shipment.status]).toEqual([false, 'expired'])
    expect(await told(client, unlabeled.id)).toEqual(['shipment.created', 'shipment.expired', 'shipment.discrepancy_reported'])
  })

  test('in bulk, one timely scan is enough for its parcel, in any order, and helps no other parcel', async () => {
    const client = await newPartner()
    const [first, other] = [await overdue(client), await overdue(client)]
    const after = moved(first.expires_at, 60_000)
    const scans = [
      { kind: 'collect', shipment_id: first.id, occurred_at: after },
      { kind: 'accept', barcode: first.barcode, occurred_at: moved(first.expires_at, -60_000) },
      { kind: 'collect', shipment_id: other.id, occurred_at: after },
    ]
    const { json } = await client.post('/v2/scan-events/bulk', { scans })
    expect(json.data.map(({ result }: Json) => [result.applied, result.shipment.status])).toEqual([
      [true, 'picked_up'],
      [false, 'picked_up'],
      [false, 'expired'],
    ])
    expect(await told(client, first.id)).not.toContain('shipment.expired')
    expect(await discrepanciesOf(client, other.id)).toEqual([])
  })

  test("times are checked against the partner's clock, for the future and for expiry", async () => {
    const client = await newPartner()
    const operator = await service.operator()
    await advance(client, 40 * 24 * HOUR_S)
    const parcels = [await createShipment(client), await createShipment(client), await createShipment(client)]
    // By the partner's clock, `inTime` is 29 days after the creation. By the real clock, it is 69 days in the future.
    await advance(client, 71 * 24 * HOUR_S)
    const inTime = moved(parcels[0].expires_at, -24 * HOUR_S * 1000)
    for (const [i, by] of [client, operator].entries()) {
      expect((await scanned(by, 'accept', { shipment_id: parcels[i].id, occurred_at: inTime })).applied).toBe(true)
    }
    const ahead = moved(parcels[0].expires_at, 2 * 24 * HOUR_S * 1000)
    const { status, json } = await scan(client, 'accept', { shipment_id: parcels[2].id, occurred_at: ahead })
    expect([status, json.error.details.errors[0].path]).toEqual([422, '/occurred_at'])
    const now = await scan(client, 'accept', { shipment_id: parcels[2].id, occurred_at: new Date().toISOString() })
    expect(now.json.applied).toBe(true)
  })
})

describe('a scan of a shipment that ended before the upload', () => {
  /** Ends a shipment, and returns a time just before its end. */
  const ENDS: Record<string, (client: PartnerClient) => Promise<{ parcel: Json; before: string }>> = {
    expired: async (client) => {
      const parcel = await overdue(client)
      return { parcel: await read(client, parcel.id), before: parcel.expires_at }
    },
    cancelled: async (client) => {
      const { id } = await createShipment(client)
      const { json } = await client.post(`/v2/shipments/${id}/cancel`)
      return { parcel: json, before: moved(json.cancelled_at, -1) }
    },
  }

  describe.each(['expired', 'cancelled'])('%s', (status) => {
    const ended = async (client: PartnerClient) => {
      const found = await (ENDS[status] as (typeof ENDS)[string])(client)
      expect(found.parcel.status).toBe(status)
      return found
    }

    test.each(CUSTODY)('%s is recorded and opens a discrepancy with an event', async (kind) => {
      const client = await newPartner()
      const { parcel, before } = await ended(client)
      const seen = (await told(client, parcel.id)).length
      const place = kind === 'walk-in' ? { store_id: store, reweigh: { weight: 7 } } : {}
      const answer = await scanned(client, kind, { shipment_id: parcel.id, occurred_at: before, ...place })
      expect([answer.applied, answer.scan.applied, answer.scan.status]).toEqual([false, false, status])
      const { updated_at, version, custody } = answer.shipment
      expect(answer.shipment).toEqual({ ...parcel, updated_at, version, custody })
      expect(custody.since).toBe(before)

      const stage = ['walk-in', 'accept', 'collect', 'custody'].includes(kind) ? 'dropoff' : 'sort'
      const [discrepancy, ...more] = await discrepanciesOf(client, parcel.id)
      const declared = parcel.parcel
      const observed = kind === 'walk-in' ? { ...declared, weight: 7 } : declared
      expect(more).toEqual([])
      expect(discrepancy).toEqual({
        id: expect.stringMatching(/^dsc_/),
        object: 'discrepancy',
        shipment_id: parcel.id,
        stage,
        reason: 'late_custody',
        declared: expect.objectContaining({ weight: declared.weight, length: declared.length }),
        observed: expect.objectContaining({ weight: observed.weight, length: observed.length }),
        chargeable: false,
        adjustment_id: null,
        store_id: kind === 'walk-in' ? store : null,
        created_at: expect.any(String),
      })
      expect((await client.get(`/v2/discrepancies/${discrepancy.id}`)).json).toEqual(discrepancy)
      const listed = async (filters: string) => (await client.get(`/v2/discrepancies?shipment_id=${parcel.id}&${filters}`)).json.data
      expect(await listed(`stage=${stage}&reason=late_custody`)).toEqual([discrepancy])
      expect(await listed(`stage=${stage === 'sort' ? 'dropoff' : 'sort'}`)).toEqual([])
      const events = (await client.events(parcel.id)).slice(seen)
      expect(events.map(({ eventID }) => eventID)).toEqual(answer.events)
      expect(types(events)).toEqual(['shipment.discrepancy_reported'])
      expect(events[0].identifiers).toMatchObject({ shipment: parcel.id, discrepancy: discrepancy.id })
      expect(events[0].eventSpecific).toMatchObject({ stage, chargeable: false, observed: { weight: observed.weight } })
      expect((await client.get(`/v2/shipments/${parcel.id}/adjustments`)).json.data).toEqual([])
    })

    test('several such scans, alone and in bulk, are all recorded and open one discrepancy', async () => {
      const client = await newPartner()
      const { parcel, before } = await ended(client)
      const item = (kind: string) => ({ kind, shipment_id: parcel.id, occurred_at: before })
      const { json } = await client.post('/v2/scan-events/bulk', { scans: ['accept', 'collect', 'custody'].map(item) })
      expect(json.data.map(({ result }: Json) => [result.applied, result.events.length])).toEqual([
        [false, 1],
        [false, 0],
        [false, 0],
      ])
      const later = await scanned(client, 'arrive', { shipment_id: parcel.id, occurred_at: before })
      expect([later.applied, later.events]).toEqual([false, []])
      expect(await discrepanciesOf(client, parcel.id)).toHaveLength(1)
      expect((await client.get(`/v2/shipments/${parcel.id}/scans`)).json.data).toHaveLength(4)
    })

    test('concurrent scans in two processes open one discrepancy', async () => {
      const client = await newPartner()
      const other = new TestClient(second.url as string, client.credentials)
      const { parcel, before } = await ended(client)
      const kinds = ['accept', 'collect', 'custody', 'arrive', 'sort', 'walk-in', 'inject', 'movement']
      const answers = await Promise.all(
        kinds.map((kind, i) => scanned(i % 2 === 0 ? client : other, kind, { shipment_id: parcel.id, occurred_at: before })),
      )
      expect(answers.filter(({ events }) => events.length > 0)).toHaveLength(1)
      expect(await discrepanciesOf(client, parcel.id)).toHaveLength(1)
      expect((await client.get(`/v2/shipments/${parcel.id}/scans`)).json.data).toHaveLength(kinds.length)
    })

    test('a later scan or one without a time is answered as usual and opens no discrepancy', async () => {
      const client = await newPartner()
      const { parcel, before } = await ended(client)
      for (const occurred_at of [moved(before, 1), undefined]) {
        const counter = await scan(client, 'walk-in', { shipment_id: parcel.id, occurred_at })
        expect([counter.status, counter.json.error?.code]).toEqual([409, 'invalid_transition'])
        const { applied, events, shipment } = await scanned(client, 'collect', { shipment_id: parcel.id, occurred_at })
        expect([applied, events, shipment]).toEqual([false, [], { ...parcel, custody: expect.objectContaining({ holder: 'driver' }) }])
      }
      expect(await discrepanciesOf(client, parcel.id)).toEqual([])
    })

    test('an identical request is replayed', async () => {
      const client = await newPartner()
      const { parcel, before } = await ended(client)
      const body = { shipment_id: parcel.id, occurred_at: before }
      const send = () => client.post('/v2/scan-events/accept', body, { idempotencyKey: 'once' })
      const first = await send()
      expect((await send()).text).toBe(first.text)
      expect(await discrepanciesOf(client, parcel.id)).toHaveLength(1)
    })
  })

  test('a partner cannot open such a discrepancy by hand', async () => {
    const { id } = await createShipment(service.demo)
    const body = { shipment_id: id, stage: 'custody', observed: { weight: 2 }, chargeable: false }
    const { status, json } = await service.demo.post('/v2/discrepancies', body)
    expect([status, json.error.details.errors[0].path]).toEqual([422, '/stage'])
  })
})

describe('concurrently, in two processes', () => {
  test('a scan decided before a reader expired the parcel is not written and then opens a discrepancy', async () => {
    const client = await newPartner()
    const { id, expires_at } = await overdue(client)
    const accept = { kind: 'accept', shipment_id: id, occurred_at: expires_at } as const
    const decide = () => scanParcels(second.service, { tenant: client.partnerId, actor: { email: '', full_name: '' } }, [accept])
    const { outcomes, plan } = await decide()
    expect(outcomes).toMatchObject([{ applied: true, shipment: { status: 'ready_for_pickup' } }])
    expect((await read(client, id)).status).toBe('expired')
    expect(await second.service.committer.commit(plan)).toBe(false)
    expect((await decide()).outcomes).toMatchObject([{ applied: false, shipment: { status: 'expired' } }])
  })

  test('with concurrent reads, a scan is accepted or the shipment expires once with a discrepancy', async () => {
    for (let round = 0; round < 12; round++) {
      const client = await newPartner()
      const other = new TestClient(second.url as string, client.credentials)
      const { id, expires_at } = await overdue(client)
      const reads = Array.from({ length: 3 }, () => () => read(other, id))
      const accept = () => scanned(client, 'accept', { shipment_id: id, occurred_at: expires_at })
      const all = round % 2 === 0 ? [accept, ...reads] : [...reads, accept]
      const answers = await Promise.all(all.map((send) => send()))
      const { applied } = answers[all.indexOf(accept)]
      expect((await read(client, id)).status).toBe(applied ? 'ready_for_pickup' : 'expired')
      expect((await told(client, id)).slice(2)).toEqual(
        applied ? ['shipment.ready_for_pickup'] : ['shipment.expired', 'shipment.discrepancy_reported'],
      )
      expect(await discrepanciesOf(client, id)).toHaveLength(applied ? 0 : 1)
    }
  })
})
