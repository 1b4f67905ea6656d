import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Gap } from './gap.tsx'
import { RowView } from './row.tsx'
import { useFirstKeys } from './use-first-keys.ts'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Aligns numbers to the right, digit below digit. */
  isNumber?: boolean
  /** Width in rem; 10 by default. Longer content is cut off. */
  width?: number
}

export interface TableProps<Row> {
  rows: Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Describes the contents of the table for screen readers. */
  label: string
  /** Called on Enter or a click on a row. */
  onOpen?: (row: Row) => void
  /** Keys of the selected rows; absent if rows cannot be selected. */
  selected?: ReadonlySet<string>
  onSelect?: (keys: Set<string>) => void
  /** Returns the name of a row for its checkbox; its key by default. */
  rowName?: (row: Row) => string
  /** Loads more rows; null at the end. Called when the user nears the end. */
  more?: (() => unknown) | null
}

/** Row height in pixels, as in table.css. All rows have it, so that the position of a row is known without drawing the others. */
const ROW = globalThis.matchMedia?.('(pointer: coarse)').matches ? 48 : 40
const NEAR_END = 30
const DEFAULT_REM = 10
const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 }
const FAR = Number.MAX_SAFE_INTEGER

/**
 * A table that draws only the visible rows, so that it can hold any number of rows. The arrow keys, j and k move between rows, Enter opens
 * a row, and x selects it.
 */
export const Table = <Row,>({ rows, columns, rowKey, label, onOpen, selected, onSelect, rowName = rowKey, more }: TableProps<Row>) => {
  const box = useRef<HTMLDivElement>(null)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const wantsFocus = useRef(false)
  const focused = useRef<Element | null>(null)
  const found = activeKey === null ? -1 : rows.findIndex((row) => rowKey(row) === activeKey)
  // When the active row disappears, the next row becomes active.
  const place = useRef(0)
  const active = Math.max(0, found >= 0 ? found : Math.min(place.current, rows.length - 1))
  place.current = active
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 8,
    // The positions begin below the head, which is nearly as high as a row. Without this space the active row could be out of sight.
    scrollPaddingEnd: ROW,
    // The active row stays in the document even if it is out of sight. Otherwise scrolling would lose the focus.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const [from, to] = [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)]
      const shown = Array.from({ length: to - from + 1 }, (_, i) => from + i)
      return active < from ? [active, ...shown] : active > to && active < count ? [...shown, active] : shown
    },
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && rows.length > 0 && last >= rows.length - NEAR_END) void more()
  }, [more, last, rows.length])
  useEffect(() => {
    // When a focused row disappears, the browser moves the focus to the body.
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body
    if (!wantsFocus.current && !isLost) return
    const row = box.current?.querySelector<HTMLElement>(`tr[data-index="${active}"]`)
    if (!row) return
    wantsFocus.current = false
    row.focus({ preventScroll: true })
  })
  const goTo = (index: number) => {
    const at = Math.min(Math.max(index, 0), rows.length - 1)
    const row = rows[at]
    if (row === undefined) return
    wantsFocus.current = true
    setActiveKey(rowKey(row))
    virtual.scrollToIndex(at, { align: 'auto' })
  }
  // The callbacks stay the same in every render, so that a row is rendered again only if it changes. They read the current values from this
  // ref.
  const current = useRef({ selected, onSelect, onOpen, rowKey })
  current.current = { selected, onSelect, onOpen, rowKey }
  const toggle = useCallback((row: Row) => {
    const { selected, onSelect, rowKey } = current.current
    const next = new Set(selected)
    if (!next.delete(rowKey(row))) next.add(rowKey(row))
    onSelect?.(next)
  }, [])
  const onClick = useCallback((event: MouseEvent, row: Row) => {
    const inside = (event.target as HTMLElement).closest('a, button, input, label, select, summary, tr')
    if (inside instanceof HTMLTableRowElement && getSelection()?.isCollapsed !== false) current.current.onOpen?.(row)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    // Elements inside a row handle their own keys.
    if (!(event.target instanceof HTMLTableRowElement)) return
    const row = rows[active] as Row
    const step = event.key === 'Home' ? -FAR : event.key === 'End' ? FAR : STEPS[event.key]
    if (step !== undefined) goTo(active + step)
    else if (event.key === 'Enter' && onOpen) onOpen(row)
    else if ((event.key === 'x' || event.key === ' ') && onSelect) toggle(row)
    else return
    event.preventDefault()
  }
  useFirstKeys(box, (key) => {
    const row = rows[active]
    if (row === undefined) return
    goTo(found < 0 ? active : active + (STEPS[key] ?? 0))
    if (key === 'x' && onSelect) toggle(row)
  })
  const isAll = rows.length > 0 && rows.every((row) => selected?.has(rowKey(row)))
  const rem = columns.reduce((sum, { width = DEFAULT_REM }) => sum + width, onSelect ? 3 : 0)
  // Empty space stands for rows that are not rendered: above the first rendered row, between rendered rows, and below the last one.
  let at = 0
  const gapTo = (start: number): number => {
    const gap = start - at
    at = start + ROW
    return gap
  }
  return (
    <div className="table" ref={box}>
      <table aria-label={label} aria-rowcount={more ? -1 : rows.length + 1} style={{ minWidth: `${rem}rem` }}>
        <colgroup>
          {onSelect && <col style={{ width: '3rem' }} />}
          {columns.map(({ title, width = DEFAULT_REM }) => (
            <col key={title} style={{ width: `${width}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {onSelect && (
              <td>
                <input
                  type="checkbox"
                  aria-label="Select all shown rows"
                  checked={isAll}
                  onChange={() => onSelect(isAll ? new Set() : new Set(rows.map(rowKey)))}
                />
              </td>
            )}
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            focused.current = event.target
            setActiveKey(keyAt(event.target, rows, rowKey))
          }}
          onBlur={({ target }) =>
            // If the element is still in the document after the event, the user moved the focus away.
            setTimeout(() => {
              if (target.isConnected && focused.current === target) focused.current = null
            })
          }
        >
          {shown.map(({ index, start }) => {
            const row = rows[index] as Row
            return (
              <RowView
                key={rowKey(row)}
                row={row}
                index={index}
                gap={gapTo(start)}
                columns={columns}
                isActive={index === active}
                isSelected={selected?.has(rowKey(row)) ?? false}
                name={rowName(row)}
                onToggle={onSelect ? toggle : undefined}
                onClick={onOpen ? onClick : undefined}
              />
            )
          })}
          <Gap height={virtual.getTotalSize() - at} />
        </tbody>
      </table>
    </div>
  )
}

/** Returns the key of the row that contains an element. */
const keyAt = <Row,>(element: Element, rows: Row[], rowKey: (row: Row) => string): string | null => {
  const row = rows[Number(element.closest('tr')?.dataset.index)]
  return row === undefined ? null : rowKey(row)
}
