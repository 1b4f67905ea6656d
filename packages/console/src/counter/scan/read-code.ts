// Classifies a scanned or typed code: says which identification of a parcel it is, or why it cannot be one. It uses the service's own rules
// (`GET /v2/parcels/find` gives the same answer), so that a misread code is detected without a connection.
import { readCode as clean, refuseCode } from '@backhaul/core/scanned-code.ts'

/** The fields by which a scan identifies its parcel. */
export type CodeField = 'shipment_id' | 'tracking' | 'barcode' | 'qr_id' | 'qr_token'

/** Why a code cannot belong to a parcel. The texts are in ./code-texts.ts. */
export type CodeProblem =
  | { problem: 'empty' | 'half' | 'damaged' | 'double' | 'foreign' | 'unknown' }
  /** A code from elsewhere: the number of another network, the barcode of a product, or a link. */
  | { problem: 'network'; network: string }
  /** The code of another record of this service, such as a manifest. */
  | { problem: 'other'; of: string }

export type Code =
  | { kind: 'parcel'; field: CodeField; value: string }
  | { kind: 'tender'; value: string }
  | ({ kind: 'problem' } & CodeProblem)

const BARCODE_DIGITS = 20
const TRACKING_CHARACTERS = 27
const TOKEN_CHARACTERS = 32
/** Length of the tracking numbers that carriers assign. Parcels of this network have such numbers too, but only the service knows them. */
const LTRACKING_CHARACTERS = 18
const CROCKFORD = /^[0-9A-HJKMNP-TV-Z]+$/
const ID = /^(shp|qr|lbl|tnd)_[0-9a-z]{26}$/

const isDoubled = (length: number): boolean => [BARCODE_DIGITS, TRACKING_CHARACTERS, TOKEN_CHARACTERS].some((whole) => length === 2 * whole)

/** Returns how a code was misread. Only the code's length is checked, because its characters do not show this. */
const damageOf = (text: string): CodeProblem => {
  const { digits, crockford, id } = clean(text)
  const isDigits = /^\d+$/.test(digits)
  if (isDoubled(crockford.length)) return { problem: 'double' }
  const whole = isDigits ? BARCODE_DIGITS : id.includes('_') ? id.indexOf('_') + TRACKING_CHARACTERS : TRACKING_CHARACTERS
  const isHalf = crockford.length < whole || (crockford.length > TRACKING_CHARACTERS && crockford.length < TOKEN_CHARACTERS)
  return { problem: isHalf ? 'half' : 'damaged' }
}

/** Returns whether a code has the form of one of this network's numbers. An unknown code of any other form is foreign. */
const hasOurForm = (text: string): boolean => {
  const { crockford, id, digits } = clean(text)
  if (ID.test(id)) return true
  if (/^\d+$/.test(digits)) return digits.length === BARCODE_DIGITS || digits.length === LTRACKING_CHARACTERS
  return CROCKFORD.test(crockford) && [TRACKING_CHARACTERS, TOKEN_CHARACTERS, LTRACKING_CHARACTERS].includes(crockford.length)
}

/**
 * Returns why there is no parcel for a code, from the refusal of the service or of this device. Returns null if the refusal had another
 * reason.
 */
export const problemOf = (text: string, refusal: { code: string; details: Record<string, unknown> }): CodeProblem | null => {
  const { code, details } = refusal
  if (clean(text).text === '') return { problem: 'empty' }
  if (code === 'code_foreign') return { problem: 'network', network: String(details.network) }
  if (code === 'code_damaged') return damageOf(text)
  if (code !== 'not_found') return null
  if (typeof details.kind === 'string') return { problem: 'other', of: details.kind }
  return { problem: hasOurForm(text) ? 'unknown' : 'foreign' }
}

const whole = (text: string): Code | null => {
  const { id, digits, crockford } = clean(text)
  const prefix = ID.exec(id)?.[1]
  if (prefix === 'tnd') return { kind: 'tender', value: id }
  if (prefix === 'shp' || prefix === 'qr') return { kind: 'parcel', field: prefix === 'shp' ? 'shipment_id' : 'qr_id', value: id }
  if (/^\d+$/.test(digits) && digits.length === BARCODE_DIGITS) return { kind: 'parcel', field: 'barcode', value: digits }
  if (!CROCKFORD.test(crockford)) return null
  if (crockford.length === TRACKING_CHARACTERS) return { kind: 'parcel', field: 'tracking', value: crockford }
  return crockford.length === TOKEN_CHARACTERS ? { kind: 'parcel', field: 'qr_token', value: crockford } : null
}

/** Returns what the device can tell about a code without the service. `unknown` means that only the service can tell what the code is. */
export const readCode = (text: string): Code => {
  const refusal = refuseCode(clean(text))
  const code = whole(text)
  if (code && (refusal.code === 'not_found' || code.kind === 'tender')) return code
  return { kind: 'problem', ...(problemOf(text, refusal) ?? { problem: 'foreign' }) }
}

/** Shortens a code. The result is long enough to distinguish two parcels and short enough to read aloud. */
export const shortCode = (code: string): string => (code.length <= 12 ? code : `${code.slice(0, 4)}…${code.slice(-6)}`)
