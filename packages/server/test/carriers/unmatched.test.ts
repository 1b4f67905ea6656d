// The inbox of carrier scans with a number that matches no parcel (docs/operating/carriers.md#unmatched-scans).
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reportWork } from '../../src/kinds/carriers/work.ts'
import { trailOf } from '../ops/fixtures.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { csv, Desk, fact, type Json, type Line } from './support.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startTestService('api')
  desk = await Desk.open(service, 'relay')
})
afterAll(() => service.close())

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
const lines = (number: string, ...codes: string[]): Line[] =>
  codes.map((code, i) => ({ number, code, occurred_at: at(8 + i), city: 'Reno' }))
const match = (id: string, shipment: string) => desk.operator.post(`/v2/ops/unmatched-scans/${id}/match`, { shipment })
const dismiss = (id: string, body?: object) => desk.operator.post(`/v2/ops/unmatched-scans/${id}/dismiss`, body)

test('Today shows an operator the count, age and list of waiting scans, and shows a partner none', async () => {
  await desk.report(csv(...lines('TODAY-1', 'PU')))
  const [waiting] = await desk.inbox('TODAY-1')
  const needOf = async (client: TestClient) =>
    (await client.get('/v2/today')).json.needs.find(({ kind }: { kind: string }) => kind === 'unmatched_scan')
  const { count } = await needOf(desk.operator)
  const { data } = (await desk.operator.get((await needOf(desk.operator)).list)).json
  expect(data).toHaveLength(count)
  expect(await needOf(desk.operator)).toMatchObject({ is_more: false, oldest_at: data.at(-1).created_at })
  await dismiss(waiting.id)
  expect((await needOf(desk.operator)).count).toBe(count - 1)
  expect(await needOf(service.demo)).toBeUndefined()
})

test('a number without a parcel waits in the inbox with its report line', async () => {
  const done = await desk.report(csv(...lines('IN-1', 'PU', 'MV')))
  expect(done).toMatchObject({ state: 'done', applied_rows: 2, created_rows: 2, unmatched_rows: 2, error_count: 0 })
  const open = await desk.inbox('IN-1')
  expect(open).toMatchObject([
    {
      object: 'unmatched_scan',
      carrier: 'relay',
      number: 'IN-1',
      code: 'PU',
      kind: 'inject',
      state: 'open',
      reason: 'unknown_number',
      line: 2,
    },
    { kind: 'movement', occurred_at: at(9), import_id: done.id, line: 3, place: { city: 'Reno', facility: null }, shipment_id: null },
  ])
  expect((await desk.operator.get(`/v2/ops/unmatched-scans?import_id=${done.id}&limit=1`)).json).toMatchObject({
    data: [{ id: open[1].id }],
    has_more: true,
  })
  expect(await desk.report(csv(...lines('IN-1', 'PU', 'MV')))).toMatchObject({ applied_rows: 2, created_rows: 0, unmatched_rows: 0 })
  expect(await desk.inbox('IN-1')).toEqual(open)
})

test('a match records all open scans of the number as if known from the start, and later scans too', async () => {
  const [late, early] = [await desk.parcel(), await desk.parcel()]
  await desk.report(csv(...lines('MA-1', 'PU', 'MV', 'OD'), ...lines('MA-2', 'PU').map((line) => ({ ...line, reference: early.barcode }))))
  const [first, second] = await desk.inbox('MA-1')
  const { status, json } = await match(second.id, late.tracking.toLowerCase())
  expect(status).toBe(200)
  expect(json).toMatchObject({ id: second.id, state: 'matched', reason: null, shipment_id: late.id, matched_scans: 3 })
  expect(await desk.inbox('MA-1')).toEqual([])
  await desk.report(csv(...lines('MA-1', 'PU', 'MV', 'OD', 'DL'), ...lines('MA-2', 'PU', 'MV', 'OD', 'DL')))
  const history = async ({ id }: Json) =>
    JSON.stringify([(await desk.shipment(id)).status, (await desk.scans(id)).map(fact)]).replaceAll(/MA-\d/g, 'MA')
  expect(await history(late)).toEqual(await history(early))
  expect(await desk.shipment(late.id)).toMatchObject({ status: 'delivered', carrier: 'relay', ltracking: 'MA-1' })
  const [line] = await trailOf(desk.operator, second.id)
  expect(line).toMatchObject({ action: 'carrier_scan.matched', after: { shipment_id: late.id, scans: 3 } })
  expect((await match(first.id, late.id)).json.error.code).toBe('scan_already_resolved')
})

