import type { RejectReason } from '@backhaul/client'

/** Texts for the reasons why a counter refused a parcel. */
export const REASON_WORDS: Readonly<Record<RejectReason, string>> = {
  damaged: 'Damaged',
  prohibited: 'Prohibited goods',
  oversize: 'Too large or too heavy',
  wrong_item: 'Wrong item',
  no_label: 'No readable label',
  other: 'Something else',
}
