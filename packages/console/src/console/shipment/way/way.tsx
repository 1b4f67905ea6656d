import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Problem } from '../../../shared/problem.tsx'
import { useFilters } from '../../frame/address.ts'
import type { ShownShipment } from '../types.ts'
import { PointView } from './point-view.tsx'
import { KIND_WORDS, KINDS, type Kind } from './points.ts'
import { type Money, useWay } from './use-way.ts'

const ROW = 76
const NEAR_END = 20

const kindsOf = (text: string | undefined): ReadonlySet<Kind> | null => {
  const kinds = KINDS.filter((kind) => text?.split(',').includes(kind))
  return kinds.length > 0 ? new Set(kinds) : null
}

/** The history of the parcel as one timeline. Only the visible part is in the document, however long the timeline is. */
export const Way = ({ shipment, money }: { shipment: ShownShipment; money: Money }) => {
  const [filters, setFilters] = useFilters()
  const order = filters.order === 'oldest' ? 'oldest' : 'newest'
  const show = useMemo(() => kindsOf(filters.show), [filters.show])
  const { line, more, error, isLoading } = useWay(shipment, money, order, show)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const box = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: line.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (index) => line[index]?.key ?? index,
    overscan: 6,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  useEffect(() => {
    if (more && last >= line.length - NEAR_END) more()
  }, [more, last, line.length])
  const toggle = (key: string): void => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  const toggleKind = (kind: Kind): void => {
    const next = KINDS.filter((one) => (show?.has(one) ?? true) !== (one === kind))
    setFilters({ show: next.length === 0 || next.length === KINDS.length ? null : next.join(',') })
  }
  return (
    <section aria-labelledby="way">
      <h2 id="way">History</h2>
      <div className="way-choices">
        <label>
          Order
          <select value={order} onChange={(event) => setFilters({ order: event.target.value === 'oldest' ? 'oldest' : null })}>
            <option value="newest">Newest first</option>
            <option value="oldest">Oldest first</option>
          </select>
        </label>
        <fieldset>
          <legend>Show</legend>
          {KINDS.map((kind) => (
            <label key={kind} className="choice">
              <input type="checkbox" checked={show?.has(kind) ?? true} onChange={() => toggleKind(kind)} />
              {KIND_WORDS[kind]}
            </label>
          ))}
        </fieldset>
      </div>
      <Problem error={error} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className="way" ref={box} aria-label="Timeline" tabIndex={0}>
        {line.length === 0 && <p>{isLoading ? 'One moment.' : 'Nothing yet.'}</p>}
        <ol style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start, key }) => {
            const point = line[index]
            return (
              point && (
                <PointView
                  key={key}
                  measure={virtual.measureElement}
                  index={index}
                  start={start}
                  point={point}
                  isOpen={open.has(point.key)}
                  onToggle={() => toggle(point.key)}
                />
              )
            )
          })}
        </ol>
      </section>
      <p className="soft" role="status">
        {more ? `The ${order} ${line.length} entries are loaded. Scroll for more.` : `${line.length} entries in total.`}
      </p>
    </section>
  )
}
