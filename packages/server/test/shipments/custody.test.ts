// Custody of a parcel: the latest scan decides, wherever the shipment is shown.
import { STATUSES } from '@backhaul/core/shipment.ts'
import { IN_NETWORK } from '@backhaul/core/transitions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { World } from '../coverage/world.ts'
import { backdate } from '../support/backdate.ts'
import { QR_RETURN, RETURN, type TestClient } from '../support/client.ts'

let world: World
let store: { id: string; name: string; city: string; state: string }
let facility: { code: string; name: string; city: string; state: string }
beforeAll(async () => {
  world = await World.open()
  store = (await world.operator.get(`/v2/ops/stores/${world.storeId}`)).json
  const { data } = (await world.operator.get('/v2/ops/facilities')).json
  facility = data[0]
})
afterAll(() => world.close())

const scanned = async (id: string, kind: string, at: object = {}) =>
  (await world.make(`/v2/scan-events/${kind}`, { shipment_id: id, ...at })).scan
/** Checks that the shipment, alone and in lists, shows the same custody as the custody endpoint. */
const custodyOf = async (id: string, client: TestClient = world.owner) => {
  const { custody } = (await client.get(`/v2/shipments/${id}/custody`)).json
  const { json: shipment } = await client.get(`/v2/shipments/${id}`)
  const { data } = (await client.get(`/v2/shipments?tracking=${shipment.tracking}`)).json
  const found = (await world.operator.get(`/v2/ops/shipments?q=${shipment.tracking}`)).json
  expect([shipment, data[0], found.data[0]].map((one) => one.custody)).toEqual([custody, custody, custody])
  return custody
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Creates a parcel that is old enough for scans of the last hours. */
const aged = async (body?: object): Promise<{ id: string }> => {
  const shipment = await world.shipment(body ? 'created' : undefined, body)
  await backdate(world.service, shipment.id)
  return shipment
}
const townOf = ({ city, state }: { city: string; state: string }) => `${city}, ${state}`

test('nobody has custody before drop-off, after a refusal, or after an early cancellation', async () => {
  const qr = await world.shipment('created', QR_RETURN)
  const labeled = await world.shipment()
  expect([await custodyOf(qr.id), await custodyOf(labeled.id)]).toEqual([null, null])
  await scanned(labeled.id, 'reject', { store_id: store.id, reject_reason: 'damaged' })
  expect(await custodyOf(labeled.id)).toBeNull()
  await world.make(`/v2/shipments/${qr.id}/cancel`)
  expect(await custodyOf(qr.id)).toBeNull()
})

test('custody shows the holder with name, place and time on the whole journey', async () => {
  const { id } = await aged()
  const at = (minutes: number, where: object = {}) => ({ occurred_at: minutesAgo(minutes), scanner_name: 'Dan Driver', ...where })
  const none = { name: null, place: null, store_id: null, facility: null }
  const way: [string, object, object][] = [
    [
      'accept',
      at(60, { store_id: store.id }),
      { holder: 'store', name: store.name, place: townOf(store), store_id: store.id, facility: null },
    ],
    ['collect', at(50, { store_id: store.id }), { ...none, holder: 'driver', name: 'Dan Driver', place: townOf(store) }],
    ['custody', at(45), { ...none, holder: 'driver', name: 'Dan Driver' }],
    [
      'arrive',
      at(40, { facility: facility.code }),
      { ...none, holder: 'facility', name: facility.name, place: townOf(facility), facility: facility.code },
    ],
    [
      'inject',
      at(30, { facility: facility.code, carrier: 'northline' }),
      { ...none, holder: 'carrier', name: 'northline', place: townOf(facility) },
    ],
    ['out-for-delivery', at(20), { ...none, holder: 'carrier', name: 'northline' }],
    ['deliver', at(10, { signed_by: 'Rae Recipient' }), { ...none, holder: 'recipient', name: 'Rae Recipient' }],
  ]
  for (const [kind, scan, expected] of way) {
    await scanned(id, kind, scan)
    expect([kind, await custodyOf(id)]).toEqual([kind, { ...expected, since: (scan as { occurred_at: string }).occurred_at }])
  }
})

test('a driver has custody after the collection although the status stays; late reports of earlier scans change nothing', async () => {
  const { id } = await aged(QR_RETURN)
  await scanned(id, 'walk-in', { store_id: store.id, occurred_at: minutesAgo(30) })
  expect(await custodyOf(id)).toMatchObject({ holder: 'store', name: store.name })
  await scanned(id, 'collect', { store_id: store.id, occurred_at: minutesAgo(20), scanner_name: 'Dan Driver' })
  expect(await custodyOf(id)).toMatchObject({ holder: 'driver', name: 'Dan Driver', since: expect.any(String) })
  await scanned(id, 'arrive', { facility: facility.code, occurred_at: minutesAgo(5) })
  await scanned(id, 'custody', { occurred_at: minutesAgo(10) })
  expect(await custodyOf(id)).toMatchObject({ holder: 'facility', name: facility.name })
})

test('the recipient who signed has custody although the carrier reports a later time as out for delivery', async () => {
  const { id } = await aged()
  await scanned(id, 'out-for-delivery', { occurred_at: minutesAgo(5) })
  await scanned(id, 'deliver', { occurred_at: minutesAgo(9), signed_by: 'A. Example' })
  expect(await custodyOf(id)).toMatchObject({ holder: 'recipient', name: 'A. Example' })
})

const dispose = (id: string, disposition: string) => world.make(`/v2/shipments/${id}/disposition`, { disposition })

test('a parcel on its way back stays with its last holder until a scan shows another', async () => {
  for (const [kind, status, holder] of [
    ['accept', 'return_to_sender', 'store'],
    ['arrive', 'return_to_sender', 'facility'],
    ['movement', 'undeliverable', 'carrier'],
  ] as const) {
    const { id } = await aged()
    const place = kind === 'accept' ? { store_id: store.id } : { facility: facility.code }
    const { occurred_at: since } = await scanned(id, kind, { ...place, occurred_at: minutesAgo(60) })
    expect((await dispose(id, 'rts')).status).toBe(status)
    expect(await custodyOf(id)).toMatchObject({ holder, since })
    if (status === 'undeliverable') await dispose(id, 'rts')
    expect(await custodyOf(id)).toMatchObject({ holder, since })
    // A late report of an earlier scan.
    await scanned(id, 'collect', { occurred_at: minutesAgo(90) })
    expect(await custodyOf(id)).toMatchObject({ holder, since })
    await scanned(id, 'movement', { occurred_at: minutesAgo(50) })
    expect(await custodyOf(id)).toMatchObject({ holder: 'carrier' })
    await scanned(id, 'arrive', { facility: facility.code, occurred_at: minutesAgo(40) })
    expect(await custodyOf(id)).toMatchObject({ holder: 'facility', name: facility.name, facility: facility.code })
    await scanned(id, 'collect', { occurred_at: minutesAgo(30), scanner_name: 'Dan Driver' })
    expect(await custodyOf(id)).toMatchObject({ holder: 'driver', name: 'Dan Driver' })
    await scanned(id, 'deliver', { signed_by: 'Sal Sender' })
    expect(await custodyOf(id)).toMatchObject({ holder: 'sender', name: 'Sal Sender' })
    expect((await world.owner.get(`/v2/shipments/${id}`)).json.status).toBe('return_to_sender')
  }
})

test('a scan uploaded after a decision counts by the time when it happened', async () => {
  const delivered = await aged()
  await scanned(delivered.id, 'movement', { occurred_at: minutesAgo(60) })
  for (let i = 0; i < 2; i++) await dispose(delivered.id, 'rts')
  await scanned(delivered.id, 'deliver', { occurred_at: minutesAgo(30), signed_by: 'Rae Recipient' })
  expect(await custodyOf(delivered.id)).toMatchObject({ holder: 'recipient', name: 'Rae Recipient' })
  const disposed = await aged()
  await scanned(disposed.id, 'arrive', { facility: facility.code, occurred_at: minutesAgo(60) })
  await dispose(disposed.id, 'dispose')
  await scanned(disposed.id, 'sort', { facility: facility.code, occurred_at: minutesAgo(30) })
  expect(await custodyOf(disposed.id)).toBeNull()
  // A hold changes the shipments' rows, but not the time at which the shipments ended.
  for (const { id } of [delivered, disposed]) await world.make(`/v2/shipments/${id}/hold`)
  await scanned(delivered.id, 'deliver', { signed_by: 'Sal Sender' })
  expect(await custodyOf(delivered.id)).toMatchObject({ holder: 'sender', name: 'Sal Sender' })
  await scanned(disposed.id, 'sort', { facility: facility.code })
  expect(await custodyOf(disposed.id)).toMatchObject({ holder: 'facility', facility: facility.code })
})

test('the answers to scans and commands show the same custody as the shipment', async () => {
  const { id } = await aged()
  const at = (kind: string, minutes: number) => ({ kind, shipment_id: id, facility: facility.code, occurred_at: minutesAgo(minutes) })
  const answers = async (kind: string, minutes: number) => {
    const { kind: _, ...scan } = at(kind, minutes)
    const { shipment } = await world.make(`/v2/scan-events/${kind}`, scan)
    expect([kind, shipment.custody]).toEqual([kind, await custodyOf(id)])
  }
  await answers('arrive', 60)
  const { custody } = await dispose(id, 'unclaimed')
  expect(custody).toEqual(await custodyOf(id))
  for (const [kind, minutes] of [
    ['custody', 50],
    ['collect', 70],
    ['inject', 40],
    ['reject', 30],
    ['out-for-delivery', 20],
    ['deliver', 25],
    ['movement', 15],
    ['arrive', 10],
    ['sort', 10],
    ['collect', 10],
  ] as const)
    await answers(kind, minutes)
  const scans = [at('arrive', 8), at('custody', 6), at('sort', 7)]
  const { data } = await world.make('/v2/scan-events/bulk', { scans })
  const holders = data.map(({ result }: { result: { shipment: { custody: object } } }) => result.shipment.custody)
  expect(holders[0]).toMatchObject({ holder: 'facility', since: scans[0]?.occurred_at })
  expect(holders[2]).toEqual(await custodyOf(id))
  expect(holders[2]).toMatchObject({ since: scans[1]?.occurred_at })
  expect((await world.make(`/v2/shipments/${id}/hold`)).custody).toEqual(await custodyOf(id))
})

test('the latest scan decides custody in every status', async () => {
  const from: Record<string, (id: string) => Promise<unknown>> = {
    unclaimed: (id) => dispose(id, 'unclaimed'),
    undeliverable: (id) => dispose(id, 'rts'),
    disposed: (id) => dispose(id, 'dispose'),
    injected: async () => {},
    delivered: (id) => scanned(id, 'deliver'),
  }
  for (const [status, end] of Object.entries(from)) {
    const { id } = await aged()
    await scanned(id, 'inject', { occurred_at: minutesAgo(30) })
    await end(id)
    // A disposed parcel has no holder, and a delivered one is with its recipient, until a scan finds it.
    const holder = status === 'delivered' ? 'recipient' : 'carrier'
    expect([status, (await custodyOf(id))?.holder ?? null]).toEqual([status, status === 'disposed' ? null : holder])
    const { shipment } = await world.make('/v2/scan-events/arrive', { shipment_id: id, facility: facility.code })
    expect([shipment.status, await custodyOf(id)]).toMatchObject([status, { holder: 'facility', facility: facility.code }])
  }
})

test.each(['expired', 'cancelled'])('a scan after a shipment is %s sets the custody of its parcel', async (status) => {
  const partner = await world.service.partner()
  const custody = (id: string) => custodyOf(id, partner)
  const { id, expires_at } = (
    await partner.post('/v2/shipments', { ...RETURN, expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  ).json
  const occurred_at = status === 'expired' ? expires_at : new Date().toISOString()
  if (status === 'expired') expect((await partner.post('/v2/test/clock/advance', { seconds: 7_200 })).status).toBe(200)
  else await partner.post(`/v2/shipments/${id}/cancel`)
  expect((await partner.get(`/v2/shipments/${id}`)).json).toMatchObject({ status, custody: null })
  expect(await custody(id)).toBeNull()
  const { json } = await partner.post('/v2/scan-events/arrive', { shipment_id: id, facility: facility.code, occurred_at })
  expect([json.applied, json.shipment.status]).toEqual([false, status])
  expect(await custody(id)).toMatchObject({ holder: 'facility', facility: facility.code, since: occurred_at })
})

test('a tender member that is found elsewhere is in the custody of the place that found it', async () => {
  const { id } = await world.shipment()
  const tender = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [id] })
  await world.make(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 0 })
  expect(await custodyOf(id)).toMatchObject({ holder: 'carrier', name: 'northline' })
  await scanned(id, 'arrive', { facility: facility.code })
  expect(await custodyOf(id)).toMatchObject({ holder: 'facility', facility: facility.code })
})

