// Checks codes of the Harmonized System: their form, and whether their first six digits exist. The first six digits are international. Each
// country adds up to four digits of its own, which only the country's customs could check.
import { ENDED_WITH_2017, SUBHEADINGS_2022 } from './hs-subheadings.ts'

/** Two-digit endings, by four-digit heading. */
type Subheadings = ReadonlyMap<string, readonly string[]>

const listed = (table: string): Subheadings =>
  new Map(
    table
      .trim()
      .split(/\s+/)
      .map((entry) => {
        const [heading, endings] = entry.split(':') as [string, string]
        return [heading, endings.split(',')]
      }),
  )

const current = listed(SUBHEADINGS_2022)
const ended = listed(ENDED_WITH_2017)

/** Digits, with at most one separator between two digits. Published lists put dots, spaces or hyphens in different places. */
const FORM = /^\d([ .\u00a0\u2010-\u2013-]?\d)*$/
const FEWEST_DIGITS = 6
const MAX_DIGITS = 10
/** Chapters 98 and 99 are national: each country may use any heading in them. */
const NATIONAL = /^9[89]/

export const plainHsCode = (code: string): string => code.replaceAll(/\D/g, '')

/** Maximum number of subheadings in a message: those nearest to the given code. Nobody reads a longer list. */
const MAX_NAMED = 5

/** Returns the subheadings of a heading that are nearest to an ending, in order. */
const nearest = (heading: string, ending: string): string => {
  const endings = current.get(heading)
  if (!endings) return `heading ${heading} ended with the edition of 2017`
  const distance = (other: string): number => Math.abs(Number(other) - Number(ending))
  const named = endings.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_NAMED)
  const more = endings.length > named.length ? ` and ${endings.length - named.length} more` : ''
  return `heading ${heading} has ${named
    .sort()
    .map((other) => `${heading}.${other}`)
    .join(', ')}${more}`
}

const EXPECTED = 'must be a code of the Harmonized System, 6 to 10 digits such as 6109.10'

/**
 * Returns the complete code, assuming that a spreadsheet dropped its leading zero. Null: there is no such code. Complete codes have 6, 8 or
 * 10 digits.
 */
const withLeadingZero = (digits: string): string | null => {
  const padded = `0${digits}`
  if (padded.length % 2 !== 0 || padded.length < FEWEST_DIGITS || faultOfDigits(padded) !== null) return null
  return padded.replace(/^(\d{4})(\d\d)(\d\d)?(\d\d)?$/, (_, ...groups: (string | undefined)[]) =>
    groups
      .slice(0, 4)
      .filter((group) => group !== undefined)
      .join('.'),
  )
}

const faultOfForm = (code: string): string | null => {
  const text = code.trim()
  if (text === '') return `${EXPECTED}; this is empty`
  const odd = /[^\d .\u00a0\u2010-\u2013-]/.exec(text)?.[0]
  if (odd !== undefined) return `${EXPECTED}; this contains ${JSON.stringify(odd)}`
  if (!FORM.test(text)) return `${EXPECTED}; this has a separator that is not between two digits`
  const digits = plainHsCode(text)
  const has = `${EXPECTED}; this has ${digits.length === 1 ? '1 digit' : `${digits.length} digits`}`
  if (digits.length > MAX_DIGITS) return `${has}, so leave out the digits after the tenth`
  const meant = withLeadingZero(digits)
  if (meant !== null) return `${has}, and ${meant} exists: its leading zero was lost`
  return digits.length >= FEWEST_DIGITS ? null : has
}

const faultOfDigits = (digits: string): string | null => {
  const [heading, ending] = [digits.slice(0, 4), digits.slice(4, 6)]
  if (NATIONAL.test(digits)) return null
  if (current.get(heading)?.includes(ending) || ended.get(heading)?.includes(ending)) return null
  const known = current.has(heading) || ended.has(heading)
  const why = known ? nearest(heading, ending) : `it has no heading ${heading}`
  return `must be a code of the Harmonized System, which has no ${heading}.${ending} in its editions of 2017 and 2022: ${why}`
}

/** Returns the fault of a code, in words that follow the path in a message. Null: the code has 6 to 10 digits, and the first six exist. */
export const hsCodeFault = (code: string): string | null => faultOfForm(code) ?? faultOfDigits(plainHsCode(code))
