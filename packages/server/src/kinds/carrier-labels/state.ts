// How far the carrier's label of a shipment is, in words for partners and shoppers. They never see what the carrier charges, its account or
// its own words, which may contain either. Pure.

import type { RefusalCause } from '@backhaul/core/carrier-adapter.ts'
import { type BookingState, causeOf } from '@backhaul/core/carrier-booking.ts'
import type { BookedLabel } from './queries.ts'

export const LABEL_MEANINGS = {
  ordered: 'the carrier is being asked for the label',
  delayed: 'the carrier has not answered usably so far; the label may still be bought',
  ready: 'the label can be fetched',
  failed: 'the carrier refused to sell a label, or gave none that can be printed',
} as const
export type CarrierLabelState = keyof typeof LABEL_MEANINGS
export const CARRIER_LABEL_STATES = Object.keys(LABEL_MEANINGS) as readonly CarrierLabelState[]

const WITHOUT_ORDER: ReadonlySet<BookingState> = new Set(['void', 'voiding'])

/** After this time, a caller should not wait for the label anymore. It may still be bought. */
const PATIENCE_MS = 2 * 60_000

/** Null: no label is ordered, or not anymore. */
export const labelStateOf = (label: BookedLabel | null, now_ms: number): CarrierLabelState | null => {
  if (label === null || WITHOUT_ORDER.has(label.booking.state)) return null
  const { booking, paper_id } = label
  if (paper_id !== null) return 'ready'
  const isBeingAsked = booking.state === 'buying' || (booking.state === 'due' && booking.error === null)
  if (isBeingAsked && now_ms < Date.parse(booking.updated_at) + PATIENCE_MS) return 'ordered'
  if (booking.state === 'refused' || booking.state === 'booked') return 'failed'
  return booking.state === 'done' ? null : 'delayed'
}

const REFUSALS: Readonly<Record<RefusalCause, string>> = {
  address:
    'The carrier does not accept an address of the shipment; amend `to` and order the label again, or create a shipment with another `from`.',
  parcel: 'The carrier does not accept the weight or the dimensions of the parcel; correct them, then order the label again.',
  customs: 'The carrier does not accept the customs declaration; complete it, then order the label again.',
  service: 'The carrier does not serve this parcel; use the label of Backhaul, or create a shipment with another service level.',
  other: 'The carrier refused to sell a label; use the label of Backhaul, or ask the operator about the reason.',
}

/** What is the matter, and what to do. Null: the label is ready. */
export const messageOf = (state: CarrierLabelState, { booking }: BookedLabel): string | null => {
  if (state === 'ready') return null
  if (state === 'ordered')
    return 'The carrier is being asked for the label; ask again in a few seconds, or wait for the event `shipment.carrier_label_ready`.'
  if (booking.state === 'undecided')
    return 'The carrier does not say whether it sold a label, so the operator has to find out; use the label of Backhaul, or ask the operator.'
  if (state === 'delayed')
    return 'The carrier has not answered yet and is asked again; wait for the event `shipment.carrier_label_ready`, or use the label of Backhaul.'
  if (booking.state === 'booked') return 'The carrier gave no label to print; use the label of Backhaul.'
  return REFUSALS[causeOf(booking.cause) ?? 'other']
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  gif: 'image/gif',
  zpl: 'application/zpl',
}
export const CARRIER_LABEL_TYPES: readonly string[] = [...Object.values(CONTENT_TYPES), 'application/octet-stream']

/** The type of a label whose format was recognized by its first bytes. A browser must not run what it contains, so other formats are bytes. */
export const contentTypeOf = (format: string | null): string => CONTENT_TYPES[format ?? ''] ?? 'application/octet-stream'

/** Whether a shopper can print the label without a label printer. */
export const isPrintable = (format: string | null): boolean => format === 'pdf' || format === 'png' || format === 'gif'
