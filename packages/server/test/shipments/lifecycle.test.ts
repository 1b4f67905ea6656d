import {
  type AmendInput,
  decideAmend,
  decideCancel,
  decideExpire,
  decideProduceLabel,
  decideReprint,
} from '@backhaul/core/decide-lifecycle.ts'
import { fromMinorUnits as cents } from '@backhaul/core/money.ts'
import { describe, expect, it } from 'vitest'
import { AFTER_EXPIRY, allowed, CANADA, create, EXPIRES, envAt, LATER, refused, shipmentIn, US, US_FAR } from './fixtures.ts'

const amend = (before: ReturnType<typeof shipmentIn>, input: AmendInput) => allowed(decideAmend(before, input, envAt(LATER)))

describe('amend', () => {
  const labeled = create({ to: US_FAR }).shipment

  it.each<[string, AmendInput]>([
    ['price', { parcel: { weight: 9 } }],
    ['destination', { to: { ...US_FAR, line1: '10 Elm St' } }],
    ['drop-off store', { drop_off_store_id: 'sto_2' }],
  ])('creates a new label when the %s changes, and fires only shipment.updated', (_, input) => {
    const { shipment, label, events } = amend(labeled, input)
    expect(label).toMatchObject({ version: 2, supersedes: labeled.label_id })
    expect(shipment).toMatchObject({
      status: 'label_ready',
      label_id: label?.id,
      label_version: 2,
      supersedes: labeled.label_id,
      version: 2,
    })
    expect(shipment).toMatchObject({ tracking: labeled.tracking, barcode: labeled.barcode, updated_at: LATER })
    expect(events.map(({ type, info }) => [type, info.status])).toEqual([['shipment.updated', 'created']])
    expect(events[0]?.identifiers.label).toBe(label?.id)
  })

  it.each<[string, AmendInput]>([
    ['declared value', { declared_value: cents(5_000) }],
    ['weight, below the billed dimensional weight,', { parcel: { weight: 1.5 } }],
  ])('keeps the label when only the %s changes', (_, input) => {
    const { shipment, label, events } = amend(labeled, input)
    expect(label).toBeUndefined()
    expect(shipment).toMatchObject({ label_id: labeled.label_id, label_version: 1, version: 2, amount: labeled.amount })
    expect(events).toHaveLength(1)
  })

  it('creates no label if the shipment has none', () => {
    const { shipment, label } = amend(shipmentIn('created'), { parcel: { weight: 9 } })
    expect(label).toBeUndefined()
    expect(shipment).toMatchObject({ status: 'created', label_id: null, label_version: null })
  })

  it('a new weight changes the amount, and the old weight restores it', () => {
    const heavier = amend(labeled, { parcel: { weight: 9 } }).shipment
    expect(heavier.amount).toBe(700 + 9 * 50)
    expect(amend(heavier, { parcel: { weight: 1 } }).shipment.amount).toBe(labeled.amount)
  })

  it('a new country changes market, currency and carrier', () => {
    expect(amend(labeled, { to: CANADA }).shipment).toMatchObject({ market: 'CA', currency: 'CAD', carrier: null, ltracking: null })
    const back = amend(shipmentIn('label_ready'), { to: US }).shipment
    expect(back).toMatchObject({ market: 'US', currency: 'USD', carrier: 'ups', ltracking: expect.any(String) })
  })

  it('an amendment that changes nothing leaves the row unchanged and fires nothing', () => {
    const same: AmendInput = { to: { ...US_FAR, company: null }, parcel: { weight: 16, weight_unit: 'oz' } }
    expect(amend(labeled, same)).toEqual({ shipment: labeled, events: [], applied: false })
  })

  it('is refused if the shipment cannot be rated', () => {
    expect(refused(decideAmend(labeled, { parcel: { weight: 71 } }, envAt(LATER)))).toMatchObject({ code: 'validation_failed' })
  })
})

describe('labels', () => {
  it('a reprint supersedes the previous label; tracking number and barcode stay', () => {
    const before = create().shipment
    const once = allowed(decideReprint(before, envAt(LATER)))
    const twice = allowed(decideReprint(once.shipment, envAt(LATER)))
    expect(twice.shipment).toMatchObject({ label_version: 3, tracking: before.tracking, barcode: before.barcode })
    expect(twice.label).toMatchObject({ version: 3, supersedes: once.label?.id })
  })

  it('a label produced on site is version 1', () => {
    const { shipment, label, events } = allowed(decideProduceLabel(shipmentIn('created'), envAt(LATER)))
    expect(shipment).toMatchObject({ status: 'label_ready', label_id: label?.id, label_version: 1, supersedes: null })
    expect(events[0]?.info).toMatchObject({ status: 'label_ready', labelUrl: `/v2/shipments/${shipment.id}/label` })
  })
})

describe('the end of a shipment', () => {
  it('canceling voids the label, and the event says so', () => {
    const { shipment, events } = allowed(decideCancel(shipmentIn('label_ready'), envAt(LATER)))
    expect(shipment).toMatchObject({ status: 'cancelled', label_voided: true, voided_at: LATER, cancelled_at: LATER })
    expect(events[0]?.specific).toEqual({ labelVoided: true, voidedAt: LATER, cancelledAt: LATER, expiresAt: EXPIRES })
  })

  it('a shipment expires once, at expires_at and not a millisecond before', () => {
    const waiting = shipmentIn('label_ready')
    expect(decideExpire(waiting, envAt('2026-12-20T09:29:59.999Z'))).toBeNull()
    const due = decideExpire(waiting, envAt(EXPIRES))
    expect(due?.shipment).toMatchObject({ status: 'expired', label_voided: true, expired_at: EXPIRES, version: waiting.version + 1 })
    expect(due && decideExpire(due.shipment, envAt(AFTER_EXPIRY))).toBeNull()
  })

  it('a parcel in the network never expires', () => {
    expect(decideExpire(shipmentIn('ready_for_pickup'), envAt(AFTER_EXPIRY))).toBeNull()
  })
})
