// docs/guide/shipments.md: how a shipment is created, shown, priced and amended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { CANADA, command, create, type Json, OUTBOUND, ok, outcome, read, storesOf, types, UNKNOWN } from './support.ts'

let service: TestService
let demo: TestClient
beforeAll(async () => {
  service = await startTestService()
  demo = service.demo
})
afterAll(() => service.close())

const FIELDS =
  `id object tracking barcode status direction fulfillment channel order_id carrier amount label_id label_version supersedes label_voided
  held expires_at expired_at unclaimed_since dispose_after tender_id to rma ship_ext_id customer service_level from parcel declared_value
  drop_off_store_id label_format metadata ltracking currency label_url qr_id store_id pickup_id sweepId manifest_id voided_at cancelled_at rejected_at
  reject_reason reject_reason_note pod market created_at updated_at version`.split(/\s+/)
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns the paths of details.errors, in order. */
const faults = ({ json }: { json: Json }): string[] => [...new Set<string>(json.error.details.errors.map((error: Json) => error.path))]

test('a shipment shows every field, with null for a missing value', async () => {
  for (const body of [RETURN, QR_RETURN, OUTBOUND]) {
    const shipment = await create(demo, body)
    for (const field of FIELDS) expect([field, field in shipment]).toEqual([field, true])
    expect(Object.entries(shipment).filter(([, value]) => value === undefined)).toEqual([])
    expect(await read(demo, shipment.id)).toEqual(shipment)
  }
})

test('the smallest valid body gets the documented defaults', async () => {
  const shipment = await create(demo, { direction: 'return', fulfillment: 'print_label' })
  expect(shipment).toMatchObject({
    object: 'shipment',
    status: 'label_ready',
    direction: 'return',
    fulfillment: 'print_label',
    service_level: 'standard',
    label_format: 'pdf',
    parcel: { weight: 1, length: 10, width: 8, height: 4 },
    label_version: 1,
    supersedes: null,
    label_voided: false,
    held: false,
    market: 'US',
    currency: 'USD',
    order_id: null,
    rma: null,
    customer: null,
    from: null,
    declared_value: null,
    drop_off_store_id: null,
    metadata: {},
    qr_id: null,
    tender_id: null,
    sweepId: null,
    pod: null,
    expired_at: null,
    unclaimed_since: null,
    dispose_after: null,
  })
  expect(shipment.channel).not.toBe('retail')
  expect([typeof shipment.to.line1, shipment.to.country]).toEqual(['string', 'US'])
  expect(Number.isInteger(shipment.amount) && shipment.amount > 0).toBe(true)
  expect(shipment.label_url).toContain(shipment.id)
})

test('a qr_code shipment starts as created, with a QR and without a label', async () => {
  const shipment = await create(demo, QR_RETURN)
  expect([shipment.status, shipment.label_id, shipment.label_version, shipment.label_url, typeof shipment.qr_id]).toEqual([
    'created',
    null,
    null,
    null,
    'string',
  ])
})

test('a shipment shows what was sent', async () => {
  const [store] = await storesOf(demo)
  const body = {
    direction: 'outbound',
    fulfillment: 'print_label',
    order_id: 'O-1',
    rma: 'R-1',
    ship_ext_id: 'X-1',
    customer: 'C-1',
    service_level: 'express',
    from: { ...ADDRESS, company: 'Shop', line2: 'Floor 2', phone: '+1 555 0100', email: 'a@example.com' },
    to: CANADA,
    parcel: { weight: 2.5, length: 12, width: 9, height: 3 },
    declared_value: 4999,
    drop_off_store_id: store.store_id,
    label_format: 'zpl',
    expires_at: '2099-05-01T12:00:00+02:00',
    metadata: { channel: 'web', empty: '' },
  }
  const shipment = await create(demo, body)
  const { expires_at, parcel, from, to, ...rest } = body
  expect(shipment).toMatchObject({ ...rest, from, to, parcel, market: 'CA', currency: 'CAD', carrier: null })
  expect(Date.parse(shipment.expires_at)).toBe(Date.parse(expires_at))
  expect(shipment.expires_at).toMatch(/Z$/)
  expect(shipment.to.line2).toBeNull()
})

