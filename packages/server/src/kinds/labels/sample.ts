import type { Label } from './layout.ts'

const ADDRESS = {
  name: 'Jackdaws love my big',
  line1: 'sphinx of quartz, VEXING QUICK',
  line2: 'WALTZ-BADLY 0123456789',
  city: 'FJORD NYMPHS',
  state: 'TX',
  postal_code: '78704',
  country: 'US',
}

/**
 * Each thread that draws labels draws this one first, so that everything is loaded. It has every part of a label, and nearly every letter.
 */
export const SAMPLE_LABEL: Label = {
  tracking: '0123456789ABCDEFGHJKMNPQRST',
  barcode: '01234567890123456789',
  direction: 'return',
  service_level: 'standard',
  weight_lb: 1,
  order_id: 'SAMPLE',
  carrier: 'Sample',
  rma: 'SAMPLE',
  ltracking: '0123456789ABCDEFGH',
  is_sandbox: true,
  from: ADDRESS,
  to: ADDRESS,
  label_id: 'lbl_00000000000000000000000000',
  label_version: 1,
  created_at: new Date(0),
}
