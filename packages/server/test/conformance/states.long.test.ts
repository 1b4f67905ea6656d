// docs/states.md: every command in every status, over HTTP, compared with a table written by hand (../shipments/oracle.ts).
import type { ShipmentCommand, ShipmentState } from '@backhaul/core/transitions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CODES, cellsOf, firedBy, GRID, LADDER, REFUSALS, SCANS } from '../shipments/oracle.ts'
import { ADDRESS, QR_RETURN, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { advance, advanceClock, CANADA, command, create, inStatus, type Json, ok, outcome, read, scan, types, WAYS } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const stateAfter = (way: string): ShipmentState => {
  if (way === 'rejected') return 'rejected_labeled'
  if (way === 'rejected without a label') return 'rejected_unlabeled'
  return (way === 'unclaimed' ? 'unclaimed_ready_for_pickup' : way.replace('unclaimed after ', 'unclaimed_')) as ShipmentState
}
const DISPOSITIONS: readonly ShipmentCommand[] = ['rts', 'redeliver', 'unclaimed', 'dispose']
const COMMANDS: readonly ShipmentCommand[] = ['amend', 'reprint', 'hold', 'release', 'cancel', 'redirect', ...DISPOSITIONS, ...SCANS]

type Expected = { to: string; events: string[]; applied?: boolean } | { code: string; command: string }

/** Returns what the oracle expects of a command on a shipment that reached its status by `way`. */
const expectedOf = (name: ShipmentCommand | 'advance', way: string, { status, fulfillment }: Json): Expected => {
  const state = stateAfter(way)
  const rung = name === 'advance' ? LADDER[state]?.[fulfillment === 'qr_code' ? 0 : 1] : name
  const cell = rung === undefined ? 'x' : (cellsOf(state).get(rung) as string)
  if (rung === undefined || cell === 'x') {
    return { code: (rung && REFUSALS[rung]) ?? 'invalid_transition', command: name }
  }
  const applies = cell !== '~' && cell !== '-'
  // No shipment in this test is held.
  const events = applies && name !== 'release' ? firedBy(rung, state) : []
  return { to: CODES[cell] ?? status, events, ...((SCANS as readonly string[]).includes(name) && { applied: applies }) }
}

const send = (client: TestClient, name: ShipmentCommand | 'advance', id: string): Promise<TestAnswer> => {
  if ((SCANS as readonly string[]).includes(name)) return scan(client, name, { shipment_id: id })
  if ((DISPOSITIONS as readonly string[]).includes(name)) return command(client, id, 'disposition', { disposition: name })
  if (name === 'amend') return client.patch(`/v2/shipments/${id}`, { declared_value: 777 })
  if (name === 'reprint') return command(client, id, 'label/reprint')
  if (name === 'redirect') return command(client, id, 'redirect', { to: ADDRESS })
  return name === 'advance' ? advance(client, id) : command(client, id, name)
}

test('the test can reach every state', () => {
  expect(new Set(Object.keys(WAYS).map(stateAfter))).toEqual(new Set(Object.keys(GRID)))
})

test.for(Object.keys(WAYS))('every command on a shipment that is %s', async (way) => {
  const client = await service.partner()
  // A refused command changed nothing, so the next command can use the same shipment.
  let untouched: Json | null = null
  for (const name of [...COMMANDS, 'advance'] as const) {
    const before: Json = untouched ?? (await inStatus(client, way))
    untouched = null
    const seen = (await client.events(before.id)).length
    const expected = expectedOf(name, way, before)
    const answer = await send(client, name, before.id)
    const fired = types((await client.events(before.id)).slice(seen))
    const after = await read(client, before.id)
    if ('code' in expected) {
      expect([name, way, ...outcome(answer), fired]).toEqual([name, way, 409, expected.code, []])
      expect([name, answer.json.error.details.status]).toEqual([name, before.status])
      if (expected.code === 'invalid_transition') expect(answer.json.error.details.command).toContain(expected.command)
      expect(after).toEqual(before)
      untouched = before
      continue
    }
    const { applied, shipment = answer.json } = ok(answer)
    expect([name, way, after.status, applied, fired]).toEqual([name, way, expected.to, expected.applied, expected.events])
    expect(shipment).toEqual(after)
    // Custody follows every scan, even one that is only recorded.
    if (expected.applied === false) expect({ ...after, custody: null }).toEqual({ ...before, custody: null })
  }
})

test('a repeated hold or release answers 200 and fires no further event, in any status', async () => {
  const { demo } = service
  for (const way of ['created', 'in_transit', 'delivered', 'cancelled']) {
    const { id, status } = await inStatus(demo, way)
    for (const [name, held] of [
      ['hold', true],
      ['hold', true],
      ['release', false],
      ['release', false],
    ] as const) {
      const answer = ok(await command(demo, id, name))
      expect([answer.held, answer.status]).toEqual([held, status])
    }
    const told = (await demo.events(id)).filter(({ type }) => /held|released/.test(type))
    expect(told.map(({ type, event_info, eventSpecific }) => [type, event_info.status, eventSpecific])).toEqual([
      ['shipment.held', status, { held: true }],
      ['shipment.released', status, { held: false }],
    ])
  }
})

test('a hold stops decisions of the network but no scans', async () => {
  const { demo } = service
  for (const kind of SCANS) {
    const { id } = await create(demo)
    ok(await command(demo, id, 'hold'))
    const { applied, shipment } = ok(await scan(demo, kind, { shipment_id: id }))
    expect([kind, applied, shipment.held]).toEqual([kind, true, true])
  }
  for (const disposition of ['rts', 'unclaimed', 'dispose']) {
    const { id } = await inStatus(demo, 'in_transit')
    ok(await command(demo, id, 'hold'))
    ok(await command(demo, id, 'disposition', { disposition }))
  }
  const stopped = await inStatus(demo, 'undeliverable')
  ok(await command(demo, stopped.id, 'hold'))
  const redeliver = () => command(demo, stopped.id, 'disposition', { disposition: 'redeliver' })
  expect(outcome(await redeliver())).toEqual([409, 'shipment_held'])
  ok(await command(demo, stopped.id, 'release'))
  expect(ok(await redeliver()).status).toBe('out_for_delivery')
  const waiting = await create(demo)
  ok(await command(demo, waiting.id, 'hold'))
  expect(outcome(await advance(demo, waiting.id))).toEqual([409, 'shipment_held'])
  const tender = await demo.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [waiting.id] })
  expect(outcome(tender)).toEqual([409, 'shipment_held'])
  expect(ok(await demo.patch(`/v2/shipments/${waiting.id}`, { declared_value: 1 })).held).toBe(true)
  expect(ok(await command(demo, waiting.id, 'cancel')).status).toBe('cancelled')
})

