// Reads and writes a calendar as a CSV file, for operators who keep their holidays in a spreadsheet. Each row is one rule
// (docs/operating/network.md#calendars). It fills the cells of its kind of rule and leaves the others empty. The content is checked like a
// body of the API, and every fault names its row.
import type { StoredCalendar } from '@backhaul/core/calendar.ts'
import type { FieldError } from '@backhaul/core/refusal.ts'
import type { Static } from 'typebox'
import { csvCell, unguarded } from '../../http/csv.ts'
import type { CalendarPut } from './calendar-schema.ts'
import { faultOfCells, faultsOfHeader, parseCsv, type RowFault, uncoded } from './read-file.ts'

const COLUMNS = ['kind', 'date', 'name', 'hours', 'cut_off', 'carrier', 'zone', 'service_level', 'days', 'value'] as const
type Column = (typeof COLUMNS)[number]
const KINDS = ['timezone', 'working_days', 'cut_off', 'holiday', 'exception', 'transit'] as const
type Kind = (typeof KINDS)[number]
type Cells = Readonly<Record<Column, string>>

/** The cells that a row of each kind may have, and the cells that it requires. */
const CELLS: Record<Kind, { has: readonly Column[]; needs: readonly Column[] }> = {
  timezone: { has: ['value'], needs: ['value'] },
  working_days: { has: ['value'], needs: [] },
  cut_off: { has: ['value'], needs: ['value'] },
  holiday: { has: ['date', 'name'], needs: ['date'] },
  exception: { has: ['date', 'name', 'hours', 'cut_off'], needs: ['date'] },
  transit: { has: ['carrier', 'zone', 'service_level', 'days'], needs: ['service_level', 'days'] },
}

/** The content of a file. `rows`: the row of each part of the content, by JSON pointer. */
export interface CalendarFile {
  put: Static<typeof CalendarPut>
  rows: ReadonlyMap<string, number>
}

const words = (cell: string): string[] => cell.split(' ').filter((word) => word !== '')

/** Leaves out empty cells. */
const said = <Name extends Column>(cells: Cells, ...names: readonly Name[]): Partial<Record<Name, string>> =>
  Object.fromEntries(names.flatMap((name) => (cells[name] === '' ? [] : [[name, cells[name]]]))) as Partial<Record<Name, string>>

const dayOf = (cells: Cells) => {
  const { name, ...date } = said(cells, 'date', 'name')
  return { ...date, ...(name !== undefined && { name: unguarded(name) }) }
}

/** Splits `09:00-13:00 14:00-18:00` into spans. Malformed spans stay as they are, and the schema refuses them. */
const spansOf = (cell: string): string[][] => words(cell).map((span) => span.split('-'))

/** Converts a whole number. Other text stays as it is. */
const numberIn = (cell: string): number | string => (/^\d{1,6}$/.test(cell) ? Number(cell) : cell)

class Reading {
  readonly faults: RowFault[] = []
  readonly rows = new Map<string, number>()
  readonly whole: Record<string, unknown> = {}
  readonly lists = { holidays: [] as object[], exceptions: [] as object[], transit_days: [] as object[] }

  take(cells: Cells, row: number): void {
    const kind = cells.kind as Kind
    const faults = KINDS.includes(kind)
      ? faultsOfKind(kind, cells, row)
      : [{ row, column: 'kind', message: `is not one of ${KINDS.join(', ')}` }]
    this.faults.push(...faults)
    if (faults.length === 0) this.#add(kind, cells, row)
  }

