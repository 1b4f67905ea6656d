// Compares the fields of a shipment with a text. An index only proposes shipments, so every result is right even if the index is old.
import { readCode } from '@backhaul/core/scanned-code.ts'
import type { Suggestion } from './model.ts'
import { type Facts, MIN_FRAGMENT, numberKey, plainText, TAIL } from './words.ts'

/** A text in each form in which a field may contain it. '' where it cannot. */
export interface Typed {
  text: string
  tracking: string
  barcode: string
  reference: string
  fragment: string
}

export const typedAs = (asked: string): Typed => {
  const { crockford, digits, text } = readCode(asked)
  const fragment = plainText(text).trim()
  return {
    text,
    tracking: /^[0-9A-Z]*$/.test(crockford) ? crockford : '',
    barcode: /^\d*$/.test(digits) ? digits : '',
    reference: numberKey(text),
    fragment: fragment.length < MIN_FRAGMENT ? '' : fragment,
  }
}

export type Match = Pick<Suggestion, 'matched_by' | 'matched_text'> & { rank: number }
type By = Suggestion['matched_by']

/** A few characters are the beginning of many numbers by chance, so orders and names come before those. */
const number = (matched_by: By, value: string, typed: string): Match | null =>
  typed !== '' && (value.startsWith(typed) || (typed.length >= TAIL && value.endsWith(typed)))
    ? { rank: typed.length < TAIL ? 5 : 1, matched_by, matched_text: value }
    : null

const reference = (matched_by: By, value: string | null, typed: string): Match | null => {
  const own = value === null || typed === '' ? '' : numberKey(value)
  return own !== '' && own.startsWith(typed) ? { rank: own === typed ? 0 : 2, matched_by, matched_text: value } : null
}

const person = (matched_by: By, value: string | null, fragment: string): Match | null => {
  const own = value === null || fragment === '' ? '' : plainText(value)
  const at = own === '' ? -1 : own.indexOf(fragment)
  return at < 0 ? null : { rank: at === 0 || own[at - 1] === ' ' ? 3 : 4, matched_by, matched_text: value }
}

/** The best match of the text in the shipment. Null: none. A lower rank is better. */
export const matchOf = (typed: Typed, row: Facts): Match | null => {
  const all = [
    number('tracking', row.tracking, typed.tracking),
    number('barcode', row.barcode, typed.barcode),
    reference('order_id', row.order_id, typed.reference),
    reference('rma', row.rma, typed.reference),
    person('name', row.name, typed.fragment),
    person('name', row.company, typed.fragment),
    person('email', row.email, typed.fragment),
  ]
  return all.reduce((best, match) => (match && (!best || match.rank < best.rank) ? match : best), null)
}
