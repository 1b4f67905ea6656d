// docs/guide/sandbox.md and requests.md#scopes: virtual time, the sandbox's own endpoints, and the endpoints that each scope opens.
import type { Scope } from '@backhaul/core/partner.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { advance, advanceClock, command, create, type Json, ok, outcome, read, scan, storesOf, types, UNKNOWN } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('the clock starts at real time, advances as requested, and is separate for each partner', async () => {
  const [mine, other] = [await service.partner(), await service.partner()]
  const clock = ok(await mine.get('/v2/test/clock'))
  expect(Object.keys(clock).sort()).toEqual(['now', 'object', 'offset_seconds'])
  expect([clock.object, clock.offset_seconds, Math.abs(Date.parse(clock.now) - Date.now()) < 60_000]).toEqual(['test_clock', 0, true])
  const hour = await advanceClock(mine, 3600)
  expect([hour.object, hour.offset_seconds]).toEqual(['test_clock', 3600])
  expect(Date.parse(hour.now) - Date.parse(clock.now)).toBeGreaterThanOrEqual(3_600_000)
  expect((await advanceClock(mine, 30)).offset_seconds).toBe(3630)
  expect(ok(await other.get('/v2/test/clock')).offset_seconds).toBe(0)
  for (const body of [{}, { seconds: -1 }, { seconds: '5' }, { seconds: 1.5 }, { seconds: 5, minutes: 1 }, undefined]) {
    expect(outcome(await mine.post('/v2/test/clock/advance', body))).toEqual([422, 'validation_failed'])
  }
  expect(ok(await mine.get('/v2/test/clock')).offset_seconds).toBe(3630)
})

test('expiry, holding periods and pickup windows use the virtual clock; signatures do not', async () => {
  const client = await service.partner()
  const [store] = await storesOf(client)
  const waiting = await create(client)
  await advanceClock(client, 10 * 86_400)
  expect(ok(await client.get('/v2/shipments')).data).toHaveLength(1)
  const { now } = ok(await client.get('/v2/test/clock'))
  const day = (days: number): string => new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10)
  const book = (date: string) =>
    client.post('/v2/pickups', { shipment_id: waiting.id, store_id: store.store_id, date, window_start: '09:00', window_end: '10:00' })
  expect(outcome(await book(day(-2)))).toEqual([422, 'validation_failed'])
  ok(await book(day(2)), 201)
  const lost = await create(client)
  ok(await scan(client, 'accept', { shipment_id: lost.id }))
  const unclaimed = ok(await command(client, lost.id, 'disposition', { disposition: 'unclaimed' }))
  expect(unclaimed.unclaimed_since >= now).toBe(true)
  expect(ok(await scan(client, 'collect', { shipment_id: lost.id, occurred_at: now })).applied).toBe(true)
  await advanceClock(client, 21 * 86_400)
  expect((await read(client, waiting.id)).status).toBe('expired')
})

test('advance moves a shipment through all statuses, with a printed label and with a QR', async () => {
  const client = await service.partner()
  const climb = async (body: object): Promise<[string[], string[][]]> => {
    const { id } = await create(client, body)
    const statuses: string[] = []
    const fired: string[][] = []
    for (let seen = (await client.events(id)).length; ; ) {
      const answer = await advance(client, id)
      if (answer.status !== 200) {
        expect([...outcome(answer), answer.json.error.details]).toEqual([
          409,
          'invalid_transition',
          { status: 'delivered', command: 'advance' },
        ])
        break
      }
      expect(answer.json).toEqual(await read(client, id))
      statuses.push(answer.json.status)
      const events = await client.events(id)
      fired.push(types(events.slice(seen)))
      seen = events.length
    }
    const delivered = await read(client, id)
    expect([delivered.pod.grade, (await client.get(`/v2/shipments/${id}/pod`)).headers.get('content-type')]).toEqual(['A', 'image/png'])
    return [statuses, fired]
  }
  const counter = ['ready_for_pickup', 'picked_up', 'in_possession']
  const rest = ['at_sort_center', 'sorted', 'injected', 'in_transit', 'out_for_delivery', 'delivered']
  const events = (status: string): string[] =>
    status === 'in_transit' ? ['shipment.in_transit', 'tracking.updated'] : [`shipment.${status}`]
  const printed = await climb(RETURN)
  expect(printed).toEqual([[...counter, ...rest], [...counter, ...rest].map(events)])
  const presented = await climb(QR_RETURN)
  expect(presented).toEqual([
    ['label_ready', 'in_possession', ...rest],
    [['shipment.label_ready'], ['qr.scanned', 'shipment.in_possession'], ...rest.map(events)],
  ])
})

