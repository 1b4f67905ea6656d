/** Kinds of results of the search. */
export const HIT_KINDS = [
  'shipment',
  'qr',
  'claim',
  'adjustment',
  'discrepancy',
  'tender',
  'pickup',
  'sweep',
  'manifest',
  'return_link',
  'shipment_group',
  'consolidation',
  'event',
  'delivery',
  'webhook',
  'partner',
  'key',
] as const
export type HitKind = (typeof HIT_KINDS)[number]

/** The identifier that the text matched. */
export const MATCHED_BY = [
  'id',
  'tracking',
  'barcode',
  'ltracking',
  'order_id',
  'rma',
  'ship_ext_id',
  'label_id',
  'token',
  'confirmation_code',
  'master_number',
] as const

/** Identifiers that find one shipment. */
export const IDENTIFIERS = [
  'id',
  'tracking',
  'barcode',
  'ltracking',
  'order_id',
  'rma',
  'ship_ext_id',
  'qr_id',
  'qr_token',
  'label_id',
  'group_id',
  'master_number',
  'filters',
] as const
