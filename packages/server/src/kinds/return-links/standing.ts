import type { ReturnLinkRow } from './queries.ts'

export const STANDINGS = ['open', 'used', 'over', 'withdrawn'] as const
export type Standing = (typeof STANDINGS)[number]

/** Whether a link can still be used. `now` is the time on the partner's clock. */
export const standingOf = (
  link: Pick<ReturnLinkRow, 'withdrawn_at' | 'shipment_ids' | 'max_shipments' | 'ends_at'>,
  now: string,
): Standing => {
  if (link.withdrawn_at !== null) return 'withdrawn'
  if (link.shipment_ids.length >= link.max_shipments) return 'used'
  return now >= link.ends_at ? 'over' : 'open'
}