test('advance at a seeded counter and facility reports the place', async () => {
  const client = await service.partner()
  const { id } = await create(client, QR_RETURN)
  for (let i = 0; i < 4; i++) ok(await advance(client, id))
  const events = await client.events(id)
  const presented = events.find(({ type }) => type === 'qr.scanned')
  expect([typeof presented.identifiers.store, typeof presented.identifiers.qr, typeof presented.event_info.location.code]).toEqual([
    'string',
    'string',
    'string',
  ])
  const sorted = events.find(({ type }) => type === 'shipment.sorted')
  expect([typeof sorted.identifiers.facility, sorted.event_info.coordinateSource]).toEqual(['string', 'facility'])
  const shipment = await read(client, id)
  expect([typeof shipment.store_id, typeof shipment.manifest_id]).toEqual(['string', 'string'])
})

test('advance moves made_ready to in_transit', async () => {
  const client = await service.partner()
  const { id } = await create(client)
  const tender = ok(await client.post('/v2/tenders', { carrier: 'northline', handoff: 'collect', shipment_ids: [id] }), 201)
  ok(await client.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 1 }))
  expect(ok(await advance(client, id)).status).toBe('in_transit')
  expect(types(await client.events(id)).slice(-2)).toEqual(['shipment.in_transit', 'tracking.updated'])
})

test('concurrent advances take one step each', async () => {
  const client = await service.partner()
  const { id } = await create(client)
  const answers = await Promise.all(Array.from({ length: 4 }, () => advance(client, id)))
  expect(answers.map(({ json }) => json.status).sort()).toEqual(['at_sort_center', 'in_possession', 'picked_up', 'ready_for_pickup'])
})