test('missing required fields and values out of range are named', async () => {
  const { line1, city, postal_code, country } = ADDRESS
  const cases: [object, string[]][] = [
    [{}, ['/direction', '/fulfillment']],
    [{ direction: 'return' }, ['/fulfillment']],
    [{ direction: 'sideways', fulfillment: 'print_label' }, ['/direction']],
    [{ ...RETURN, fulfillment: 'carrier_pigeon' }, ['/fulfillment']],
    [{ direction: 'outbound', fulfillment: 'print_label' }, ['/to']],
    [{ ...OUTBOUND, to: {} }, ['/to/line1', '/to/city', '/to/postal_code', '/to/country']],
    [{ ...OUTBOUND, to: { line1, city, postal_code } }, ['/to/country']],
    [{ ...OUTBOUND, to: { line1, city, postal_code, country: 'USA' } }, ['/to/country']],
    [{ ...OUTBOUND, to: { line1, city, postal_code, country: 'ZZ' } }, ['/to/country']],
    [{ ...RETURN, from: { line1, city, postal_code, country: 'ZZ' } }, ['/from/country']],
    [{ ...OUTBOUND, to: { line1: '', city, postal_code, country } }, ['/to/line1']],
    [{ ...RETURN, order_id: 5 }, ['/order_id']],
    [{ ...RETURN, customer: { id: 1 } }, ['/customer']],
    [{ ...RETURN, service_level: 'overnight' }, ['/service_level']],
    [{ ...RETURN, label_format: 'gif' }, ['/label_format']],
    [{ ...RETURN, declared_value: -1 }, ['/declared_value']],
    [{ ...RETURN, declared_value: 1.5 }, ['/declared_value']],
    [{ ...RETURN, declared_value: '100' }, ['/declared_value']],
    [{ ...RETURN, parcel: { weight: 0, length: 1, width: 1, height: 1 } }, ['/parcel/weight']],
    [{ ...RETURN, parcel: { weight: '1' } }, ['/parcel/weight']],
    [{ ...RETURN, parcel: { weight: 1, weight_unit: 'st' } }, ['/parcel/weight_unit']],
    [{ ...RETURN, parcel: { length: -3 } }, ['/parcel/length']],
    [{ ...RETURN, expires_at: 'tomorrow' }, ['/expires_at']],
    [{ ...RETURN, expires_at: '2020-01-01T00:00:00Z' }, ['/expires_at']],
    [{ ...RETURN, metadata: { a: 1 } }, ['/metadata/a']],
    [{ ...RETURN, metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'v'])) }, ['/metadata']],
    [{ ...RETURN, metadata: [] }, ['/metadata']],
    [{ ...RETURN, channel: 'retail' }, ['/channel']],
    [{ ...RETURN, store_id: 'x' }, ['/store_id']],
  ]
  for (const [body, paths] of cases) {
    const answer = await demo.post('/v2/shipments', body)
    expect([body, ...outcome(answer)]).toEqual([body, 422, 'validation_failed'])
    expect([body, faults(answer)]).toEqual([body, paths])
  }
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'v']))
  expect((await create(demo, { ...RETURN, metadata: many })).metadata).toEqual(many)
  const unknown = await demo.post('/v2/shipments', { ...RETURN, drop_off_store_id: UNKNOWN.store })
  expect([...outcome(unknown), unknown.json.error.details.field]).toEqual([404, 'not_found', 'drop_off_store_id'])
})

test('a tracking number has 26 random characters and a check character, a barcode 20 digits with a GS1 check digit', async () => {
  const numbers = ok(await demo.post('/v2/shipments/batch', { shipments: Array.from({ length: 50 }, () => RETURN) }), 201).data
  for (const { tracking, barcode } of numbers) {
    expect(tracking).toMatch(/^[0-9A-HJKMNP-TV-Z]{27}$/)
    expect(barcode).toMatch(/^\d{20}$/)
    const sum = [...barcode.slice(0, 19)].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 1 : 3), 0)
    expect(Number(barcode.at(-1))).toBe((10 - (sum % 10)) % 10)
  }
  expect(new Set(numbers.flatMap(({ tracking, barcode }: Json) => [tracking, barcode])).size).toBe(100)
  for (let i = 0; i < 26; i++) expect(new Set(numbers.map(({ tracking }: Json) => tracking[i])).size).toBeGreaterThan(8)
  expect(CROCKFORD).toContain(numbers[0].tracking.at(-1))
})