test('rts and redeliver can alternate; the second rts in a row starts the return', async () => {
  const { demo } = service
  const { id } = await inStatus(demo, 'out_for_delivery')
  const disposes = async (disposition: string): Promise<string> => ok(await command(demo, id, 'disposition', { disposition })).status
  const seen = []
  for (const disposition of ['rts', 'redeliver', 'rts', 'redeliver', 'rts', 'rts']) seen.push(await disposes(disposition))
  expect(seen).toEqual(['undeliverable', 'out_for_delivery', 'undeliverable', 'out_for_delivery', 'undeliverable', 'return_to_sender'])
  for (const disposition of ['rts', 'redeliver', 'unclaimed', 'dispose']) {
    expect(outcome(await command(demo, id, 'disposition', { disposition }))).toEqual([409, 'shipment_not_dispositionable'])
  }
  expect((await read(demo, id)).status).toBe('return_to_sender')
})

test('the first unclaimed report sets the dates; a repeat fires again with them, and disposal keeps them', async () => {
  const client = await service.partner()
  const { id } = await inStatus(client, 'in_transit')
  const report = async (): Promise<Json> => ok(await command(client, id, 'disposition', { disposition: 'unclaimed' }))
  const first = await report()
  expect(Date.parse(first.dispose_after) - Date.parse(first.unclaimed_since)).toBe(30 * 86_400_000)
  await advanceClock(client, 3 * 86_400)
  const second = await report()
  expect([second.unclaimed_since, second.dispose_after]).toEqual([first.unclaimed_since, first.dispose_after])
  ok(await command(client, id, 'redirect', { to: ADDRESS }))
  expect((await report()).dispose_after).toBe(first.dispose_after)
  const disposed = ok(await command(client, id, 'disposition', { disposition: 'dispose' }))
  expect([disposed.status, disposed.unclaimed_since, disposed.dispose_after]).toEqual([
    'disposed',
    first.unclaimed_since,
    first.dispose_after,
  ])
  expect(types(await client.events(id)).slice(-5)).toEqual([
    'shipment.unclaimed',
    'shipment.unclaimed',
    'shipment.redirected',
    'shipment.unclaimed',
    'shipment.disposed',
  ])
})

