// Amounts as somebody writes them into a field, and as the API has them: whole cents.

const digitsOf = (currency: string): number => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** What a field begins with. */
export const entryOf = (cents: number | null, currency: string): string => {
  const digits = digitsOf(currency)
  return cents === null ? '' : (cents / 10 ** digits).toFixed(digits)
}

/** Null for what is no amount, or finer than the currency is. The last point or comma is the decimal one. */
export const centsOf = (text: string, currency: string): number | null => {
  const digits = digitsOf(currency)
  const match = /^(\d{1,10})(?:[.,](\d+))?$/.exec(text.trim())
  if (!match) return null
  const [, whole = '', part = ''] = match
  if (part.length > digits) return null
  return Number(whole + part.padEnd(digits, '0'))
}
