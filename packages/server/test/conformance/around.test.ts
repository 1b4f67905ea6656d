// docs/guide/money.md and docs/guide/counters.md: the resources around a shipment. The test uses them like an integrator who has only the
// documents.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { advanceClock, command, create, inStatus, type Json, ok, outcome, read, scan, storesOf, types, UNKNOWN } from './support.ts'

let service: TestService
let client: TestClient & { partnerId: string }
let operator: TestClient
let store: Json
beforeAll(async () => {
  service = await startTestService()
  client = await service.partner()
  operator = await service.operator()
  ;[store] = await storesOf(client)
})
afterAll(() => service.close())

const keysOf = (one: Json): string[] => Object.keys(one).sort()
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const faults = ({ json }: { json: Json }): string[] => json.error.details.errors.map((error: Json) => error.path)

test('a manual adjustment has signed cents, is listed newest first, and can be disputed once', async () => {
  const { id } = await create(client)
  const path = `/v2/shipments/${id}/adjustments`
  const up = ok(await client.post(path, { delta_amount: 250, reason: 'reweigh', original_weight: 1, new_weight: 3 }), 201)
  expect(up).toMatchObject({
    object: 'adjustment',
    shipment_id: id,
    delta_amount: 250,
    currency: 'USD',
    reason: 'reweigh',
    original_weight: 1,
    new_weight: 3,
    dispute_status: null,
    dispute_reason: null,
    source: 'manual',
  })
  const down = ok(await client.post(path, { delta_amount: -100, reason: 'service' }), 201)
  expect(ok(await client.get(path)).data.map((one: Json) => one.id)).toEqual([down.id, up.id])
  for (const [body, fault] of [
    [{ reason: 'other' }, '/delta_amount'],
    [{ delta_amount: 1.5, reason: 'other' }, '/delta_amount'],
    [{ delta_amount: 1, reason: 'x' }, '/reason'],
  ] as const) {
    expect(faults(await client.post(path, body))).toEqual([fault])
  }
  const dispute = (adjustment: Json) => client.post(`/v2/adjustments/${adjustment.id}/dispute`, { reason: 'Our scales say 1 lb' })
  expect(ok(await dispute(up))).toMatchObject({ id: up.id, dispute_status: 'open', dispute_reason: 'Our scales say 1 lb' })
  expect(outcome(await dispute(up))).toEqual([409, 'adjustment_already_disputed'])
  expect(faults(await client.post(`/v2/adjustments/${down.id}/dispute`, {}))).toEqual(['/reason'])
  expect(outcome(await client.post(`/v2/ops/adjustments/${up.id}/resolve`, { outcome: 'upheld' }))).toEqual([403, 'insufficient_scope'])
  expect(ok(await operator.post(`/v2/ops/adjustments/${up.id}/resolve`, { outcome: 'upheld' })).dispute_status).toBe('upheld')
  expect(outcome(await dispute(up))).toEqual([409, 'adjustment_already_disputed'])
  ok(await dispute(down))
  expect(ok(await client.post(`/v2/test/adjustments/${down.id}/resolve`, { outcome: 'rejected' })).dispute_status).toBe('rejected')
  expect(ok(await client.get(path)).data.map((one: Json) => one.dispute_status)).toEqual(['rejected', 'upheld'])
  const told = await client.events(id)
  expect(types(told).slice(2)).toEqual(['shipment.adjusted', 'shipment.adjusted', 'adjustment.disputed', 'adjustment.disputed'])
  expect(told.at(-2).eventSpecific).toEqual({
    reason: 'reweigh',
    originalWeight: 1,
    newWeight: 3,
    disputeStatus: 'open',
    disputeReason: 'Our scales say 1 lb',
  })
  expect((await read(client, id)).amount, 'amount changes on amendment only').toBe((await create(client)).amount)
})

