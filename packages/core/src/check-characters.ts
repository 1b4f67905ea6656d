// Check characters of the two kinds of numbers that people key in by hand (docs/guide/shipments.md#numbers).

/** Crockford base32: digits and capitals without I, L, O and U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Application identifier of an SSCC. A GS1 barcode begins with it. */
export const SSCC_IDENTIFIER = '00'

/** GS1 check digit (mod 10) of a string of digits. The weights are 3, 1, 3, … from the right. */
export const gs1CheckDigit = (digits: string): string => {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

/**
 * Check character of upper-case Crockford base32 text, by Luhn's method in base 32. It detects every single wrong character, and every swap
 * of two neighbors except `0Z`/`Z0`. The check character is one of the same 32 characters. Crockford's own mod 37 would need five more.
 */
export const crockfordCheck = (text: string): string => {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const value = CROCKFORD.indexOf(text.charAt(text.length - 1 - i))
    const weighted = i % 2 === 0 ? value * 2 : value
    sum += Math.floor(weighted / 32) + (weighted % 32)
  }
  return CROCKFORD.charAt((32 - (sum % 32)) % 32)
}

/** Returns a tracking number as it is stored. The input may have lower-case letters and spaces. */
export const plainTracking = (text: string): string => text.replace(/\s+/g, '').toUpperCase()
