// What a search compares: texts without case, accents and separators, and hashes of words. The worker that fills the index and the search
// use the same functions.

import { idMade_ms } from '../../process/ids.ts'

/** Characters at the end of a number that find it. */
export const TAIL = 6
const MAX_WORD = 40
const MAX_WORDS = 24

/** Lower case without accents, so that "muller" finds "Müller". */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Cuts between code points, because PostgreSQL rejects half of one. */
const cut = (text: string): string => Array.from(text).slice(0, MAX_WORD).join('')

/** Letters and digits in capitals: "a-10" and "A 10" are the same number. */
export const numberKey = (text: string): string =>
  cut(
    plainText(text)
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .toUpperCase(),
  )

/** Runs of letters and runs of digits. An address such as miller82@example.com consists of few words that nobody else has. */
export const wordsOf = (text: string): string[] => (plainText(text).match(/\p{L}+|\p{N}+/gu) ?? []).slice(0, MAX_WORDS).map(cut)

/** A 32-bit hash (FNV-1a) as PostgreSQL's `int`. Different texts may have the same hash. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}

/** The key of a word contains the partner, so that a search reads only the partner's own rows. `partner`: its `partnerKey`. */
export const wordKey = (partner: number, word: string): number => hashOf(`${partner} ${word}`)

/**
 * The last characters of numbers are random. Their keys begin with the time of the shipment, so that new entries are close together and
 * PostgreSQL writes images of few pages after a checkpoint. A search reads one key for each bucket.
 */
const BUCKETS = 64
const BUCKET_MS = 6 * 3_600_000
const HASH_BITS = 22
const tailAt = (bucket: number, number: string): number => (bucket << HASH_BITS) | (hashOf(number.slice(-TAIL)) & ((1 << HASH_BITS) - 1))
const tailKey = (number: string, id: string): number => tailAt(Math.abs(Math.trunc(idMade_ms(id) / BUCKET_MS)) % BUCKETS, number)
export const tailKeys = (number: string): number[] => Array.from({ length: BUCKETS }, (_, bucket) => tailAt(bucket, number))
export const partnerKey = (partnerId: string): number => hashOf(partnerId)

/** What identifies a shipment for people. `name`, `company` and `email` are the shopper's. */
export interface Facts {
  id: string
  partner_id: string
  tracking: string
  barcode: string
  order_id: string | null
  rma: string | null
  name: string | null
  company: string | null
  email: string | null
}

export const peopleIn = ({ name, company, email }: Facts): string[] => [name, company, email].filter((text) => text !== null)

/** The row of the index for a shipment, and the words in it. */
export const indexed = (facts: Facts) => {
  const partner = partnerKey(facts.partner_id)
  const words = [...new Set(peopleIn(facts).flatMap(wordsOf))]
  const keys = [...words.map((word) => wordKey(partner, word)), tailKey(facts.tracking, facts.id), tailKey(facts.barcode, facts.id)]
  const [order_key, rma_key] = [facts.order_id, facts.rma].map((text) => (text && numberKey(text)) || null)
  return { words, row: { shipment_id: facts.id, partner, order_key, rma_key, keys: [...new Set(keys)] } }
}

/** Minimum length of a fragment of a name. */
export const MIN_FRAGMENT = 3
/** Words of one text that are looked up. The hits are checked against the whole text. */
const MAX_LOOKUPS = 3

export interface WordPattern {
  word: string
  /** Whether the word may continue before or after the text. */
  opens: boolean
  ends: boolean
}

/** How the words in a fragment of a name occur in the index. Empty if the fragment is shorter than three characters. */
export const patternsOf = (text: string): WordPattern[] => {
  const fragment = plainText(text).trim()
  if (fragment.length < MIN_FRAGMENT) return []
  const words = wordsOf(fragment)
  const isAt = (index: number) => (index === 0 ? /^[\p{L}\p{N}]/u : /[\p{L}\p{N}]$/u).test(fragment)
  return words
    .map((word, i) => ({ word, opens: i === 0 && isAt(0), ends: i === words.length - 1 && isAt(-1) }))
    .filter(({ word, opens, ends }) => word.length >= MIN_FRAGMENT || !(opens && ends))
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MAX_LOOKUPS)
}