test('production refuses /v2/test with sandbox_only, after it checks the signature', async () => {
  const production = await startTestService('api', {
    BACKHAUL_ENV: 'production',
    BACKHAUL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  try {
    const client = await production.partner()
    const reader = await production.partner({ scopes: ['shipments:read'] })
    for (const one of [client, reader]) {
      expect(outcome(await one.get('/v2/test/clock'))).toEqual([403, 'sandbox_only'])
      expect(outcome(await one.post('/v2/test/clock/advance', 'x', { headers: { 'Content-Type': 'text/plain' } }))).toEqual([
        403,
        'sandbox_only',
      ])
      expect(outcome(await advance(one, UNKNOWN.shipment))).toEqual([403, 'sandbox_only'])
    }
    expect(outcome(await client.get('/v2/test/clock', { headers: { 'X-Service-Signature': '0'.repeat(64) } }))).toEqual([
      401,
      'invalid_signature',
    ])
    expect(outcome(await client.post('/v2/shipments', RETURN)), 'nothing is seeded: no market, no hub').toEqual([422, 'validation_failed'])
    const sandboxKey = service.demo.credentials
    const wrong = await client.get('/v2/shipments', { headers: { 'X-Api-Key': sandboxKey.api_key } })
    expect(outcome(wrong)).toEqual([401, 'wrong_environment'])
  } finally {
    await production.close()
  }
})

/** One request for each permission of a scope (docs/operating/partners-and-keys.md#what-a-key-may-do). */
const NEEDS: Record<Exclude<Scope, 'ops' | 'tracking:read'>, [string, string, object?][]> = {
  'shipments:read': [
    ['GET', '/v2/shipments'],
    ['GET', '/v2/shipments/x'],
    ['GET', '/v2/shipments/x/label'],
    ['GET', '/v2/shipments/x/pod'],
    ['GET', '/v2/shipments/x/adjustments'],
    ['GET', '/v2/documents/x'],
    ['GET', '/v2/qr/x'],
    ['GET', '/v2/qr/x/image'],
    ['GET', '/v2/pickups/x'],
    ['GET', '/v2/sweeps/x'],
    ['GET', '/v2/tenders/x'],
    ['GET', '/v2/claims/x'],
    ['GET', '/v2/manifests'],
    ['GET', '/v2/manifests/x'],
    ['GET', '/v2/drop-off-locations'],
  ],
  'shipments:write': [
    ['POST', '/v2/shipments', {}],
    ['POST', '/v2/shipments/batch', {}],
    ['POST', '/v2/retail/shipments', {}],
    ['PATCH', '/v2/shipments/x', {}],
    ['POST', '/v2/shipments/x/label/reprint'],
    ['POST', '/v2/shipments/x/cancel'],
    ['POST', '/v2/shipments/x/hold'],
    ['POST', '/v2/shipments/x/release'],
    ['POST', '/v2/shipments/x/redirect', {}],
    ['POST', '/v2/shipments/x/qr/reissue'],
    ['POST', '/v2/qr/x/invalidate'],
    ['POST', '/v2/pickups', {}],
    ['POST', '/v2/pickups/x/cancel'],
    ['PATCH', '/v2/pickups/x', {}],
    ['POST', '/v2/manifests/x/close'],
    ['POST', '/v2/adjustments/x/dispute', {}],
    ['POST', '/v2/documents'],
    ['POST', '/v2/test/shipments/x/advance'],
    ['POST', '/v2/test/clock/advance', {}],
    ['GET', '/v2/test/clock'],
    ['POST', '/v2/test/adjustments/x/resolve', {}],
    ['POST', '/v2/test/claims/x/resolve', {}],
  ],
  'adjustments:write': [['POST', '/v2/shipments/x/adjustments', {}]],
  'scans:write': [
    ...[
      'walk-in',
      'accept',
      'reject',
      'collect',
      'custody',
      'arrive',
      'sort',
      'inject',
      'movement',
      'out-for-delivery',
      'deliver',
      'bulk',
    ].map((kind): [string, string, object] => ['POST', `/v2/scan-events/${kind}`, {}]),
    ['POST', '/v2/shipments/x/disposition', {}],
    ['POST', '/v2/discrepancies', {}],
  ],
  'tenders:write': [
    ['POST', '/v2/tenders', {}],
    ['POST', '/v2/tenders/x/accept', {}],
  ],
  'claims:write': [['POST', '/v2/claims', {}]],
  'webhooks:manage': [
    ['POST', '/v2/webhooks', {}],
    ['GET', '/v2/webhooks'],
    ['GET', '/v2/webhooks/x'],
    ['PATCH', '/v2/webhooks/x', {}],
    ['DELETE', '/v2/webhooks/x'],
    ['POST', '/v2/webhooks/x/rotate-secret'],
    ['GET', '/v2/webhooks/x/deliveries'],
    ['POST', '/v2/webhooks/x/recover', {}],
    ['POST', '/v2/webhook-deliveries/x/redeliver'],
  ],
  'events:read': [['GET', '/v2/events']],
}

test('each scope opens exactly the endpoints that it names', async () => {
  const all = Object.keys(NEEDS) as (keyof typeof NEEDS)[]
  const send = (client: TestClient, method: string, path: string, body?: object) => client.send(method, path, body ? { body } : {})
  for (const scope of all) {
    const [only, without] = [
      await service.partner({ scopes: [scope] }),
      await service.partner({ scopes: all.filter((other) => other !== scope) }),
    ]
    for (const [method, path, body] of NEEDS[scope]) {
      const refused = await send(without, method, path, body)
      expect([method, path, ...outcome(refused), refused.json.error.details.required]).toEqual([
        method,
        path,
        403,
        'insufficient_scope',
        scope,
      ])
      const passed = await send(only, method, path, body)
      expect([method, path, passed.status === 403]).toEqual([method, path, false])
    }
  }
  const key = await service.partner()
  const ops = await key.get('/v2/ops/partners')
  expect([...outcome(ops), (ops.json as Json).error.details.required]).toEqual([403, 'insufficient_scope', 'ops'])
})
