// Numbers that other systems read. Barcodes are SSCCs. Carriers' own numbers have the UPU S10 format, or come from a range that a carrier
// provided. This module defines the formats. service/numbers.ts picks the next number (docs/guide/shipments.md#numbers).
import { gs1CheckDigit, SSCC_IDENTIFIER } from './check-characters.ts'
import { COUNTRIES } from './countries.ts'
import { type FieldError, invalid, type Refusal, refuse } from './refusal.ts'

/** `internal`: 20 digits of time and randomness. `sscc`: the GS1 serial shipping container code under the operator's company prefix. */
export const BARCODE_STANDARDS = ['internal', 'sscc'] as const
export const CARRIER_STANDARDS = ['s10', 'range'] as const
/** Kinds of check digits for a range: none, or the GS1 mod-10 digit over all digits of the number. */
export const RANGE_CHECKS = ['none', 'gs1'] as const

export interface BarcodeNumbering {
  standard: (typeof BARCODE_STANDARDS)[number]
  /** The digits of the company prefix. Null for `internal`. */
  company_prefix: string | null
  /** The SSCC extension digit: which of its ten sets of numbers the operator uses. */
  extension_digit: number
}

export const INTERNAL: BarcodeNumbering = { standard: 'internal', company_prefix: null, extension_digit: 0 }

export interface CarrierNumbering {
  standard: (typeof CARRIER_STANDARDS)[number]
  /** `s10`: the two letters of the service. `range`: the beginning of every number. */
  prefix: string
  /** `s10` only: the country of the issuer. */
  country: string | null
  /** Digits of the serial number. 8 for `s10`. */
  digits: number
  check: (typeof RANGE_CHECKS)[number]
  /** First and last serial number that may be used. */
  first: number
  last: number
}

/** Serial numbers, each of which is used only once, and how they are written. Two series with the same id share the same numbers. */
export interface Series {
  id: string
  first: number
  last: number
  write: (serial: number) => string
}

const SSCC_DIGITS = 17
const SHORTEST_PREFIX = 4
const LONGEST_PREFIX = 12
const COMPANY_PREFIX = new RegExp(`^\\d{${SHORTEST_PREFIX},${LONGEST_PREFIX}}$`)

const padded = (serial: number, digits: number): string => String(serial).padStart(digits, '0')

/**
 * The weights are 8, 6, 4, 2, 3, 5, 9, 7. The check digit is 11 minus the remainder. A result of 10 is written as 0, and a result of 11 as
 * 5 (UPU standard S10).
 */
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]
export const S10_DIGITS = S10_WEIGHTS.length
export const s10CheckDigit = (digits: string): string => {
  const sum = S10_WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  const check = 11 - (sum % 11)
  return String(check === 10 ? 0 : check === 11 ? 5 : check)
}

/** Returns the series of the barcodes. Null: the barcodes are internal and have no series. */
export const barcodeSeries = ({ standard, company_prefix, extension_digit }: BarcodeNumbering): Series | null => {
  if (standard === 'internal' || company_prefix === null) return null
  const head = `${extension_digit}${company_prefix}`
  const digits = SSCC_DIGITS - head.length
  return {
    id: `sscc ${head}`,
    first: 0,
    last: 10 ** digits - 1,
    write: (serial) => {
      const number = head + padded(serial, digits)
      return SSCC_IDENTIFIER + number + gs1CheckDigit(number)
    },
  }
}

export const carrierSeries = ({ standard, prefix, country, digits, check, first, last }: CarrierNumbering): Series => ({
  id: standard === 's10' ? `s10 ${prefix} ${country}` : `range ${prefix} ${digits}`,
  first,
  last,
  write: (serial) => {
    const number = padded(serial, digits)
    if (standard === 's10') return `${prefix}${number}${s10CheckDigit(number)}${country}`
    return prefix + number + (check === 'gs1' ? gs1CheckDigit((prefix + number).replace(/\D/g, '')) : '')
  },
})

/** Whether a carrier with this numbering could give out this number. */
export const isOfSeries = (numbering: CarrierNumbering, number: string): boolean => {
  const serial = number.slice(numbering.prefix.length, numbering.prefix.length + numbering.digits)
  return /^\d+$/.test(serial) && carrierSeries(numbering).write(Number(serial)) === number
}

