// What a scanner, a camera or a keyboard read: which identification of a parcel it is, or why it cannot be one. Pure, and as strict as the
// numbers allow (docs/guide/shipments.md#numbers), so that a misread code is told at once and without a connection.
import { crockfordCheck, gs1CheckDigit } from '../../../../server/src/domain/check-characters.ts'

/** The fields of a scan by which it names its parcel. */
export type CodeField = 'shipment_id' | 'tracking' | 'barcode' | 'qr_id' | 'qr_token'

/** Why a code cannot be that of a parcel. What to say of each: ./code-texts.ts. */
export type CodeProblem = 'empty' | 'half' | 'damaged' | 'double' | 'product' | 'carrier' | 'web' | 'foreign'

export type Code =
  | { kind: 'parcel'; field: CodeField; value: string }
  | { kind: 'tender'; value: string }
  | { kind: 'problem'; problem: CodeProblem; text: string; carrier?: string }

const BARCODE_DIGITS = 20
const TRACKING_CHARACTERS = 27
const TOKEN_CHARACTERS = 32
/** Fewer characters than this are no part of a code of ours, but somebody's typing. */
const HALF_CHARACTERS = 6

const CROCKFORD = /^[0-9A-HJKMNP-TV-Z]+$/
/** Prefix and 26 characters of base32, such as shp_06gzp0fv95r6n334rtxcyfyrjm. */
const ID = /^(shp|qr|tnd)_[0-9a-hjkmnp-tv-z]{26}$/
/** What scanners may put before a code to say which symbology it is: ]C1, ]Q3. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/
const GTIN_DIGITS = [8, 12, 13, 14]

/** What labels of well-known networks carry. None of them has the length of ours with a right check character, but for chance. */
const CARRIERS: readonly (readonly [name: string, code: RegExp])[] = [
  ['UPS', /^1Z[0-9A-Z]{16}$/],
  ['USPS', /^(420\d{5}(\d{4})?)?9[1-5]\d{20}$/],
  ['FedEx', /^(96\d{20}|96\d{32}|\d{15})$/],
  ['DHL', /^(JJ?D\d{14,20}|\d{10})$/],
  ['Amazon', /^TBA\d{12}$/],
  ['a postal service', /^[A-Z]{2}\d{9}[A-Z]{2}$/],
]

const problem = (problem: CodeProblem, text: string, carrier?: string): Code => ({
  kind: 'problem',
  problem,
  text,
  ...(carrier !== undefined && { carrier }),
})

const hasGs1Check = (digits: string): boolean => gs1CheckDigit(digits.slice(0, -1)) === digits.at(-1)
const hasTrackingCheck = (text: string): boolean => crockfordCheck(text.slice(0, -1)) === text.at(-1)

/** Letters that Crockford's base32 leaves out because people take them for digits. */
const unconfused = (text: string): string => text.replaceAll('O', '0').replace(/[IL]/g, '1')

const readDigits = (digits: string): Code => {
  if (digits.length === BARCODE_DIGITS) {
    return hasGs1Check(digits) ? { kind: 'parcel', field: 'barcode', value: digits } : problem('damaged', digits)
  }
  if (digits.length === 2 * BARCODE_DIGITS) return problem('double', digits)
  if (GTIN_DIGITS.includes(digits.length) && hasGs1Check(digits)) return problem('product', digits)
  return problem(digits.length < BARCODE_DIGITS ? 'half' : 'foreign', digits)
}

const readLetters = (text: string): Code => {
  const plain = unconfused(text)
  if (!CROCKFORD.test(plain)) return problem('foreign', text)
  if (plain.length === TRACKING_CHARACTERS) {
    return hasTrackingCheck(plain) ? { kind: 'parcel', field: 'tracking', value: plain } : problem('damaged', text)
  }
  if (plain.length === TOKEN_CHARACTERS) return { kind: 'parcel', field: 'qr_token', value: plain }
  if (plain.length === 2 * TRACKING_CHARACTERS || plain.length === 2 * TOKEN_CHARACTERS) return problem('double', text)
  return problem(plain.length >= HALF_CHARACTERS && plain.length < TOKEN_CHARACTERS ? 'half' : 'foreign', text)
}

/** Control characters frame what some scanners send; spaces group what people copy from a label. */
const plainText = (raw: string): string =>
  [...raw]
    .filter((character) => character > ' ' && character !== '\u007f' && character.trim() !== '')
    .join('')
    .replace(SYMBOLOGY, '')

export const readCode = (raw: string): Code => {
  const text = plainText(raw)
  if (text === '') return problem('empty', '')
  if (/^https?:\/\//i.test(text)) return problem('web', text)
  const id = ID.exec(text.toLowerCase())
  if (id) {
    const value = id[0]
    if (id[1] === 'tnd') return { kind: 'tender', value }
    return { kind: 'parcel', field: id[1] === 'shp' ? 'shipment_id' : 'qr_id', value }
  }
  const capitals = text.toUpperCase()
  const carrier = CARRIERS.find(([, code]) => code.test(capitals))
  if (carrier) return problem('carrier', text, carrier[0])
  return /^\d+$/.test(capitals) ? readDigits(capitals) : readLetters(capitals)
}

/** Enough of a code to tell two parcels apart, and little enough to read out. */
export const shortCode = (code: string): string => (code.length <= 12 ? code : `${code.slice(0, 4)}…${code.slice(-6)}`)
