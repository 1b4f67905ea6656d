// Reads a CSV file of stores. It reports all errors of all rows, so that they can be corrected together.
//
// The first row names the columns, in any order: code, name, line1, city, state, postal_code, country, lat, lon, timezone and, if the file
// has opening hours, hours (syntax in ./hours.ts). Fields with commas, quotes or line breaks are quoted as in RFC 4180. An empty cell for
// the state or the hours means that the store has none. The postal code may be empty if the country has none.
import { COUNTRIES, needsPostalCode } from '@backhaul/core/countries.ts'
import { isTimezone } from '@backhaul/core/local-time.ts'
import type { LostPrice } from '@backhaul/core/lost-prices.ts'
import type { Hours, Store } from '@backhaul/core/network.ts'
import { withLeadingZeros } from '@backhaul/core/regions.ts'
import { type CsvError, parse } from 'csv-parse/sync'
import { parseHours } from './hours.ts'
import { knownAreas, type WarningsOfPosition } from './position.ts'

const REQUIRED = ['code', 'name', 'line1', 'city', 'state', 'postal_code', 'country', 'lat', 'lon', 'timezone'] as const
const OPTIONAL = ['hours'] as const
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]
const COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL]

/** Maximum number of rows in a file. */
export const MAX_ROWS = 100_000

/** One error in a file. `row`: the line on which the row ends. `column`: empty if the error concerns the whole row. */
export interface RowFault {
  row: number
  column: string
  message: string
}

/** A row fault with a code for programs. */
export interface CodedFault extends RowFault {
  code: string
}

/** Leaves out the code, for people to read. */
export const uncoded = ({ row, column, message }: CodedFault): RowFault => ({ row, column, message })

/** The value of a row with its warnings, or all of its errors. */
export type ReadRow<Value> = { value: Value; warnings?: CodedFault[] } | { faults: CodedFault[] }

/** Checks the rows of a file one by one, independent of how they are read. */
export interface RowReader<Value> {
  /** Faults of the header. If there are any, no row can be checked. */
  readonly faults: readonly CodedFault[]
  /** `row`: the line on which the record ends. */
  read(record: readonly string[], row: number): ReadRow<Value>
  /** Faults that concern several rows. Called only if each row is good. */
  end?(): readonly CodedFault[]
  /** The prices that shipments lose because of the rows of the file. Called only if no row has an error. */
  lostPrices?(): readonly (LostPrice & { carrier: string; effective_on: string })[]
}

/** The data of a store in a file. */
export type StoreFacts = Omit<Store, 'id' | 'pudo_code' | 'active' | 'created_at'>

/** `with_hours`: whether the file has a column for opening hours. */
export interface StoreFile {
  stores: StoreFacts[]
  warnings: RowFault[]
  with_hours: boolean
}

type Cells = Readonly<Partial<Record<Column, string>>>

/** The code and the message of a fault. Null if there is no fault. */
type Found = readonly [code: string, message: string] | null

const text =
  (most: number) =>
  (value: string): Found => {
    if (value === '') return ['required', 'is required']
    if (value.length > most) return ['too_long', `is longer than ${most} characters`]
    return /\p{Cc}/u.test(value) ? ['control_characters', 'contains control characters'] : null
  }
/** Accepts numbers as programs print them, such as 0.30000000000000004 and 1e-7. */
const degrees =
  (most: number) =>
  (value: string): Found =>
    /^-?\d{1,3}(\.\d{1,20})?(e-\d{1,3})?$/i.test(value) && Math.abs(Number(value)) <= most
      ? null
      : ['degrees', `is not a number from -${most} to ${most}`]

