// Reads and checks the rows of a stored file, and keeps the good rows until all rows are known to be good.

import type { Database } from '../../database/db.ts'
import { Slice } from '../../process/slice.ts'
import { type CodedFault, MAX_ROWS, type RowReader } from '../network/read-file.ts'
import type { OpenRows } from './file-work.ts'
import { Charset, readRows, Unreadable } from './lines.ts'
import { type Fault, type LostPriceOfTariff, MAX_LISTED } from './model.ts'
import { readPieces } from './queries.ts'

/** The results of the check so far. */
export interface Checked {
  rows: number
  error_count: number
  /** Sorted by row number once all rows have been read. */
  errors: Fault[]
  warning_count: number
  warnings: Fault[]
  /** Empty if there are errors. */
  lost_prices: readonly LostPriceOfTariff[]
}

export interface CheckWork {
  /** Stores good rows. Resolves when they are written. */
  keep: (rows: readonly StoredRow[]) => Promise<void>
  /** Called between two portions. */
  onProgress: (checked: Checked) => Promise<void>
  /** Whether the check has to stop. A result returned after a stop is not valid. */
  isStopped: () => boolean
}

export interface StoredRow {
  /** Number of the row in the file. */
  number: number
  value: object
}

const PORTION = 1_000

const faultOf = ({ row, column, code, message }: CodedFault): Fault => ({ row, field: column, code, message })

class Errors implements Checked {
  rows = 0
  error_count = 0
  errors: Fault[] = []
  warning_count = 0
  warnings: Fault[] = []

  warn(fault: Fault): void {
    this.warning_count++
    if (this.warnings.length < MAX_LISTED) this.warnings.push(fault)
  }
  lost_prices: readonly LostPriceOfTariff[] = []

  add(fault: Fault): void {
    this.error_count++
    if (this.errors.length < MAX_LISTED) this.errors.push(fault)
  }
}

const LAST_LINE = 'is the only row; add rows below the header'

/** Reads and checks all rows. The stored rows are used only if there are no errors at all. */
export const checkFile = async (db: Database, id: string, open: OpenRows, work: CheckWork): Promise<Checked> => {
  const found = new Errors()
  const charset = new Charset()
  try {
    await readAll(readRows(readPieces(db, id), charset), open, charset, found, work)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    found.add(error.fault)
  }
  const notText = [...charset.bad].map((row) => ({
    row,
    field: '',
    code: 'encoding',
    message: 'is not UTF-8 text; save the file as UTF-8',
  }))
  const errors = [...found.errors, ...notText].sort((a, b) => a.row - b.row).slice(0, MAX_LISTED)
  const { rows, warning_count, warnings, lost_prices } = found
  return { rows, error_count: found.error_count + notText.length, errors, warning_count, warnings, lost_prices }
}

const readAll = async (
  rows: ReturnType<typeof readRows>,
  open: OpenRows,
  charset: Charset,
  found: Errors,
  work: CheckWork,
): Promise<void> => {
  let reader: RowReader<object> | null = null
  let kept: StoredRow[] = []
  const slice = new Slice()
  for await (const { record, info } of rows) {
    const row = info.lines
    if (!reader) {
      reader = open(record, row)
      for (const fault of reader.faults) found.add(faultOf(fault))
      if (reader.faults.length > 0) return
      continue
    }
    if (++found.rows > MAX_ROWS)
      throw new Unreadable({ row, field: '', code: 'too_many', message: `exceeds the limit of ${MAX_ROWS} rows in a file; split the file` })
    const read = reader.read(record, row)
    // If a line is not UTF-8, only this is reported, and none of its other faults.
    if ('value' in read) {
      kept.push({ number: found.rows, value: read.value })
      for (const warning of read.warnings ?? []) found.warn(faultOf(warning))
    } else if (!charset.bad.has(row)) for (const fault of read.faults) found.add(faultOf(fault))
    if (found.rows % PORTION === 0) {
      if (work.isStopped()) return
      if (found.error_count === 0) await work.keep(kept)
      kept = []
      await work.onProgress(found)
    } else if (slice.isOver) await slice.next()
  }
  if (!reader) found.add({ row: 1, field: '', code: 'empty', message: 'is missing, because the file is empty' })
  else if (found.rows === 0) found.add({ row: 1, field: '', code: 'empty', message: LAST_LINE })
  if (reader && found.error_count === 0) for (const fault of reader.end?.() ?? []) found.add(faultOf(fault))
  if (found.error_count === 0) await work.keep(kept)
  if (found.error_count === 0) found.lost_prices = reader?.lostPrices?.() ?? []
}
