// Logic of the shipment page, without rendering.
import { expect, test } from 'vitest'
import { pricedParcel } from '../src/console/shipment/money/priced.ts'
import { expectedOn } from '../src/console/shipment/types.ts'

test('a parcel has an expected date until it has ended or its carrier announces a day', () => {
  const shipment = { status: 'in_transit', estimated_delivery_date: '2026-12-01', scheduled_delivery_date: null } as const
  expect(expectedOn(shipment)).toBe('2026-12-01')
  for (const change of [{ status: 'delivered' }, { status: 'cancelled' }, { scheduled_delivery_date: '2026-12-02' }] as const)
    expect(expectedOn({ ...shipment, ...change })).toBe(null)
  expect(expectedOn({ ...shipment, estimated_delivery_date: null })).toBe(null)
})

test('a price refers to the parcel as declared, however often it is measured later', () => {
  const parcel = { weight: 9, length: 12, width: 8, height: 4, shape: null } as never
  const at = (minute: number) => `2026-12-01T10:0${minute}:00.000Z`
  const reweigh = { source: 'counter', original_weight: 2, created_at: at(1) } as const
  const later = { declared: { weight: 5, length: 10, width: 8, height: 4 } as never, created_at: at(2) }
  const byHand = { source: 'manual', original_weight: 1, created_at: at(0) } as const
  expect(pricedParcel(parcel, [], [])).toBe(parcel)
  expect(pricedParcel(parcel, [byHand], [])).toBe(parcel)
  expect(pricedParcel(parcel, [{ ...reweigh, created_at: at(2) }], [later])).toBe(later.declared)
  expect(pricedParcel(parcel, [reweigh, byHand], [later])).toMatchObject({ weight: 2, length: 12 })
})
