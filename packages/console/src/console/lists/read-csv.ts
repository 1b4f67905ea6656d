import { csvRowCounter } from './csv-rows.ts'

/** The last line of an incomplete answer. It carries the cursor of the remaining rows. */
const MORE = /(?:^|\n)(has_more,([^,\r\n]+)[^\n]*\n)$/
/** Longer than any last line or header. */
const LONGEST_LINE = 65_536

/** Reads the part of a list that starts at a cursor (null: at the beginning), and passes on each chunk as it arrives. */
export type ReadPart = (cursor: string | null, onPiece: (bytes: Uint8Array) => void) => Promise<Blob>

/** Reads a whole list as one CSV, with as many requests as it needs. `onRows` receives the number of rows so far. */
export const readCsv = async (readPart: ReadPart, onRows: (rows: number) => void): Promise<{ file: Blob; rows: number }> => {
  const parts: Blob[] = []
  let rows = 0
  let cursor: string | null = null
  do {
    const count = csvRowCounter()
    const before: number = rows
    const part: Blob = await readPart(cursor, (bytes) => {
      rows = before + count(bytes)
      onRows(rows)
    })
    const rest: RegExpExecArray | null = MORE.exec(await part.slice(-LONGEST_LINE).text())
    const line: string = rest?.[1] ?? ''
    // Only the first part keeps its header.
    const head = cursor === null ? 0 : (await part.slice(0, LONGEST_LINE).text()).indexOf('\n') + 1
    parts.push(part.slice(head, part.size - line.length))
    if (rest) rows--
    cursor = rest?.[2] ?? null
  } while (cursor !== null)
  return { file: new Blob(parts, { type: 'text/csv' }), rows }
}
