import type { ReactNode } from 'react'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table, type TableProps } from '../../design/table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useGo } from '../frame/address.ts'
import { idOf } from '../live/use-live.ts'

interface Props<Row> extends Omit<TableProps<Row>, 'rows' | 'rowKey' | 'onOpen' | 'more'> {
  list: { items: Row[]; error: unknown; isLoading: boolean; more?: TableProps<Row>['more'] }
  rowKey?: (row: Row) => string
  /** Returns the address of a row's page, which Enter or a click opens. */
  to?: (row: Row) => string
  /** Shown instead of a list without rows. */
  empty?: ReactNode
}

/** Shows a list of the API as a table. Shows a message instead while the list is loading, broken or empty. */
export const Listed = <Row extends object>({ list, rowKey = idOf, to, empty, ...rest }: Props<Row>) => {
  const { items, error, isLoading, more = null } = list
  const go = useGo()
  return (
    <>
      <Problem error={error} />
      {isLoading && <Skeleton />}
      {!isLoading && !error && items.length === 0 && empty}
      {items.length > 0 && <Table<Row> rows={items} rowKey={rowKey} more={more} {...(to && { onOpen: (row) => go(to(row)) })} {...rest} />}
    </>
  )
}
