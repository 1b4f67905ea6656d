// The first three characters of a postal code, which define carriers' zones: three digits in the US; letter, digit, letter in Canada.

const DIGITS = /^\d{3}$/
const FORWARD_SORTATION = /^[A-Z]\d[A-Z]$/
const THREE = /^[A-Z0-9]{3}$/

const shapeOf = (country: string): RegExp => (country === 'US' ? DIGITS : country === 'CA' ? FORWARD_SORTATION : THREE)

/** Returns the prefix of a postal code as people write it: without spaces and dashes, in capitals. */
export const prefixOf = (postalCode: string | null | undefined): string =>
  (postalCode ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 3)

const A = 'A'.charCodeAt(0)
const LETTERS = 26

/** Returns the position of a prefix among all prefixes of its form. Null: prefixes of this form have no order. */
const placeOf = (prefix: string): number | null => {
  if (DIGITS.test(prefix)) return Number(prefix)
  if (!FORWARD_SORTATION.test(prefix)) return null
  return ((prefix.charCodeAt(0) - A) * 10 + Number(prefix[1])) * LETTERS + (prefix.charCodeAt(2) - A)
}

const prefixAt = (place: number, isDigits: boolean): string =>
  isDigits
    ? String(place).padStart(3, '0')
    : String.fromCharCode(A + Math.floor(place / (10 * LETTERS))) +
      (Math.floor(place / LETTERS) % 10) +
      String.fromCharCode(A + (place % LETTERS))

const between = (first: string, last: string): string[] | null => {
  const [from, to] = [placeOf(first), placeOf(last)]
  const isDigits = DIGITS.test(first)
  if (from === null || to === null || isDigits !== DIGITS.test(last) || from > to) return null
  return Array.from({ length: to - from + 1 }, (_, i) => prefixAt(from + i, isDigits))
}

/** Returns the prefixes of a cell such as `430`, `430-458 460` or `M1A-M9Z`. Null: the cell has another form. */
export const prefixesIn = (cell: string, country: string): string[] | null => {
  const shape = shapeOf(country)
  const found: string[] = []
  for (const part of cell.split(' ').filter((text) => text !== '')) {
    const [first = '', last = first, ...others] = part.split('-')
    if (others.length > 0 || !shape.test(first) || !shape.test(last)) return null
    const prefixes = first === last ? [first] : between(first, last)
    if (!prefixes) return null
    found.push(...prefixes)
  }
  return found.length > 0 ? found : null
}
