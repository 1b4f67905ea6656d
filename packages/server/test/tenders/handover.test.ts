// The effect of a handover on carrier, tender and acceptor, and the members that a short acceptance injects
// (docs/guide/counters.md#tenders).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shipmentOf, typesOf } from '../pickups/fixtures.ts'
import { ADDRESS, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any

let service: TestService
let demo: TestClient
beforeAll(async () => {
  service = await startTestService('all')
  demo = service.demo
})
afterAll(() => service.close())

const TORONTO = { ...ADDRESS, city: 'Toronto', state: 'ON', postal_code: 'M5V 2A5', country: 'CA' }
const ABROAD = { direction: 'outbound', to: TORONTO, parcel: { weight: 1 } }
const read = async (id: string): Promise<Json> => (await demo.get(`/v2/shipments/${id}`)).json
const scan = async (kind: string, shipment_id: string, more: object = {}): Promise<Json> => {
  const { status, json, text } = await demo.post(`/v2/scan-events/${kind}`, { shipment_id, ...more })
  if (status !== 200) throw new Error(text)
  return json
}
const offer = (carrier: string, handoff: string, shipment_ids: string[]) => demo.post('/v2/tenders', { carrier, handoff, shipment_ids })
const tender = async (carrier: string, handoff: string, ids: string[]): Promise<string> => {
  const { status, json, text } = await offer(carrier, handoff, ids)
  if (status !== 201) throw new Error(text)
  return json.id
}
const accept = async (id: string, piece_count_received: number, more: object = {}, by = demo): Promise<Json> => {
  const { status, json, text } = await by.post(`/v2/tenders/${id}/accept`, { piece_count_received, ...more })
  if (status !== 200) throw new Error(text)
  return json
}
const collected = async (carrier: string, body: object = {}): Promise<[id: string, tender: string]> => {
  const id = await shipmentOf(demo, body)
  const offered = await tender(carrier, 'collect', [id])
  await accept(offered, 1)
  return [id, offered]
}
const injectedOf = async (id: string): Promise<Json[]> => (await demo.events(id)).filter(({ type }) => type === 'shipment.injected')

describe('the carrier', () => {
  test.each([
    ['US', {}],
    ['CA', ABROAD],
  ])('an accepted collect tender in %s changes neither carrier nor ltracking', async (_country, body) => {
    const id = await shipmentOf(demo, body)
    const { carrier, ltracking } = await read(id)
    const offered = await tender('swiftpost', 'collect', [id])
    await accept(offered, 1)
    expect(await read(id)).toMatchObject({ status: 'made_ready', tender_id: offered, carrier, ltracking })
  })

  test.each([
    ['inject', 'injected'],
    ['movement', 'in_transit'],
    ['out-for-delivery', 'out_for_delivery'],
    ['deliver', 'delivered'],
  ])('the scan %s gives the parcel to the carrier that accepted it for collection, not to the cheapest', async (kind, status) => {
    for (const body of [{}, ABROAD]) {
      const [id] = await collected('swiftpost', body)
      const before = await read(id)
      await scan(kind, id)
      const after = await read(id)
      expect(after).toMatchObject({ status, carrier: 'swiftpost', ltracking: expect.any(String) })
      expect(after.ltracking).not.toBe(before.ltracking)
    }
  })

  test('an inject scan can name another carrier; a parcel without a tender goes to the cheapest', async () => {
    const [id] = await collected('swiftpost', ABROAD)
    await scan('inject', id, { carrier: 'maplego', ltracking: 'MG-1' })
    expect(await read(id)).toMatchObject({ carrier: 'maplego', ltracking: 'MG-1' })
    const alone = await shipmentOf(demo, ABROAD)
    await scan('arrive', alone)
    expect((await read(alone)).carrier).toBeNull()
    await scan('movement', alone)
    expect((await read(alone)).carrier).toBe('maplego')
  })

  test('a redirect neither assigns nor changes a carrier', async () => {
    const there = { ...TORONTO, line1: '2 Bay St' }
    const held = await shipmentOf(demo, ABROAD)
    for (const kind of ['inject', 'movement']) await scan(kind, held, kind === 'inject' ? { carrier: 'swiftpost' } : {})
    for (const [id, to] of [
      [held, there],
      [held, ADDRESS],
    ] as const) {
      const { carrier, ltracking } = await read(id)
      const { status, json } = await demo.post(`/v2/shipments/${id}/redirect`, { to })
      expect([status, json.carrier, json.ltracking]).toEqual([200, carrier, ltracking])
    }
    // No carrier serves this parcel's lane, so the movement scan assigns none.
    const { db, network } = service.running.service
    const without = await shipmentOf(demo, ABROAD)
    const set = async (active: boolean) => {
      await db.query('test_active', "update carriers set active = $1 where code in ('maplego', 'swiftpost')", [active])
      network.forget()
    }
    await set(false)
    await scan('movement', without)
    await set(true)
    const { status, json } = await demo.post(`/v2/shipments/${without}/redirect`, { to: there })
    expect([status, json.status, json.carrier, json.ltracking]).toEqual([200, 'in_transit', null, null])
  })

  test('a pickup of a parcel accepted for collection orders a visit of that carrier', async () => {
    const [id] = await collected('swiftpost', ABROAD)
    const store = (await demo.get('/v2/drop-off-locations?lat=40.7&lon=-74&radius_km=500')).json.data[0]
    const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const pickup = await demo.post('/v2/pickups', {
      shipment_id: id,
      store_id: store.store_id,
      date,
      window_start: '09:00',
      window_end: '12:00',
    })
    expect(pickup.status).toBe(201)
    expect((await demo.get(`/v2/sweeps/${(await read(id)).sweepId}`)).json.dp).toBe('swiftpost')
  })
})

describe('the injection of a member of an accepted collect tender', () => {
  test('names the tender, by a single scan and by a bulk scan', async () => {
    const [alone, first] = await collected('swiftpost')
    const [listed, second] = await collected('swiftpost', ABROAD)
    await scan('inject', alone)
    expect((await demo.post('/v2/scan-events/bulk', { scans: [{ kind: 'inject', shipment_id: listed }] })).status).toBe(200)
    for (const [id, offered] of [
      [alone, first],
      [listed, second],
    ] as const) {
      const [event, ...rest] = await injectedOf(id)
      expect([event.identifiers.tender, event.eventSpecific.carrier, rest]).toEqual([offered, 'swiftpost', []])
    }
  })

  test('names no tender for a parcel without one', async () => {
    const id = await shipmentOf(demo)
    await scan('inject', id)
    expect((await injectedOf(id))[0].identifiers).not.toHaveProperty('tender')
  })

  test('names the later of two tenders', async () => {
    const [id] = await collected('maplego', ABROAD)
    const later = await tender('swiftpost', 'collect', [id])
    await accept(later, 1)
    expect(await read(id)).toMatchObject({ status: 'made_ready', tender_id: later })
    await scan('inject', id)
    expect(await read(id)).toMatchObject({ carrier: 'swiftpost' })
    expect((await injectedOf(id))[0].identifiers.tender).toBe(later)
  })
})

describe('the name of who accepted', () => {
  const idOf = ({ credentials }: TestClient): string => credentials.api_key.split('_').slice(2, 4).join('_')
  const acceptedBy = async (by: TestClient, more: object = {}) => {
    const offered = await tender('northline', 'inject', [await shipmentOf(demo)])
    const { accepted_by } = await accept(offered, 1, more, by)
    const { data } = (await demo.get('/v2/events?type=tender.accepted&limit=500')).json
    const told = data.find(({ identifiers }: Json) => identifiers.tender === offered)
    expect(told?.eventSpecific.acceptedBy).toBe(accepted_by)
    return accepted_by
  }
  test('is the person behind the key, or else its name or id, unless the request names one', async () => {
    await demo.settle()
    expect(await acceptedBy(demo, { accepted_by: 'Dock 4' })).toBe('Dock 4')
    expect(await acceptedBy(demo)).toBe('Demo Partner')
    expect(await acceptedBy(demo, { accepted_by: ' ' })).toBe('Demo Partner')
    const { db, keyCache } = service.running.service
    const id = idOf(demo)
    const set = async (name: string | null) => {
      await db.query('test_key', "update api_keys set email = '', full_name = '', name = $2 where id = $1", [id, name])
      await keyCache.forget(id)
    }
    await set('Scanner 7')
    expect(await acceptedBy(demo)).toBe('Scanner 7')
    await set(null)
    expect(await acceptedBy(demo)).toBe(id)
  })

  test('follows the same rule for all tenders of a consolidation', async () => {
    const operator = await service.operator()
    const accepted = async (): Promise<Json> => {
      const offered = await tender('northline', 'inject', [await shipmentOf(demo)])
      const { id } = (await operator.post('/v2/ops/consolidations', { carrier: 'northline', facility: 'X', tender_ids: [offered] })).json
      expect((await operator.post(`/v2/ops/consolidations/${id}/accept`, { piece_count_received: 1 })).status).toBe(202)
      return until('it is accepted', async () => {
        const one = (await demo.get(`/v2/tenders/${offered}`)).json
        return one.status === 'accepted' ? one : null
      })
    }
    expect((await accepted()).accepted_by).toBe('Olive Operator')
    const { db, keyCache } = service.running.service
    const id = idOf(operator)
    await db.query('test_operator', "update api_keys set email = '', full_name = '', name = null where id = $1", [id])
    await keyCache.forget(id)
    expect((await accepted()).accepted_by).toBe(id)
  })
})

describe('a member that a short acceptance injected', () => {
  /** Creates a tender with two members, of which the carrier counted only one. */
  const short = async (body: object = RETURN): Promise<[first: string, second: string, tender: string]> => {
    const ids = [await shipmentOf(demo, body), await shipmentOf(demo, body)] as [string, string]
    const offered = await tender('maplego', 'inject', ids)
    await accept(offered, 1)
    return [...ids, offered]
  }

  /** Returns a function that sends a carrier's report and resolves when it is processed. */
  const reporting = async () => {
    const operator = await service.operator()
    const codes = { MV: 'movement', PU: 'inject' }
    for (const code of ['maplego', 'swiftpost'])
      await operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: code, adapter: 'file', codes } })
    return async (code: string, lines: string[]): Promise<Json> => {
      const csv = ['number,code,occurred_at,reference', ...lines, ''].join('\n')
      const { json } = await operator.post(`/v2/ops/carriers/${code}/reports`, csv, { headers: { 'Content-Type': 'text/csv' } })
      return until('it is worked through', async () => {
        const one = (await operator.get(`/v2/ops/imports/${json.id}`)).json
        return one.ended_at === null ? null : one
      })
    }
  }

  test('can be handed to another carrier, which changes tender and carrier but fires nothing', async () => {
    const [id, other, first] = await short()
    const before = await read(id)
    expect(before).toMatchObject({ status: 'injected', carrier: 'maplego', tender_id: first })
    const again = await tender('swiftpost', 'inject', [id])
    expect(await read(id)).toMatchObject({ status: 'injected', carrier: 'maplego', tender_id: first })
    const events = await demo.events(id)
    expect((await accept(again, 1)).shipments).toEqual([{ id, status: 'injected' }])
    const after = await read(id)
    expect(after).toMatchObject({ status: 'injected', carrier: 'swiftpost', tender_id: again, label_id: before.label_id })
    expect(after.ltracking).not.toBe(before.ltracking)
    expect(typesOf(await demo.events(id))).toEqual(typesOf(events))
    expect(await read(other)).toMatchObject({ carrier: 'maplego', tender_id: first })
    // The parcel continues with the carrier that actually has it.
    await scan('movement', id)
    expect(await read(id)).toMatchObject({ status: 'in_transit', carrier: 'swiftpost' })
    const moved = (await demo.events(id)).find(({ type }) => type === 'shipment.in_transit')
    expect(moved.eventSpecific.carrier).toBe('swiftpost')
  })

  test('changes only its tender in a collect handoff until the carrier has the parcel', async () => {
    const [id] = await short()
    const { carrier, ltracking } = await read(id)
    const again = await tender('swiftpost', 'collect', [id])
    expect((await accept(again, 1)).shipments).toEqual([{ id, status: 'injected' }])
    expect(await read(id)).toMatchObject({ status: 'injected', tender_id: again, carrier, ltracking })
    await scan('inject', id)
    expect(await read(id)).toMatchObject({ status: 'injected', tender_id: again, carrier: 'swiftpost' })
    expect(await injectedOf(id)).toHaveLength(1)
  })

  test.each(['swiftpost inject', 'swiftpost collect'])('is no longer moved by reports of the earlier carrier after %s', async (which) => {
    const [carrier, handoff] = which.split(' ') as [string, string]
    const report = await reporting()
    const [id] = await short()
    const { barcode, ltracking } = await read(id)
    const number = `KNOWN-${handoff}`
    const before = `${new Date(Date.now() - 3_600_000).toISOString()}`
    await accept(await tender(carrier, handoff, [id]), 1)
    // The earlier carrier reports the parcel by its own number, by the service's barcode, and by a reference. The earlier carrier knew all
    // three, but none of the report's rows matches the parcel now.
    const numbers = [`${ltracking},MV,${before},`, `${barcode},MV,${before},`, `${number},MV,${before},${barcode}`]
    expect(await report('maplego', numbers)).toMatchObject({ created_rows: 3, unmatched_rows: 3, error_count: 0 })
    expect(await read(id)).toMatchObject({ status: 'injected' })
    expect(await report(carrier, [`NEW-${handoff},MV,${before},${barcode}`])).toMatchObject({ created_rows: 1, unmatched_rows: 0 })
    expect(await read(id)).toMatchObject({ status: 'in_transit', carrier })
  })

  test.each(['inject', 'collect'])(
    'is moved by the later carrier before its acceptance, which still takes it over: %s',
    async (handoff) => {
      const report = await reporting()
      const at = new Date().toISOString()
      for (const [code, status] of [
        ['PU', 'injected'],
        ['MV', 'in_transit'],
      ] as const) {
        const [id] = await short()
        const { barcode } = await read(id)
        expect(await report('swiftpost', [`${barcode},${code},${at},`])).toMatchObject({ created_rows: 1, unmatched_rows: 1 })
        const [other] = await short()
        const { barcode: number } = await read(other)
        const again = await tender('swiftpost', handoff, [other])
        expect(await report('swiftpost', [`${number},${code},${at},`])).toMatchObject({ created_rows: 1, unmatched_rows: 0 })
        expect((await read(other)).status).toBe(status)
        if (code === 'MV') await scan('out-for-delivery', other)
        const events = typesOf(await demo.events(other))
        await accept(again, 1)
        expect(await read(other)).toMatchObject({ tender_id: again, status: code === 'MV' ? 'out_for_delivery' : status })
        if (handoff === 'inject' || code === 'MV') expect((await read(other)).carrier).toBe('swiftpost')
        expect(typesOf(await demo.events(other))).toEqual(events)
        expect(await report('maplego', [`${number},MV,${at},`])).toMatchObject({ unmatched_rows: 1 })
      }
    },
  )

  test('a parcel injected by a scan while offered is not moved by the carrier of the offer', async () => {
    const report = await reporting()
    const id = await shipmentOf(demo)
    await tender('swiftpost', 'inject', [id])
    await scan('inject', id, { carrier: 'maplego' })
    const { barcode } = await read(id)
    expect(await report('swiftpost', [`${barcode},MV,${new Date().toISOString()},`])).toMatchObject({ unmatched_rows: 1 })
    expect(await read(id)).toMatchObject({ status: 'injected', carrier: 'maplego' })
  })

  test.each([
    ['a movement', 'movement', {}],
    ['an arrival', 'arrive', { facility: 'EWR-SORT' }],
    ['an injection', 'inject', {}],
    ['a late injection with an earlier time', 'inject', { occurred_at: new Date(Date.now() - 3_600_000).toISOString() }],
  ])('cannot be tendered again after %s', async (_name, kind, more) => {
    const [id] = await short()
    await scan(kind, id, more)
    const { status, json } = await offer('swiftpost', 'inject', [id])
    expect([status, json.error.code]).toEqual([409, 'invalid_transition'])
    expect(json.error.details.shipments).toEqual([{ id, status: kind === 'movement' ? 'in_transit' : 'injected' }])
  })

  test('can be tendered again after an uploaded scan from before the acceptance', async () => {
    const [id] = await short()
    await scan('accept', id, { occurred_at: new Date(Date.now() - 3_600_000).toISOString() })
    expect((await offer('swiftpost', 'inject', [id])).status).toBe(201)
  })

  test.each([
    ['names the later carrier', { carrier: 'swiftpost' }],
    ['names no carrier', {}],
    ['names the later carrier at an earlier time', { carrier: 'swiftpost', occurred_at: new Date(Date.now() - 3_600_000).toISOString() }],
  ])('injected again by a scan that %s goes to the later carrier at its acceptance', async (_name, more) => {
    for (const handoff of ['inject', 'collect']) {
      const [id, , first] = await short()
      const again = await tender('swiftpost', handoff, [id])
      expect(await scan('inject', id, more)).toMatchObject({ applied: false, shipment: { carrier: 'maplego', tender_id: first } })
      await scan('arrive', id, { facility: 'EWR-SORT' })
      expect((await accept(again, 1)).shipments).toEqual([{ id, status: 'injected' }])
      expect(await read(id)).toMatchObject({ tender_id: again, carrier: handoff === 'inject' ? 'swiftpost' : 'maplego' })
      await scan('movement', id)
      expect(await read(id)).toMatchObject({ status: 'in_transit', carrier: 'swiftpost' })
      expect(await injectedOf(id)).toHaveLength(1)
    }
  })

  test('stays with the later carrier if that carrier injected it before a short count', async () => {
    const [first, second] = await short()
    const again = await tender('swiftpost', 'inject', [first, second])
    await scan('inject', first, { carrier: 'swiftpost' })
    await accept(again, 1)
    expect([(await offer('northline', 'inject', [first])).status, (await offer('northline', 'inject', [second])).status]).toEqual([
      409, 201,
    ])
  })

  test.each(['maplego', 'northline'])('stays with the earlier tender if its injection names %s', async (carrier) => {
    const [id, , first] = await short()
    const again = await tender('swiftpost', 'inject', [id])
    await scan('inject', id, { carrier })
    expect((await demo.post(`/v2/tenders/${again}/accept`, { piece_count_received: 1 })).json.error.code).toBe('tender_not_acceptable')
    expect(await read(id)).toMatchObject({ carrier: 'maplego', tender_id: first })
  })

  test("can be tendered again after a counter's refusal, which shows no custody", async () => {
    const [id] = await short()
    expect((await scan('reject', id, { reject_reason: 'other' })).applied).toBe(false)
    expect((await offer('swiftpost', 'inject', [id])).status).toBe(201)
  })

  test('cannot be tendered again if it was counted, as the missing parcels were named', async () => {
    const ids = [await shipmentOf(demo), await shipmentOf(demo), await shipmentOf(demo)] as [string, string, string]
    await accept(await tender('maplego', 'inject', ids), 2, { missing_shipment_ids: [ids[2]] })
    for (const id of ids.slice(0, 2)) expect((await offer('swiftpost', 'inject', [id])).json.error.code).toBe('invalid_transition')
    expect((await offer('swiftpost', 'inject', [ids[2]])).status).toBe(201)
    // Two members are missing and only one is named, so either of the other two may be the second missing one.
    const more = [await shipmentOf(demo), await shipmentOf(demo), await shipmentOf(demo)] as [string, string, string]
    await accept(await tender('maplego', 'inject', more), 1, { missing_shipment_ids: [more[2]] })
    for (const id of more) expect((await offer('swiftpost', 'inject', [id])).status).toBe(201)
  })

  test('stays with the earlier carrier if that carrier injects it before the other accepts', async () => {
    const [first, second] = await short()
    const again = await tender('swiftpost', 'inject', [first, second])
    await scan('inject', first, { carrier: 'maplego' })
    await scan('arrive', second, { facility: 'EWR-SORT' })
    await accept(again, 2)
    expect((await read(first)).carrier).toBe('maplego')
    expect(await read(second)).toMatchObject({ carrier: 'swiftpost', tender_id: again })
  })

  test('cannot be tendered on hold, in another open tender, or after a full or long count', async () => {
    const [held, tendered] = await short()
    await demo.post(`/v2/shipments/${held}/hold`)
    await tender('swiftpost', 'inject', [tendered])
    expect((await offer('swiftpost', 'inject', [held])).json.error.code).toBe('shipment_held')
    expect((await offer('swiftpost', 'inject', [tendered])).json.error.code).toBe('shipment_already_tendered')
    for (const received of [1, 2]) {
      const id = await shipmentOf(demo)
      await accept(await tender('maplego', 'inject', [id]), received)
      const { json } = await offer('swiftpost', 'inject', [id])
      expect([json.error.code, json.error.details.shipments]).toEqual(['invalid_transition', [{ id, status: 'injected' }]])
    }
    const id = await shipmentOf(demo)
    await scan('inject', id)
    expect((await offer('swiftpost', 'inject', [id])).json.error.code).toBe('invalid_transition')
  })

  test('can go to a third carrier only if the second count is short too', async () => {
    const [first, second] = await short()
    const again = await tender('swiftpost', 'inject', [first, second])
    await accept(again, 1)
    const third = await tender('northline', 'inject', [first])
    await accept(third, 1)
    expect(await read(first)).toMatchObject({ carrier: 'northline', tender_id: third, status: 'injected' })
    expect((await offer('maplego', 'inject', [first])).json.error.code).toBe('invalid_transition')
    expect(await injectedOf(first)).toHaveLength(1)
  })

  test('can be handed over in a later consolidation after a short one', async () => {
    const operator = await service.operator()
    const byConsolidation = async (carrier: string, ids: string[], received: number): Promise<string> => {
      const offered = await tender(carrier, 'inject', ids)
      const { id } = (await operator.post('/v2/ops/consolidations', { carrier, facility: 'X', tender_ids: [offered] })).json
      const counts = [{ id: offered, piece_count_received: received }]
      expect((await operator.post(`/v2/ops/consolidations/${id}/accept`, { piece_count_received: received, counts })).status).toBe(202)
      await until('it is accepted', async () => ((await demo.get(`/v2/tenders/${offered}`)).json.status === 'accepted' ? true : null))
      return offered
    }
    const ids = [await shipmentOf(demo), await shipmentOf(demo)] as [string, string]
    await byConsolidation('maplego', ids, 1)
    const again = await byConsolidation('swiftpost', [ids[0]], 1)
    expect(await read(ids[0])).toMatchObject({ status: 'injected', carrier: 'swiftpost', tender_id: again })
    expect(await injectedOf(ids[0])).toHaveLength(1)
  })

  test('ends with one of the two carriers if a scan and the acceptance coincide', async () => {
    for (let round = 0; round < 6; round++) {
      const [id, , first] = await short()
      const again = await tender('swiftpost', 'inject', [id])
      await Promise.all([accept(again, 1).catch((error: Error) => error), scan('movement', id, {})])
      const after = await read(id)
      expect(after.status).toBe('in_transit')
      expect([
        [first, 'maplego'],
        [again, 'swiftpost'],
      ]).toContainEqual([after.tender_id, after.carrier])
      expect(await injectedOf(id)).toHaveLength(1)
    }
  })
})
