import { type IdKind, isId } from '@backhaul/core/ids.ts'
import type { Database } from './db.ts'

/** Order of a list: which end comes first. */
export const LIST_ORDERS = ['newest', 'oldest'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** Values that the rows of a list must have. Absent filters are ignored. */
export type Filters<Names extends string> = { [Name in Names]?: string | undefined }

/** The part of a list to read. */
export interface PageWindow {
  /** Null means the rows of every partner. */
  tenant: string | null
  /** Null means the rows of every counter. */
  store?: string | null
  after: Position | null
  limit: number
  /** If absent, `newest`. */
  order?: ListOrder | undefined
}

/**
 * Reads rows of a table that has partner_id, created_at and id, newest first by default. The rows must have the given value in each given
 * column. Each combination of columns is a separate statement, with its own query plan and index. `table` and columns come from our code,
 * never from clients.
 */
export const listRows = <Row>(
  db: Database,
  table: string,
  { tenant, store = null, after, limit, order = 'newest' }: PageWindow,
  equals: Readonly<Record<string, string | undefined>>,
): Promise<Row[]> => {
  const values: (string | number)[] = [limit]
  const where: string[] = []
  const [direction, beyond] = order === 'newest' ? ['desc', '<'] : ['asc', '>']
  let name = `list_${table}${order === 'newest' ? '' : '_oldest'}`
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
    where.push(`(created_at, id) ${beyond} ($${values.length - 1}::timestamptz, $${values.length})`)
    name += '_after'
  }
  const condition = where.length > 0 ? `where ${where.join(' and ')}` : ''
  return db.query<Row>(name, `select * from ${table} ${condition} order by created_at ${direction}, id ${direction} limit $1`, values)
}

/** The end of a page: time and id of its last row. */
export interface Position {
  created_at: string
  id: string
}

/**
 * Finds the row with this id in a table that has partner_id, within a tenant (null: any). Returns null when there is none. `table` comes
 * from our code.
 */
export const findRow = async <Row>(db: Database, name: IdKind, table: string, tenant: string | null, id: string): Promise<Row | null> =>
  isId(name, id) ? db.one<Row>(name, `select * from ${table} where id = $1 and ($2::text is null or partner_id = $2)`, [id, tenant]) : null
