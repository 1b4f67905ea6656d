// Finds the spellings under which a carrier's number may be stored. A scanner reads the whole bar code of a label, and the number is only a
// part of it. People type numbers in groups and in lower case (docs/guide/counters.md#what-a-code-is). The formats come from the label
// specifications of the carriers.

/** Spaces, hyphens and the parentheses that labels print around the application identifiers of GS1. */
const BETWEEN = /[\s\u2010-\u2013()-]+/g

/** The symbology prefix that many scanners add: `]C1` for Code 128, `]Q3` for QR. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: scanners send them as separators
const CONTROL = /[\u0000-\u001f\u007f]/g

/** Returns the code without the characters that scanners add around it. */
export const cleanScan = (text: string): string => text.trim().replace(SYMBOLOGY, '').replace(CONTROL, '').trim()

/** Returns the code without the separators printed between its characters. */
export const compactCode = (text: string): string => text.replace(BETWEEN, '')

/** Formats of codes that contain a carrier's number. Each entry has the pattern and a function that returns the possible numbers. */
const ENVELOPES: readonly (readonly [form: RegExp, numbers: (code: string) => readonly string[]])[] = [
  // USPS: application identifier 420, ZIP code of 5 or 9 digits, number.
  [/^420\d{5}(\d{20}|\d{22}|\d{26}|[A-Z]{2}\d{9}[A-Z]{2})$/, (code) => [code.slice(8)]],
  [/^420\d{9}(\d{20}|\d{22}|\d{26}|[A-Z]{2}\d{9}[A-Z]{2})$/, (code) => [code.slice(12)]],
  // FedEx: the number ends the bar code. An Express number has 12 or 14 digits, a Ground number 15, an Economy number 20.
  [/^\d{34}$/, (code) => [12, 14, 15, 20].map((length) => code.slice(-length))],
  // FedEx Ground under application identifier 96: service codes, then the number.
  [/^96\d{20}$/, (code) => [code.slice(7), code.slice(-12)]],
  // FedEx Express on older labels: 16 digits, the number, 4 digits of the form.
  [/^\d{32}$/, (code) => [code.slice(16, 28)]],
  // UPS: the number may be anywhere in a bar code of several parts.
  [/1Z[0-9A-Z]{16}/, (code) => [/1Z[0-9A-Z]{16}/.exec(code)?.[0] as string]],
  // DPD: an optional percent sign, postal code of 7 characters, number of 14 digits, service and country of 3 digits each, check character.
  [/^%?[0-9A-Z]{7}\d{20}[0-9A-Z]?$/, (code) => [code.replace('%', '').slice(7, 21)]],
  // DHL and Yodel: the license plate JD… is the number; its bar code has one more J.
  [/^JJD\d{14,24}$/, (code) => [code.slice(1)]],
  // A serial shipping container code with its application identifier 00.
  [/^00\d{18}$/, (code) => [code.slice(2)]],
]

const carriedBy = (code: string): string[] => ENVELOPES.flatMap(([form, numbers]) => (form.test(code) ? numbers(code) : []))

/**
 * Long numbers that a spreadsheet turned into scientific notation, which loses most digits. Text such as `1E12` is assumed to be such a
 * number, not a tracking number.
 */
const MANGLED = [/^-?\d[.,]?\d*E\+\d{1,3}$/i, /^-?\d{1,3}[.,]?\d*E\+\d{1,3}$/i, /^-?\d{1,3}[.,]\d*E\d{1,3}$/i, /^-?\dE\d{1,3}$/i, /^#{3,}$/]
export const isMangled = (text: string): boolean => {
  const trimmed = text.trim()
  return MANGLED.some((form) => form.test(trimmed))
}

/**
 * Returns the spellings under which a number may be stored: about twelve at most, the most likely first. Returns an empty list for a number
 * that a spreadsheet has mangled. `text`: the number as scanned, typed or reported.
 */
export const spellingsOf = (text: string): string[] => {
  if (isMangled(text)) return []
  const compact = compactCode(text)
  const upper = compact.toUpperCase()
  return [...new Set([text, compact, upper, compact.toLowerCase(), text.toUpperCase(), ...carriedBy(upper)])]
}

/** Numbers that need no other keys, because they have no separators and are too short to contain another number. Most numbers match. */
const BARE = /^[0-9A-Z]{1,18}$/

/**
 * Returns the other keys by which a stored number is found: its upper-case form without separators, and the numbers that it contains. Null:
 * there are no other keys. There may be several keys, because the bar code of FedEx does not say how long the number in it is.
 */
export const keysOf = (number: string | null): string[] | null => {
  if (number === null || BARE.test(number) || isMangled(number)) return null
  const code = compactCode(cleanScan(number)).toUpperCase()
  const keys = [...new Set([code, ...carriedBy(code)])].filter((key) => key !== number && key !== '')
  return keys.length > 0 ? keys : null
}
