// JSON in fewer bytes, byte for byte as it was when it is read: keys with what stands around them, and some words, are two bytes each. Events
// and stored answers take up most of what a creation writes, and more than half of them are keys that are the same in all.
//
// JSON has no control characters: JSON.stringify escapes them. So they are the codes here, and what begins with MARK or VALUE is packed; all
// other text is as it was written, because it has something that this does not know.
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
/** What stands for the values that `given` has, one byte each. */
const GIVEN = ['\x18', '\x19', '\x1a', '\x1b'] as const
/** Longer text is compressed by PostgreSQL, and packing it would hold up the requests of others. */
const MAX_CHARACTERS = 16_384

const [COMMA, COLON, BACKSLASH, BRACE] = [0x2c, 0x3a, 0x5c, 0x7b]

const codeAt = (page: number, place: number): string => String.fromCharCode(1 + page, FIRST_SECOND + place)

/** Of each key nine: for what stands before it and after. */
const CODES_OF_KEYS = new Map(
  KEYS.map((key, at) => {
    const page = Math.floor(at / PAGE) * SHAPES
    return [key, Array.from({ length: SHAPES }, (_, shape) => codeAt(page + shape, at % PAGE))]
  }),
)
const CODES_OF_WORDS = new Map(WORDS.map((word, at) => [word, codeAt(FIRST_WORD, at)]))
const LONGEST_WORD = Math.max(...WORDS.map((word) => word.length))

/** By first byte, then by second. */
const TEXTS: string[][] = Array.from({ length: FIRST_WORD + 2 }, () => [])
const learn = (code: string, text: string): void => {
  ;(TEXTS[code.charCodeAt(0)] as string[])[code.charCodeAt(1)] = text
}
for (const [word, code] of CODES_OF_WORDS) learn(code, word)
for (const [key, codes] of CODES_OF_KEYS)
  codes.forEach((code, shape) => {
    learn(code, `${BEFORE[Math.floor(shape / AFTER.length)]}"${key}":${AFTER[shape % AFTER.length]}`)
  })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x1f]/

/** Where the string ends that begins at `from`, behind its quotation mark. */
const endOfString = (text: string, from: number): number => {
  let end = text.indexOf('"', from)
  for (;;) {
    let escapes = end
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes--
    if ((end - escapes) % 2 === 0 || end < 0) return end
    end = text.indexOf('"', end + 1)
  }
}

/** Text that is JSON, or at least has each quotation mark closed; anything else is returned as it is. */
const packFields = (text: string): string => {
  let packed = ''
  /** Up to here it is packed. */
  let done = 0
  let open = text.indexOf('"')
  while (open >= 0) {
    const close = endOfString(text, open + 1)
    if (close < 0) return text
    let next = close + 1
    if (text.charCodeAt(next) === COLON) {
      next++
      const codes = CODES_OF_KEYS.get(text.slice(open + 1, close))
      const before = text.charCodeAt(open - 1)
      if (codes !== undefined && open > done && (before === COMMA || before === BRACE)) {
        const isQuoted = before === COMMA && open - 2 >= done && text.charCodeAt(open - 2) === 0x22
        const shape = before === BRACE ? 6 : isQuoted ? 3 : 0
        packed += text.slice(done, isQuoted ? open - 2 : open - 1)
        const isNull = text.startsWith('null', next)
        const isString = text.charCodeAt(next) === 0x22
        packed += codes[shape + (isString ? 1 : isNull ? 2 : 0)] as string
        done = isNull ? next + 4 : isString ? next + 1 : next
        if (isString) {
          const end = endOfString(text, done)
          if (end < 0) return text
          const word = end - done <= LONGEST_WORD ? CODES_OF_WORDS.get(text.slice(done, end)) : undefined
          if (word !== undefined) {
            packed += word
            done = end
          }
          next = end + 1
        }
      }
    }
    open = text.indexOf('"', next)
  }
  return packed + text.slice(done)
}

/** An object of JSON, packed; anything else as it is. `given`: up to four values that whoever reads it has as well. */
export const pack = (text: string, given: readonly string[] = []): string => {
  if (text.charCodeAt(0) !== BRACE || text.length > MAX_CHARACTERS || CONTROL.test(text)) return text
  // First, while there is nothing in the text but what was in it.
  let shorter = text
  for (const [i, value] of given.entries()) if (value !== '') shorter = shorter.replaceAll(value, GIVEN[i] as string)
  return MARK + packFields(shorter)
}

/** As `pack`, with the values in front, for who has none of them: up to four that are in the text more than once. */
export const packWith = (text: string, values: readonly string[]): string => {
  const packed = pack(text, values)
  return packed === text ? text : values.map((value) => VALUE + value).join('') + packed
}

/** `given`: as when it was packed, of text that has no values in front. */
export const unpack = (text: string, given: readonly string[] = []): string => {
  const start = text.startsWith(VALUE) ? text.indexOf(MARK) : 0
  if (start > 0) return unpack(text.slice(start), text.slice(1, start).split(VALUE))
  if (!text.startsWith(MARK)) return text
  let unpacked = ''
  let done = 1
  for (let at = 1; at < text.length; at++) {
    const first = text.charCodeAt(at)
    if (first > 0x1b) continue
    unpacked += text.slice(done, at)
    if (first < 0x18) unpacked += (TEXTS[first] as string[])[text.charCodeAt(++at)] as string
    else unpacked += given[first - 0x18] as string
    done = at + 1
  }
  return unpacked + text.slice(done)
}
