// Amounts of money: whole minor units, with the decimals of ISO 4217 (./currencies.ts). This module does all arithmetic, reading and writing
// of amounts, for service, command line and pages. The currency is stored next to the amount; only amounts of one currency may be combined.
import { decimalsOf } from './currencies.ts'

declare const minor_units: unique symbol

/**
 * A whole number of minor units, such as cents. It is a plain number in JSON and at run time. The compiler is told that it is a symbol: the
 * one primitive with which `+`, `-`, `/`, `<`, `-a`, `a++` and texts are all refused. So there is no arithmetic outside this file.
 */
export type Money = symbol & { readonly [minor_units]: true }

/** What JSON, SQL or a file says as a number. */
export const fromMinorUnits = (value: number): Money => value as unknown as Money
/** For JSON and SQL, which have minor units; not for arithmetic. */
export const toMinorUnits = (amount: Money): number => amount as unknown as number

/**
 * The largest amount that is stored in four bytes, in any currency: 21,474,836.47 in one with two decimals. Limits are in minor units, so they
 * have to leave room for currencies of which a pair of shoes costs a million.
 */
export const MAX_MINOR_UNITS = 2_147_483_647

/** Half a minor unit is rounded up: 12.5 in USD is 1250. */
export const fromMajorUnits = (value: number, currency: string): Money => fromMinorUnits(Math.round(value * 10 ** decimalsOf(currency)))

const of = fromMinorUnits
const raw = toMinorUnits

export const ZERO: Money = of(0)

export const add = (a: Money, b: Money): Money => of(raw(a) + raw(b))
export const subtract = (a: Money, b: Money): Money => of(raw(a) - raw(b))
/** 0 for 0, never -0, which JSON would change. */
export const negate = (amount: Money): Money => of(0 - raw(amount))
export const times = (amount: Money, count: number): Money => of(raw(amount) * count)
export const sum = (amounts: readonly Money[]): Money => {
  let total = 0
  for (const amount of amounts) total += raw(amount)
  return of(total)
}

/** `parts` of `whole` of an amount, such as 1250 of 100000 for 1.25 %, rounded up to a minor unit, or half a unit up. */
export const share = (amount: Money, parts: number, whole: number, rounding: 'up' | 'half_up'): Money =>
  of(rounding === 'up' ? Math.ceil((raw(amount) * parts) / whole) : Math.floor((raw(amount) * parts + whole / 2) / whole))

/** Below, at or above 0 as `a` is less than, equal to or more than `b`: for sorting, and in place of `<` and `>`. */
export const compare = (a: Money, b: Money): number => raw(a) - raw(b)
export const least = (a: Money, b: Money): Money => (raw(a) <= raw(b) ? a : b)
export const most = (a: Money, b: Money): Money => (raw(a) >= raw(b) ? a : b)
/** Whether it is small enough to be exact. */
export const isExact = (amount: Money): boolean => Number.isSafeInteger(raw(amount))
export const isZero = (amount: Money): boolean => raw(amount) === 0
export const isPositive = (amount: Money): boolean => raw(amount) > 0
export const isNegative = (amount: Money): boolean => raw(amount) < 0

const DECIMAL = /^(-?)(\d{1,12})(?:[.,](\d+))?$/

/** `1,234` with three decimals: a comma before three digits may as well group thousands. */
const isAmbiguous = (text: string, decimals: string): boolean => decimals.length === 3 && text.includes(',')
/**
 * An amount as people type it: `12.50`, `12,5`, `-3`. The point or comma separates the decimals. Null: no amount, too many decimals, or a comma
 * before three decimals.
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

/** `1250` US cents are `12.50`, as `parseMoney` reads it: for fields of forms and for files. */
export const decimalText = (amount: Money, currency: string): string => {
  const digits = decimalsOf(currency)
  const text = String(Math.abs(raw(amount))).padStart(digits + 1, '0')
  const [whole, part] = [text.slice(0, text.length - digits), text.slice(text.length - digits)]
  return `${isNegative(amount) ? '-' : ''}${whole}${digits === 0 ? '' : '.'}${part}`
}

/** `12.50 USD`: for plain texts, whatever their language. */
export const codedText = (amount: Money, currency: string): string => `${decimalText(amount, currency)} ${currency}`

/** How amounts are written for people: the locale, by default that of the machine, and whether a plus is written. */
export interface Written {
  locale?: string | undefined
  /** `exceptZero` for what is added or taken off. */
  sign?: 'auto' | 'exceptZero' | undefined
  /** Without a symbol, where a heading names the currency. */
  style?: 'currency' | 'decimal' | undefined
}

const formats = new Map<string, Intl.NumberFormat>()

/** Making one takes longer than using it a hundred times. */
const MOST_FORMATS = 200
const formatOf = (currency: string, { locale, sign = 'auto', style = 'currency' }: Written): Intl.NumberFormat => {
  const name = `${locale} ${currency} ${sign} ${style}`
  const known = formats.get(name)
  if (known) return known
  const digits = decimalsOf(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign } as const
  const made = new Intl.NumberFormat(locale, style === 'currency' ? { ...options, style, currency } : options)
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(name, made)
  return made
}

/** An amount as people of a language and country write it: `$12.50`, `12,50 €`, `¥5,000`. */
export const moneyText = (amount: Money, currency: string, written: Written = {}): string => {
  // Older amounts may have a currency that no browser takes, such as an empty one.
  if (written.style !== 'decimal' && !/^[A-Z]{3}$/i.test(currency)) return codedText(amount, currency).trim()
  // A string keeps all digits; dividing a large number would lose some.
  return formatOf(currency, written).format(decimalText(amount, currency) as `${number}`)
}
