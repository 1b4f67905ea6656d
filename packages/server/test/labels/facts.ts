/** Label data from ordinary to malicious. */
import type { Label } from '../../src/kinds/labels/layout.ts'

export const ORDINARY: Label = {
  tracking: '7Z3KQ9M2X8W4V6T1R5P0NHJGFD8',
  barcode: '12345678901234567895',
  service_level: 'standard',
  weight_lb: 2.5,
  order_id: 'ORD-2026-001837',
  carrier: 'Northline Parcel',
  from: {
    name: 'José Núñez',
    line1: '1200 Barton Springs Rd',
    line2: 'Apt 4B',
    city: 'Austin',
    state: 'TX',
    postal_code: '78704',
    country: 'US',
  },
  to: {
    name: 'Returns Department',
    company: 'Example Returns Hub',
    line1: '4500 Logistics Parkway',
    line2: 'Dock 12',
    city: 'Columbus',
    state: 'OH',
    postal_code: '43228-1234',
    country: 'US',
  },
  label_id: 'lbl_01J9Z3KQ9M2X8W4V6T1R5P0NHJ',
  label_version: 2,
  direction: 'return',
  created_at: new Date('2026-11-20T12:00:00Z'),
  rma: 'RMA-2026-77812',
  ltracking: '8QK2M9X4C8T1ZB5RN3',
  is_sandbox: false,
}

/** The ordinary label with the sandbox mark, as on nearly every label of a sandbox. */
export const SANDBOX: Label = { ...ORDINARY, is_sandbox: true }

export const SPARSE: Label = {
  ...ORDINARY,
  tracking: '00000000000000000000000000A',
  barcode: '00000000000000000000',
  service_level: 'economy',
  direction: 'outbound',
  weight_lb: 0.001,
  from: null,
  order_id: null,
  carrier: null,
  rma: null,
  ltracking: null,
  to: { line1: '1', city: 'X', postal_code: '1', country: 'CA' },
}

const hundred = (text: string) => text.repeat(100).slice(0, 100)
const LONGEST_ADDRESS = {
  name: hundred('Wilhelmina Featherstonehaugh-Cholmondeley '),
  company: hundred('W'),
  line1: hundred('12345 Extraordinarily Long Boulevard '),
  line2: hundred('@'),
  city: hundred('Llanfairpwllgwyngyll '),
  state: hundred('MW'),
  postal_code: hundred('43228 '),
  country: 'US',
}
export const LONGEST: Label = {
  ...ORDINARY,
  tracking: 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZ',
  barcode: '99999999999999999999',
  service_level: 'express',
  weight_lb: 123456.789,
  order_id: hundred('W'),
  carrier: hundred('Consolidated '),
  rma: hundred('W'),
  ltracking: hundred('9W'),
  is_sandbox: true,
  from: LONGEST_ADDRESS,
  to: LONGEST_ADDRESS,
  label_id: hundred('lbl_W'),
  label_version: 1_000_000,
}

export const HOSTILE: Label = {
  ...ORDINARY,
  from: { ...ORDINARY.to, name: '^XZ^XA^FDpwned^FS^XZ', line1: '~JA', line2: '\\&\\\\_5EXA_7EJA', company: '^FH\\^FD\\5EXZ' },
  to: {
    ...ORDINARY.to,
    name: '^XZ\r\n^XA^FO10,10^BY4^BCN,200^FDpwned^FS^XZ',
    company: '~DGR:EVIL.GRF,1,1,FF ~JR ~HS',
    line1: 'a\u200bb\u202ec\u0000d\u001b[31m\u0007\u2028e\ufeff',
    line2: '^CC! !XZ ~CT^ ^CD| >;>0>8',
    city: '</text><script>',
  },
  order_id: '^FS^XZ~JA^XA',
  rma: '^FS^XZ~JA^XA',
  ltracking: '^XZ~JR',
  carrier: '_5E_7E^^~~\\\\',
}

/** A barcode that is an SSCC: the published example of GS1. */
export const SSCC: Label = { ...ORDINARY, barcode: '00106141412345678908', barcode_standard: 'sscc' }

export const INTERNATIONAL: Label = {
  ...ORDINARY,
  from: { name: 'יוסי כהן (מנהל)', line1: 'רחוב הרצל 12, דירה 3', city: 'تل أبيب', postal_code: '6688312', country: 'IL' },
  to: {
    name: '山田太郎 様',
    company: 'محمد علي 2-شركة الشحن',
    line1: '東京都千代田区丸の内1丁目2-3',
    line2: '김철수 🙂👨‍👩‍👧\u{1f1fa}\u{1f1f8} Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘ \ud800 ﷽',
    city: 'Αθήνα Москва Ереван ไทย हिन्दी',
    postal_code: '100-0005',
    country: 'JP',
  },
  order_id: '注文 ٣٤٥',
  rma: '返品 ٣',
}