export const checkBarcodes = ({ standard, company_prefix }: BarcodeNumbering): Refusal | null => {
  if (standard === 'internal') {
    if (company_prefix === null) return null
    return invalid([{ path: '/barcodes/company_prefix', rule: 'absent', message: 'must be absent or null if the standard is "internal"' }])
  }
  if (company_prefix !== null && COMPANY_PREFIX.test(company_prefix)) return null
  const message = `is required with sscc: the ${SHORTEST_PREFIX} to ${LONGEST_PREFIX} digits of your GS1 company prefix`
  return invalid([{ path: '/barcodes/company_prefix', rule: 'format', message }])
}

const S10_PREFIX = /^[A-Z]{2}$/
const RANGE_PREFIX = /^[0-9A-Z]{0,12}$/

/** Checks a carrier's numbering. Errors: fields that contradict the standard or each other. */
export const checkCarrierNumbers = ({ standard, prefix, country, digits, check, first, last }: CarrierNumbering): Refusal | null => {
  const errors: FieldError[] = []
  const fault = (field: string, rule: string, message: string) => errors.push({ path: `/numbers/${field}`, rule, message })
  if (standard === 's10') {
    if (!S10_PREFIX.test(prefix)) fault('prefix', 'format', 'must be the two capital letters of an S10 service indicator, such as RR')
    if (country === null || !COUNTRIES.has(country))
      fault('country', 'format', "must be the ISO 3166-1 alpha-2 code of the issuer's country")
    if (digits !== S10_DIGITS) fault('digits', 'equal', `must be ${S10_DIGITS} or absent if the standard is "s10"`)
    if (check !== 'none') fault('check', 'equal', 'must be absent if the standard is "s10", because S10 numbers have their own check digit')
  } else {
    if (!RANGE_PREFIX.test(prefix)) fault('prefix', 'format', 'must have at most 12 characters, each a digit or a capital letter')
    if (country !== null) fault('country', 'absent', 'must be absent if the standard is "range", because a range has no country')
  }
  if (last >= 10 ** digits) fault('last', 'maximum', `has too many digits; the maximum is ${digits}`)
  if (first > last) fault('first', 'maximum', 'is greater than "last", so the range has no numbers')
  return errors.length > 0 ? invalid(errors) : null
}

/** `carrier`: the carrier whose numbers are used up. Null: the operator's barcodes. */
export const usedUp = (carrier: string | null): Refusal => {
  const whose = carrier === null ? 'barcodes' : `tracking numbers of the carrier ${carrier}`
  return refuse('numbers_used_up', `The ${whose} are used up; the operator must add more.`, { carrier })
}

/** Returns the number of a parcel's first carrier. Null: the parcel has no carrier yet. Errors: `numbers_used_up`. */
export const firstNumber = (carrier: string | null, ids: { ltracking(carrier: string): string | null }): string | null | Refusal =>
  carrier === null ? null : (ids.ltracking(carrier) ?? usedUp(carrier))

/** Whether this barcode is an SSCC with one of these heads. A head is an extension digit and a company prefix. */
export const isSscc = (barcode: string, heads: readonly string[]): boolean =>
  heads.some((head) => barcode.startsWith(SSCC_IDENTIFIER + head))

/**
 * The setting as stored: the current barcodes, and the heads of all SSCCs that may be in circulation. A head is an extension digit and a
 * company prefix.
 */
export interface StoredNumbering {
  barcodes: BarcodeNumbering
  /** The heads of all settings so far. */
  sscc_heads: string[]
}

export const NOTHING_NUMBERED: StoredNumbering = { barcodes: INTERNAL, sscc_heads: [] }

/** Parses a stored setting. */
export const numberingOf = (stored: object | null): StoredNumbering => ({
  ...NOTHING_NUMBERED,
  ...(stored as Partial<StoredNumbering> | null),
})

/** Returns the setting with other barcodes. Existing labels do not change. */
export const withBarcodes = ({ sscc_heads }: StoredNumbering, barcodes: BarcodeNumbering): StoredNumbering => {
  if (barcodes.company_prefix === null) return { barcodes, sscc_heads }
  const head = `${barcodes.extension_digit}${barcodes.company_prefix}`
  return { barcodes, sscc_heads: sscc_heads.includes(head) ? sscc_heads : [...sscc_heads, head] }
}
