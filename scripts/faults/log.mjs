// All that the auditor knows: what was sent, what was answered, what receivers saw, and what was read at the end. Times are milliseconds since
// the beginning, by a clock that nobody steps.
import { closeSync, openSync, writeSync } from 'node:fs'

/**
 * @typedef {object} Command what somebody wanted once, however often it was sent
 * @property {string} name @property {string} life @property {number} partner @property {string} by
 * @property {string} method @property {string} path @property {string} body @property {string | null} key
 * @property {string | null} shipment
 * @property {Answer | null} answer the first one that settles it
 *
 * @typedef {{ status: number, text: string }} Answer
 * @typedef {object} Attempt one request of it
 * @property {Command} command @property {string} at @property {number} began @property {number} ended
 * @property {Answer | null} answer @property {string} [failure]
 *
 * @typedef {object} Receipt
 * @property {number} at @property {string} webhook @property {string} event @property {number} attempt
 * @property {string} from the address of the worker that sent it
 * @property {string} body @property {boolean} genuine @property {string} answered
 */
/** JSON of a value that may be too long for one text, in parts of an item each. */
function* partsOf(value) {
  if (value instanceof Map) yield* partsOf([...value])
  else if (Array.isArray(value)) {
    yield '['
    for (const [i, item] of value.entries())
      yield `${i > 0 ? ',' : ''}\n${JSON.stringify(item, (_, one) => (one instanceof Map ? [...one] : one))}`
    yield ']'
  } else if (typeof value === 'object' && value !== null) {
    yield '{'
    for (const [i, [name, one]] of Object.entries(value).entries()) {
      yield `${i > 0 ? ',\n' : '\n'}${JSON.stringify(name)}: `
      yield* partsOf(one)
    }
    yield '}'
  } else yield JSON.stringify(value) ?? 'null'
}

export class Log {
  partners = []
  /** @type {Command[]} */
  commands = []
  /** How many of them have their answer. */
  answered = 0
  /** @type {Attempt[]} */
  attempts = []
  /** @type {Receipt[]} */
  receipts = []
  /** Pages of feeds: { partner, reader, at, records: { id, text }[] } */
  pages = []
  faults = []
  /** By weight: what a parcel cost in the quote before anything else. */
  prices = new Map()
  /** Read after everything has settled. */
  final = { feeds: [], shipments: new Map(), adjustments: new Map(), replays: [] }
  #began_ms = performance.now()

  #texts = new Map()

  /** The same text once, however often it is seen: an event comes by pages, by webhooks, and at the end. */
  kept(text) {
    if (!this.#texts.has(text)) this.#texts.set(text, text)
    return this.#texts.get(text)
  }

  now() {
    return Math.round((performance.now() - this.#began_ms) * 10) / 10
  }

  /** All of it as JSON in a file, for those who look further than at the first violation. Written in parts: an hour is too long for one text. */
  write(file) {
    const fd = openSync(file, 'w')
    try {
      for (const part of partsOf(this)) writeSync(fd, part)
    } finally {
      closeSync(fd)
    }
  }
}
