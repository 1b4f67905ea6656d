// A movement as partners and the public see it: its time and place, reported once.
import type { Place, ScanRow } from '@backhaul/core/shipment.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyOf } from '../../src/kinds/tracking/history.ts'
import { createShipment, type Json, SCANNER, scanned, storeId, types } from '../scans/support.ts'
import { backdate } from '../support/backdate.ts'
import { ADDRESS, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const AT = '2026-11-03T07:15:30.000Z'
const SORT_CENTER = { name: 'Newark Sort Center', code: 'EWR-SORT', city: 'Newark', state: 'NJ', postalCode: '07114', country: 'US' }
const COUNTER = { name: 'Backhaul Counter Chelsea', code: 'NYC-001', city: 'New York', state: 'NY', postalCode: '10011', country: 'US' }

const injected = async (): Promise<Json> => {
  const created = await createShipment(service.demo, { ...RETURN, to: ADDRESS })
  await backdate(service, created.id)
  await scanned(service.demo, 'inject', { shipment_id: created.id, occurred_at: '2026-11-02T07:15:30Z' })
  return created
}

const track = async ({ tracking }: Json): Promise<Json[]> => {
  const response = await fetch(`${service.url}/v2/tracking/${tracking}`, { headers: { 'X-Api-Key': service.demo.credentials.api_key } })
  return ((await response.json()) as Json).history.map(({ kind, status, occurred_at, location }: Json) => [
    kind,
    status,
    occurred_at.slice(5, 13),
    location?.city ?? null,
  ])
}

describe('shipment.in_transit and tracking.updated', () => {
  test.each<[string, () => object | Promise<object>, object | undefined]>([
    ['a facility', () => ({ facility: 'EWR-SORT' }), SORT_CENTER],
    ['a store', async () => ({ store_id: await storeId(service, 'NYC-001') }), COUNTER],
    ['an unknown facility', () => ({ facility: 'NOWHERE' }), undefined],
    ['no place', () => ({}), undefined],
  ])('have the time of the movement, and its place if it is known: %s', async (_what, place, location) => {
    const { id } = await injected()
    await scanned(service.demo, 'movement', { shipment_id: id, occurred_at: '2026-11-03T08:15:30+01:00', ...(await place()) })
    const fired = (await service.demo.events(id)).slice(-2)
    expect(types(fired)).toEqual(['shipment.in_transit', 'tracking.updated'])
    for (const { event_info } of fired) {
      expect([event_info.scannedDateTime, event_info.location]).toEqual([AT, location])
      expect(event_info.eventDateTime > event_info.scannedDateTime).toBe(true)
    }
  })

  test('have time and place after a sandbox advance, too', async () => {
    const { id } = await injected()
    expect((await service.demo.post(`/v2/test/shipments/${id}/advance`)).json.status).toBe('in_transit')
    const [first, second] = (await service.demo.events(id)).slice(-2)
    expect(first.event_info).toMatchObject({ scannedDateTime: first.event_info.eventDateTime, location: { country: 'US' } })
    expect(second.event_info).toEqual({ ...first.event_info, event: 'tracking.updated' })
  })

  test('are not fired by a redirect, whose event names only the new destination', async () => {
    const { id } = await injected()
    await scanned(service.demo, 'movement', { shipment_id: id, occurred_at: AT })
    await service.demo.post(`/v2/shipments/${id}/redirect`, { to: { ...ADDRESS, city: 'Cleveland' } })
    const fired = await service.demo.events(id)
    expect(types(fired).filter((type) => type === 'shipment.in_transit')).toHaveLength(1)
    expect(fired.at(-1)).toMatchObject({ type: 'shipment.redirected', event_info: { location: { city: 'Cleveland' } } })
    expect(fired.at(-1).event_info).not.toHaveProperty('scannedDateTime')
  })
})

describe('public tracking', () => {
  test('lists each scan of the return journey with its own step', async () => {
    const created = await createShipment(service.demo, { ...RETURN, to: ADDRESS })
    await scanned(service.demo, 'accept', { shipment_id: created.id })
    await service.demo.post(`/v2/shipments/${created.id}/disposition`, { disposition: 'rts' })
    const way = ['collect', 'custody', 'arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver']
    for (const kind of way) {
      const { applied, scan, shipment } = await scanned(service.demo, kind, { shipment_id: created.id })
      expect([applied, scan.status, shipment.status]).toEqual([false, 'return_to_sender', 'return_to_sender'])
    }
    const response = await fetch(`${service.url}/v2/tracking/${created.tracking}`, {
      headers: { 'X-Api-Key': service.demo.credentials.api_key },
    })
    const told = (await response.json()) as Json
    expect(told.status).toBe('return_to_sender')
    expect(told.history.map(({ kind, status }: Json) => [kind, status])).toEqual([
      ['accept', 'ready_for_pickup'],
      ['collect', 'picked_up'],
      ['custody', 'in_possession'],
      ['arrive', 'at_sort_center'],
      ['sort', 'sorted'],
      ['inject', 'injected'],
      ['movement', 'in_transit'],
      ['out-for-delivery', 'out_for_delivery'],
      ['deliver', 'delivered'],
    ])
    expect(Object.keys(told.history[3])).toEqual(['kind', 'status', 'occurred_at', 'location'])
  })

  test('shows a movement that was reported twice once, while the partner sees each report', async () => {
    const created = await injected()
    const move = (body: object = {}) =>
      scanned(service.demo, 'movement', { shipment_id: created.id, occurred_at: AT, facility: 'EWR-SORT', ...body })
    await move()
    expect((await move()).applied).toBe(false)
    await scanned(service.demo, 'out-for-delivery', { shipment_id: created.id, occurred_at: '2026-11-05T07:15:30Z' })
    await move({ occurred_at: '2026-11-03T08:15:30+01:00', scanner_name: 'Another' })
    expect(await track(created)).toEqual([
      ['inject', 'injected', '11-02T07', null],
      ['movement', 'in_transit', '11-03T07', 'Newark'],
      ['out-for-delivery', 'out_for_delivery', '11-05T07', null],
    ])
    const { data } = (await service.demo.get(`/v2/shipments/${created.id}/scans`)).json
    expect(data.map(({ kind, applied }: Json) => [kind, applied])).toEqual([
      ['out-for-delivery', true],
      ['movement', false],
      ['movement', false],
      ['movement', true],
      ['inject', true],
    ])
  })

  test('shows the place from any report and the status from the first', async () => {
    const created = await injected()
    await scanned(service.demo, 'movement', { shipment_id: created.id, occurred_at: AT })
    await scanned(service.demo, 'deliver', { shipment_id: created.id, occurred_at: '2026-11-06T07:15:30Z' })
    await scanned(service.demo, 'movement', { shipment_id: created.id, occurred_at: AT, facility: 'EWR-SORT' })
    expect((await track(created))[1]).toEqual(['movement', 'in_transit', '11-03T07', 'Newark'])
  })

  test('shows reports separately if time, place or kind differ', async () => {
    const created = await injected()
    const store_id = await storeId(service, 'NYC-001')
    for (const [kind, body] of [
      ['movement', { occurred_at: AT, facility: 'EWR-SORT' }],
      ['movement', { occurred_at: AT, store_id }],
      ['movement', { occurred_at: '2026-11-03T07:15:30.001Z', facility: 'EWR-SORT' }],
      ['arrive', { occurred_at: AT, facility: 'EWR-SORT' }],
    ] as const) {
      await scanned(service.demo, kind, { shipment_id: created.id, ...body })
    }
    expect((await track(created)).map(([kind, , , city]) => [kind, city]).slice(1)).toEqual([
      ['arrive', 'Newark'],
      ['movement', 'Newark'],
      ['movement', 'New York'],
      ['movement', 'Newark'],
    ])
  })

  test('continues from the status that a decision set, and an earlier report shows its own step', async () => {
    const { id, tracking } = await injected()
    const at = (day: number) => ({ shipment_id: id, occurred_at: `2026-11-0${day}T07:15:30Z` })
    await scanned(service.demo, 'out-for-delivery', at(3))
    expect((await service.demo.post(`/v2/shipments/${id}/redirect`, { to: ADDRESS })).json.error).toBeUndefined()
    await scanned(service.demo, 'movement', at(5))
    // A late report of a scan from before the parcel went out the first time.
    await scanned(service.demo, 'arrive', at(2))
    await service.demo.post(`/v2/shipments/${id}/disposition`, { disposition: 'rts' })
    await scanned(service.demo, 'movement', at(6))
    expect((await track({ tracking })).map(([kind, status]) => [kind, status])).toEqual([
      ['arrive', 'at_sort_center'],
      ['inject', 'injected'],
      ['out-for-delivery', 'out_for_delivery'],
      ['movement', 'in_transit'],
      ['movement', 'in_transit'],
    ])
  })

  test.each([
    ['unclaimed', 'unclaimed'],
    ['rts', 'undeliverable'],
    ['dispose', 'disposed'],
  ])('shows the step of a scan from before %s, even if it is uploaded later', async (disposition, status) => {
    const { id, tracking } = await injected()
    expect((await service.demo.post(`/v2/shipments/${id}/disposition`, { disposition })).json.status).toBe(status)
    const { applied, scan } = await scanned(service.demo, 'sort', { shipment_id: id, occurred_at: '2026-11-02T06:15:30Z' })
    expect([applied, scan.status]).toEqual([false, status])
    expect((await track({ tracking })).map(([kind, shown]) => [kind, shown])).toEqual([
      ['sort', 'sorted'],
      ['inject', 'injected'],
    ])
  })

  test.each(['after', 'before'])("shows a counter's scan %s the collection with the status of the parcel", async (when) => {
    const { id, tracking } = await createShipment(service.demo, { ...RETURN, to: ADDRESS })
    const at = (day: number) => ({ shipment_id: id, occurred_at: `2026-11-0${day}T07:15:30Z` })
    await scanned(service.demo, 'collect', at(3))
    await scanned(service.demo, 'walk-in', { ...at(when === 'after' ? 4 : 2), ...SCANNER, store_id: await storeId(service, 'NYC-001') })
    const shown = (await track({ tracking })).map(([kind, status]) => [kind, status])
    const expected = ['collect', 'walk-in'].map((kind) => [kind, 'picked_up'])
    expect(shown).toEqual(when === 'after' ? expected : expected.toReversed())
  })

  test('shows that a decision sent the parcel out again, until a scan shows otherwise', async () => {
    const { id, tracking } = await injected()
    const at = (day: number) => ({ shipment_id: id, occurred_at: `2026-11-0${day}T07:15:30Z` })
    await scanned(service.demo, 'movement', at(3))
    for (const disposition of ['rts', 'redeliver']) {
      expect((await service.demo.post(`/v2/shipments/${id}/disposition`, { disposition })).json.error).toBeUndefined()
    }
    await scanned(service.demo, 'movement', at(5))
    await scanned(service.demo, 'out-for-delivery', at(6))
    // A late report of an earlier scan.
    await scanned(service.demo, 'arrive', at(4))
    expect((await track({ tracking })).map(([kind, status]) => [kind, status])).toEqual([
      ['inject', 'injected'],
      ['movement', 'in_transit'],
      ['arrive', 'in_transit'],
      ['movement', 'out_for_delivery'],
      ['out-for-delivery', 'out_for_delivery'],
    ])
  })

  test('never shows two equal entries, loses no time, kind or place, and keeps the order', () => {
    const cities = fc.constantFrom<Place | null>(null, { city: 'Newark', country: 'US' }, { city: 'Toronto', country: 'CA' })
    const report = fc.record({
      kind: fc.constantFrom('movement', 'arrive'),
      status: fc.constantFrom('in_transit', 'delivered'),
      occurred_at: fc.constantFrom(AT, '2026-11-04T07:15:30.000Z'),
      location: cities,
    })
    fc.assert(
      fc.property(fc.array(report, { maxLength: 20 }), (reports) => {
        const scans = reports.toSorted((a, b) => a.occurred_at.localeCompare(b.occurred_at)) as unknown as ScanRow[]
        const history = historyOf(scans)
        const facts = history.map(({ kind, occurred_at, location }) => `${kind} ${occurred_at} ${location?.city ?? ''}`)
        expect(new Set(facts).size).toBe(facts.length)
        expect(history.map(({ occurred_at }) => occurred_at)).toEqual(history.map(({ occurred_at }) => occurred_at).toSorted())
        for (const { kind, occurred_at, location } of scans) {
          const about = history.filter((entry) => entry.kind === kind && entry.occurred_at === occurred_at)
          expect(about.some((entry) => location === null || entry.location?.city === location.city)).toBe(true)
          expect(about.some((entry) => entry.location === null) && about.length > 1).toBe(false)
        }
      }),
    )
  })
})
