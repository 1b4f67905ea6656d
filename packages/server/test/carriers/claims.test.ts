// Which carrier's reports move a parcel (docs/operating/carriers.md#whose-reports-move-a-parcel).
import { bookingStateOf } from '@backhaul/core/carrier-booking.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordScans } from '../../src/kinds/carriers/record.ts'
import { Execution } from '../../src/service/execute.ts'
import { dayAhead, storesByCode, WINDOW } from '../pickups/fixtures.ts'
import { ADDRESS, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { CODES, csv, Desk, type Json, type Line } from './support.ts'

let service: TestService
let demo: TestClient
let maplego: Desk
let swiftpost: Desk
let relay: Desk
beforeAll(async () => {
  service = await startTestService('api')
  demo = service.demo
  const open = async (code: string) => {
    const desk = await Desk.open(service, code)
    const body = { name: code, adapter: 'file', codes: { ...CODES, AR: 'arrive', CL: 'collect', CU: 'custody', SO: 'sort' } }
    await desk.operator.send('PUT', `/v2/ops/carriers/${code}`, { body })
    return desk
  }
  maplego = await open('maplego')
  swiftpost = await open('swiftpost')
  // A carrier without rates is never a candidate.
  relay = await open('relay')
})
afterAll(() => service.close())

const KINDS = ['CL', 'CU', 'AR', 'SO', 'PU', 'MV', 'OD', 'DL']
const at = (hour: number): string => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
const TORONTO = { ...ADDRESS, city: 'Toronto', state: 'ON', postal_code: 'M5V 2A5', country: 'CA' }
const ABROAD = { direction: 'outbound', fulfillment: 'print_label', to: TORONTO, parcel: { weight: 1 } }
const line = (number: string, code: string, hour = 8, more: Partial<Line> = {}): Line => ({ number, code, occurred_at: at(hour), ...more })
const create = async (body: object = ABROAD): Promise<Json> => (await demo.post('/v2/shipments', body)).json
const scan = (kind: string, shipment_id: string, more: object = {}) => demo.post(`/v2/scan-events/${kind}`, { shipment_id, ...more })
/** A parcel that was handed in to the network and has no carrier yet. */
const handedIn = async (body: object = ABROAD): Promise<Json> => {
  const made = await create(body)
  expect((await scan('accept', made.id)).status).toBe(200)
  return made
}
const read = async (id: string): Promise<Json> => (await demo.get(`/v2/shipments/${id}`)).json
const reasons = async (desk: Desk, number: string): Promise<string[]> => (await desk.inbox(number)).map(({ reason }) => reason)
const match = (desk: Desk, id: string, shipment: string) => desk.operator.post(`/v2/ops/unmatched-scans/${id}/match`, { shipment })
const tender = async (carrier: string, handoff: string, ids: string[]): Promise<string> => {
  const { status, json, text } = await demo.post('/v2/tenders', { carrier, handoff, shipment_ids: ids })
  if (status !== 201) throw new Error(text)
  return json.id
}
const accept = async (id: string, piece_count_received: number): Promise<void> => {
  expect((await demo.post(`/v2/tenders/${id}/accept`, { piece_count_received })).status).toBe(200)
}

test("a report about another carrier's parcel changes nothing, regardless of its codes and numbers", async () => {
  for (const advance of [[], ['accept'], ['inject'], ['movement']]) {
    const made = await create(RETURN)
    for (const kind of advance) await scan(kind, made.id)
    const before = await read(made.id)
    const history = await relay.scans(made.id)
    const numbers = [made.tracking, made.barcode, `OWN-${made.id}`]
    const report = KINDS.flatMap((code) => [
      line(made.tracking.toLowerCase(), code),
      line(made.barcode, code),
      line(`OWN-${made.id}`, code, 8, { reference: made.barcode, signed_by: 'Mallory' }),
    ])
    expect(await relay.report(csv(...report))).toMatchObject({ created_rows: 24, unmatched_rows: 24, error_count: 0 })
    expect(await read(made.id)).toEqual(before)
    expect(await relay.scans(made.id)).toEqual(history)
    for (const number of [numbers[1], numbers[2]] as string[])
      expect(await reasons(relay, number)).toEqual(KINDS.map(() => 'other_carrier'))
  }
})

test('an unmatched scan names its parcel, and a match records it and the later scans of the number', async () => {
  const made = await create(RETURN)
  await relay.report(csv(line('MM-1', 'MV', 8, { reference: made.barcode }), line('MM-1', 'DL', 9, { signed_by: 'A. Example' })))
  const open = await relay.inbox('MM-1')
  expect(open).toMatchObject([
    { state: 'open', reason: 'other_carrier', shipment_id: made.id, scan_id: null },
    { state: 'open', reason: 'other_carrier', shipment_id: made.id, resolved_by: null },
  ])
  expect((await match(relay, open[0].id, made.id)).json).toMatchObject({ state: 'matched', reason: null, matched_scans: 2 })
  expect(await read(made.id)).toMatchObject({ status: 'delivered', carrier: 'relay', ltracking: 'MM-1', pod: { grade: 'B' } })
})

test('a match applies to later reports of the number until another carrier takes the parcel', async () => {
  const made = await create(RETURN)
  for (const kind of ['accept', 'arrive']) await scan(kind, made.id)
  await relay.report(csv(line('MM-2', 'CU')))
  const [open] = await relay.inbox('MM-2')
  // The scan is recorded but does not move the parcel, so the parcel keeps its carrier.
  await match(relay, open.id, made.id)
  expect(await read(made.id)).toMatchObject({ status: 'at_sort_center', carrier: 'northline' })
  await relay.report(csv(line('MM-2', 'SO', 9)))
  expect((await read(made.id)).status).toBe('sorted')
  // Another number of the same carrier is still unmatched.
  await relay.report(csv(line('MM-3', 'MV', 9, { reference: made.barcode })))
  expect(await reasons(relay, 'MM-3')).toEqual(['other_carrier'])
  await scan('inject', made.id, { carrier: 'swiftpost' })
  await relay.report(csv(line('MM-2', 'DL', 10)))
  expect(await reasons(relay, 'MM-2')).toEqual(['other_carrier'])
  expect(await read(made.id)).toMatchObject({ status: 'injected', carrier: 'swiftpost' })
})

test.each([
  ['a scan of injection that names no carrier', async (id: string) => scan('inject', id)],
  ['a movement that names no carrier', async (id: string) => scan('movement', id)],
  [
    "another carrier's own injection",
    async (id: string) => service.running.service.db.query('test_taken', "update shipments set carrier = 'maplego' where id = $1", [id]),
  ],
  ["another carrier's acceptance for collection", async (id: string) => accept(await tender('maplego', 'collect', [id]), 1)],
])('a match ends with %s', async (_what, take) => {
  const made = await handedIn()
  const number = `ME-${made.id}`
  await swiftpost.report(csv(line(number, 'AR', 8, { reference: made.barcode })))
  const [open] = await swiftpost.inbox(number)
  expect((await match(swiftpost, open.id, made.id)).status).toBe(200)
  await swiftpost.report(csv(line(number, 'SO', 9)))
  expect(await read(made.id)).toMatchObject({ status: 'sorted', carrier: null })
  await take(made.id)
  const before = await read(made.id)
  await swiftpost.report(csv(line(number, 'DL', 10, { signed_by: 'Mallory' })))
  expect(await reasons(swiftpost, number)).toEqual(before.carrier === 'swiftpost' ? [] : ['other_carrier'])
  expect(before.carrier).not.toBe('swiftpost')
  expect(await read(made.id)).toEqual(before)
})

test('a match ends when the carrier of the parcel moves it, even if it already was the carrier', async () => {
  const made = await create(RETURN)
  await scan('accept', made.id)
  await relay.report(csv(line('ME-SAME', 'CU', 8, { reference: made.barcode })))
  const [open] = await relay.inbox('ME-SAME')
  await match(relay, open.id, made.id)
  await scan('inject', made.id)
  expect(await read(made.id)).toMatchObject({ status: 'injected', carrier: 'northline' })
  await relay.report(csv(line('ME-SAME', 'DL', 10)))
  expect(await reasons(relay, 'ME-SAME')).toEqual(['other_carrier'])
  expect((await read(made.id)).status).toBe('injected')
})

test("a carrier's parcel does not get a number that belongs to another carrier's parcel", async () => {
  const [theirs, own] = [await handedIn(), await handedIn()]
  await maplego.report(csv(line('TAKEN-1', 'MV', 8, { reference: theirs.barcode })))
  expect(await read(theirs.id)).toMatchObject({ carrier: 'maplego', ltracking: 'TAKEN-1' })
  await swiftpost.report(csv(line('TAKEN-1', 'MV', 9, { reference: own.barcode })))
  expect(await reasons(swiftpost, 'TAKEN-1')).toEqual(['several_shipments'])
  expect(await read(own.id)).toMatchObject({ carrier: null, ltracking: null })
  expect(
    (await demo.get('/v2/parcels/find?code=TAKEN-1')).json.shipment_id ?? (await demo.get('/v2/parcels/find?code=TAKEN-1')).json.id,
  ).toBe(theirs.id)
  // An operator may still match the scan to this parcel, but the number stays with the other parcel.
  const [open] = await swiftpost.inbox('TAKEN-1')
  expect((await match(swiftpost, open.id, own.id)).status).toBe(200)
  const after = await read(own.id)
  expect([after.carrier, after.ltracking === 'TAKEN-1']).toEqual(['swiftpost', false])
})

test('only a candidate claims a parcel without a carrier, after the network had it, by a scan that proves custody', async () => {
  const made = await create()
  expect(made.carrier).toBeNull()
  await maplego.report(csv(line(made.barcode, 'DL')))
  expect(await reasons(maplego, made.barcode)).toEqual(['not_in_network'])
  await scan('accept', made.id)
  await relay.report(csv(...KINDS.map((code) => line(made.barcode, code))))
  expect(await reasons(relay, made.barcode)).toEqual(KINDS.map(() => 'not_candidate'))
  await swiftpost.report(csv(...['CL', 'CU', 'AR', 'SO'].map((code) => line(made.barcode, code))))
  expect(await reasons(swiftpost, made.barcode)).toEqual(Array(4).fill('no_carrier_yet'))
  // A report that came too early does not claim the parcel later, although a new report could claim it now.
  expect(await read(made.id)).toMatchObject({ status: 'ready_for_pickup', carrier: null, ltracking: null })
  expect(await reasons(maplego, made.barcode)).toEqual(['no_carrier_yet'])
  expect(await maplego.scans(made.id)).toHaveLength(1)
  await swiftpost.report(csv(line('CLAIM-1', 'MV', 9, { reference: made.barcode })))
  expect(await read(made.id)).toMatchObject({ status: 'in_transit', carrier: 'swiftpost', ltracking: 'CLAIM-1' })
  // Earlier reports of this carrier are recorded as scans of the parcel. Those of other carriers stay unmatched.
  expect(await reasons(swiftpost, made.barcode)).toEqual([])
  expect(await reasons(maplego, made.barcode)).toEqual(['other_carrier'])
  expect((await swiftpost.scans(made.id)).map(({ kind }) => kind).sort()).toEqual([
    'accept',
    'arrive',
    'collect',
    'custody',
    'movement',
    'sort',
  ])
})

test.each(['PU', 'MV', 'OD', 'DL'])('a report with the code %s claims a parcel without a carrier', async (code) => {
  const made = await handedIn()
  await maplego.report(csv(line(made.tracking, code)))
  const after = await read(made.id)
  expect([after.carrier, after.status]).toEqual([
    'maplego',
    { PU: 'injected', MV: 'in_transit', OD: 'out_for_delivery', DL: 'delivered' }[code],
  ])
  expect(after.ltracking).toEqual(expect.any(String))
})

test.each([
  ['accept', 'ready_for_pickup'],
  ['collect', 'picked_up'],
  ['arrive', 'at_sort_center'],
  ['sort', 'sorted'],
])('a parcel that became unclaimed after %s can also be claimed', async (kind, status) => {
  for (const [code, moved] of [
    ['PU', 'injected'],
    ['MV', 'in_transit'],
    ['OD', 'out_for_delivery'],
    ['DL', 'delivered'],
  ] as const) {
    const made = await create()
    expect((await scan(kind, made.id)).json.shipment).toMatchObject({ status, carrier: null })
    await demo.post(`/v2/shipments/${made.id}/disposition`, { disposition: 'unclaimed' })
    await relay.report(csv(line(made.barcode, code)))
    expect(await reasons(relay, made.barcode)).toEqual(['not_candidate'])
    await maplego.report(csv(line(made.barcode, code)))
    expect([code, await read(made.id)]).toMatchObject([code, { status: moved, carrier: 'maplego' }])
  }
})

test('an inactive carrier, or one that is not the carrier of a fixed market, is no candidate', async () => {
  const made = await handedIn()
  const set = (active: boolean) => maplego.operator.send('PUT', '/v2/ops/carriers/maplego', { body: { name: 'maplego', active } })
  expect((await set(false)).status).toBe(200)
  await maplego.report(csv(line(made.barcode, 'MV')))
  await set(true)
  expect(await reasons(maplego, made.barcode)).toEqual(['not_candidate'])
  const market = (body: object) => maplego.operator.send('PUT', '/v2/ops/markets/CA', { body })
  expect((await market({ kind: 'fixed', carrier: 'swiftpost', currency: 'CAD' })).status).toBe(200)
  await maplego.report(csv(line(made.barcode, 'OD', 9)))
  expect(await reasons(maplego, made.barcode)).toEqual(['not_candidate', 'not_candidate'])
  await swiftpost.report(csv(line(made.barcode, 'OD', 9)))
  expect((await market({ kind: 'marketplace', currency: 'CAD' })).status).toBe(200)
  expect(await read(made.id)).toMatchObject({ status: 'out_for_delivery', carrier: 'swiftpost' })
})

test('scans of a shipment that ended without a carrier wait, and a match records them', async () => {
  const ended = await create()
  await demo.post(`/v2/shipments/${ended.id}/cancel`)
  const returned = await handedIn()
  await demo.post(`/v2/shipments/${returned.id}/disposition`, { disposition: 'rts' })
  await maplego.report(csv(line(ended.barcode, 'DL'), line(returned.barcode, 'DL')))
  for (const { id, barcode } of [ended, returned]) {
    const [open] = await maplego.inbox(barcode)
    expect([open.reason, (await read(id)).carrier]).toEqual(['shipment_ended', null])
    expect((await match(maplego, open.id, id)).json.state).toBe('matched')
    expect((await maplego.scans(id)).at(0)).toMatchObject({ kind: 'deliver', applied: false })
  }
})

test('a parcel promised to one carrier is not claimed by another; its accepted collect tender lets that carrier move it', async () => {
  const made = await handedIn()
  const promised = await tender('swiftpost', 'collect', [made.id])
  await maplego.report(csv(line(made.barcode, 'MV')))
  await accept(promised, 1)
  await maplego.report(csv(line(made.barcode, 'DL', 9)))
  expect(await reasons(maplego, made.barcode)).toEqual(['other_carrier', 'other_carrier'])
  expect(await read(made.id)).toMatchObject({ status: 'made_ready', carrier: null, ltracking: null, tender_id: promised })
  await swiftpost.report(csv(line('OWN-1', 'PU', 9, { reference: made.barcode })))
  expect(await read(made.id)).toMatchObject({ status: 'injected', carrier: 'swiftpost', ltracking: 'OWN-1' })
  const injected = (await demo.events(made.id)).find(({ type }) => type === 'shipment.injected')
  expect([injected.identifiers.tender, injected.eventSpecific.carrier]).toEqual([promised, 'swiftpost'])
})

test('the later of two collect tenders counts, and the carrier of the earlier one cannot claim the parcel', async () => {
  const made = await handedIn()
  await accept(await tender('relay', 'collect', [made.id]), 1)
  const later = await tender('swiftpost', 'collect', [made.id])
  await accept(later, 1)
  expect((await read(made.id)).tender_id).toBe(later)
  await relay.report(csv(line(made.barcode, 'DL')))
  expect(await reasons(relay, made.barcode)).toEqual(['other_carrier'])
  await swiftpost.report(csv(line(made.barcode, 'AR'), line(made.barcode, 'MV', 9)))
  expect(await read(made.id)).toMatchObject({ status: 'in_transit', carrier: 'swiftpost' })
})

test('a booking with one carrier keeps others from claiming the parcel', async () => {
  const made = await handedIn()
  const book = (state: string) =>
    service.running.service.db.query(
      'test_booking',
      `insert into carrier_bookings values ('cbk_' || $1, 'swiftpost', $2, $3, null, null, 0, now(), now(), now(), 1)
         on conflict (shipment_id, carrier) do update set state = excluded.state`,
      [made.id.slice(4), made.id, state],
    )
  await book('booked')
  await maplego.report(csv(line(made.barcode, 'MV')))
  expect(await reasons(maplego, made.barcode)).toEqual(['other_carrier'])
  await book('void')
  await maplego.report(csv(line(made.barcode, 'MV', 9)))
  expect(await read(made.id)).toMatchObject({ status: 'in_transit', carrier: 'maplego' })
})

test('the carrier whose consolidation counted the sweep of a parcel has the parcel', async () => {
  const stores = await storesByCode(service)
  const store_id = stores.values().next().value as string
  const made = await create()
  const date = dayAhead(3)
  const pickup = await demo.post('/v2/pickups', { shipment_id: made.id, store_id, date, ...WINDOW })
  expect(pickup.status).toBe(201)
  const { dp } = (await demo.get(`/v2/sweeps/${(await read(made.id)).sweepId}`)).json
  const [own, other] = dp === 'maplego' ? [maplego, swiftpost] : [swiftpost, maplego]
  const consolidation = (await own.operator.post('/v2/ops/consolidations', { carrier: dp, store_id, date })).json
  await own.report(csv(line(made.barcode, 'AR')))
  expect(await reasons(own, made.barcode)).toEqual(['not_in_network'])
  expect((await own.operator.post(`/v2/ops/consolidations/${consolidation.id}/accept`, { piece_count_received: 1 })).status).toBe(202)
  await other.report(csv(line(made.barcode, 'MV')))
  expect(await reasons(other, made.barcode)).toEqual(['other_carrier'])
  await own.report(csv(line(made.barcode, 'MV', 9)))
  expect(await read(made.id)).toMatchObject({ status: 'in_transit', carrier: dp })
})

test('exactly one of two carriers that claim a parcel simultaneously gets it', async () => {
  const running = service.running.service
  for (let round = 0; round < 10; round++) {
    const made = await handedIn()
    const claim = (code: string) =>
      new Execution(running).execute(async () => {
        const reported = { number: made.barcode, code: 'MV', kind: 'movement', occurred_at: at(8), facts: {} } as const
        const origin = { import_id: null, line: null, tender_id: null, surplus_of: null }
        const candidate = { scan: reported, row: null, origin, match: { shipment_id: made.id, is_ours: true } }
        const { recorded, plan } = await recordScans(running, { code, name: code }, [candidate], 'report')
        return { status: 200, body: { recorded }, plan }
      })
    const outcomes = (await Promise.all(['maplego', 'swiftpost'].map(claim))) as { body: string }[]
    expect(outcomes.map(({ body }) => JSON.parse(body).recorded[0]).sort()).toEqual(['matched', 'unmatched'])
    const { carrier } = await read(made.id)
    const [won, lost] = carrier === 'maplego' ? [maplego, swiftpost] : [swiftpost, maplego]
    expect([await reasons(won, made.barcode), await reasons(lost, made.barcode)]).toEqual([[], ['other_carrier']])
    expect(await won.scans(made.id)).toHaveLength(2)
  }
})

test('dismissing an unmatched scan frees the carrier’s number for another parcel', async () => {
  const [wrong, right] = [await create(RETURN), await handedIn()]
  await maplego.report(csv(line('FREE-1', 'MV', 8, { reference: wrong.barcode })))
  const [open] = await maplego.inbox('FREE-1')
  expect((await maplego.operator.post(`/v2/ops/unmatched-scans/${open.id}/dismiss`)).json).toMatchObject({ shipment_id: null })
  await maplego.report(csv(line('FREE-1', 'MV', 9, { reference: right.barcode })))
  await maplego.report(csv(line('FREE-1', 'DL', 10)))
  expect(await read(right.id)).toMatchObject({ status: 'delivered', carrier: 'maplego' })
})

test('a carrier service gets a booking for a parcel accepted for collection, and the previous booking is voided', () => {
  const of = (carrier: string | null, collecting_carrier: string | null, status: 'made_ready' | 'injected' | 'disposed') =>
    (['swiftpost', 'northline'] as const).map((code) =>
      bookingStateOf(
        { carrier, collecting_carrier, status, label_id: 'lbl', is_direct: false },
        code,
        code === 'northline' ? 'booked' : null,
      ),
    )
  expect(of(null, 'swiftpost', 'made_ready')).toEqual(['due', 'voiding'])
  expect(of('northline', 'swiftpost', 'made_ready')).toEqual(['due', 'voiding'])
  // The parcel was injected by a short acceptance, and another carrier will collect it.
  expect(of('northline', 'swiftpost', 'injected')).toEqual(['due', 'voiding'])
  expect(of('northline', null, 'injected')).toEqual([null, 'booked'])
  expect(of('northline', 'swiftpost', 'disposed')).toEqual([null, 'voiding'])
})
