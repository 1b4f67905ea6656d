// Two writers meet at one row. One of them is a transaction that the test keeps open, so that the other writer always meets it.
import { decideScan } from '@backhaul/core/decide-scan.ts'
import type { Effects } from '@backhaul/core/effects.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Plan } from '../../src/commit/plan.ts'
import { loadShipment } from '../../src/kinds/shipments/load.ts'
import { decisionContext, mergePlans, planOf } from '../../src/service/plan.ts'
import { createShipment, SCANNER, scan, scanned } from '../scans/support.ts'
import { scanEnv } from '../shipments/fixtures.ts'
import { Holder } from '../support/holder.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const begin = () => Holder.begin({ connectionString: service.running.service.config.databaseUrl as string })
const scansOf = async (id: string) => (await service.demo.get(`/v2/shipments/${id}/scans`)).json.data

/** A parcel that a counter has already accepted, so a second acceptance is recorded but changes nothing. */
const accepted = async (): Promise<string> => {
  const { id } = await createShipment(service.demo)
  await scanned(service.demo, 'accept', { shipment_id: id, ...SCANNER })
  return id
}

const loaded = async (id: string): Promise<Shipment> => (await loadShipment(service.running.service, null, id)) as Shipment

/** The plan of a late acceptance of the parcel, made from the parcel's current state. */
const lateAcceptance = async (id: string): Promise<Plan> => {
  const shipment = await loaded(id)
  const env = await decisionContext(service.running.service, { email: '', full_name: '' }, shipment.partner_id)
  const decided = decideScan(shipment, { kind: 'accept' }, { ...scanEnv(env.now), ...env }) as Effects
  expect({ status: decided.shipment.status, applied: decided.applied }).toEqual({ status: 'ready_for_pickup', applied: false })
  return planOf(decided, shipment, env.now)
}

test('a scan that changes nothing is decided again if the parcel changes before the commit', async () => {
  const id = await accepted()
  const other = await begin()
  await other.query("update shipments set status = 'disposed', version = version + 1 where id = $1", [id])
  const late = scan(service.demo, 'accept', { shipment_id: id, ...SCANNER })
  await other.heldUp(late)
  await other.query('commit')
  const { status, json } = await late
  expect([status, json.error?.code]).toEqual([409, 'invalid_transition'])
  expect(await scansOf(id)).toHaveLength(1)
})

test('a command that changes a parcel is decided again if the parcel changes before the commit', async () => {
  const { id } = await createShipment(service.demo)
  const other = await begin()
  await other.query("update shipments set status = 'in_possession', version = version + 1 where id = $1", [id])
  const cancelled = service.demo.post(`/v2/shipments/${id}/cancel`)
  await other.heldUp(cancelled)
  await other.query('commit')
  const { status, json } = await cancelled
  expect([status, json.error?.code]).toEqual([409, 'shipment_not_cancellable'])
  expect((await service.demo.get(`/v2/shipments/${id}`)).json.status).toBe('in_possession')
})

test('an amendment reverses measurement charges according to their state at the commit', async () => {
  const { demo } = service
  const { id, parcel } = await createShipment(demo)
  const observed = { weight: parcel.weight + 5 }
  expect((await demo.post('/v2/discrepancies', { shipment_id: id, stage: 'sort', observed, chargeable: true })).status).toBe(201)
  const adjustments = async () => (await demo.get(`/v2/shipments/${id}/adjustments`)).json.data
  const [charged] = await adjustments()
  expect((await demo.post(`/v2/adjustments/${charged.id}/dispute`, { reason: 'our scale says less' })).status).toBe(200)
  // Meanwhile the dispute is decided for the partner.
  const other = await begin()
  await other.query("update adjustments set dispute_status = 'upheld', version = version + 1 where id = $1", [charged.id])
  const amended = demo.patch(`/v2/shipments/${id}`, { parcel: { weight: parcel.weight + 1 } })
  await other.heldUp(amended)
  await other.query('commit')
  expect((await amended).status).toBe(200)
  expect((await adjustments()).map((one: { id: string }) => one.id)).toEqual([charged.id])
})

