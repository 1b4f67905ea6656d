import type { ReturnLinkRow } from './queries.ts'

export const LINK_STATUSES = ['open', 'used', 'over', 'withdrawn'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

/** Whether a link can still be used. `now` is the time on the partner's clock. */
export const linkStatus = (
  link: Pick<ReturnLinkRow, 'withdrawn_at' | 'shipment_ids' | 'max_shipments' | 'ends_at'>,
  now: string,
): LinkStatus => {
  if (link.withdrawn_at !== null) return 'withdrawn'
  if (link.shipment_ids.length >= link.max_shipments) return 'used'
  return now >= link.ends_at ? 'over' : 'open'
}