test('parcels are stored in pounds and inches with three decimals, from which cubicFt is computed', async () => {
  const cases: [object, object][] = [
    [{ weight: 32, weight_unit: 'oz', length: 1, width: 1, height: 1 }, { weight: 2 }],
    [{ weight: 1, weight_unit: 'kg' }, { weight: 2.205 }],
    [{ weight: 1000, weight_unit: 'g' }, { weight: 2.205 }],
    [
      { weight: 1, length: 25.4, width: 10, height: 5, dimension_unit: 'cm' },
      { length: 10, width: 3.937, height: 1.969 },
    ],
    [{ weight: 1.23456 }, { weight: 1.235 }],
  ]
  for (const [parcel, kept] of cases) expect((await create(demo, { ...RETURN, parcel })).parcel).toMatchObject(kept)
  const { id } = await create(demo, { ...RETURN, parcel: { weight: 1, length: 13, width: 11, height: 7 } })
  const [created] = await demo.events(id)
  expect(created.eventSpecific.parcel).toEqual({ weight: 1, length: 13, width: 11, height: 7, cubicFt: 0.579 })
})

test('equal shipments cost the same; heavier, bulkier, faster or farther never costs less', async () => {
  const cost = async (more: object): Promise<number> => (await create(demo, { ...OUTBOUND, from: ADDRESS, ...more })).amount
  const far = { ...ADDRESS, state: 'CA', postal_code: '90001' }
  const base = await cost({})
  expect(await cost({})).toBe(base)
  expect(await cost({ parcel: { weight: 20 } })).toBeGreaterThan(base)
  expect(await cost({ parcel: { weight: 1, length: 40, width: 30, height: 30 } })).toBeGreaterThan(base)
  expect(await cost({ to: far })).toBeGreaterThan(base)
  const [economy, standard, express] = [await cost({ service_level: 'economy' }), base, await cost({ service_level: 'express' })]
  expect(economy < standard && standard < express).toBe(true)
  // 27.8 in x 10 in x 10 in, divided by 139, is 20 lb, so both parcels are billed alike.
  expect(await cost({ parcel: { weight: 1, length: 27.8, width: 10, height: 10 } })).toBe(
    await cost({ parcel: { weight: 20, length: 1, width: 1, height: 1 } }),
  )
})

test('a batch is all or nothing and keeps the order of the request; each member has its own events', async () => {
  const partner = await service.partner()
  const members = Array.from({ length: 5 }, (_, i) => ({ ...(i % 2 ? QR_RETURN : RETURN), order_id: `b-${i}` }))
  const list = ok(await partner.post('/v2/shipments/batch', { shipments: members }), 201)
  expect(list).toMatchObject({ object: 'list', has_more: false, next_cursor: null })
  expect(list.data.map(({ order_id, object }: Json) => [order_id, object])).toEqual(members.map(({ order_id }) => [order_id, 'shipment']))
  const events = await partner.events()
  expect(events.filter(({ type }) => type === 'shipment.created').map(({ identifiers }) => identifiers.orderID)).toEqual(
    members.map((m) => m.order_id),
  )
  for (const { id, fulfillment } of list.data) {
    const own = types(events.filter(({ identifiers }) => identifiers.shipment === id))
    expect(own).toEqual(fulfillment === 'qr_code' ? ['shipment.created'] : ['shipment.created', 'shipment.label_ready'])
  }
  const before = events.length
  for (const [bad, path] of [
    [{ ...RETURN, service_level: 'x' }, '/shipments/2/service_level'],
    [{ direction: 'outbound', fulfillment: 'qr_code' }, '/shipments/2/to'],
    [{ ...OUTBOUND, to: { ...ADDRESS, country: 'ZZ' } }, '/shipments/2/to/country'],
  ] as const) {
    const answer = await partner.post('/v2/shipments/batch', { shipments: [RETURN, RETURN, bad] })
    expect([...outcome(answer), faults(answer)]).toEqual([422, 'validation_failed', [path]])
  }
  for (const shipments of [[], Array.from({ length: 1001 }, () => RETURN), 'x', undefined]) {
    const answer = await partner.post('/v2/shipments/batch', { shipments })
    expect([...outcome(answer), faults(answer)]).toEqual([422, 'validation_failed', ['/shipments']])
  }
  expect([ok(await partner.get('/v2/shipments')).data.length, (await partner.events()).length]).toEqual([5, before])
})

