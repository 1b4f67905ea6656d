/** What needs somebody now, in the order in which it is shown. */
export const NEED_KINDS = [
  'dispute_open',
  'claim_open',
  'tender_short',
  'tender_over',
  'unmatched_scan',
  'carrier_failing',
  'carrier_booking_refused',
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
