// What the page of a shipment settles before anything is drawn.
import { expect, test } from 'vitest'
import { expectedOn } from '../src/console/shipment/types.ts'

test('a parcel is expected until it has arrived, or its carrier announces a day', () => {
  const shipment = { status: 'in_transit', estimated_delivery_date: '2026-12-01', scheduled_delivery_date: null } as const
  expect(expectedOn(shipment)).toBe('2026-12-01')
  for (const change of [{ status: 'delivered' }, { status: 'cancelled' }, { scheduled_delivery_date: '2026-12-02' }] as const)
    expect(expectedOn({ ...shipment, ...change })).toBe(null)
  expect(expectedOn({ ...shipment, estimated_delivery_date: null })).toBe(null)
})