test('a discrepancy creates an adjustment only if it is chargeable', async () => {
  const { id } = await create(client)
  const body = { shipment_id: id, stage: 'dropoff', declared: { weight: 1 }, observed: { weight: 5, length: 10, width: 8, height: 4 } }
  const free = ok(await client.post('/v2/discrepancies', { ...body, chargeable: false }), 201)
  expect(free).toMatchObject({ object: 'discrepancy', shipment_id: id, stage: 'dropoff', chargeable: false, adjustment_id: null })
  expect([free.declared.weight, free.observed.weight]).toEqual([1, 5])
  const charged = ok(await client.post('/v2/discrepancies', { ...body, stage: 'sort', chargeable: true, store_id: store.store_id }), 201)
  const [adjustment] = ok(await client.get(`/v2/shipments/${id}/adjustments`)).data
  const heavy = await create(client, { ...RETURN, parcel: { weight: 5 } })
  expect([adjustment.id, adjustment.source, adjustment.delta_amount]).toEqual([
    charged.adjustment_id,
    'discrepancy',
    heavy.amount - (await create(client)).amount,
  ])
  const events = await client.events(id)
  expect(types(events).slice(2)).toEqual(['shipment.discrepancy_reported', 'shipment.discrepancy_reported', 'shipment.adjusted'])
  expect('adjustment' in events[2].identifiers).toBe(false)
  expect(events[3].identifiers).toMatchObject({ discrepancy: charged.id, adjustment: charged.adjustment_id, store: store.store_id })
  expect(events[3].eventSpecific).toEqual({
    stage: 'sort',
    declared: { weight: 1, length: 10, width: 8, height: 4 },
    observed: { weight: 5, length: 10, width: 8, height: 4 },
    chargeable: true,
  })
  for (const [wrong, fault] of [
    [{ ...body, stage: 'sea', chargeable: true }, '/stage'],
    [body, '/chargeable'],
    [{ ...body, observed: undefined, chargeable: true }, '/observed'],
  ] as const) {
    expect(faults(await client.post('/v2/discrepancies', wrong))).toEqual([fault])
  }
})

test('a shipment has one open claim per type, which can be polled until it is resolved', async () => {
  const { id } = await inStatus(client, 'delivered')
  const open = (type: string) => client.post('/v2/claims', { shipment_id: id, type, description: 'Torn', amount_claimed: 900 })
  const claim = ok(await open('damaged'), 201)
  expect(claim).toMatchObject({
    object: 'claim',
    shipment_id: id,
    type: 'damaged',
    description: 'Torn',
    amount_claimed: 900,
    amount_approved: null,
    status: 'open',
  })
  expect([claim.history.length, typeof claim.created_at]).toEqual([1, 'string'])
  expect(outcome(await open('damaged'))).toEqual([409, 'claim_already_open'])
  ok(await open('lost'), 201)
  expect(faults(await open('late'))).toEqual(['/type'])
  const told = (await client.events(id)).filter(({ type }) => type === 'claim.opened')
  expect(told.map(({ eventSpecific }) => eventSpecific)).toEqual([
    { claimType: 'damaged', description: 'Torn' },
    { claimType: 'lost', description: 'Torn' },
  ])
  expect(ok(await operator.post(`/v2/ops/claims/${claim.id}/resolve`, { outcome: 'approved', amount_approved: 700 })).status).toBe(
    'approved',
  )
  expect(ok(await client.get(`/v2/claims/${claim.id}`))).toMatchObject({ status: 'approved', amount_approved: 700 })
  const again = ok(await open('damaged'), 201)
  expect(ok(await client.post(`/v2/test/claims/${again.id}/resolve`, { outcome: 'denied' })).status).toBe('denied')
  expect(types(await client.events(id)).filter((type) => type === 'claim.opened')).toHaveLength(3)
})

