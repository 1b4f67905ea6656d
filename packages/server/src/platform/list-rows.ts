import type { Database } from './db.ts'

/** Which part of a list to read. */
export interface PageWindow {
  /** Null: every partner's rows. */
  tenant: string | null
  /** Null: every counter's rows. */
  store?: string | null
  after: Position | null
  limit: number
}

/**
 * Rows of a table that has partner_id, created_at and id, newest first, where each given column has the given value. Each combination of
 * columns is a statement of its own, so that each has its own plan and index. `table` and columns come from our code, never from clients.
 */
export const listRows = <Row>(
  db: Database,
  table: string,
  { tenant, store = null, after, limit }: PageWindow,
  equals: Readonly<Record<string, string | undefined>>,
): Promise<Row[]> => {
  const values: (string | number)[] = [limit]
  const where: string[] = []
  let name = `list_${table}`
  const add = (column: string, value: string, as = column): void => {
    values.push(value)
    where.push(`${column} = $${values.length}`)
    name += `_${as.replace('_id', '')}`
  }
  if (tenant !== null) add('partner_id', tenant)
  if (store !== null) add('store_id', store, 'own_store')
  for (const [column, value] of Object.entries(equals)) if (value !== undefined) add(column, value)
  if (after) {
    values.push(after.created_at, after.id)
    where.push(`(created_at, id) < ($${values.length - 1}::timestamptz, $${values.length})`)
    name += '_after'
  }
  const condition = where.length > 0 ? `where ${where.join(' and ')}` : ''
  return db.query<Row>(name, `select * from ${table} ${condition} order by created_at desc, id desc limit $1`, values)
}

/** Where a page ended: the time and id of its last row. */
export interface Position {
  created_at: string
  id: string
}
