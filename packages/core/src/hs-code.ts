// Codes of the Harmonized System: what is checked of them is their form and that their first six digits exist. Those are the same
// everywhere; each country adds up to four of its own, so that only its customs could say whether the rest exists.
import { ENDED_WITH_2017, SUBHEADINGS_2022 } from './hs-subheadings.ts'

/** Endings of two digits by heading of four. */
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

/** Digits, with or without a separator between any two of them: published lists use dots, spaces or hyphens in different places. */
const FORM = /^\d([ .\u00a0\u2010-\u2013-]?\d)*$/
const FEWEST_DIGITS = 6
const MOST_DIGITS = 10
/** Chapters 98 and 99 are each country's own and have any heading. */
const NATIONAL = /^9[89]/

/** The digits alone. */
export const plainHsCode = (code: string): string => code.replaceAll(/\D/g, '')

/** More subheadings than this are not read by anybody; those nearest to what was given are. */
const MOST_NAMED = 5

/** The subheadings of a heading that are nearest to an ending, in their order. */
const nearest = (heading: string, ending: string): string => {
  const endings = current.get(heading)
  if (!endings) return `heading ${heading} ended with the edition of 2017`
  const distance = (other: string): number => Math.abs(Number(other) - Number(ending))
  const named = endings.toSorted((a, b) => distance(a) - distance(b)).slice(0, MOST_NAMED)
  const more = endings.length > named.length ? ` and ${endings.length - named.length} more` : ''
  return `heading ${heading} has ${named
    .sort()
    .map((other) => `${heading}.${other}`)
    .join(', ')}${more}`
}

const EXPECTED = 'must be a code of the Harmonized System, 6 to 10 digits such as 6109.10'

/** The code that a spreadsheet turned into this one by dropping its leading zero; null: there is none. Whole codes have 6, 8 or 10 digits. */
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
  if (digits.length > MOST_DIGITS) return `${has}, so leave out those after the tenth`
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

/** What is wrong with a code, to be read after its path. Null: it has 6 to 10 digits, of which the first six exist. */
export const hsCodeFault = (code: string): string | null => faultOfForm(code) ?? faultOfDigits(plainHsCode(code))
