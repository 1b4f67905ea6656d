/** Cleans, wraps and fits text into boxes. The sizes of text and of boxes are in the same unit (points everywhere in this project). */
import assert from 'node:assert/strict'
import { isPlain, reservedWidth, type Weight } from './fonts.ts'

export type TextLine = { text: string; weight: Weight }
export type FittedText = { size: number; lines: TextLine[] }

/** Longer input is cut before it is processed. The longest field that the API accepts is far shorter. */
const INPUT_CHARS_MAX = 500
const MARKS_PER_CHARACTER_MAX = 2
/** Distance between baselines, in em. */
export const LEADING = 1.16
const ELLIPSIS = '…'

const LINE_BREAKS_AND_CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu
// Formatting characters could reorder or hide text (bidi overrides, zero-width spaces). Joiners stay, because Persian and Indic scripts
// need them.
const INVISIBLE = /[\p{Cs}\p{Co}\p{Variation_Selector}]|(?![\u200c\u200d])\p{Cf}/gu
const STACKED_MARKS = new RegExp(`(\\p{M}{${MARKS_PER_CHARACTER_MAX}})\\p{M}+`, 'gu')

/** Text that is already clean. Nearly all texts are. */
const CLEAN_ASCII = /^[!-~]+(?: [!-~]+)*$/

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The characters as readers see them. A segmenter is slow, and plain text has one character for each code unit. */
const charactersOf = (text: string): readonly string[] =>
  isPlain(text) ? text.split('') : Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Returns one printable line: NFC, no control or formatting characters, single spaces, trimmed, and few combining marks per character. */
export function cleanText(text: string): string {
  if (text.length <= INPUT_CHARS_MAX && CLEAN_ASCII.test(text)) return text
  return text
    .slice(0, INPUT_CHARS_MAX)
    .replace(LINE_BREAKS_AND_CONTROLS, ' ')
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(STACKED_MARKS, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Returns the text if it fits into `width` at `size`. Otherwise returns as much of it as fits, followed by an ellipsis. */
export function cutText(text: string, weight: Weight, size: number, width: number): string {
  const width_em = width / size
  if (reservedWidth(text, weight) <= width_em) return text
  let room = width_em - reservedWidth(ELLIPSIS, weight)
  let kept = ''
  for (const segment of charactersOf(text)) {
    room -= reservedWidth(segment, weight)
    if (room < 0) break
    kept += segment
  }
  return kept.trimEnd() + ELLIPSIS
}

/**
 * Sets lines into a box, at the first of `sizes` (largest first) at which the wrapped lines fit. If they fit at none of them, each line is
 * cut to its share of the rows at the smallest size. So a long first line never pushes out the last one (city and postal code).
 */
export function fitBlock(lines: TextLine[], width: number, height: number, sizes: readonly number[]): FittedText {
  const smallest = sizes.at(-1)
  assert(smallest !== undefined && width > 0 && height > smallest, 'a box for at least one line')
  // A smaller size is better than a broken word.
  for (const may_break of [false, true]) {
    for (const size of sizes) {
      if (!may_break && lines.some((line) => hasWordBeyond(line, width / size))) continue
      const wrapped = lines.flatMap((line) => wrapLine(line, width / size))
      if (wrapped.length <= rowsIn(height, size)) return { size, lines: wrapped }
    }
  }
  let rows = rowsIn(height, smallest)
  const set: TextLine[] = []
  for (const [i, line] of lines.slice(0, rows).entries()) {
    const rows_of_line = rows - (Math.min(lines.length, set.length + rows) - i - 1)
    const wrapped = wrapLine(line, width / smallest)
    const kept = wrapped.slice(0, Math.max(1, rows_of_line))
    const lost = wrapped.slice(kept.length)
    const last = kept.at(-1)
    assert(last !== undefined, 'wrapping gives at least one row')
    if (lost.length > 0) last.text = cutText(`${last.text} ${lost.map((row) => row.text).join(' ')}`, line.weight, smallest, width)
    set.push(...kept)
    rows -= kept.length
  }
  return { size: smallest, lines: set }
}

function rowsIn(height: number, size: number): number {
  return Math.floor((height - size) / (size * LEADING)) + 1
}

/** Whether a word would have to be broken. A single character cannot be broken. */
function hasWordBeyond({ text, weight }: TextLine, width_em: number): boolean {
  if (reservedWidth(text, weight) <= width_em) return false
  return text.split(' ').some((word) => {
    if (word.length === 1 || reservedWidth(word, weight) <= width_em) return false
    return CLEAN_ASCII.test(word) || breakWord(word, weight, width_em).length > 1
  })
}

function wrapLine({ text, weight }: TextLine, width_em: number): TextLine[] {
  if (reservedWidth(text, weight) <= width_em) return [{ text, weight }]
  const space_em = reservedWidth(' ', weight)
  const rows: TextLine[] = []
  let row = ''
  let row_em = 0
  for (const word of text.split(' ')) {
    const word_em = reservedWidth(word, weight)
    if (row !== '' && row_em + space_em + word_em <= width_em) {
      row += ` ${word}`
      row_em += space_em + word_em
      continue
    }
    if (row !== '') rows.push({ text: row, weight })
    row = word
    row_em = word_em
    if (word_em > width_em) {
      const pieces = breakWord(word, weight, width_em)
      row = pieces.pop() ?? ''
      row_em = reservedWidth(row, weight)
      for (const piece of pieces) rows.push({ text: piece, weight })
    }
  }
  if (row !== '') rows.push({ text: row, weight })
  return rows
}

function breakWord(word: string, weight: Weight, width_em: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let room = width_em
  for (const segment of charactersOf(word)) {
    const segment_em = reservedWidth(segment, weight)
    if (segment_em > room && piece !== '') {
      pieces.push(piece)
      piece = ''
      room = width_em
    }
    piece += segment
    room -= segment_em
  }
  pieces.push(piece)
  return pieces
}