test('only the exact names of dispositions are accepted', async () => {
  const { id } = await inStatus(service.demo, 'in_transit')
  for (const body of [{}, { disposition: 'return' }, { disposition: 'RTS' }, { disposition: null }, { disposition: 'rts', note: 'x' }]) {
    expect(outcome(await command(service.demo, id, 'disposition', body))).toEqual([422, 'validation_failed'])
  }
})

test('a cancel voids the label, and later requests are refused by name', async () => {
  const { demo } = service
  for (const body of [RETURN, QR_RETURN]) {
    const { id, label_id } = await create(demo, body)
    const cancelled = ok(await command(demo, id, 'cancel'))
    expect([cancelled.status, cancelled.label_voided, cancelled.label_id]).toEqual(['cancelled', true, label_id])
    expect([typeof cancelled.voided_at, typeof cancelled.cancelled_at, cancelled.expired_at]).toEqual(['string', 'string', null])
    expect(outcome(await demo.get(`/v2/shipments/${id}/label`))).toEqual([409, 'label_voided'])
    expect(outcome(await command(demo, id, 'cancel'))).toEqual([409, 'shipment_not_cancellable'])
  }
})

test('a rejected parcel can be rejected again, accepted, or presented with its QR', async () => {
  const { demo } = service
  const reject = (id: string, more: object) => scan(demo, 'reject', { shipment_id: id, ...more })
  const { id } = await create(demo)
  ok(await reject(id, { reject_reason: 'damaged', reject_reason_note: 'Wet' }))
  const twice = ok(await reject(id, { reject_reason: 'oversize' })).shipment
  expect([twice.status, twice.reject_reason, twice.reject_reason_note, typeof twice.rejected_at]).toEqual([
    'rejected',
    'oversize',
    null,
    'string',
  ])
  expect(types(await demo.events(id)).filter((type) => type === 'shipment.rejected')).toHaveLength(2)
  expect(ok(await scan(demo, 'accept', { shipment_id: id })).shipment.status).toBe('ready_for_pickup')
  const qr = await inStatus(demo, 'rejected without a label')
  const { shipment } = ok(await scan(demo, 'walk-in', { qr_id: qr.qr_id }))
  expect([shipment.status, shipment.label_version]).toEqual(['in_possession', 1])
  expect(types(await demo.events(qr.id))).toEqual([
    'shipment.created',
    'shipment.rejected',
    'shipment.label_ready',
    'qr.scanned',
    'shipment.in_possession',
  ])
})

test('a redirect changes the destination, but neither label nor price', async () => {
  const { demo } = service
  const before = await inStatus(demo, 'in_transit')
  const to = { name: 'New Home', line1: '9 Elm St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' }
  const after = ok(await command(demo, before.id, 'redirect', { to }))
  for (const key of ['tracking', 'barcode', 'label_id', 'label_version', 'amount', 'carrier', 'ltracking'])
    expect(after[key]).toBe(before[key])
  expect(after.to).toMatchObject(to)
  expect((await read(demo, before.id)).to).toEqual(after.to)
  for (const body of [undefined, {}, { to: {} }, { to: { ...to, country: 'Canada' } }, { address: to }, to]) {
    expect(outcome(await command(demo, before.id, 'redirect', body as object))).toEqual([422, 'validation_failed'])
  }
})

test('a redirect to an unserved country is refused like a create, and the destination stays', async () => {
  const { demo } = service
  const { id, to } = await inStatus(demo, 'in_transit')
  const nowhere = { ...to, country: 'DE' }
  const redirected = await command(demo, id, 'redirect', { to: nowhere })
  const created = await demo.post('/v2/shipments', { ...RETURN, to: nowhere })
  expect(outcome(redirected)).toEqual([422, 'validation_failed'])
  expect(redirected.json.error).toEqual(created.json.error)
  expect((await read(demo, id)).to).toEqual(to)
})