test('a discrepancy without a charge records the parcel in its state at the commit', async () => {
  const { id, parcel } = await createShipment(service.demo)
  const other = await begin()
  await other.query(`update shipments set parcel = jsonb_set(parcel, '{weight}', '7.25'), version = version + 1 where id = $1`, [id])
  const reported = service.demo.post('/v2/discrepancies', { shipment_id: id, stage: 'sort', observed: { length: 12 }, chargeable: false })
  await other.heldUp(reported)
  await other.query('commit')
  const { status, json } = await reported
  expect([status, json.declared]).toEqual([201, { ...parcel, weight: 7.25 }])
})

test('a decision that leaves a shipment unchanged commits only while the shipment is unchanged', async () => {
  const { committer } = service.running.service
  const id = await accepted()
  const [first, second] = [await lateAcceptance(id), await lateAcceptance(id)]
  expect(await committer.commit(first)).toBe(true)
  expect((await service.demo.post(`/v2/shipments/${id}/disposition`, { disposition: 'dispose' })).status).toBe(200)
  expect(await committer.commit(second)).toBe(false)
  expect(await scansOf(id)).toHaveLength(2)
})

test('merged plans commit only while everything that each of them relied on is unchanged', async () => {
  const { committer } = service.running.service
  const [changed, same] = [await accepted(), await accepted()]
  const both = mergePlans([await lateAcceptance(changed), await lateAcceptance(same)])
  expect((await service.demo.post(`/v2/shipments/${changed}/disposition`, { disposition: 'dispose' })).status).toBe(200)
  expect(await committer.commit(both)).toBe(false)
  expect(await scansOf(same)).toHaveLength(1)
})

test('exactly one of several simultaneous plans for one row is written', async () => {
  const { committer } = service.running.service
  const shipment = await loaded(await accepted())
  const next = { ...shipment, held: true, version: shipment.version + 1 }
  const written = await Promise.all(Array.from({ length: 5 }, () => committer.commit({ updates: [['shipments', next]] })))
  expect(written.filter(Boolean)).toHaveLength(1)
})

test('exactly one of several simultaneous plans for one key is written', async () => {
  const answer = { principal: 'p', endpoint: 'POST /', key: 'same', fingerprint: 'f', status: 200, body: '{}' }
  const written = await Promise.all(Array.from({ length: 5 }, () => service.running.service.committer.commit({ answer })))
  expect(written.filter(Boolean)).toHaveLength(1)
})

test('when a shared statement cannot get past a deadlock, each plan that can commit is committed alone', async () => {
  const { committer } = service.running.service
  const [low, high] = [await loaded(await accepted()), await loaded(await accepted())].sort((a, b) => (a.id < b.id ? -1 : 1)) as [
    Shipment,
    Shipment,
  ]
  const other = await begin()
  // PostgreSQL rolls back whichever session checks for the deadlock first, so this session is made to check late.
  await other.query("set local deadlock_timeout = '1 min'")
  await other.query('select from shipments where id = $1 for update', [high.id])
  await other.query('savepoint free')
  const ended: string[] = []
  const commit = async (name: string, shipment: Shipment) => {
    const committed = await committer.commit({ guards: [['shipments', shipment]] })
    ended.push(`${name} ${committed}`)
  }
  // Both commits are in one statement, which locks the lower row and waits for the higher one.
  const written = [commit('low', low), commit('high', high)]
  for (let deadlocks = 0; ended.length === 0 && deadlocks < 10; deadlocks++) {
    await other.heldUp(Promise.race(written))
    await other.query('select from shipments where id = $1 for update', [low.id])
    await other.query('rollback to free')
  }
  expect(ended).toEqual(['low true'])
  await other.heldUp(written[1] as Promise<void>)
  await other.query('rollback')
  await Promise.all(written)
  expect(ended).toEqual(['low true', 'high true'])
})
