// The result of a simulation, as a pattern that can be copied any number of times. A copy is the same network history at another time, with
// its own ids, numbers and times wherever they occur: in columns, in event bodies, in stored answers.
//
// The pattern keeps each row as text, split at the values that change, so making a copy only joins texts. Some times, including those in
// ids, are on the service's own clock, and the others are on the simulated clock. A time within the short period in which the simulation
// ran is on the service's clock. It is replaced by what the simulated clock showed at that moment.

import { crockfordCheck, gs1CheckDigit } from '@backhaul/server/testing'

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
const DAY_MS = 86_400_000
/**
 * In the first ten characters of an id, a few bits follow the time in milliseconds. They are part of the UUID's version, and this is their
 * value.
 */
const VERSION = 1
const TIME_CHARACTERS = 10
/** The number of base32 characters that the number of a copy takes in an id. Where it is part of a decimal number, it takes six digits. */
const COPY_CHARACTERS = 4
export const MAX_COPIES = 999_999
/** The number of order numbers reserved for one copy. */
const ORDERS = 2_000
/** `ANSWERS` is the largest number of stored answers of one copy. `ANSWER_NUMBERS` is the size of the range of answer numbers. */
const ANSWERS = 100_003
const ANSWER_NUMBERS = 2 ** 31

const CHANGING = new RegExp(
  [
    '(?<id>\\b(?:adj|aud|cbk|clm|dsc|doc|evt|lbl|mnf|pku|qr|scn|shp|swp|tnd)_[0-9a-z]{26}\\b)',
    '(?<delivery>\\bdlv_[0-9a-f]{26}\\b)',
    '(?<owner>\\b(?:par|whk|key)_[0-9a-z]{26}\\b)',
    '(?<time>\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|\\+00))',
    '(?<date>\\b\\d{4}-\\d\\d-\\d\\d\\b)',
    '(?<uuid>\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b)',
    '(?<barcode>\\b\\d{20}\\b)',
    '(?<millis>\\b\\d{13}(?:\\.\\d+)?\\b)',
    '(?<number>\\b(?:[0-9A-HJKMNP-TV-Z]{32}|[0-9A-HJKMNP-TV-Z]{27}|[0-9A-HJKMNP-TV-Z]{18})\\b)',
    '(?<confirmation>\\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\\b)',
    '(?<order>\\b(?:RMA-)?(?:FW|TP|MM)-?\\d{6}\\b)',
    '(?<answer>\\banswer-\\d+\\b)',
    '(?<name>\\bsim-\\d+-\\d+-\\d+\\b)',
  ].join('|'),
  'g',
)

const inBase32 = (value, characters) => {
  let text = ''
  for (let rest = value; text.length < characters; rest = Math.floor(rest / 32)) text = BASE32[rest % 32] + text
  return text
}

const fromBase32 = (text) => [...text].reduce((value, c) => value * 32 + BASE32.indexOf(c), 0)

/** Creation time of an id in Unix milliseconds. */
export const madeAt_ms = (id) => Math.floor(fromBase32(id.slice(id.indexOf('_') + 1).slice(0, TIME_CHARACTERS)) / 4)

const iso = (ms) => new Date(ms).toISOString()

/** `ran` is an ascending list of pairs in Unix milliseconds: a time on the service's clock, and the simulated time at that moment. */
export class Pattern {
  #ran

  constructor(ran) {
    this.#ran = ran
  }

  /** Converts a time on the service's clock to simulated time. Other times are unchanged. */
  simulated(ms) {
    const ran = this.#ran
    if (ms < ran[0][0] - 5_000 || ms > ran.at(-1)[0] + 600_000) return ms
    let [low, high] = [0, ran.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (ran[middle][0] <= ms) low = middle
      else high = middle - 1
    }
    return ran[low][1]
  }

