import { type IdKind, isId } from '@backhaul/core/ids.ts'
import type { Database } from './db.ts'

/** Which end of a list comes first. */
export const LIST_ORDERS = ['newest', 'oldest'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** Values that rows of a list must have; those that are absent do not matter. */
export type Filters<Names extends string> = { [Name in Names]?: string | undefined }

/** Which part of a list to read. */
export interface PageWindow {
  /** Null: every partner's rows. */
  tenant: string | null
  /** Null: every counter's rows. */
  store?: string | null
  after: Position | null
  limit: number
  /** `newest` when absent. */
  order?: ListOrder | undefined
}

/**
 * Rows of a table that has partner_id, created_at and id, newest first unless asked otherwise, where each given column has the given value.
 * Each combination of columns is a statement of its own, so that each has its own plan and index. `table` and columns come from our code,
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

/** Where a page ended: the time and id of its last row. */
export interface Position {
  created_at: string
  id: string
}

/** The row with this id in a table that has partner_id, within a tenant (null: any partner's). Null: there is none. `table` comes from our code. */
export const findRow = async <Row>(db: Database, name: IdKind, table: string, tenant: string | null, id: string): Promise<Row | null> =>
  isId(name, id) ? db.one<Row>(name, `select * from ${table} where id = $1 and ($2::text is null or partner_id = $2)`, [id, tenant]) : null
