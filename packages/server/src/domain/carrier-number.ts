// One carrier's number in the spellings in which it may be stored. A scanner gives the whole bar code of a label, of which the number is a
// part; people type it in groups and small letters (docs/guide/counters.md#what-a-code-is). Facts of the carriers' label specifications.

/** Spaces, hyphens and the parentheses that labels print around the application identifiers of GS1. */
const BETWEEN = /[\s\u2010-\u2013()-]+/g

/** A code without what is printed between its characters. */
export const compactCode = (text: string): string => text.replace(BETWEEN, '')

/** Formats that carry a carrier's number, and what a number in each may be. */
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
  // UPS: wherever the number is in a bar code of several parts.
  [/1Z[0-9A-Z]{16}/, (code) => [/1Z[0-9A-Z]{16}/.exec(code)?.[0] as string]],
  // DPD: an optional percent sign, postal code of 7 characters, number of 14 digits, service and country of 3 digits each, check character.
  [/^%?[0-9A-Z]{7}\d{20}[0-9A-Z]?$/, (code) => [code.replace('%', '').slice(7, 21)]],
  // A serial shipping container code with its application identifier 00.
  [/^00\d{18}$/, (code) => [code.slice(2)]],
]

/** The spellings under which a number may be stored, the likeliest first, at most some twelve. `text`: as it was scanned, typed or reported. */
export const spellingsOf = (text: string): string[] => {
  const compact = compactCode(text)
  const upper = compact.toUpperCase()
  const carried = ENVELOPES.flatMap(([form, numbers]) => (form.test(upper) ? numbers(upper) : []))
  return [...new Set([text, compact, upper, compact.toLowerCase(), text.toUpperCase(), ...carried])]
}
