// Reads the rows of a stored file piece by piece. Neither the whole file nor all of its rows are in memory at once.
import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { Slice } from '../../process/slice.ts'
import { otherSeparator, type Parsed } from '../network/read-file.ts'
import { type Fault, MAX_LISTED } from './model.ts'

/** No row of stores or rates is this long. In a longer line, a quotation mark was opened and never closed, or the file is not text. */
const MAX_RECORD_BYTES = 64 * 1024
/** Number of bytes that are parsed at a time. Meanwhile the event loop is blocked. */
const PORTION_BYTES = 16 * 1024
const NEWLINE = 0x0a

/** The rest of the file cannot be read. */
export class Unreadable extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

export const unreadable = (row: number, code: string, message: string): Unreadable => new Unreadable({ row, field: '', code, message })

export const isUtf16 = ([a, b]: Uint8Array): boolean => (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)

/** Yields the whole lines that end in each piece. A line may begin in one piece and end in another. */
async function* wholeLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    const end = bytes.lastIndexOf(NEWLINE) + 1
    if (end > 0) yield bytes.subarray(0, end)
    rest = bytes.subarray(end)
    if (rest.length > MAX_RECORD_BYTES * 2 && end === 0)
      throw unreadable(1, 'csv', 'has no line end within the maximum length of a row; check that the file is CSV')
  }
  if (rest.length > 0) yield rest
}

/** Collects the numbers of lines that are not UTF-8. It keeps only the first ones, as a file may have millions. */
export class Charset {
  readonly bad = new Set<number>()
  #line = 1

  get isFull(): boolean {
    return this.bad.size >= MAX_LISTED
  }

  look(bytes: Buffer): void {
    const isGood = isUtf8(bytes)
    for (let from = 0; from < bytes.length && !this.isFull; this.#line++) {
      const at = bytes.indexOf(NEWLINE, from)
      const end = at < 0 ? bytes.length : at + 1
      if (!isGood && !isUtf8(bytes.subarray(from, end))) this.bad.add(this.#line)
      from = end
    }
  }
}

async function* checkedLines(pieces: AsyncIterable<Buffer>, charset: Charset): AsyncGenerator<Buffer> {
  let isFirst = true
  const slice = new Slice()
  for await (const lines of wholeLines(pieces)) {
    if (isFirst) {
      if (isUtf16(lines)) throw unreadable(1, 'encoding', 'is UTF-16 text; save the file as UTF-8')
      const separator = otherSeparator(
        lines
          .subarray(0, MAX_RECORD_BYTES)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      )
      if (separator) throw unreadable(1, 'separator', `separates its columns with ${separator}; save the file with commas as separators`)
      isFirst = false
    }
    charset.look(lines)
    if (charset.isFull) throw unreadable(1, 'encoding', `has ${MAX_LISTED} lines that are not UTF-8 text; save the file as UTF-8`)
    for (let from = 0; from < lines.length; from += PORTION_BYTES) {
      yield lines.subarray(from, from + PORTION_BYTES)
      if (slice.isOver) await slice.next()
    }
  }
}

const faultOf = (error: unknown): Unreadable | null => {
  if (error instanceof Unreadable) return error
  const { code, lines, message } = error as CsvError & { lines?: number }
  if (!code?.startsWith('CSV_')) return null
  return new Unreadable({ row: lines ?? 1, field: '', code: 'csv', message: `is not well-formed CSV: ${message}` })
}

/** Yields the rows of a file, the header first. Errors: Unreadable, if the rest of the file cannot be split into rows. */
export async function* readRows(pieces: AsyncIterable<Buffer>, charset: Charset): AsyncGenerator<Parsed> {
  const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true, max_record_size: MAX_RECORD_BYTES }
  // An error on either side ends both sides, and is thrown to the code that reads the rows.
  const parser = pipeline(checkedLines(pieces, charset), parse(options), () => {})
  try {
    for await (const row of parser) yield row as Parsed
  } catch (error) {
    throw faultOf(error) ?? error
  }
}
