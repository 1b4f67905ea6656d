// Reads and checks the rows of a kept file, and keeps those that are good until all are known to be.

import { listCarriers, listMarkets } from '../network/places.ts'
import { knownOf, RateRows } from '../network/rate-file.ts'
import { type CodedFault, MAX_ROWS, type RowReader, StoreRows } from '../network/read-file.ts'
import { TariffRows } from '../network/tariff-file.ts'
import { listTariffs } from '../network/tariffs.ts'
import type { Database } from '../platform/db.ts'
import { newId } from '../platform/ids.ts'
import { Slice } from '../platform/slice.ts'
import { Charset, readRows, Unreadable } from './lines.ts'
import { type Fault, type FileKind, MAX_LISTED } from './model.ts'
import { readPieces } from './queries.ts'

/** What is known of a file so far. */
export interface Checked {
  rows: number
  error_count: number
  /** In the order of their rows once all were read. */
  errors: Fault[]
}

export interface CheckWork {
  /** Keeps rows that are good. Resolves when they are written. */
  keep: (rows: readonly KeptRow[]) => Promise<void>
  /** Told between two portions. */
  onProgress: (checked: Checked) => Promise<void>
  /** Whether to stop here; then nothing of what is returned counts. */
  isStopped: () => boolean
}

export interface KeptRow {
  /** Its place in the file. */
  number: number
  value: object
}

const PORTION = 1_000

const faultOf = ({ row, column, code, message }: CodedFault): Fault => ({ row, field: column, code, message })

class Errors implements Checked {
  rows = 0
  error_count = 0
  errors: Fault[] = []

  add(fault: Fault): void {
    this.error_count++
    if (this.errors.length < MAX_LISTED) this.errors.push(fault)
  }
}

/** How the rows of a kind are read, once the header is known. */
const readerOf = async (db: Database, kind: FileKind): Promise<(header: string[], row: number) => RowReader<object>> => {
  if (kind === 'stores') return (header, row) => new StoresToApply(header, row)
  const [carriers, markets] = await Promise.all([listCarriers(db), listMarkets(db)])
  const known = knownOf(carriers, markets)
  if (kind === 'tariffs') {
    const others = await listTariffs(db, null, null)
    return (header, row) => new TariffRows(header, row, known, others)
  }
  return (header, row) => new RateRows(header, row, known)
}

/** Facts of stores as ./apply-stores.ts takes them: without hours if the file has none, and with the ids that they get if they are new. */
class StoresToApply implements RowReader<object> {
  readonly #rows: StoreRows

  constructor(header: string[], row: number) {
    this.#rows = new StoreRows(header, row)
  }

  get faults(): readonly CodedFault[] {
    return this.#rows.faults
  }

  read(record: readonly string[], row: number): { value: object } | { faults: CodedFault[] } {
    const read = this.#rows.read(record, row)
    if ('faults' in read) return read
    const { hours, ...facts } = read.value
    return { value: { facts: this.#rows.with_hours ? { ...facts, hours } : facts, id: newId('store'), audit_id: newId('audit') } }
  }
}

const LAST_LINE = 'is the only row: the file has nothing else'

/** Reads all rows. They are good if no errors were found; those that are kept count for nothing otherwise. */
export const checkFile = async (db: Database, id: string, kind: FileKind, work: CheckWork): Promise<Checked> => {
  const found = new Errors()
  const charset = new Charset()
  const open = await readerOf(db, kind)
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
  return { rows: found.rows, error_count: found.error_count + notText.length, errors }
}

const readAll = async (
  rows: ReturnType<typeof readRows>,
  open: (header: string[], row: number) => RowReader<object>,
  charset: Charset,
  found: Errors,
  work: CheckWork,
): Promise<void> => {
  let reader: RowReader<object> | null = null
  let kept: KeptRow[] = []
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
      throw new Unreadable({ row, field: '', code: 'too_many', message: `is one more than the ${MAX_ROWS} rows of a file; split it` })
    const read = reader.read(record, row)
    // What a line says that is not text is another question.
    if ('value' in read) kept.push({ number: found.rows, value: read.value })
    else if (!charset.bad.has(row)) for (const fault of read.faults) found.add(faultOf(fault))
    if (found.rows % PORTION === 0) {
      if (work.isStopped()) return
      if (found.error_count === 0) await work.keep(kept)
      kept = []
      await work.onProgress(found)
    } else if (slice.isOver) await slice.next()
  }
  if (!reader) found.add({ row: 1, field: '', code: 'empty', message: 'is missing: the file is empty' })
  else if (found.rows === 0) found.add({ row: 1, field: '', code: 'empty', message: LAST_LINE })
  if (reader && found.error_count === 0) for (const fault of reader.end?.() ?? []) found.add(faultOf(fault))
  if (found.error_count === 0) await work.keep(kept)
}
