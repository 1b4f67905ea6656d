// The texts of this page, in addition to those of all pages (words.ts). An unknown value from a newer service is shown unchanged.
import { REASON_WORDS } from '../../shared/reasons.ts'

const HOLDERS: Readonly<Record<string, string>> = {
  sender: 'The sender',
  store: 'A counter',
  driver: 'A driver',
  facility: 'A facility',
  carrier: 'The carrier',
  recipient: 'The recipient',
}

const SCANS: Readonly<Record<string, string>> = {
  'walk-in': 'Taken in at a counter, with its label printed there',
  accept: 'Accepted at a counter',
  reject: 'Refused at a counter',
  collect: 'Collected by the driver',
  custody: 'Taken into custody',
  arrive: 'Arrived at a facility',
  sort: 'Sorted',
  inject: 'Handed over to the carrier',
  movement: 'Movement reported',
  'out-for-delivery': 'Sent out for delivery',
  deliver: 'Delivered',
}

const wordsFrom =
  (words: Readonly<Record<string, string>>) =>
  (word: string): string =>
    words[word] ?? word.replaceAll('_', ' ')

export const holderWords = wordsFrom(HOLDERS)
export const reasonWords = (reason: string): string => wordsFrom(REASON_WORDS)(reason).toLowerCase()
export const scanWords = wordsFrom(SCANS)

/** Formats a place in one line. Returns '' if nothing is known about the place. */
export const placeText = (place: object | null | undefined): string => {
  const { name, city, state, country } = (place ?? {}) as Record<string, string | null | undefined>
  return [name, city, state, country].filter((part) => part).join(', ')
}
