// Reads what earlier builds stored packed: events, answers and labels in which known keys and words were two bytes each. Today they are stored as
// plain text (ADR 7), which this returns as it is.
//
// JSON has no control characters: JSON.stringify escapes them. So they were the codes, and text that begins with MARK or VALUE is packed.
import { KEYS, WORDS } from './packed-keys.ts'

const MARK = '\x1f'
/** Begins each of the values that stand in front of the packed text that uses them. */
const VALUE = '\x1d'
/** How many places of a list share a first byte: the second bytes are the printable characters of ASCII. */
const PAGE = 95
const FIRST_SECOND = 0x20
const BEFORE = [',', '",', '{']
const AFTER = ['', '"', 'null']
const SHAPES = BEFORE.length * AFTER.length
const FIRST_WORD = Math.ceil(KEYS.length / PAGE) * SHAPES
/** A code from here on stands for one of the given values. */
const FIRST_GIVEN = 0x18
const LAST_CODE = 0x1b

/** What a code stands for, by its first byte, then by its second. */
const TEXTS: string[][] = Array.from({ length: FIRST_WORD + 2 }, () => [])
const learn = (page: number, place: number, text: string): void => {
  ;(TEXTS[1 + page] as string[])[FIRST_SECOND + place] = text
}
for (const [at, word] of WORDS.entries()) learn(FIRST_WORD, at, word)
for (const [at, key] of KEYS.entries())
  for (let shape = 0; shape < SHAPES; shape++) {
    const [before, after] = [BEFORE[Math.floor(shape / AFTER.length)], AFTER[shape % AFTER.length]]
    learn(Math.floor(at / PAGE) * SHAPES + shape, at % PAGE, `${before}"${key}":${after}`)
  }

/** `given`: the values that the packed text leaves to its reader, in the order of their codes. */
export const unpack = (text: string, given: readonly string[] = []): string => {
  const start = text.startsWith(VALUE) ? text.indexOf(MARK) : 0
  if (start > 0) return unpack(text.slice(start), text.slice(1, start).split(VALUE))
  if (!text.startsWith(MARK)) return text
  let unpacked = ''
  let done = 1
  for (let at = 1; at < text.length; at++) {
    const first = text.charCodeAt(at)
    if (first > LAST_CODE) continue
    unpacked += text.slice(done, at)
    if (first < FIRST_GIVEN) unpacked += (TEXTS[first] as string[])[text.charCodeAt(++at)] as string
    else unpacked += given[first - FIRST_GIVEN] as string
    done = at + 1
  }
  return unpacked + text.slice(done)
}
