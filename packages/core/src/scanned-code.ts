// Parses a code that was scanned or typed at a counter. The code is cleaned before it is looked up. If no parcel has the code, its form
// shows whether it is a misread label, another carrier's number or an unknown parcel (docs/guide/counters.md#what-a-code-is).
import { cleanScan, compactCode, isMangled, spellingsOf } from './carrier-number.ts'
import { CROCKFORD, crockfordCheck, gs1CheckDigit, SSCC_IDENTIFIER } from './check-characters.ts'
import { ID_PREFIXES, type IdKind } from './ids.ts'
import { type Refusal, refuse } from './refusal.ts'

/** Identifiers of a parcel that a code can be. */
export const PARCEL_CODES = ['shipment_id', 'tracking', 'barcode', 'ltracking', 'qr_id', 'qr_token', 'label_id'] as const
export type ParcelCode = (typeof PARCEL_CODES)[number]

/** A code, in each of the forms in which the numbers of parcels are stored. */
export interface ReadCode {
  /** The code as read, without the characters that scanners add. */
  text: string
  id: string
  /** Without spaces, hyphens and parentheses. */
  digits: string
  /** The barcode of a label. A GS1 barcode begins with the identifier 00, which people omit when they type. */
  barcode: string
  /** Tracking numbers and tokens never contain O, I or L, so an O is read as 0, and an I or L as 1. */
  crockford: string
}

const SSCC = /^\d{18}$/
const endsInCheckDigit = (digits: string): boolean => gs1CheckDigit(digits.slice(0, -1)) === digits.at(-1)

export const readCode = (scanned: string): ReadCode => {
  const text = cleanScan(scanned)
  const compact = compactCode(text)
  const crockford = compact.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const barcode = SSCC.test(compact) && endsInCheckDigit(compact) ? `${SSCC_IDENTIFIER}${compact}` : compact
  return { text, id: text.toLowerCase(), digits: compact, barcode, crockford }
}

/**
 * Returns the forms under which a number from a carrier's file may be stored, as the carrier's number or as a number on the network's own
 * labels. The likeliest first.
 */
export const formsOf = (text: string): string[] => {
  if (isMangled(text)) return []
  const { barcode, crockford } = readCode(text)
  return [...new Set([...spellingsOf(text), barcode, crockford])]
}

const NETWORKS = {
  ups: 'a UPS number',
  usps: 'a USPS number',
  fedex: 'a FedEx number',
  dhl: 'a DHL number',
  amazon: 'an Amazon number',
  post: 'a number of a national postal service',
  product: 'the bar code of a product',
  link: 'a web address',
} as const
type Network = keyof typeof NETWORKS

export const DAMAGED_CODES = ['tracking', 'barcode', 'qr_token', 'id'] as const
type Damaged = (typeof DAMAGED_CODES)[number]

/** Whether the last of 12 digits is the check digit of FedEx Express for the others. The weights are 3, 1, 7, 3, … from the left. */
const isFedexExpress = (digits: string): boolean => {
  let sum = 0
  for (let i = 0; i < 11; i++) sum += Number(digits[i]) * ([3, 1, 7][i % 3] as number)
  return (sum % 11) % 10 === Number(digits[11])
}

/** Returns the network that a number of this form belongs to. Null: the form is not known. */
const networkOfDigits = (digits: string): Network | null => {
  const { length } = digits
  if (/^9[1-5]/.test(digits) && [22, 26].includes(length)) return 'usps'
  if (digits.startsWith('420') && length >= 28) return 'usps'
  if (length === 34 || (length === 22 && digits.startsWith('96'))) return 'fedex'
  if (length === 12 && isFedexExpress(digits)) return 'fedex'
  if (length === 15 && endsInCheckDigit(digits)) return 'fedex'
  if ([8, 12, 13, 14].includes(length) && endsInCheckDigit(digits)) return 'product'
  if (length === 10 && Number(digits.slice(0, 9)) % 7 === Number(digits[9])) return 'dhl'
  return null
}

const networkOf = ({ text, digits: compact }: ReadCode): Network | null => {
  const code = compact.toUpperCase()
  if (text.includes('://')) return 'link'
  if (/^1Z[0-9A-Z]{16}$/.test(code)) return 'ups'
  if (/^TB[ACM]\d{9,15}$/.test(code)) return 'amazon'
  if (/^[A-Z]{2}\d{9}[A-Z]{2}$/.test(code)) return 'post'
  if (/^(JJD|JD)\d{10,24}$/.test(code)) return 'dhl'
  return /^\d+$/.test(code) ? networkOfDigits(code) : null
}