test('a number that a parcel gets later takes its open scans out of the inbox', async () => {
  const { id } = await desk.parcel()
  await desk.report(csv(...lines('LA-1', 'MV', 'OD')))
  expect(await desk.inbox('LA-1')).toHaveLength(2)
  await service.demo.post('/v2/scan-events/inject', { shipment_id: id, carrier: 'relay', ltracking: 'LA-1', occurred_at: at(7) })
  await desk.report(csv())
  expect(await desk.inbox('LA-1')).toEqual([])
  expect((await desk.scans(id)).map(({ kind, status }) => [kind, status])).toEqual([
    ['inject', 'injected'],
    ['movement', 'in_transit'],
    ['out-for-delivery', 'out_for_delivery'],
  ])
})

test('a number reported together with a reference is known afterward, although the parcel has another number', async () => {
  const own = await Desk.open(service, 'northline')
  const { id, barcode, ltracking } = await own.parcel()
  expect(ltracking).toEqual(expect.any(String))
  const [first, second] = lines('KN-1', 'MV', 'DL') as [Line, Line]
  await own.report(csv({ ...first, reference: barcode }))
  expect(await own.report(csv(second))).toMatchObject({ created_rows: 1, unmatched_rows: 0 })
  expect(await own.shipment(id)).toMatchObject({ status: 'delivered', ltracking })
  expect(await desk.report(csv(second))).toMatchObject({ unmatched_rows: 1 })
})

test('a line with a reference matches its open scan without adding a new one', async () => {
  const { id, barcode } = await desk.parcel()
  const [line] = lines('RE-1', 'MV') as [Line]
  await desk.report(csv(line))
  expect(await desk.report(csv({ ...line, reference: barcode }))).toMatchObject({ created_rows: 0, applied_rows: 1 })
  expect(await desk.inbox('RE-1')).toEqual([])
  expect(await desk.scans(id)).toHaveLength(1)
})

test('a dismissed scan does not return when it is reported again', async () => {
  await desk.report(csv(...lines('NO-1', 'MV', 'DL')))
  const [first, second] = await desk.inbox('NO-1')
  expect((await dismiss(first.id, { note: 'Of another network' })).json).toMatchObject({ state: 'dismissed', note: 'Of another network' })
  await desk.report(csv(...lines('NO-1', 'MV', 'DL')))
  expect(await desk.inbox('NO-1')).toMatchObject([{ id: second.id }])
  expect(await desk.inbox('NO-1', 'dismissed')).toMatchObject([{ id: first.id, resolved_by: expect.stringMatching(/^key:/) }])
  expect((await dismiss(first.id)).json.error).toMatchObject({ code: 'scan_already_resolved', details: { state: 'dismissed' } })
  expect((await match(first.id, 'x')).json.error.code).toBe('scan_already_resolved')
  expect((await match(second.id, 'shp_00000000000000000000000000')).json.error).toMatchObject({
    code: 'not_found',
    details: { field: 'shipment' },
  })
  expect((await match('csc_00000000000000000000000000', 'x')).status).toBe(404)
})

test('a number of two parcels belongs to neither until an operator matches it, and a match may be refused', async () => {
  const [one, two] = [await desk.parcel(), await desk.parcel()]
  for (const { id } of [one, two])
    await service.demo.post('/v2/scan-events/inject', { shipment_id: id, carrier: 'relay', ltracking: 'TWO', occurred_at: at(7) })
  await desk.report(csv(...lines('TWO', 'MV')))
  const [open] = await desk.inbox('TWO')
  expect(open.reason).toBe('several_shipments')
  const unlabeled = await desk.parcel({ direction: 'return', fulfillment: 'qr_code' })
  expect((await match(open.id, unlabeled.id)).json.error.code).toBe('invalid_transition')
  expect(await desk.inbox('TWO')).toEqual([open])
  expect((await match(open.id, two.barcode)).json.state).toBe('matched')
  expect([(await desk.shipment(one.id)).status, (await desk.shipment(two.id)).status]).toEqual(['injected', 'in_transit'])
})