test('the first pickup orders a sweep, later ones join it, and the last cancellation closes it', async () => {
  const partner = await service.partner()
  const [a, b] = [await create(partner), await create(partner, { ...RETURN, drop_off_store_id: store.store_id })]
  const window = { date: day(3), window_start: '09:00', window_end: '12:30' }
  const first = ok(await partner.post('/v2/pickups', { shipment_id: a.id, store_id: store.store_id, ...window, package_count: 2 }), 201)
  expect(first).toMatchObject({
    object: 'pickup',
    shipment_id: a.id,
    store_id: store.store_id,
    ...window,
    package_count: 2,
    status: 'scheduled',
  })
  expect(first.confirmation_code.length).toBeGreaterThan(3)
  const second = ok(await partner.post('/v2/pickups', { shipment_id: b.id, ...window }), 201)
  expect([second.package_count, second.store_id]).toEqual([1, store.store_id])
  const { sweepId, pickup_id } = await read(partner, a.id)
  expect([pickup_id, (await read(partner, b.id)).sweepId]).toEqual([first.id, sweepId])
  const sweep = ok(await partner.get(`/v2/sweeps/${sweepId}`))
  expect(sweep).toMatchObject({ id: sweepId, object: 'sweep', status: 'ordered', sweep_date: window.date, dp: a.carrier })
  expect(sweep.store).toMatchObject({
    name: store.name,
    code: store.code,
    city: store.city,
    state: store.state,
    postal_code: store.postal_code,
    country: store.country,
  })
  expect(typeof sweep.store.address).toBe('string')
  expect(types(await partner.events()).filter((type) => /sweep|pickup/.test(type))).toEqual([
    'sweep.created',
    'pickup.scheduled',
    'pickup.scheduled',
  ])

  expect(ok(await partner.post(`/v2/pickups/${first.id}/cancel`)).status).toBe('cancelled')
  expect([(await read(partner, a.id)).sweepId, (await read(partner, a.id)).pickup_id]).toEqual([null, null])
  expect(ok(await partner.get(`/v2/sweeps/${sweepId}`)).status).toBe('ordered')
  expect(outcome(await partner.post(`/v2/pickups/${first.id}/cancel`))).toEqual([409, 'pickup_already_cancelled'])
  expect(ok(await partner.patch(`/v2/pickups/${second.id}`, { status: 'cancelled' })).status).toBe('cancelled')
  expect(outcome(await partner.patch(`/v2/pickups/${second.id}`, { status: 'cancelled' }))).toEqual([409, 'pickup_already_cancelled'])
  expect(ok(await partner.get(`/v2/sweeps/${sweepId}`)).status).toBe('closed')
  ok(await partner.post('/v2/pickups', { shipment_id: b.id, ...window }), 201)
  expect((await read(partner, b.id)).sweepId).not.toBe(sweepId)
  const cancelled = (await partner.events()).filter(({ type }) => type === 'pickup.cancelled')
  expect(cancelled.map(({ event_info, identifiers }) => [event_info.status, identifiers.pickup])).toEqual([
    ['cancelled', first.id],
    ['cancelled', second.id],
  ])
})

test('a pickup is refused for an invalid or past window, an unknown shipment or an unknown store', async () => {
  const { id } = await create(client)
  const book = (body: object) =>
    client.post('/v2/pickups', {
      shipment_id: id,
      store_id: store.store_id,
      date: day(2),
      window_start: '09:00',
      window_end: '10:00',
      ...body,
    })
  for (const [body, fault] of [
    [{ window_end: '09:00' }, '/window_end'],
    [{ window_start: '9:00' }, '/window_start'],
    [{ window_end: '24:30' }, '/window_end'],
    [{ date: day(-2) }, '/date'],
    [{ date: '2099-02-30' }, '/date'],
    [{ package_count: 0 }, '/package_count'],
  ] as const) {
    expect([body, faults(await book(body))]).toEqual([body, [fault]])
  }
  for (const [body, field] of [
    [{ shipment_id: 'x' }, 'shipment_id'],
    [{ store_id: UNKNOWN.store }, 'store_id'],
  ] as const) {
    const answer = await book(body)
    expect([...outcome(answer), answer.json.error.details.field]).toEqual([404, 'not_found', field])
  }
})

