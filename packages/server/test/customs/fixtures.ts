import { ADDRESS } from '../support/client.ts'

export const TORONTO = { name: 'Ben Example', line1: '1 Yonge St', city: 'Toronto', state: 'ON', postal_code: 'M5E 1E5', country: 'CA' }
export const SHIRTS = {
  description: "Men's shirts, cotton",
  quantity: 3,
  value: 1_999,
  weight: 250,
  weight_unit: 'g',
  hs_code: '6109.10',
  origin_country: 'PT',
  sku: 'SH-1',
}
export const MUG = {
  description: 'Mug, porcelain',
  quantity: 1,
  value: 850,
  weight: 0.4,
  weight_unit: 'kg',
  hs_code: '691110',
  origin_country: 'CN',
}
export const DECLARED = {
  contents_type: 'merchandise',
  currency: 'USD',
  incoterm: 'DAP',
  invoice_number: 'INV-77',
  signer: 'Ada Example',
  items: [SHIRTS, MUG],
}
/** A shipment abroad with a complete customs declaration. */
export const EXPORT = {
  direction: 'outbound',
  fulfillment: 'print_label',
  order_id: 'order-9',
  from: ADDRESS,
  to: TORONTO,
  parcel: { weight: 4 },
  customs: DECLARED,
}
/** The return of such a shipment. */
export const IMPORT = { direction: 'return', fulfillment: 'print_label', from: TORONTO, to: ADDRESS, parcel: { weight: 4 } }