test('a batch of 1000 is accepted, even if it is larger than 1 MiB', async () => {
  const partner = await service.partner()
  const metadata = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`k${i}`, 'x'.repeat(300)]))
  const body = JSON.stringify({ shipments: Array.from({ length: 1000 }, () => ({ ...RETURN, metadata })) })
  expect(body.length).toBeGreaterThan(1024 * 1024)
  const { data } = ok(await partner.post('/v2/shipments/batch', body), 201)
  expect([data.length, new Set(data.map(({ id }: Json) => id)).size]).toEqual([1000, 1000])
})

test('a counter sale is outbound with a printed label, and fires created, label_ready and sold', async () => {
  const { order_id, to } = { order_id: 'sale-1', to: ADDRESS }
  const sale = ok(await demo.post('/v2/retail/shipments', { order_id, to }), 201)
  expect(sale).toMatchObject({
    channel: 'retail',
    direction: 'outbound',
    fulfillment: 'print_label',
    status: 'label_ready',
    label_version: 1,
  })
  const events = await demo.events(sale.id)
  expect(types(events)).toEqual(['shipment.created', 'shipment.label_ready', 'shipment.sold'])
  expect(events[2].eventSpecific).toEqual({ soldAt: sale.created_at, serviceLevel: 'standard' })
  expect(events[2].event_info).toMatchObject({ status: 'label_ready', direction: 'outbound', labelUrl: sale.label_url })
  ok(await demo.post('/v2/retail/shipments', { direction: 'outbound', fulfillment: 'print_label', to }), 201)
  expect(faults(await demo.post('/v2/retail/shipments', { order_id }))).toEqual(['/to'])
})

test('an amendment updates the price, and creates a label only if price or routing changed', async () => {
  const [store, other] = await storesOf(demo)
  const { id, ...before } = await create(demo, { ...RETURN, from: ADDRESS })
  const amend = async (body: object): Promise<Json> => ok(await demo.patch(`/v2/shipments/${id}`, body))
  const facts = ({ label_version, status, amount }: Json) => [label_version, status, amount]

  const valued = await amend({ declared_value: 12_345 })
  expect([valued.declared_value, ...facts(valued), valued.label_id]).toEqual([12_345, 1, 'label_ready', before.amount, before.label_id])
  const same = await amend({ parcel: { ...before.parcel, weight_unit: 'lb', dimension_unit: 'in' } })
  expect(facts(same)).toEqual(facts(valued))

  const heavier = await amend({ parcel: { weight: 30 } })
  expect([heavier.label_version, heavier.supersedes, heavier.amount > before.amount]).toEqual([2, before.label_id, true])
  expect(heavier.parcel).toMatchObject({ weight: 30, length: 10, width: 8, height: 4 })
  const routed = await amend({ drop_off_store_id: store.store_id })
  expect([routed.label_version, routed.supersedes, routed.amount]).toEqual([3, heavier.label_id, heavier.amount])
  expect((await amend({ drop_off_store_id: store.store_id })).label_version).toBe(3)
  expect((await amend({ drop_off_store_id: other.store_id, declared_value: 1 })).label_version).toBe(4)
  const moved = await amend({ to: { ...ADDRESS, line1: '2 Main St' } })
  expect([moved.label_version, moved.to.line1]).toEqual([5, '2 Main St'])
  const abroad = await amend({ to: CANADA })
  expect([abroad.label_version, abroad.market, abroad.currency, abroad.carrier]).toEqual([6, 'CA', 'CAD', null])

  for (const one of [valued, heavier, abroad]) expect([one.tracking, one.barcode]).toEqual([before.tracking, before.barcode])
  const events = await demo.events(id)
  const updates = events.filter(({ type }) => type === 'shipment.updated')
  expect(updates).toHaveLength(6)
  for (const { event_info, eventSpecific } of updates) expect([event_info.status, eventSpecific]).toEqual(['created', undefined])
  expect(types(events).filter((type) => /label_re/.test(type))).toEqual(['shipment.label_ready'])
  expect(updates.at(-1).identifiers.label).toBe(abroad.label_id)
})

