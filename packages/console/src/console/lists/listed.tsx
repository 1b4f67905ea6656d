import type { ReactNode } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useGo } from '../frame/address.ts'
import { idOf } from '../live/use-live.ts'
import { Table, type TableProps } from './table.tsx'

interface Props<Row> extends Omit<TableProps<Row>, 'rows' | 'rowKey' | 'onOpen' | 'more'> {
  list: { items: Row[]; error: unknown; isLoading: boolean; more?: TableProps<Row>['more'] }
  rowKey?: (row: Row) => string
  /** The page of a row, which Enter or a click opens. */
  to?: (row: Row) => string
  /** In the place of a list without rows. */
  empty?: ReactNode
}

/** A list of the API as a table, or what is to be said instead. */
export const Listed = <Row extends object>({ list, rowKey = idOf, to, empty, ...rest }: Props<Row>) => {
  const { items, error, isLoading, more = null } = list
  const go = useGo()
  return (
    <>
      <Problem error={error} />
      {isLoading && <p role="status">One moment.</p>}
      {!isLoading && !error && items.length === 0 && empty}
      {items.length > 0 && <Table<Row> rows={items} rowKey={rowKey} more={more} {...(to && { onOpen: (row) => go(to(row)) })} {...rest} />}
    </>
  )
}