test('exactly one of several simultaneous matches and dismissals succeeds, and the parcel gets the scan at most once', async () => {
  const { id } = await desk.parcel()
  await desk.report(csv(...lines('AT-1', 'MV')))
  const [open] = await desk.inbox('AT-1')
  const answers = await Promise.all([match(open.id, id), match(open.id, id), dismiss(open.id), match(open.id, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect((await desk.scans(id)).length).toBe(answers[2]?.status === 200 ? 0 : 1)
})

test('a partner may have as many surplus numbers as one list allows, and an operator may add more', async () => {
  const accept = async (as: TestClient, surplus_numbers: string[]) => {
    const { id } = await desk.parcel()
    const tender = (
      await service.demo.post('/v2/tenders', { carrier: 'relay', handoff: 'inject', facility: 'EWR-SORT', shipment_ids: [id] })
    ).json
    return as.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 1_001, surplus_numbers })
  }
  const many = Array.from({ length: 1_000 }, (_, n) => `FLOOD-${n}`)
  expect((await accept(service.demo, many)).status).toBe(200)
  const refused = await accept(service.demo, ['FLOOD-ONE-MORE'])
  expect([refused.status, refused.json.error.code, refused.json.error.details]).toEqual([409, 'surplus_limit_reached', { limit: 1_000 }])
  expect((await accept(desk.operator, ['FLOOD-OF-OPERATOR'])).status).toBe(200)
  await service.running.service.db.query('test_flood', "delete from carrier_scans where number like 'FLOOD-%'")
})

test('surplus numbers of an accepted tender wait for an operator, even if they are known', async () => {
  const [member, found, other] = [await desk.parcel(), await desk.parcel(), await desk.parcel()]
  const tender = (
    await service.demo.post('/v2/tenders', { carrier: 'relay', handoff: 'inject', facility: 'EWR-SORT', shipment_ids: [member.id] })
  ).json
  const accept = (body: object) => desk.operator.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 3, ...body })
  const spaced = `${found.barcode.slice(0, 5)} ${found.barcode.slice(5)}`
  const pathOf = async (surplus_numbers: string[]) => (await accept({ surplus_numbers })).json.error.details.errors[0].path
  expect(await pathOf(['SU-1', 'SU-2', 'SU-3'])).toBe('/surplus_numbers')
  expect(await pathOf(['SU-1', 'S U-1'])).toBe('/surplus_numbers/1')
  expect((await accept({ surplus_numbers: [spaced, 'SU-2'] })).json.discrepancy).toEqual({ type: 'over', delta: 2 })
  await desk.report(csv())
  const { data } = (await desk.operator.get(`/v2/ops/unmatched-scans?tender_id=${tender.id}&order=oldest`)).json
  expect(data.map(({ number, kind, reason, place }: Json) => [number, kind, reason, place.facility]).sort()).toEqual(
    [
      [found.barcode, 'inject', 'surplus', 'EWR-SORT'],
      ['SU-2', 'inject', 'surplus', 'EWR-SORT'],
    ].sort(),
  )
  for (const { id, number } of data) expect((await match(id, number === 'SU-2' ? other.id : found.id)).status).toBe(200)
  for (const { id } of [found, other]) expect(await desk.shipment(id)).toMatchObject({ status: 'injected', carrier: 'relay' })
  expect((await desk.shipment(other.id)).ltracking).toBe('SU-2')
  expect((await desk.shipment(found.id)).ltracking).not.toBe(found.barcode)
})

test('carriers are served round-robin, however many scans one of them has in the inbox', async () => {
  const { service: inner } = service.running
  const many = `insert into carrier_scans (id, carrier, number, code, kind, occurred_at, facts, place, state, reason, created_at, version)
    select 'csc_' || lpad(i::text, 26, '0'), 'flood', 'FLOOD-' || i, 'MV', 'movement', now(), '{}', '', 'open', 'unknown_number', '2026-01-01', 1
      from generate_series(1, 1200) as i`
  await inner.db.query('test_many', many)
  const made = await desk.parcel()
  await desk.report(csv(...lines('TURN-1', 'PU')))
  const [waiting] = await desk.inbox('TURN-1')
  await inner.db.query('test_learned', "update carrier_scans set reason = 'no_carrier_yet', shipment_id = $2 where id = $1", [
    waiting.id,
    made.id,
  ])
  const work = reportWork(inner)
  await work.rest(() => false)
  expect(await desk.inbox('TURN-1')).toEqual([])
  const listed = vi.spyOn(inner.db, 'query')
  await work.rest(() => false)
  const reads = listed.mock.calls.flatMap(([name, , values]) => (name === 'carrier_scans_open' && values?.[0] === 'flood' ? [values] : []))
  listed.mockRestore()
  // The next pass continues after the first 1,000 scans.
  expect(reads[0]?.[2]).toBe(`csc_${'1000'.padStart(26, '0')}`)
  await inner.db.query('test_few', "delete from carrier_scans where carrier = 'flood'")
})
