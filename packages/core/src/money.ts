// Amounts of money in whole minor units, with the decimals of ISO 4217 (./currencies.ts). This module does all arithmetic, parsing and
// formatting of amounts, for the service, the command line and the pages. The currency is stored next to the amount. Only amounts of one
// currency may be combined.
import { decimalsOf } from './currencies.ts'

declare const minor_units: unique symbol

/**
 * A whole number of minor units, such as cents. It is a plain number in JSON and at run time. The compiler sees it as a symbol, because
 * `symbol` is the only primitive type for which the compiler rejects all of `+`, `-`, `/`, `<`, `-a`, `a++` and template literals.
 * Therefore amounts cannot be used in arithmetic outside this file.
 */
export type Money = symbol & { readonly [minor_units]: true }

/** Converts a number from JSON, SQL or a file. */
export const fromMinorUnits = (value: number): Money => value as unknown as Money
/** Converts an amount for JSON and SQL. Do not use it for arithmetic. */
export const toMinorUnits = (amount: Money): number => amount as unknown as number

/**
 * The largest amount that fits into four bytes, in any currency. In a currency with two decimals it is 21,474,836.47. Limits apply to minor
 * units, so they must allow for currencies in which a pair of shoes costs a million.
 */
export const MAX_MINOR_UNITS = 2_147_483_647

/** Rounds half a minor unit up: 12.5 in USD is 1250. */
export const fromMajorUnits = (value: number, currency: string): Money => fromMinorUnits(Math.round(value * 10 ** decimalsOf(currency)))

const of = fromMinorUnits
const raw = toMinorUnits

export const ZERO: Money = of(0)

export const add = (a: Money, b: Money): Money => of(raw(a) + raw(b))
export const subtract = (a: Money, b: Money): Money => of(raw(a) - raw(b))
/** Returns 0 for 0. -0 must not occur, because JSON would turn it into 0. */
export const negate = (amount: Money): Money => of(0 - raw(amount))
export const times = (amount: Money, count: number): Money => of(raw(amount) * count)
export const sum = (amounts: readonly Money[]): Money => {
  let total = 0
  for (const amount of amounts) total += raw(amount)
  return of(total)
}

/**
 * Returns the share `parts` / `whole` of an amount. For 1.25 %, `parts` is 1250 and `whole` is 100000. `up` rounds up to the next minor
 * unit. `half_up` rounds to the nearest minor unit, and half a unit up.
 */
export const share = (amount: Money, parts: number, whole: number, rounding: 'up' | 'half_up'): Money =>
  of(rounding === 'up' ? Math.ceil((raw(amount) * parts) / whole) : Math.floor((raw(amount) * parts + whole / 2) / whole))

/** Returns a number below, at or above 0 if `a` is less than, equal to or more than `b`. For sorting, and in place of `<` and `>`. */
export const compare = (a: Money, b: Money): number => raw(a) - raw(b)
export const least = (a: Money, b: Money): Money => (raw(a) <= raw(b) ? a : b)
export const most = (a: Money, b: Money): Money => (raw(a) >= raw(b) ? a : b)
/** Whether the amount is small enough to be exact. */
export const isExact = (amount: Money): boolean => Number.isSafeInteger(raw(amount))
export const isZero = (amount: Money): boolean => raw(amount) === 0
export const isPositive = (amount: Money): boolean => raw(amount) > 0
export const isNegative = (amount: Money): boolean => raw(amount) < 0

const DECIMAL = /^(-?)(\d{1,12})(?:[.,](\d+))?$/

/** In a currency with three decimals, `1,234` is ambiguous, because the comma may also separate thousands. */
const isAmbiguous = (text: string, decimals: string): boolean => decimals.length === 3 && text.includes(',')
/**
 * Parses an amount as people type it: `12.50`, `12,5`, `-3`. The point or comma separates the decimals. Null: the text is not an amount,
 * has too many decimals, or has a comma before three decimals.
 */
export const parseMoney = (text: string, currency: string): Money | null => {
  const match = DECIMAL.exec(text.trim())
  if (!match) return null
  const [, sign, whole = '', part = ''] = match
  const digits = decimalsOf(currency)
  if (part.length > digits || isAmbiguous(text, part)) return null
  const value = Number(whole + part.padEnd(digits, '0'))
  return Number.isSafeInteger(value) ? of(sign === '-' ? 0 - value : value) : null
}

/** Formats `1250` US cents as `12.50`, which `parseMoney` reads. For form fields and files. */
export const decimalText = (amount: Money, currency: string): string => {
  const digits = decimalsOf(currency)
  const text = String(Math.abs(raw(amount))).padStart(digits + 1, '0')
  const [whole, part] = [text.slice(0, text.length - digits), text.slice(text.length - digits)]
  return `${isNegative(amount) ? '-' : ''}${whole}${digits === 0 ? '' : '.'}${part}`
}

/** Formats an amount as `12.50 USD`. For plain text in any language. */
export const codedText = (amount: Money, currency: string): string => `${decimalText(amount, currency)} ${currency}`

/** Options for formatting an amount. The default locale is that of the machine. */
export interface Written {
  locale?: string | undefined
  /** `exceptZero` writes a plus sign too, for amounts that are added or deducted. */
  sign?: 'auto' | 'exceptZero' | undefined
  /** `decimal` omits the symbol. For columns whose heading names the currency. */
  style?: 'currency' | 'decimal' | undefined
}

const formats = new Map<string, Intl.NumberFormat>()

/** Creating a format takes longer than using it a hundred times, so formats are cached. */
const MAX_FORMATS = 200
const formatOf = (currency: string, { locale, sign = 'auto', style = 'currency' }: Written): Intl.NumberFormat => {
  const name = `${locale} ${currency} ${sign} ${style}`
  const known = formats.get(name)
  if (known) return known
  const digits = decimalsOf(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign } as const
  const made = new Intl.NumberFormat(locale, style === 'currency' ? { ...options, style, currency } : options)
  if (formats.size >= MAX_FORMATS) formats.clear()
  formats.set(name, made)
  return made
}

/** Formats an amount for a locale: `$12.50`, `12,50 €`, `¥5,000`. */
export const moneyText = (amount: Money, currency: string, written: Written = {}): string => {
  // Older amounts may have a currency that no browser accepts, such as an empty one.
  if (written.style !== 'decimal' && !/^[A-Z]{3}$/i.test(currency)) return codedText(amount, currency).trim()
  // Pass the amount as a string, which keeps all digits. Dividing a large number would lose some of them.
  return formatOf(currency, written).format(decimalText(amount, currency) as `${number}`)
}
