import { csvRowCounter } from './csv-rows.ts'

/** The last line of an incomplete answer. It carries the cursor of the remaining rows. */
const MORE = /(?:^|\n)(has_more,([^,\r\n]+)[^\n]*\n)$/
/** Maximum length of the header and of the last line, in bytes. */
const LONGEST_LINE = 65_536

/**
 * Reads a part of a list and passes on each chunk as it arrives. The part starts at `cursor`, or at the beginning of the list if `cursor`
 * is null.
 */
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
    // Only the header of the first part is kept.
    const head = cursor === null ? 0 : (await part.slice(0, LONGEST_LINE).text()).indexOf('\n') + 1
    parts.push(part.slice(head, part.size - line.length))
    if (rest) rows--
    cursor = rest?.[2] ?? null
  } while (cursor !== null)
  return { file: new Blob(parts, { type: 'text/csv' }), rows }
}