  #add(kind: Kind, cells: Cells, row: number): void {
    if (kind === 'holiday') this.#push('holidays', dayOf(cells), row)
    else if (kind === 'exception')
      this.#push('exceptions', { ...dayOf(cells), ...said(cells, 'cut_off'), hours: spansOf(cells.hours) }, row)
    else if (kind === 'transit')
      this.#push('transit_days', { ...said(cells, 'carrier', 'zone', 'service_level'), days: numberIn(cells.days) }, row)
    else this.#set(kind, kind === 'working_days' ? words(cells.value) : cells.value, row)
  }

  #set(name: string, value: unknown, row: number): void {
    const earlier = this.rows.get(`/${name}`)
    if (earlier !== undefined)
      this.faults.push({ row, column: 'kind', message: `repeats "${name}" from row ${earlier}; keep one of these rows` })
    this.whole[name] = value
    this.rows.set(`/${name}`, row)
  }

  #push(list: keyof Reading['lists'], entry: object, row: number): void {
    this.rows.set(`/${list}/${this.lists[list].length}`, row)
    this.lists[list].push(entry)
  }
}

const faultsOfKind = (kind: Kind, cells: Cells, row: number): RowFault[] => {
  const { has, needs } = CELLS[kind]
  return COLUMNS.flatMap((column): RowFault[] => {
    const isEmpty = cells[column] === ''
    if (isEmpty && needs.includes(column)) return [{ row, column, message: `is required in a row of the kind "${kind}"` }]
    if (isEmpty || column === 'kind' || has.includes(column)) return []
    return [{ row, column, message: `must be empty in a row of the kind "${kind}"` }]
  })
}

/** Returns the calendar, or all faults that single rows have. */
export const readCalendarFile = (csv: string): CalendarFile | { errors: RowFault[] } => {
  const parsed = parseCsv(csv)
  if (!('rows' in parsed)) return { errors: [parsed] }
  const [head, ...rows] = parsed.rows
  const missing = `is missing; the first row must name these columns, or the subset that the rows use: ${COLUMNS.join(', ')}`
  if (!head) return { errors: [{ row: 1, column: '', message: missing }] }
  const faults = faultsOfHeader(head.info.lines, head.record, ['kind'], COLUMNS)
  if (faults.length > 0) return { errors: faults.map(uncoded) }
  const reading = new Reading()
  for (const { record, info } of rows) {
    if (record.length !== head.record.length) reading.faults.push(uncoded(faultOfCells(info.lines, record.length, head.record)))
    else {
      const at = (column: Column): string => record[head.record.indexOf(column)] ?? ''
      reading.take(Object.fromEntries(COLUMNS.map((column) => [column, at(column)])) as Record<Column, string>, info.lines)
    }
  }
  if (reading.faults.length > 0) return { errors: reading.faults }
  return { put: { ...reading.whole, ...reading.lists } as Static<typeof CalendarPut>, rows: reading.rows }
}

/**
 * Converts the field errors of a refused body to rows of the file. A fault without a row concerns the whole file, and is reported on its
 * first row.
 */
export const rowsOfErrors = (errors: readonly FieldError[], rows: CalendarFile['rows']): RowFault[] =>
  errors.map(({ path, message }) => {
    const [, list = '', index, field] = path.split('/')
    const whole = rows.get(`/${list}`)
    if (whole !== undefined) return { row: whole, column: list, message }
    const row = rows.get(`/${list}/${index}`)
    return row === undefined ? { row: 1, column: list, message } : { row, column: field ?? '', message }
  })

/** Writes the calendar as a file from which it can be set again. */
export const calendarCsv = ({ timezone, working_days, cut_off, holidays, exceptions, transit_days }: StoredCalendar): string => {
  const rows: Partial<Record<Column, string | null>>[] = [
    ...(timezone === null ? [] : [{ kind: 'timezone', value: timezone }]),
    ...(working_days === null ? [] : [{ kind: 'working_days', value: working_days.join(' ') }]),
    ...(cut_off === null ? [] : [{ kind: 'cut_off', value: cut_off }]),
    ...holidays.map((day) => ({ kind: 'holiday', ...day })),
    ...exceptions.map(({ hours, ...day }) => ({ kind: 'exception', ...day, hours: hours.map((span) => span.join('-')).join(' ') })),
    ...transit_days.map(({ days, ...row }) => ({ kind: 'transit', ...row, days: String(days) })),
  ]
  const lines = rows.map((row) => COLUMNS.map((column) => csvCell(row[column])).join(','))
  return [COLUMNS.join(','), ...lines, ''].join('\r\n')
}
