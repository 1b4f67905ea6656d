import { type MouseEvent, memo } from 'react'
import { Gap } from './gap.tsx'
import type { Column } from './table.tsx'

interface Props<Row> {
  row: Row
  index: number
  /** Height in pixels of the empty space above this row. The space stands for rows that are not rendered. */
  gap: number
  columns: readonly Column<Row>[]
  isActive: boolean
  isSelected: boolean
  name: string
  onToggle: ((row: Row) => void) | undefined
  onClick: ((event: MouseEvent, row: Row) => void) | undefined
}

/** A row. Empty space above it stands for rows that are out of sight. */
const OneRow = <Row,>({ row, index, gap, columns, isActive, isSelected, name, onToggle, onClick }: Props<Row>) => (
  <>
    <Gap height={gap} />
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      className={`${isSelected ? 'selected' : ''} ${onClick ? 'opens' : ''}`}
      onClick={onClick && ((event) => onClick(event, row))}
    >
      {onToggle && (
        <td>
          <input type="checkbox" tabIndex={-1} aria-label={`Select ${name}`} checked={isSelected} onChange={() => onToggle(row)} />
        </td>
      )}
      {columns.map(({ title, cell, isNumber }) => (
        <td key={title} className={isNumber ? 'number' : undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  </>
)

export const RowView = memo(OneRow) as typeof OneRow
