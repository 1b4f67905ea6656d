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

const FORM = /^\d{2}\.?\d{2}\.?\d{2}(\.?\d{1,2}){0,2}$/
/** Chapters 98 and 99 are each country's own and have any heading. */
const NATIONAL = /^9[89]/

/** The digits alone. */
export const plainHsCode = (code: string): string => code.replaceAll('.', '')

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

const EXAMPLE = 'must be a code of the Harmonized System: 6 to 10 digits with or without dots, such as 6109.10'

/** What is wrong with a code, to be read behind its place; null: it has 6 to 10 digits, of which the first six exist. */
export const hsCodeFault = (code: string): string | null => {
  if (!FORM.test(code)) return EXAMPLE
  const digits = plainHsCode(code)
  const [heading, ending] = [digits.slice(0, 4), digits.slice(4, 6)]
  if (NATIONAL.test(digits)) return null
  if (current.get(heading)?.includes(ending) || ended.get(heading)?.includes(ending)) return null
  const known = current.has(heading) || ended.has(heading)
  const why = known ? nearest(heading, ending) : `it has no heading ${heading}`
  return `must be a code of the Harmonized System, which has no ${heading}.${ending} in its editions of 2017 and 2022: ${why}`
}