test('any read or command expires a shipment, and concurrent ones do so only once', async () => {
  const client = await service.partner()
  const expiring = async (body: object = RETURN): Promise<Json> => {
    const { now } = ok(await client.get('/v2/test/clock'))
    const shipment = await create(client, { ...body, expires_at: new Date(Date.parse(now) + 60_000).toISOString() })
    await advanceClock(client, 60)
    return shipment
  }
  const track = (shipment: Json) => client.get(`/v2/tracking/${shipment.tracking}`)
  const looks: [string, object, (shipment: Json) => Promise<TestAnswer>, [number, string | undefined]][] = [
    ['read', RETURN, ({ id }) => client.get(`/v2/shipments/${id}`), [200, undefined]],
    ['tracking', QR_RETURN, track, [200, undefined]],
    ['label', RETURN, ({ id }) => client.get(`/v2/shipments/${id}/label`), [409, 'label_voided']],
    ['pod', RETURN, ({ id }) => client.get(`/v2/shipments/${id}/pod`), [409, 'pod_not_available']],
    ['list', RETURN, () => client.get('/v2/shipments?status=label_ready'), [200, undefined]],
    ['amend', RETURN, ({ id }) => client.patch(`/v2/shipments/${id}`, { declared_value: 5 }), [409, 'shipment_locked']],
    ['cancel', RETURN, ({ id }) => command(client, id, 'cancel'), [409, 'shipment_not_cancellable']],
    ['reprint', RETURN, ({ id }) => command(client, id, 'label/reprint'), [409, 'invalid_transition']],
    ['hold', RETURN, ({ id }) => command(client, id, 'hold'), [200, undefined]],
    ['accept', RETURN, ({ id }) => scan(client, 'accept', { shipment_id: id }), [409, 'invalid_transition']],
    ['walk-in', QR_RETURN, ({ id }) => scan(client, 'walk-in', { shipment_id: id }), [409, 'invalid_transition']],
    ['walk-in by QR', QR_RETURN, ({ qr_id }) => scan(client, 'walk-in', { qr_id }), [409, 'qr_not_valid']],
    ['collect', RETURN, ({ barcode }) => scan(client, 'collect', { barcode }), [200, undefined]],
    ['advance', QR_RETURN, ({ id }) => advance(client, id), [409, 'invalid_transition']],
  ]
  for (const [name, body, look, expected] of looks) {
    const shipment = await expiring(body)
    const answers = await Promise.all(Array.from({ length: 8 }, () => look(shipment)))
    for (const answer of answers) expect([name, ...outcome(answer)]).toEqual([name, ...expected])
    const told = await client.events(shipment.id)
    expect([name, types(told).filter((type) => type === 'shipment.expired').length]).toEqual([name, 1])
    const after = await read(client, shipment.id)
    expect([name, after.status, after.label_voided, after.expires_at]).toEqual([name, 'expired', true, shipment.expires_at])
    expect([name, after.expired_at >= shipment.expires_at, after.voided_at, after.cancelled_at]).toEqual([
      name,
      true,
      after.expired_at,
      null,
    ])
  }
})

test('a dropped-off shipment does not expire', async () => {
  const client = await service.partner()
  const { id } = await inStatus(client, 'ready_for_pickup')
  await advanceClock(client, 365 * 86_400)
  expect((await read(client, id)).status).toBe('ready_for_pickup')
})

test('a shipment expires 30 days after its creation by default', async () => {
  const client = await service.partner()
  const { id, created_at, expires_at } = await create(client)
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 86_400_000)
  await advanceClock(client, 30 * 86_400 - 60)
  expect((await read(client, id)).status).toBe('label_ready')
  await advanceClock(client, 60)
  expect((await read(client, id)).status).toBe('expired')
})

test('a marketplace parcel gets its carrier at injection, a fixed one at creation', async () => {
  const { demo } = service
  const fixed = await create(demo)
  expect([typeof fixed.carrier, typeof fixed.ltracking]).toEqual(['string', 'string'])
  const { id, carrier, ltracking } = await create(demo, { ...RETURN, to: CANADA })
  expect([carrier, ltracking]).toEqual([null, null])
  for (const kind of ['accept', 'collect', 'custody', 'arrive', 'sort']) {
    expect(ok(await scan(demo, kind, { shipment_id: id })).shipment.carrier).toBeNull()
  }
  const injected = ok(await scan(demo, 'inject', { shipment_id: id })).shipment
  expect([typeof injected.carrier, typeof injected.ltracking]).toEqual(['string', 'string'])
  const event = (await demo.events(id)).at(-1)
  expect([event.type, event.eventSpecific.carrier, event.identifiers.ltracking]).toEqual([
    'shipment.injected',
    injected.carrier,
    injected.ltracking,
  ])
})
