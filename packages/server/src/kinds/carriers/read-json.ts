// Reads the objects of a JSON report piece by piece: an array of objects, or one object after another. Neither the whole file nor all of
// its objects are in memory at once. A bad object does not prevent the next one from being read.
import { isUtf8 } from 'node:buffer'
import { Slice } from '../../process/slice.ts'
import { unreadable } from '../imports/lines.ts'
import type { Fault } from '../imports/model.ts'
import { plainText } from './cells.ts'

/** If an object is longer, it is not a line of a report: a brace was opened and never closed. */
const MAX_OBJECT_BYTES = 16 * 1024
/** Number of bytes that are split at a time. Meanwhile the event loop is blocked. */
const PORTION_BYTES = 16 * 1024
const BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const NEWLINE = 0x0a
const BLANKS = new Set([0x20, 0x09, 0x0d, NEWLINE, 0xef, 0xbb, 0xbf])

/** `row`: the line on which the object ends. */
export type ReadObject = { row: number } & ({ value: Record<string, unknown> } | { faults: Fault[] })

const read = (bytes: Buffer, row: number): ReadObject => {
  const fault = (code: string, message: string) => ({ row, faults: [{ row, field: '', code, message }] })
  if (!isUtf8(bytes)) return fault('encoding', 'is not UTF-8 text; save the file as UTF-8')
  try {
    return { row, value: JSON.parse(bytes.toString('utf8')) }
  } catch (error) {
    return fault('json', `is not well-formed JSON: ${plainText((error as Error).message.slice(0, 100))}`)
  }
}

/** Finds where objects begin and end. Bytes of non-ASCII characters never equal the bytes it looks for. */
class Splitter {
  row = 1
  #depth = 0
  #isText = false
  #isEscaped = false
  #isArray = false
  #isClosed = false
  #parts: Buffer[] = []
  #held = 0

  end(): void {
    if (this.#depth > 0)
      throw unreadable(this.row, 'cut_off', 'ends in the middle of an object: the file is incomplete; send the whole file again')
    if (this.#isArray && !this.#isClosed)
      throw unreadable(this.row, 'cut_off', 'ends before the list of scans is complete; send the whole file again')
  }

  *take(piece: Buffer): Generator<ReadObject> {
    let from = 0
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i] as number
      if (this.#depth === 0) {
        if (byte === BRACE && !this.#isClosed) {
          this.#depth = 1
          from = i
        } else this.#between(byte)
      } else if (this.#within(byte)) {
        yield read(Buffer.concat([...this.#parts, piece.subarray(from, i + 1)]), this.row)
        this.#parts = []
        this.#held = 0
      } else if (this.#held + i - from > MAX_OBJECT_BYTES) {
        throw unreadable(
          this.row,
          'json',
          `is in an object of more than ${MAX_OBJECT_BYTES} bytes, which is too long for a line of a report`,
        )
      }
      if (byte === NEWLINE) this.row++
    }
    if (this.#depth === 0) return
    const rest = piece.subarray(from)
    this.#parts.push(rest)
    this.#held += rest.length
  }

  /** Handles a byte outside all objects. */
  #between(byte: number): void {
    if (BLANKS.has(byte)) return
    if (byte === BRACKET && !this.#isArray) this.#isArray = true
    else if (byte === CLOSING_BRACKET && this.#isArray && !this.#isClosed) this.#isClosed = true
    else if (byte !== COMMA || !this.#isArray || this.#isClosed)
      throw unreadable(this.row, 'json', 'contains something other than objects; send a JSON array of objects, or one object per line')
  }

  /** Returns true if the object ends at this byte. */
  #within(byte: number): boolean {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isText = false
      return false
    }
    if (byte === QUOTE) this.#isText = true
    else if (byte === BRACE || byte === BRACKET) this.#depth++
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) return --this.#depth === 0
    return false
  }
}

function* withEnd(objects: Iterable<ReadObject>): Generator<ReadObject | null> {
  yield* objects
  yield null
}

/** Yields null at the end of a slice of time. Errors: Unreadable, if objects can no longer be told apart. */
export async function* readObjects(pieces: AsyncIterable<Buffer>): AsyncGenerator<ReadObject | null> {
  const splitter = new Splitter()
  const slice = new Slice()
  for await (const piece of pieces)
    for (let from = 0; from < piece.length; from += PORTION_BYTES)
      for (const object of withEnd(splitter.take(piece.subarray(from, from + PORTION_BYTES)))) {
        if (object) yield object
        if (!slice.isOver) continue
        yield null
        await slice.next()
      }
  splitter.end()
}
