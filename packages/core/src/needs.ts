/** Kinds of open work that need a person, in display order. */
export const NEED_KINDS = [
  'dispute_open',
  'claim_open',
  'tender_short',
  'tender_over',
  'unmatched_scan',
  'carrier_failing',
  'carrier_booking_refused',
  'carrier_booking_undecided',
  'carrier_invoice_undecided',
  'key_undecided',
  'undeliverable',
  'unclaimed_dispose_soon',
  'not_moved',
  'pickup_today',
  'webhook_failing',
  'webhook_disabled',
] as const
export type NeedKind = (typeof NEED_KINDS)[number]
