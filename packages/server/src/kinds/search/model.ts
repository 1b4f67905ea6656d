/** What the one search finds. */
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

/** Which identifier of it the text is. */
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

/** However many share an identifier; the list of what they are says the rest. */
export const MOST_HITS = 20

export interface Hit {
  kind: HitKind
  id: string
  matched_by: (typeof MATCHED_BY)[number]
  title: string | null
  status: string | null
  partner_id: string | null
  shipment_id: string | null
  created_at: string
}