test('an amendment of a shipment without a label updates the price and creates no label', async () => {
  const { id, amount } = await create(demo, QR_RETURN)
  const amended = ok(await demo.patch(`/v2/shipments/${id}`, { parcel: { weight: 50 } }))
  expect([amended.status, amended.label_version, amended.amount > amount]).toEqual(['created', null, true])
})

test('an address and a parcel from an answer can be sent back with a change', async () => {
  const { id, to, parcel } = await create(demo)
  const amended = ok(await demo.patch(`/v2/shipments/${id}`, { to: { ...to, city: 'Dayton' }, parcel: { ...parcel, weight: 2 } }))
  expect([amended.to, amended.parcel]).toEqual([
    { ...to, city: 'Dayton' },
    { ...parcel, weight: 2 },
  ])
  const copy = await create(demo, { ...OUTBOUND, from: amended.to, to: amended.to, parcel: amended.parcel })
  expect([copy.from, copy.to, copy.parcel]).toEqual([amended.to, amended.to, amended.parcel])
  const bad = await demo.patch(`/v2/shipments/${id}`, { to: { ...to, line2: 5, city: null } })
  expect(faults(bad).sort()).toEqual(['/to/city', '/to/line2'])
})

test('only parcel, declared_value, to and drop_off_store_id can be amended', async () => {
  const { id } = await create(demo)
  for (const [body, path] of [
    [{ order_id: 'x' }, '/order_id'],
    [{ from: ADDRESS }, '/from'],
    [{ service_level: 'express' }, '/service_level'],
    [{ parcel: { weight: -1 } }, '/parcel/weight'],
    [{ to: { ...ADDRESS, country: 'ZZ' } }, '/to/country'],
  ] as const) {
    expect(faults(await demo.patch(`/v2/shipments/${id}`, body))).toEqual([path])
  }
  const unknown = await demo.patch(`/v2/shipments/${id}`, { drop_off_store_id: 'nowhere' })
  expect([...outcome(unknown), unknown.json.error.details.field]).toEqual([404, 'not_found', 'drop_off_store_id'])
})

test('a reprint creates the next label version, replaces the last one, and fires only label_reprinted', async () => {
  const first = await create(demo)
  const second = ok(await command(demo, first.id, 'label/reprint'))
  const third = ok(await command(demo, first.id, 'label/reprint'))
  expect([second.label_version, second.supersedes, third.label_version, third.supersedes]).toEqual([2, first.label_id, 3, second.label_id])
  expect([third.tracking, third.barcode, third.status, third.amount]).toEqual([first.tracking, first.barcode, 'label_ready', first.amount])
  const events = await demo.events(first.id)
  expect(types(events).slice(2)).toEqual(['shipment.label_reprinted', 'shipment.label_reprinted'])
  expect(events.at(-1).eventSpecific.labelVersion).toBe(3)
})

test('version counts the changes, and updated_at is the time of the last one', async () => {
  const { id, version, created_at, updated_at } = await create(demo)
  expect(updated_at).toBe(created_at)
  const held = ok(await command(demo, id, 'hold'))
  expect([held.version > version, held.updated_at >= updated_at, held.created_at]).toEqual([true, true, created_at])
  expect(ok(await command(demo, id, 'hold')).version).toBe(held.version)
})
