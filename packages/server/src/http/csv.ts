// Lists as CSV (docs/guide/requests.md#lists-as-csv). The rows are the same as in JSON. They are read page by page and sent as they are
// read, so that a long list takes no more memory than a short one.
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { TSchema } from 'typebox'
import type { Position } from '../database/list-rows.ts'
import { Slice } from '../process/slice.ts'
import type { Answer } from '../service/execute.ts'
import { decodeCursor, encodeCursor, type PageQuery, type PageSlice, pageOf } from './lists.ts'

/** Maximum number of rows in one answer. A client that needs more continues with the cursor in the last line. */
export const MAX_CSV_ROWS = 100_000
/** Rows that one statement reads. */
const ROWS_AT_ONCE = 100
/** First column of the last line if there are more rows. The second column has the cursor for the remaining rows. */
export const MORE = 'has_more'

/** Whether the client asks for CSV by name, and does not prefer JSON. */
export const wantsCsv = (accept: string): boolean => {
  let csv = 0
  let json = 0
  for (const part of accept.split(',')) {
    const [type, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = q === undefined ? 1 : Number(q.slice(2)) || 0
    if (type === 'text/csv') csv = quality
    if (type === 'application/json') json = quality
  }
  return csv > 0 && csv >= json
}

interface Node {
  type?: string
  properties?: Record<string, Node>
  anyOf?: Node[]
}

/**
 * Returns the paths of the columns. Nested records have a column for each of their fields. Lists and records with free keys are JSON in one
 * column.
 */
const pathsOf = (schema: Node, path: string[] = []): string[][] => {
  const record = schema.anyOf?.find((branch) => branch.properties) ?? schema
  const fields = Object.entries(record.properties ?? {})
  return fields.length === 0 ? [path] : fields.flatMap(([name, below]) => pathsOf(below, [...path, name]))
}

/**
 * Matches text that a spreadsheet would execute, including the full-width characters. Where semicolons separate columns, as in much of
 * Europe, a cell also begins after a semicolon, a tab or a line break. A spreadsheet with such separators does not recognize quotes that
 * begin in the middle of one of its cells. Existing apostrophes before a match are included, so that the guard can be removed again.
 */
const FORMULA = /^(?='*[\t\r\n])|(^|[;\t\r\n])(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
/** Matches the same text in JSON. There, semicolons occur only inside strings, so the characters after them can be written as escapes. */
const FORMULA_IN_JSON = /(?<=;)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g
const numbered = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const QUOTED = /[",\r\n]/

/** Removes the apostrophes that guard text against execution by a spreadsheet. */
export const unguarded = (text: string): string =>
  text.replace(/^'(?='*[\t\r\n])|(^|[;\t\r\n])'(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, (_, before = '') => before)

export const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string' && typeof value !== 'object') return String(value)
  const safe = typeof value === 'string' ? value.replace(FORMULA, "$&'") : JSON.stringify(value).replace(FORMULA_IN_JSON, numbered)
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((below, name) => (below as Record<string, unknown> | null | undefined)?.[name], value)

/** Writes the records of a schema as CSV. */
export class Csv {
  readonly #paths: string[][]
  readonly head: string

  constructor(item: TSchema) {
    this.#paths = pathsOf(item as Node)
    this.head = line(this.#paths.map((path) => path.join('.')))
  }

  row(resource: object): string {
    return line(this.#paths.map((path) => at(resource, path)))
  }

  /** Returns the last line of an answer that does not contain all rows. */
  more(cursor: string): string {
    return line([MORE, cursor, ...this.#paths.slice(2).map(() => null)])
  }
}

/** A page of rows in the order of the list. `next`: the cursor of the remaining rows; null if this is the last page. */
export interface CsvPage {
  rows: string[]
  next: string | null
}

/** Reads a page only after the previous one was consumed. */
async function* pages(
  csv: Csv,
  first: CsvPage,
  most: number,
  read: (cursor: string, limit: number) => Promise<CsvPage>,
): AsyncGenerator<string> {
  const slice = new Slice()
  let page = first
  let sent = page.rows.length
  yield csv.head + page.rows.join('')
  while (page.next !== null && sent < most) {
    if (slice.isOver) await slice.next()
    page = await read(page.next, Math.min(ROWS_AT_ONCE, most - sent))
    sent += page.rows.length
    yield page.rows.join('')
  }
  if (page.next !== null) yield csv.more(page.next)
}

/** `read` reads a page after a cursor. The first page is read before the answer begins, so that its refusal is an ordinary answer. */
export const csvAnswer = async (
  csv: Csv,
  name: string,
  { cursor, limit = MAX_CSV_ROWS }: PageQuery,
  read: (cursor: string | undefined, limit: number) => Promise<CsvPage | Refusal>,
): Promise<Answer | Refusal> => {
  const first = await read(cursor, Math.min(ROWS_AT_ONCE, limit))
  if (isRefusal(first)) return first
  const goOn = async (after: string, most: number): Promise<CsvPage> => {
    const page = await read(after, most)
    if (isRefusal(page)) throw new Error(`a later page of ${name} was refused: ${page.code}`)
    return page
  }
  const headers = {
    'content-type': 'text/csv; header=present; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  }
  return { status: 200, body: null, headers, stream: pages(csv, first, limit, goOn) }
}

/** Answers a list as JSON or CSV, as the client asked. The other parameters are those of pageOf. */
export const listOf = async <Query extends PageQuery, Row>(
  { accept }: { accept: string },
  { csv, name }: { csv: Csv; name: string },
  query: Query,
  read: (part: PageSlice, filters: Omit<Query, keyof PageQuery>) => Promise<(Row & Position)[] | Refusal>,
  toResource: (row: Row) => object,
  positionOf: (row: Row & Position) => Position = (row) => row,
): Promise<Answer | Refusal> => {
  if (!wantsCsv(accept)) return pageOf(query, read, toResource, positionOf)
  const { cursor: _, limit: __, ...filters } = query
  return csvAnswer(csv, name, query, async (cursor, limit) => {
    const after = decodeCursor(cursor)
    if (isRefusal(after)) return after
    const rows = await read({ after, limit: limit + 1 }, filters)
    if (isRefusal(rows)) return rows
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return { rows: shown.map((row) => csv.row(toResource(row))), next: rows.length > limit && last ? encodeCursor(positionOf(last)) : null }
  })
}
