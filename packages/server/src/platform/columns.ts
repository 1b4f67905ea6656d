// The columns that this program writes: those of its own migrations, whatever the database has by now. A newer program may have added some;
// they keep their default in rows made here, and their value in rows changed here. Rows read with `select *` may carry them along.
import { KNOWN_COLUMNS } from './known-columns.ts'

export interface Column {
  name: string
  type: string
}

const TABLES = new Map(
  Object.entries(KNOWN_COLUMNS).map(([table, columns]) => [table, Object.entries(columns).map(([name, type]) => ({ name, type }))]),
)

/** In the order of the table. */
export const columnsOf = (table: string): readonly Column[] => {
  const columns = TABLES.get(table)
  if (!columns) throw new Error(`there is no table ${table}`)
  return columns
}

/** The table's columns as a list for a statement, each after `prefix`. */
export const columnList = (table: string, prefix = ''): string =>
  columnsOf(table)
    .map(({ name }) => prefix + name)
    .join(', ')

/** The beginning of a statement that inserts whole rows `r`, as `json_populate_record(null::table, …) r` gives them. */
export const insertRows = (table: string): string => `insert into ${table} (${columnList(table)}) select ${columnList(table, 'r.')}`