  /** Splits the text of a row into constant texts and functions that return the text for a copy. */
  partsOf(text) {
    const parts = []
    let end = 0
    for (const match of text.matchAll(CHANGING)) {
      const [[kind, found]] = Object.entries(match.groups).filter(([, value]) => value !== undefined)
      if (match.index > end) parts.push(text.slice(end, match.index))
      parts.push(this[kind](found))
      end = match.index + found.length
    }
    if (end < text.length) parts.push(text.slice(end))
    return parts
  }

  id(found) {
    const at = found.indexOf('_') + 1
    const [prefix, rest] = [found.slice(0, at), found.slice(at + TIME_CHARACTERS)]
    const made_ms = this.simulated(madeAt_ms(found))
    const [before, after] = [rest.slice(0, 6), rest.slice(6 + COPY_CHARACTERS)]
    return (copy) => prefix + inBase32((made_ms + copy.shift_ms) * 4 + VERSION, TIME_CHARACTERS) + before + copy.base32 + after
  }

  delivery(found) {
    const made_ms = this.simulated(Number.parseInt(found.slice(4, 16), 16))
    const rest = found.slice(21)
    return (copy) => `dlv_${(made_ms + copy.shift_ms).toString(16).padStart(12, '0')}${copy.number.toString(16).padStart(5, '0')}${rest}`
  }

  owner(found) {
    return (copy) => copy.owners.get(found) ?? found
  }

  time(found) {
    const ms = this.simulated(Date.parse(found.replace(' ', 'T').replace('+00', 'Z')))
    // Times that differ more than this from the simulated time are constants, not times of the network.
    if (Math.abs(ms - this.#ran[0][1]) > 400 * DAY_MS) return () => found
    if (found.endsWith('Z')) return (copy) => iso(ms + copy.shift_ms)
    return (copy) => `${iso(ms + copy.shift_ms).slice(0, -1)}+00`
  }

  date(found) {
    const ms = Date.parse(found)
    return (copy) => iso(ms + Math.round(copy.shift_ms / DAY_MS) * DAY_MS).slice(0, 10)
  }

  millis(found) {
    const ms = this.simulated(Math.floor(Number(found)))
    return (copy) => String(ms + copy.shift_ms)
  }

  uuid(found) {
    const start = found.slice(0, -6)
    return (copy) => start + copy.number.toString(16).padStart(6, '0')
  }

  barcode(found) {
    return (copy) => {
      const digits = found.slice(0, 4) + String(copy.number).padStart(6, '0') + found.slice(10, 19)
      return digits + gs1CheckDigit(digits)
    }
  }

  number(found) {
    const hasCheck = crockfordCheck(found.slice(0, -1)) === found.at(-1)
    const [before, after] = [found.slice(0, 8), found.slice(8 + COPY_CHARACTERS, hasCheck ? -1 : undefined)]
    return (copy) => {
      const text = before + copy.base32.toUpperCase() + after
      return hasCheck ? text + crockfordCheck(text) : text
    }
  }

  confirmation(found) {
    return (copy) => `${copy.base32.toUpperCase()}-${found.slice(5)}`
  }

  order(found) {
    const [start, number] = [found.slice(0, -6), Number(found.slice(-6))]
    return (copy) => start + (number + copy.number * ORDERS)
  }

  answer(found) {
    const number = Number(found.slice('answer-'.length))
    return (copy) => String((number + copy.number * ANSWERS) % ANSWER_NUMBERS)
  }

  name(found) {
    const [, , day, index] = found.split('-')
    return (copy) => `sim-${copy.number + 1}-${day}-${index}`
  }
}

/** Values that distinguish a copy. `owners` maps the pattern's partners, keys and webhooks to those of the copy. */
export const copyOf = (number, shift_ms, owners) => ({ number, shift_ms, owners, base32: inBase32(number, COPY_CHARACTERS) })

/** Returns the text of a copied row. */
export const textOf = (parts, copy) => {
  let text = ''
  for (const part of parts) text += typeof part === 'string' ? part : part(copy)
  return text
}
