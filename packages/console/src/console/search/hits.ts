import type { SearchHit } from '@backhaul/client'

const OWN_PAGE: Record<string, string> = {
  shipment: 'shipments',
  claim: 'claims',
  adjustment: 'disputes',
  discrepancy: 'discrepancies',
  tender: 'tenders',
  consolidation: 'consolidations',
  pickup: 'pickups',
  event: 'events',
  delivery: 'deliveries',
  webhook: 'webhooks',
  partner: 'partners',
  key: 'keys',
  carrier_invoice: 'invoices',
}
/** Returns the page of a record, or null if records of this kind have no page. */
export const ownPageOf = (kind: string, id: string): string | null =>
  OWN_PAGE[kind] === undefined ? null : `/console/${OWN_PAGE[kind]}/${encodeURIComponent(id)}`
/** Records without a page of their own lead to the list of their shipments. */
const LIST_OF: Record<string, string> = { sweep: 'sweepId', manifest: 'manifest_id', shipment_group: 'group_id' }

/** Returns the address of a hit's page, or null if it has none. */
export const addressOfHit = ({ kind, id, shipment_id }: SearchHit): string | null => {
  const page = ownPageOf(kind, id)
  if (page !== null) return page
  const filter = LIST_OF[kind]
  if (filter !== undefined) return `/console/shipments?${filter}=${encodeURIComponent(id)}`
  return shipment_id === null ? null : `/console/shipments/${encodeURIComponent(shipment_id)}`
}

const MATCHED_WORDS: Record<string, string> = {
  id: 'its id',
  tracking: 'its tracking number',
  barcode: 'its barcode',
  ltracking: "the onward carrier's number",
  order_id: 'its order',
  rma: 'its RMA',
  ship_ext_id: "the partner's own id",
  label_id: 'its label',
  token: 'its QR',
  confirmation_code: 'its confirmation code',
  master_number: 'its master number',
}
export const matchedWords = (matched_by: string): string => MATCHED_WORDS[matched_by] ?? matched_by.replaceAll('_', ' ')