const KINDS = new Map(Object.entries(ID_PREFIXES).map(([kind, prefix]) => [prefix as string, kind as IdKind]))
const ID = /^([a-z]{2,3})_(.*)$/
const ID_CHARACTERS = /^[0-9a-z]{26}$/
/** Kinds of ids that name a parcel. */
const OF_PARCELS: readonly IdKind[] = ['shipment', 'qr', 'label']

const BARCODE_DIGITS = 20
const TRACKING_CHARACTERS = 27
const TOKEN_CHARACTERS = 32
/** Length of a carrier's number that a sandbox makes up. */
const LTRACKING_CHARACTERS = 18
/** Minimum length of a code. People type shorter texts, which can mean anything. */
const FEWEST_CHARACTERS = 16
/**
 * Other carriers' numbers consist of digits, with a few letters at the beginning and the end. In the network's own tracking numbers,
 * letters and digits are mixed throughout.
 */
const OTHER_NUMBER = /^[0-9A-Z]{0,8}\d{8,}[A-Z]{0,3}$/

/**
 * Other carriers' numbers may have any number of digits. Therefore a code counts as a misread barcode only if it has almost as many digits
 * as the network's own barcodes, or twice as many.
 */
const damagedDigits = ({ length }: string, isWhole: boolean): boolean => {
  if (length === BARCODE_DIGITS) return !isWhole
  return Math.abs(length - BARCODE_DIGITS) === 1 || length === 2 * BARCODE_DIGITS
}

/**
 * Returns which kind of the network's own numbers the code is, if a part of the number is missing or wrong. Null: the number is complete,
 * or it is not one of the network's own.
 */
const damageOf = ({ text, id, digits, crockford }: ReadCode): Damaged | null => {
  const [, prefix, rest] = ID.exec(id) ?? []
  if (prefix !== undefined && KINDS.has(prefix)) return ID_CHARACTERS.test(rest as string) ? null : 'id'
  if (text === '' || text.includes('\ufffd')) return 'barcode'
  if (/^\d+$/.test(digits)) return damagedDigits(digits, endsInCheckDigit(digits)) ? 'barcode' : null
  const { length } = crockford
  if (![...crockford].every((character) => CROCKFORD.includes(character))) return null
  if (length === TRACKING_CHARACTERS) return crockfordCheck(crockford.slice(0, -1)) === crockford.at(-1) ? null : 'tracking'
  if (OTHER_NUMBER.test(crockford) || length < FEWEST_CHARACTERS || length === LTRACKING_CHARACTERS || length === TOKEN_CHARACTERS)
    return null
  return length < TOKEN_CHARACTERS - 2 ? 'tracking' : 'qr_token'
}

const WHOLE: Record<Damaged, string> = {
  tracking: `a tracking number has ${TRACKING_CHARACTERS} characters, and the last one is a check character`,
  barcode: `a bar code has ${BARCODE_DIGITS} digits, and the last one is a check digit`,
  qr_token: `a QR has ${TOKEN_CHARACTERS} characters`,
  id: 'an id has 26 characters after its prefix',
}

/** Returns the reason why no parcel has this code. */
export const refuseCode = (code: ReadCode): Refusal => {
  const network = networkOf(code)
  if (network) {
    const message = `This is ${NETWORKS[network]}; scan this network's label or the sender's QR instead.`
    return refuse('code_foreign', message, { field: 'code', network })
  }
  const looks_like = damageOf(code)
  if (looks_like) {
    const message = `The code is incomplete or was misread: ${WHOLE[looks_like]}; scan it again, or type it.`
    return refuse('code_damaged', message, { field: 'code', looks_like })
  }
  const kind = KINDS.get(ID.exec(code.id)?.[1] ?? '')
  if (kind && !OF_PARCELS.includes(kind)) {
    return refuse('not_found', `This is the code of a ${kind}, not of a parcel; scan the label or the QR.`, { field: 'code', kind })
  }
  return refuse(
    'not_found',
    'No parcel with this code exists for your account; scan the other code on the parcel, or check the code that was typed.',
    {
      field: 'code',
    },
  )
}