test('a tender counts its members, shows their current statuses, and hands them over when it is accepted', async () => {
  const members = [await create(client), await create(client), await create(client)].map(({ id }) => id)
  const body = { carrier: 'northline', handoff: 'inject', shipment_ids: members, piece_count: 99, facility: 'ORD-SORT' }
  const tender = ok(await client.post('/v2/tenders', body), 201)
  expect(tender).toMatchObject({
    object: 'tender',
    status: 'created',
    carrier: 'northline',
    handoff: 'inject',
    piece_count: 3,
    piece_count_received: null,
  })
  expect([tender.shipment_ids, tender.shipments.map(keysOf)]).toEqual([members, members.map(() => ['id', 'status'])])
  const another = await client.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [members[0]] })
  expect(outcome(another)).toEqual([409, 'shipment_already_tendered'])
  ok(await command(client, members[0] as string, 'cancel'))
  ok(await scan(client, 'movement', { shipment_id: members[1] }))
  expect(ok(await client.get(`/v2/tenders/${tender.id}`)).shipments.map(({ status }: Json) => status)).toEqual([
    'cancelled',
    'in_transit',
    'label_ready',
  ])
  for (const wrong of [{}, { piece_count_received: -1 }, { piece_count_received: '3' }]) {
    expect(faults(await client.post(`/v2/tenders/${tender.id}/accept`, wrong))).toEqual(['/piece_count_received'])
  }
  const accepted = ok(await operator.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 5 }))
  expect(accepted).toMatchObject({ status: 'accepted', piece_count_received: 5, discrepancy: { type: 'over', delta: 2 } })
  expect(accepted.shipments.map(({ status }: Json) => status)).toEqual(['cancelled', 'in_transit', 'injected'])
  expect((await read(client, members[2] as string)).tender_id).toBe(tender.id)
  expect(outcome(await client.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 5 }))).toEqual([
    409,
    'tender_already_accepted',
  ])
  for (const way of ['created', 'rejected', 'undeliverable', 'unclaimed', 'delivered', 'cancelled', 'injected']) {
    const { id } = await inStatus(client, way)
    const refused = await client.post('/v2/tenders', { carrier: 'northline', handoff: 'collect', shipment_ids: [id] })
    expect([way, ...outcome(refused), JSON.stringify(refused.json.error.details).includes(id)]).toEqual([
      way,
      409,
      'invalid_transition',
      true,
    ])
  }
  const [known] = [await create(client)]
  const lost = await client.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [known.id, UNKNOWN.shipment] })
  expect([...outcome(lost), lost.json.error.details.field]).toEqual([404, 'not_found', '/shipment_ids/1'])
})

test('a manifest counts what its counter accepted that day and closes once; then a new one opens', async () => {
  const partner = await service.partner()
  const takeIn = async (kind: string, body: object): Promise<string> => {
    const { id } = await create(partner, body)
    return ok(await scan(partner, kind, { shipment_id: id, store_id: store.store_id })).shipment.manifest_id
  }
  const first = await takeIn('accept', RETURN)
  expect(await takeIn('walk-in', QR_RETURN)).toBe(first)
  const list = ok(await partner.get(`/v2/manifests?store_id=${store.store_id}&status=open`))
  expect(list.data.map((one: Json) => [one.manifest_id, one.package_count, one.status, one.closed_at])).toEqual([[first, 2, 'open', null]])
  expect('id' in list.data[0]).toBe(false)
  expect(ok(await partner.get(`/v2/manifests?date=${list.data[0].manifest_date}`)).data).toHaveLength(1)
  const pdf = await partner.get(`/v2/manifests/${first}?format=pdf`)
  expect([pdf.status, pdf.headers.get('content-type'), pdf.text.startsWith('%PDF-')]).toEqual([200, 'application/pdf', true])
  const closed = ok(await partner.post(`/v2/manifests/${first}/close`))
  expect([closed.manifest_id, closed.status, closed.package_count, typeof closed.closed_at]).toEqual([first, 'closed', 2, 'string'])
  expect(outcome(await partner.post(`/v2/manifests/${first}/close`))).toEqual([409, 'manifest_already_closed'])
  expect(await takeIn('accept', RETURN)).not.toBe(first)
  const told = (await partner.events()).find(({ type }) => type === 'manifest.closed')
  expect(told.eventSpecific).toEqual({ packageCount: 2, manifestDate: closed.manifest_date, closedAt: closed.closed_at })
  expect(told.identifiers).toEqual({ store: store.store_id, partner: partner.partnerId, manifest: first })
})

