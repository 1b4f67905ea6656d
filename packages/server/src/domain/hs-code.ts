// Codes of the Harmonized System: what is checked of them is their form and that their heading exists. The first six digits are the same
// everywhere, and each country adds up to four of its own, so that only its customs could say whether the rest exists.

/**
 * The headings of each chapter in the editions of 2017 and 2022; 77 is kept free. Chapters 98 and 99 are each country's own and have any
 * heading.
 */
const HEADINGS = `01:1-6 02:1-10 03:1-9 04:1-10 05:1,2,4-8,10,11 06:1-4 07:1-14 08:1-14 09:1-10 10:1-8 11:1-9 12:1-14 13:1,2 14:1,4
  15:1-18,20-22 16:1-5 17:1-4 18:1-6 19:1-5 20:1-9 21:1-6 22:1-9 23:1-9 24:1-4 25:1-26,28-30 26:1-21 27:1-16 28:1-37,39-47,49,50,52,53
  29:1-42 30:1-6 31:1-5 32:1-15 33:1-7 34:1-7 35:1-7 36:1-6 37:1-7 38:1-27 39:1-26 40:1-17 41:1-7,12-15 42:1-3,5,6 43:1-4 44:1-21 45:1-4
  46:1,2 47:1-7 48:1-14,16-23 49:1-11 50:1-7 51:1-13 52:1-12 53:1-3,5-11 54:1-8 55:1-16 56:1-9 57:1-5 58:1-11 59:1-11 60:1-6 61:1-17
  62:1-17 63:1-10 64:1-6 65:1,2,4-7 66:1-3 67:1-4 68:1-15 69:1-7,9-14 70:1-11,13-20 71:1-18 72:1-29 73:1-26 74:1-13,15,18,19 75:1-8
  76:1-16 78:1,2,4,6 79:1-5,7 80:1-3,7 81:1-13 82:1-15 83:1-11 84:1-68,70-87 85:1-19,21-49 86:1-9 87:1-16 88:1-7 89:1-8 90:1-8,10-33
  91:1-14 92:1,2,5-9 93:1-7 94:1-6 95:3-8 96:1-20 97:1-6`

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const inRange = (chapter: string, range: string): string[] => {
  const [first, last = first] = range.split('-').map(Number) as [number, number?]
  return Array.from({ length: last - first + 1 }, (_, i) => chapter + twoDigits(first + i))
}

/** Four digits each. */
export const HS_HEADINGS: ReadonlySet<string> = new Set(
  HEADINGS.split(/\s+/).flatMap((entry) => {
    const [chapter, ranges] = entry.split(':') as [string, string]
    return ranges.split(',').flatMap((range) => inRange(chapter, range))
  }),
)

const FORM = /^\d{2}\.?\d{2}\.?\d{2}(\.?\d{1,2}){0,2}$/
const NATIONAL = /^9[89]/

/** The digits alone. */
export const plainHsCode = (code: string): string => code.replaceAll('.', '')

/** 6 to 10 digits, with dots between them or not, under a heading that exists. */
export const isHsCode = (code: string): boolean => {
  if (!FORM.test(code)) return false
  const digits = plainHsCode(code)
  return NATIONAL.test(digits) || HS_HEADINGS.has(digits.slice(0, 4))
}
