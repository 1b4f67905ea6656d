import type { ReactNode } from 'react'
import type { Column } from './table.tsx'
import { Wide } from './wide.tsx'

export interface SmallColumn<Row> extends Omit<Column<Row>, 'width'> {
  /** The cells of this column are row headers. */
  isHead?: boolean
}

interface Props<Row> {
  /** The label of the scrolling box. */
  label: string
  /** The contents of the table. Only screen readers announce it, unless `isCaptionSeen`. */
  caption?: string
  isCaptionSeen?: boolean
  className?: string
  columns: readonly SmallColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The key of the row that the page is about. */
  current?: string
  foot?: ReactNode
}

/** A table of a few rows, all of them in the document. */
export const SmallTable = <Row,>(props: Props<Row>) => {
  const { label, caption, isCaptionSeen = false, className = 'plain', columns, rows, rowKey, current, foot } = props
  return (
    <Wide label={label}>
      <table className={className}>
        {caption && <caption className={isCaptionSeen ? undefined : 'unseen'}>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} aria-current={(current !== undefined && rowKey(row) === current) || undefined}>
              {columns.map(({ title, cell, isNumber, isHead }) => {
                const Cell = isHead ? 'th' : 'td'
                return (
                  <Cell key={title} scope={isHead ? 'row' : undefined} className={isNumber ? 'number' : undefined}>
                    {cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
        {foot}
      </table>
    </Wide>
  )
}
