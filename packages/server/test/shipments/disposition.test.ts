import { decideDisposition, decideRedirect } from '@backhaul/core/decide-disposition.ts'
import { decideTender, decideTenderAccepted } from '@backhaul/core/decide-tender.ts'
import { describe, expect, it } from 'vitest'
import { AFTER_EXPIRY, allowed, CANADA, EXPIRES, envAt, FACILITY, LATER, RATES, refused, shipmentIn, US_FAR } from './fixtures.ts'

describe('dispositions', () => {
  it('a second rts starts the return leg, and no disposition follows it', () => {
    const first = allowed(decideDisposition(shipmentIn('in_transit'), 'rts', envAt(LATER)))
    const second = allowed(decideDisposition(first.shipment, 'rts', envAt(LATER)))
    expect([first, second].map(({ shipment, events }) => [shipment.status, events[0]?.type])).toEqual([
      ['undeliverable', 'shipment.undeliverable'],
      ['return_to_sender', 'shipment.return_to_sender'],
    ])
    for (const next of ['rts', 'redeliver', 'unclaimed', 'dispose'] as const) {
      expect(refused(decideDisposition(second.shipment, next, envAt(LATER))).code).toBe('shipment_not_dispositionable')
    }
  })

  it('the first unclaimed report sets the dates; a repeated report fires again, and disposal keeps the dates', () => {
    const first = allowed(decideDisposition(shipmentIn('out_for_delivery'), 'unclaimed', envAt(LATER)))
    const dates = { unclaimed_since: LATER, dispose_after: '2026-12-21T10:00:00.000Z' }
    expect(first.shipment).toMatchObject(dates)
    const again = allowed(decideDisposition(first.shipment, 'unclaimed', envAt(EXPIRES)))
    expect(again.shipment).toMatchObject(dates)
    expect(again.events.map(({ type, specific }) => [type, specific])).toEqual([['shipment.unclaimed', { disposition: 'unclaimed' }]])
    const gone = allowed(decideDisposition(again.shipment, 'dispose', envAt(AFTER_EXPIRY)))
    expect(gone.shipment).toMatchObject({ status: 'disposed', ...dates })
  })

  it('redelivery fires out_for_delivery without a scan', () => {
    const { shipment, events, scan } = allowed(decideDisposition(shipmentIn('undeliverable'), 'redeliver', envAt(LATER)))
    expect(shipment.status).toBe('out_for_delivery')
    expect(events[0]).toMatchObject({
      type: 'shipment.out_for_delivery',
      specific: { 'scan-type': 'out_for_delivery', scantime: LATER, carrier: 'puro' },
    })
    expect(scan).toBeUndefined()
  })

  it('a redirect replaces the destination, but not price, label or tracking number', () => {
    const before = shipmentIn('unclaimed_injected')
    const { shipment, label } = allowed(decideRedirect(before, US_FAR, envAt(LATER)))
    const { status, to_address, updated_at, version, ...rest } = shipment
    expect({ status, to_address, updated_at, version }).toEqual({ status: 'in_transit', to_address: US_FAR, updated_at: LATER, version: 8 })
    expect(before).toMatchObject(rest)
    expect(label).toBeUndefined()
  })

  it('a redirect needs an active carrier of the market with its service level, at any weight', () => {
    const env = envAt(LATER)
    const heavy = shipmentIn('in_transit', { parcel: { weight: 900, length: 10, width: 8, height: 4 } })
    expect(allowed(decideRedirect(heavy, CANADA, env)).shipment.to_address).toEqual(CANADA)
    const to = { ...US_FAR, country: 'DE' }
    const unserved = [
      decideRedirect(heavy, to, env),
      decideRedirect({ ...heavy, service_level: 'express' }, CANADA, env),
      decideRedirect(heavy, US_FAR, { ...env, rates: { ...RATES, carriers: new Map([['ups', { active: false }]]) } }),
      decideRedirect(heavy, US_FAR, { ...env, rates: { ...RATES, rates: RATES.rates.filter(({ carrier }) => carrier !== 'ups') } }),
      decideRedirect(heavy, to, { ...env, rates: { ...RATES, rates: RATES.rates.map((rate) => ({ ...rate, country: 'DE' })) } }),
    ]
    for (const refusal of unserved) expect(refused(refusal).details).toMatchObject({ errors: [{ path: '/to/country', rule: 'market' }] })
    expect(refused(decideRedirect(shipmentIn('sorted'), to, env)).code).toBe('shipment_not_redirectable')
  })
})

describe('tenders', () => {
  it('a shipment is in one open tender at a time', () => {
    const promised = allowed(decideTender(shipmentIn('sorted'), 'tnd_1', envAt(LATER)))
    expect(promised.shipment).toMatchObject({ open_tender_id: 'tnd_1', tender_id: null, status: 'sorted' })
    expect(refused(decideTender(promised.shipment, 'tnd_2', envAt(LATER)))).toMatchObject({
      code: 'shipment_already_tendered',
      details: { shipment_id: promised.shipment.id, tender_id: 'tnd_1' },
    })
  })

  const tender = { id: 'tnd_1', carrier: 'cpc', facility: FACILITY } as const

  it('an inject handoff gives the member to the carrier of the tender and fires an event', () => {
    const before = shipmentIn('sorted', { open_tender_id: 'tnd_1' })
    const { shipment, events, scan } = decideTenderAccepted(before, { ...tender, handoff: 'inject' }, envAt(LATER))
    expect(shipment).toMatchObject({
      status: 'injected',
      carrier: 'cpc',
      ltracking: expect.any(String),
      tender_id: 'tnd_1',
      open_tender_id: null,
    })
    expect(events[0]).toMatchObject({ identifiers: { tender: 'tnd_1', facility: 'SORT-W' }, info: { email: '', scannedDateTime: LATER } })
    expect(scan).toMatchObject({ kind: 'inject', facility: 'SORT-W', details: { tender_id: 'tnd_1' } })
  })

  it('a collect handoff makes the member ready, assigns no carrier yet and fires nothing', () => {
    const outcome = decideTenderAccepted(shipmentIn('sorted', { open_tender_id: 'tnd_1' }), { ...tender, handoff: 'collect' }, envAt(LATER))
    expect(outcome).toMatchObject({
      shipment: {
        status: 'made_ready',
        carrier: null,
        ltracking: null,
        collecting_carrier: 'cpc',
        tender_id: 'tnd_1',
        open_tender_id: null,
      },
      events: [],
    })
  })

  it('a member that moved on keeps its state and leaves the tender', () => {
    const before = shipmentIn('in_transit', { open_tender_id: 'tnd_1' })
    const outcome = decideTenderAccepted(before, { ...tender, handoff: 'inject' }, envAt(LATER))
    expect(outcome.shipment).toMatchObject({ status: 'in_transit', carrier: 'puro', tender_id: null, open_tender_id: null })
    expect(outcome).toMatchObject({ events: [], applied: false })
  })
})
