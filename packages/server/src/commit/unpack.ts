// Reads events, answers and labels that earlier builds stored packed, with known keys and words as two bytes each. Today they are stored as
// plain text (ADR 7), which this module returns unchanged.
//
// JSON text has no control characters, because JSON.stringify escapes them. So control characters serve as codes, and text that begins with
// MARK or VALUE is packed.
import { KEYS, WORDS } from './packed-keys.ts'

const MARK = '\x1f'
/** The code that begins each given value. All given values come before the packed text that uses them. */
const VALUE = '\x1d'
/** Number of list positions that share a first byte. The second byte is a printable ASCII character. */
const PAGE = 95
const FIRST_SECOND = 0x20
const BEFORE = [',', '",', '{']
const AFTER = ['', '"', 'null']
const SHAPES = BEFORE.length * AFTER.length
const FIRST_WORD = Math.ceil(KEYS.length / PAGE) * SHAPES
/** Codes from this one on refer to the given values. */
const FIRST_GIVEN = 0x18
const LAST_CODE = 0x1b

/** The text of each code, by first byte, then by second byte. */
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

/** Unpacks a stored text. `given`: the values that the packed text does not contain, in the order of their codes. */
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