/** The check of each cell. It returns null if there is no fault. */
const CHECKS: Record<Column, (value: string) => Found> = {
  code: (value) =>
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(value) ? null : ['code', 'is not 1 to 40 letters, digits, dots, dashes or underscores'],
  name: text(100),
  line1: text(100),
  city: text(100),
  state: (value) => (value === '' ? null : text(50)(value)),
  postal_code: (value) => (value === '' ? null : text(20)(value)),
  country: (value) => (COUNTRIES.has(value) ? null : ['country', 'is not an ISO 3166-1 alpha-2 code in capitals']),
  lat: degrees(90),
  lon: degrees(180),
  timezone: (value) => (isTimezone(value) ? null : ['timezone', 'is not an IANA time zone such as America/New_York']),
  hours: (value) => {
    const parsed = value === '' ? null : parseHours(value)
    return parsed && 'message' in parsed ? ['hours', parsed.message] : null
  },
}

const hoursOf = (value: string | undefined): Hours | null => {
  const parsed = value ? parseHours(value) : null
  return parsed && 'hours' in parsed ? parsed.hours : null
}

/** `-0` is stored as 0. */
const numberOf = (value: string): number => Number(value) + 0

const storeOf = (cells: Cells): StoreFacts => {
  const cell = (column: Column) => cells[column] as string
  return {
    code: cell('code'),
    name: cell('name'),
    line1: cell('line1'),
    city: cell('city'),
    state: cell('state') || null,
    postal_code: cell('postal_code'),
    country: cell('country'),
    lat: numberOf(cell('lat')),
    lon: numberOf(cell('lon')),
    timezone: cell('timezone'),
    hours: hoursOf(cells.hours),
  }
}

/** Columns that are missing, unknown or repeated. */
export const faultsOfHeader = (
  row: number,
  header: readonly string[],
  required: readonly string[],
  columns: readonly string[],
): CodedFault[] => [
  ...required
    .filter((column) => !header.includes(column))
    .map((column) => ({ row, column, code: 'column_missing', message: 'is missing from the header' })),
  ...header.flatMap((column, i) => {
    if (!columns.includes(column))
      return [{ row, column, code: 'column_unknown', message: `is not a known column; use ${columns.join(', ')}` }]
    return header.indexOf(column) === i ? [] : [{ row, column, code: 'column_twice', message: 'appears twice in the header' }]
  }),
]

/** The fault of a row with more or fewer cells than the header. It is reported at the first column without a cell, or at the last one. */
export const faultOfCells = (row: number, cells: number, header: readonly string[]): CodedFault => {
  const counts = `cells in the row: ${cells}, in the header: ${header.length}`
  return cells < header.length
    ? { row, column: header[cells] ?? '', code: 'cells', message: `has no cell (${counts})` }
    : {
        row,
        column: header.at(-1) ?? '',
        code: 'cells',
        message: `is not the last cell (${counts}); put each cell that contains a comma in quotation marks`,
      }
}

export const paddedWarning = (row: number, given: string, padded: string): CodedFault => ({
  ...{
    row,
    column: 'postal_code',
    code: 'leading_zeros',
    message: `was read as ${padded}, because the leading zeros of ${given} are missing`,
  },
})

/** Reads the rows of a store file. It keeps all codes in memory, because each must be unique. */
export class StoreRows implements RowReader<StoreFacts> {
  readonly faults: readonly CodedFault[]
  readonly with_hours: boolean
  readonly #header: readonly string[]
  readonly #warningsOfPosition: WarningsOfPosition
  /** The row in which each code was found. */
  readonly #lines = new Map<string, number>()

  constructor(header: readonly string[], row: number, warningsOfPosition: WarningsOfPosition) {
    this.#header = header
    this.#warningsOfPosition = warningsOfPosition
    this.faults = faultsOfHeader(row, header, REQUIRED, COLUMNS)
    this.with_hours = header.includes('hours')
  }

