// Marks of the private dialect in which this repository was once written. `npm run prose` lists the texts that people read.
import { expect, test } from 'vitest'

const { prose }: { prose(kind: string): { place: string; text: string }[] } = await import('../../../../scripts/prose.mjs' as string)

const MARKS: readonly [mark: RegExp, plain: string][] = [
  [/\bwhoever\b/i, 'anyone who, the caller'],
  [/\bof (ours|yours|theirs)\b/i, 'our, your, their'],
  [/\banew\b/i, 'again'],
  [/\bbeside\b/i, 'next to, besides'],
  [/\bthe one of now\b/i, 'the current one'],
  [/\b(no|any) more(?=[.,;:)]|$)/i, 'no longer'],
  [/(^|[.!?:] )To whom\b/, 'name the receiver'],
  [/(^|[.!?:] )Of (?!course\b)/, 'begin with the subject'],
]

const marked = (text: string): string[] => MARKS.flatMap(([mark, plain]) => (mark.test(text) ? [plain] : []))

test.each([
  ['comments', 5_000],
  ['texts', 9_000],
  ['tests', 3_000],
])('%s have no mark of the dialect', (kind, least) => {
  const pieces = prose(kind).filter(({ place }) => !/\/migrations\/|\/tidy\/plain/.test(place))
  expect(pieces.length).toBeGreaterThan(least)
  expect(pieces.flatMap(({ place, text }) => marked(text).map((plain) => `${place}: ${text} (better: ${plain})`))).toEqual([])
})

test.each([
  ['Whoever has the lease sends.', 1],
  ['It is read anew. Of two, one goes on.', 2],
  ['Node looks after such a socket no more.', 1],
  ['To whom requests count', 1],
  ['At most one of two, and no more than ten, besides the first. Of course.', 0],
])('the marks are found: %s', (text, number) => {
  expect(marked(text)).toHaveLength(number)
})