test('drop-off locations: nearest first, within a radius, by point or by postal code', async () => {
  const near = ok(await client.get('/v2/drop-off-locations?lat=40.7446&lon=-73.9967&radius_km=50')).data
  expect(near.length).toBeGreaterThan(0)
  expect(keysOf(near[0])).toEqual(
    [
      'object',
      'store_id',
      'code',
      'name',
      'line1',
      'city',
      'state',
      'postal_code',
      'country',
      'lat',
      'lon',
      'distance_km',
      'hours',
      'timezone',
    ].sort(),
  )
  const distances = near.map(({ distance_km }: Json) => distance_km)
  expect([distances, distances[0] < 1]).toEqual([distances.toSorted((a: number, b: number) => a - b), true])
  expect(distances.every((km: number) => km <= 50)).toBe(true)
  const byCode = ok(await client.get('/v2/drop-off-locations?postal_code=60603&country=US')).data
  expect([byCode[0].code, byCode[0].object]).toEqual(['CHI-001', 'drop_off_location'])
  for (const query of ['lat=95&lon=0', 'lat=40', 'lat=x&lon=y', 'radius_km=-1&lat=1&lon=1']) {
    expect([query, ...outcome(await client.get(`/v2/drop-off-locations?${query}`))]).toEqual([query, 422, 'validation_failed'])
  }
})

test('a webhook shows its secret only once, and each webhook request has its documented status', async () => {
  const partner = await service.partner()
  const body = { url: 'http://127.0.0.1:9/hook', enabled_events: ['shipment.created', 'qr.scanned'], description: 'Main' }
  const { secret, ...webhook } = ok(await partner.post('/v2/webhooks', body), 201)
  expect([typeof webhook.object, typeof webhook.created_at]).toEqual(['string', 'string'])
  expect([typeof secret, webhook]).toEqual(['string', { ...webhook, ...body, status: 'enabled', disabled_reason: null }])
  expect(ok(await partner.get(`/v2/webhooks/${webhook.id}`))).toEqual(webhook)
  expect(ok(await partner.get('/v2/webhooks')).data).toEqual([webhook])
  expect(ok(await partner.patch(`/v2/webhooks/${webhook.id}`, { enabled_events: ['*'], status: 'disabled' }))).toMatchObject({
    enabled_events: ['*'],
    status: 'disabled',
  })
  expect(ok(await partner.patch(`/v2/webhooks/${webhook.id}`, { status: 'enabled' })).status).toBe('enabled')
  const rotated = ok(await partner.post(`/v2/webhooks/${webhook.id}/rotate-secret`))
  expect([keysOf(rotated), rotated.secret === secret]).toEqual([['previous_valid_until', 'secret'], false])
  for (const enabled_events of [['shipment.flew'], [], 'shipment.created', ['*', 'shipment.created'], undefined]) {
    expect(outcome(await partner.post('/v2/webhooks', { ...body, enabled_events }))).toEqual([422, 'validation_failed'])
  }
  await create(partner)
  const [delivery] = ok(await partner.get(`/v2/webhooks/${webhook.id}/deliveries?status=pending`)).data
  expect((await partner.post(`/v2/webhook-deliveries/${delivery.id}/redeliver`)).status).toBe(202)
  expect((await partner.post(`/v2/webhooks/${webhook.id}/recover`, { since: new Date(Date.now() - 1000).toISOString() })).status).toBe(202)
  for (let i = 1; i < 16; i++) ok(await partner.post('/v2/webhooks', body), 201)
  expect(outcome(await partner.post('/v2/webhooks', body))).toEqual([409, 'webhook_limit_reached'])
  const gone = await partner.delete(`/v2/webhooks/${webhook.id}`)
  expect([gone.status, gone.text]).toEqual([204, ''])
  expect(outcome(await partner.get(`/v2/webhooks/${webhook.id}`))).toEqual([404, 'not_found'])
  ok(await partner.post('/v2/webhooks', body), 201)
})

test('an expired shipment can join neither a tender nor a pickup', async () => {
  const partner = await service.partner()
  const { now } = ok(await partner.get('/v2/test/clock'))
  const { id } = await create(partner, { ...RETURN, expires_at: new Date(Date.parse(now) + 60_000).toISOString() })
  await advanceClock(partner, 60)
  const tender = await partner.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [id] })
  expect(outcome(tender)).toEqual([409, 'invalid_transition'])
  const pickup = await partner.post('/v2/pickups', {
    shipment_id: id,
    store_id: store.store_id,
    date: day(3),
    window_start: '09:00',
    window_end: '10:00',
  })
  expect(outcome(pickup)).toEqual([409, 'invalid_transition'])
})