  read(record: readonly string[], row: number): ReadRow<StoreFacts> {
    const header = this.#header
    if (record.length !== header.length) return { faults: [faultOfCells(row, record.length, header)] }
    const cells: Cells = Object.fromEntries(header.map((column, i) => [column, record[i] as string]))
    const faults: CodedFault[] = []
    for (const column of header as Column[]) {
      const found = CHECKS[column](cells[column] as string)
      if (found) faults.push({ row, column, code: found[0], message: found[1] })
    }
    if (cells.postal_code === '' && needsPostalCode(cells.country ?? ''))
      faults.push({ row, column: 'postal_code', code: 'required', message: `is required in ${cells.country}` })
    const code = cells.code as string
    const earlier = this.#lines.get(code)
    if (earlier !== undefined) faults.push({ row, column: 'code', code: 'duplicate', message: `is already on row ${earlier}` })
    else if (code !== '') this.#lines.set(code, row)
    return faults.length > 0 ? { faults } : this.#withWarnings(storeOf(cells), row)
  }

  /** A postal code that lost its leading zeros in a spreadsheet is completed before it is stored, with a warning. */
  #withWarnings(given: StoreFacts, row: number): ReadRow<StoreFacts> {
    const store = { ...given, postal_code: withLeadingZeros(given) }
    const warnings: CodedFault[] = this.#warningsOfPosition(store).map(({ path, rule, message }) => ({
      ...{ row, column: path.slice(1), code: rule, message },
    }))
    const { postal_code } = given
    if (store.postal_code !== postal_code) warnings.push(paddedWarning(row, postal_code, store.postal_code))
    return { value: store, warnings }
  }
}

/** A row as the CSV parser returns it; `lines` is the line on which it ends. */
export interface Parsed {
  record: string[]
  info: { lines: number }
}

const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

/** The separator if it is not a comma, as in spreadsheets of some languages. No valid file has a single column. */
export const otherSeparator = (csv: string): string | null => {
  const [header = ''] = csv.split(/[\r\n]/, 1)
  if (header.includes(',')) return null
  return Object.entries(SEPARATORS).find(([character]) => header.includes(character))?.[1] ?? null
}

/** The rows of a file, or the place where the CSV is malformed. */
export const parseCsv = (csv: string): { rows: Parsed[] } | RowFault => {
  const separator = otherSeparator(csv)
  if (separator) return { row: 1, column: '', message: `separates its columns with ${separator}; save the file with commas as separators` }
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true } as const
    return { rows: parse(csv, options) as unknown as Parsed[] }
  } catch (error) {
    const { code, lines, message } = error as CsvError & { lines?: number }
    if (!code?.startsWith('CSV_')) throw error
    return { row: lines ?? 1, column: '', message: `is not well-formed CSV: ${message}` }
  }
}

/** The stores of a file, or all of its faults. */
export const readStoreFile = async (csv: string): Promise<StoreFile | { errors: RowFault[] }> => {
  const parsed = parseCsv(csv)
  if (!('rows' in parsed)) return { errors: [parsed] }
  const [head, ...rows] = parsed.rows
  if (!head)
    return { errors: [{ row: 1, column: '', message: `is missing; the first row must name these columns: ${COLUMNS.join(', ')}` }] }
  const reader = new StoreRows(head.record, head.info.lines, await knownAreas())
  if (reader.faults.length > 0) return { errors: reader.faults.map(uncoded) }
  if (rows.length === 0) return { errors: [{ row: head.info.lines, column: '', message: 'is the only row; add stores below the header' }] }
  if (rows.length > MAX_ROWS)
    return { errors: [{ row: 1, column: '', message: `is followed by more than ${MAX_ROWS} stores; split the file` }] }
  const errors: RowFault[] = []
  const stores: StoreFacts[] = []
  const warnings: RowFault[] = []
  for (const { record, info } of rows) {
    const read = reader.read(record, info.lines)
    if ('faults' in read) errors.push(...read.faults.map(uncoded))
    else {
      stores.push(read.value)
      warnings.push(...(read.warnings ?? []).map(uncoded))
    }
  }
  return errors.length > 0 ? { errors } : { stores, warnings, with_hours: reader.with_hours }
}
