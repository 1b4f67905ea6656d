// Reads the lines of a report. Its first bytes show whether it is CSV or JSON. Lines are independent: a bad line is reported, and the
// others count.
import { isUtf8 } from 'node:buffer'
import type { ReportedKind } from '@backhaul/core/transitions.ts'
import { parse } from 'csv-parse/sync'
import { Slice } from '../../process/slice.ts'
import { isUtf16, Unreadable, unreadable } from '../imports/lines.ts'
import type { Fault } from '../imports/model.ts'
import { type CodedFault, faultOfCells, faultsOfHeader, otherSeparator } from '../network/read-file.ts'
import type { ReadLine } from './adapter.ts'
import { plainText } from './cells.ts'
import { FIELDS, REQUIRED, readLine } from './line.ts'
import { readObjects } from './read-json.ts'

type KindOf = (code: string) => ReportedKind | null | undefined

const UTF8_MARK = '\uFEFF'
const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
/** The clock is read once for every so many blank lines, because reading it takes longer than skipping a line. */
const BLANK_LINES = 64
/** A longer line is not a line of a report. */
const MAX_LINE_BYTES = 16 * 1024

const bad = (row: number, field: string, code: string, message: string): ReadLine => ({ row, faults: [{ row, field, code, message }] })

/** Skips empty lines. Lines of spaces are read like other lines. */
const isBlank = (bytes: Buffer, from: number, end: number): boolean => end === from || (end === from + 1 && bytes[from] === CARRIAGE_RETURN)

interface Line {
  row: number
  bytes: Buffer
  /** False for a last line that does not end with a line break. */
  isEnded: boolean
}

/** Yields the first line and every line that is not blank. Yields null at the end of a slice of time. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line | null> {
  const slice = new Slice()
  let row = 1
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      const isSkipped = row > 1 && isBlank(bytes, from, end)
      if (!isSkipped) yield { row, bytes: bytes.subarray(from, end), isEnded: true }
      from = end + 1
      row++
      if (isSkipped && row % BLANK_LINES !== 0) continue
      if (slice.isOver) {
        yield null
        await slice.next()
      }
    }
    rest = bytes.subarray(from)
    if (rest.length > MAX_LINE_BYTES)
      throw unreadable(row, 'too_long', `is longer than ${MAX_LINE_BYTES} bytes, the limit for a line of a report`)
  }
  if (rest.length > 0) yield { row, bytes: rest, isEnded: false }
}

/** A column name in the header may contain anything, and may be as long as a line. */
const unreadableColumn = ({ column, ...fault }: CodedFault): Unreadable =>
  new Unreadable({ ...fault, field: plainText(column.slice(0, 100)) })

/**
 * The cells of a line. Null if its quotation marks do not match. Values have no line breaks, so a cell never continues on the next line.
 */
const cellsOf = (text: string): string[] | null => {
  if (!text.includes('"')) return text.split(',').map((cell) => cell.trim())
  try {
    return (parse(text, { relax_column_count: true, trim: true }) as string[][])[0] ?? []
  } catch {
    return null
  }
}

const textOf = ({ row, bytes, isEnded }: Line): string | ReadLine => {
  if (!isEnded)
    return bad(
      row,
      '',
      'cut_off',
      'has no line break at its end, so the file may be incomplete; send the whole file with a line break at its end',
    )
  if (bytes.length > MAX_LINE_BYTES)
    return bad(row, '', 'too_long', `is longer than ${MAX_LINE_BYTES} bytes, the limit for a line of a report`)
  if (!isUtf8(bytes)) return bad(row, '', 'encoding', 'is not UTF-8 text; save the file as UTF-8')
  return bytes.toString('utf8').trimEnd()
}

const headerOf = (line: Line): readonly string[] => {
  const text = textOf(line)
  if (typeof text === 'object') throw new Unreadable((text as { faults: Fault[] }).faults[0] as Fault)
  const separator = otherSeparator(text)
  if (separator) throw unreadable(line.row, 'separator', `separates its columns with ${separator}; save the file with commas as separators`)
  const header = cellsOf(text.replace(UTF8_MARK, '')) ?? []
  const [fault] = faultsOfHeader(line.row, header, REQUIRED, FIELDS)
  if (fault) throw unreadableColumn(fault)
  return header
}

async function* readCsv(pieces: AsyncIterable<Buffer>, kindOf: KindOf): AsyncGenerator<ReadLine | null> {
  let header: readonly string[] | null = null
  for await (const line of linesOf(pieces)) {
    if (line === null) {
      yield null
      continue
    }
    const { row } = line
    const text = header ? textOf(line) : ''
    if (!header) header = headerOf(line)
    else if (typeof text === 'object') yield text
    else if (text !== '') {
      const cells = cellsOf(text)
      if (!cells) yield bad(row, '', 'csv', 'has a quotation mark that is not closed')
      else if (cells.length !== header.length) {
        const { column, code, message } = faultOfCells(row, cells.length, header)
        yield bad(row, column, code, message)
      } else yield readLine(row, Object.fromEntries(header.map((field, i) => [field, cells[i] as string])), kindOf)
    }
  }
  if (!header) throw unreadable(1, 'empty', 'is missing, because the file is empty')
}

const faultsOfFields = (row: number, value: Record<string, unknown>): Fault[] =>
  Object.entries(value).flatMap(([name, content]) => {
    const field = plainText(name.slice(0, 100))
    if (!FIELDS.includes(name)) return [{ row, field, code: 'field_unknown', message: `is not a known field; use ${FIELDS.join(', ')}` }]
    return content === null || typeof content === 'string' ? [] : [{ row, field, code: 'type', message: 'must be text in quotation marks' }]
  })

async function* readJson(pieces: AsyncIterable<Buffer>, kindOf: KindOf): AsyncGenerator<ReadLine | null> {
  for await (const read of readObjects(pieces)) {
    if (read === null || 'faults' in read) {
      yield read
      continue
    }
    const faults = faultsOfFields(read.row, read.value).slice(0, FIELDS.length)
    const cells = () =>
      Object.fromEntries(Object.entries(read.value).map(([name, content]) => [name, typeof content === 'string' ? content.trim() : '']))
    yield faults.length > 0 ? { row: read.row, faults } : readLine(read.row, cells(), kindOf)
  }
}

async function* withFirst(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

/** Errors: Unreadable, if the rest of the file cannot be split into lines. */
export async function* readReport(pieces: AsyncIterable<Buffer>, kindOf: KindOf): AsyncGenerator<ReadLine | null> {
  const rest = pieces[Symbol.asyncIterator]()
  const { value: first, done } = await rest.next()
  if (done) throw unreadable(1, 'empty', 'is missing, because the file is empty')
  if (isUtf16(first)) throw unreadable(1, 'encoding', 'is UTF-16 text; save the file as UTF-8')
  const begin = first.subarray(0, 1024).toString('utf8').replace(UTF8_MARK, '').trimStart()[0]
  const all = withFirst(first, rest)
  yield* begin === '{' || begin === '[' ? readJson(all, kindOf) : readCsv(all, kindOf)
}