test('a counter session does not see the name or place of another holder', async () => {
  const { id } = await world.shipment()
  await scanned(id, 'accept', { store_id: store.id })
  await scanned(id, 'collect', { scanner_name: 'Dan Driver' })
  const counter = await world.signedIn('counter')
  const seen = async () => (await counter.get(`/v2/shipments/${id}`)).json.custody
  expect(await seen()).toMatchObject({ holder: 'driver', name: null, place: null })
  await scanned(id, 'arrive', { facility: facility.code })
  expect(await seen()).toMatchObject({ holder: 'facility', name: null, place: null, facility: null })
  expect((await counter.get(`/v2/shipments/${id}/custody`)).status).toBe(403)
})

describe('the list of unmoved parcels', () => {
  test('shows parcels in the network without a change since a time, oldest first', async () => {
    const partner = await world.service.partner()
    const { db } = world.service.running.service
    const made: string[] = []
    for (const [i, status] of (['in_transit', 'delivered', ...IN_NETWORK, 'label_ready'] as const).entries()) {
      const { id } = (await partner.post('/v2/shipments', { ...QR_RETURN })).json
      await db.query(
        'test_unmoved',
        "update shipments set status = $2, updated_at = date_trunc('milliseconds', now()) - make_interval(hours => $3::int) where id = $1",
        [id, status, 100 - i],
      )
      made.push(id)
    }
    const ids = async (query: string, client: TestClient = partner) =>
      (await client.get(`/v2/shipments?${query}`)).json.data.map(({ id }: { id: string }) => id)
    const since = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const inNetwork = [made[0], ...made.slice(2, 2 + IN_NETWORK.length)]
    expect(await ids(`not_moved_since=${since(1)}`)).toEqual(inNetwork)
    expect(await ids(`not_moved_since=${since(95.5)}`)).toEqual([made[0], made[2], made[3], made[4]])
    expect(await ids(`not_moved_since=${since(1)}&status=in_transit`)).toEqual([made[0], made[2 + IN_NETWORK.indexOf('in_transit')]])
    expect(await ids(`not_moved_since=${since(1)}&status=delivered`)).toEqual([])
    // The pages equal the whole list, also for an operator.
    const paged: string[] = []
    const from = since(1)
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data, next_cursor }: { data: { id: string }[]; next_cursor: string | null } = (
        await partner.get(`/v2/shipments?limit=3&not_moved_since=${from}${cursor && `&cursor=${cursor}`}`)
      ).json
      paged.push(...data.map(({ id }) => id))
      cursor = next_cursor
    }
    expect(paged).toEqual(inNetwork)
    expect(await ids(`not_moved_since=${since(1)}&partner_id=${partner.partnerId}`, world.operator)).toEqual(inNetwork)
    const ops = (await world.operator.get(`/v2/ops/shipments?not_moved_since=${since(90)}`)).json.data
    expect(ops.map(({ id }: { id: string }) => id)).toEqual(inNetwork.slice(0, ops.length))
    expect(ops[0]).toMatchObject({ partner_id: partner.partnerId, matched_by: 'filters' })
    expect(await ids(`not_moved_since=${since(1)}`, world.other)).toEqual([])
    expect(STATUSES.length).toBeGreaterThan(IN_NETWORK.length)
  })
})
