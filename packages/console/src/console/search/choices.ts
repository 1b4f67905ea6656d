// What the list below the search box offers.
import type { SearchSuggestion } from '@backhaul/client'
import { inWords, plainWords, statusWords } from '../words.ts'
import { addressOfHit } from './hits.ts'

export interface Choice {
  /** Different for each record, even where two have the same address. */
  key: string
  address: string
  /** Heading of the group. */
  group: string
  title: string
  /** What matched, and the status. */
  about: string
}

const GROUPS: Record<string, string> = {
  shipment: 'Parcels',
  qr: 'QR codes',
  adjustment: 'Adjustments and disputes',
  discrepancy: 'Discrepancies',
}
const groupOf = (kind: string): string => GROUPS[kind] ?? `${plainWords(kind).replace(/y$/, 'ie')}s`

/** A partner sees stores in a list only. */
const addressOf = (hit: SearchSuggestion, isOperator: boolean): string | null =>
  hit.kind === 'store' && !isOperator ? '/console/network/stores' : addressOfHit(hit)

/** The suggestions that have a page, by kind. The group of the best match comes first. */
export const choicesOf = (hits: readonly SearchSuggestion[], isOperator: boolean): Choice[] => {
  const choices = hits.flatMap((hit): Choice[] => {
    const address = addressOf(hit, isOperator)
    if (address === null) return []
    const title = hit.title ?? hit.id
    const matched = hit.matched_text === title || hit.matched_text === null ? null : hit.matched_text
    const status = hit.status && (hit.kind === 'shipment' ? statusWords(hit.status) : inWords(hit.status))
    return [
      {
        key: `${hit.kind} ${hit.id}`,
        address,
        group: groupOf(hit.kind),
        title,
        about: [matched, status].filter((text) => text !== null).join(' · '),
      },
    ]
  })
  const groups = [...new Set(choices.map(({ group }) => group))]
  return groups.flatMap((group) => choices.filter((choice) => choice.group === group))
}
