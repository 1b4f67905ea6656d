// The columns that this program writes: those of its own migrations, even if a newer program has added others to the database. Added
// columns get their default in rows inserted here and keep their value in rows updated here. Rows read with `select *` may contain them.
import { KNOWN_COLUMNS } from '@backhaul/core/generated/known-columns.ts'

export interface Column {
  name: string
  type: string
}

const TABLES = new Map(
  Object.entries(KNOWN_COLUMNS).map(([table, columns]) => [
    table,
    Object.entries(columns).map(([name, type]) => ({ name, type: type.replace(/(?: money)?(?: \| null)?$/, '') })),
  ]),
)

/** Converts bytes to PostgreSQL's text format for bytea, which rows of plans use. */
export const bytea = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

/** Returns the columns that this program writes, in the order of the table. */
export const columnsOf = (table: string): readonly Column[] => {
  const columns = TABLES.get(table)
  if (!columns) throw new Error(`the table ${table} does not exist`)
  return columns
}

/** Returns the table's columns as a list for a statement, each with `prefix`. */
export const columnList = (table: string, prefix = ''): string =>
  columnsOf(table)
    .map(({ name }) => prefix + name)
    .join(', ')

/**
 * Returns the beginning of a statement that inserts whole rows. The rows are called `r` and have the form that
 * `json_populate_record(null::table, …) r` returns.
 */
export const insertRows = (table: string): string => `insert into ${table} (${columnList(table)}) select ${columnList(table, 'r.')}`
