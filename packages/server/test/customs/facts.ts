import { type CustomsItem, declarationOf } from '@backhaul/core/customs.ts'
import { fromMinorUnits as cents } from '@backhaul/core/money.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { CustomsFacts } from '../../src/kinds/customs/facts.ts'
import { ADDRESS } from '../support/client.ts'
import { DECLARED, TORONTO } from './fixtures.ts'

const declaration = declarationOf(DECLARED as never, { direction: 'outbound' }, new Map())
if (isRefusal(declaration)) throw new Error(declaration.message)

export const FACTS: CustomsFacts = {
  shipment_id: 'shp_01j9z3kq9m2x8w4v6t1r5p0nhj',
  tracking: '7Z3KQ9M2X8W4V6T1R5P0NHJGFD8',
  barcode: '10000000000000000017',
  ltracking: 'CX473124829US',
  order_id: 'order-9',
  carrier: 'northline',
  service_level: 'standard',
  amount: cents(2_350),
  currency: 'CAD',
  from: { ...ADDRESS, company: 'Example Outfitters' },
  to: TORONTO,
  gross_grams: 1_814,
  declaration,
  date: '2026-11-20',
  is_gs1: false,
  is_sandbox: false,
}

export const item = (i: number): CustomsItem => ({
  description: `Item number ${i} with a name that is long enough to need more than one line of its column`,
  quantity: i + 1,
  value: cents(1_000 + i),
  weight: 100,
  weight_unit: 'g',
  hs_code: '61091000',
  origin_country: 'PT',
  sku: `SKU-${i}`,
})
export const withItems = (count: number, more: Partial<CustomsFacts> = {}): CustomsFacts => ({
  ...FACTS,
  ...more,
  declaration: { ...FACTS.declaration, items: Array.from({ length: count }, (_, i) => item(i)) },
})
