import type { Page } from '@backhaul/client'
import { useCallback, useRef, useState } from 'react'
import { type Item, type Path, send } from '../../../shared/api.ts'
import { mergeFirstPage } from '../../live/merge.ts'
import { useRead } from '../../live/use-live.ts'
import { waitedOut } from '../../live/waiting.ts'
import type { Order } from './streams.ts'

interface Known<Row> {
  name: string
  /** The answer that was taken in last. */
  from: unknown
  items: Row[]
  /** Where what is not known yet begins; null: all is here. */
  cursor: string | null
}

const PAGE = 100

/**
 * A history of a shipment, read page by page. Its end where something new appears is read again like everything live: the first page when the
 * newest come first, else the last one.
 */
export const useStream = <P extends Path>(path: P, order: Order, keyOf: (item: Item<P>) => string, enabled = true) => {
  const name = `${order} ${path}`
  const [known, setKnown] = useState<Known<Item<P>>>({ name, from: null, items: [], cursor: null })
  const [tail, setTail] = useState<{ name: string; cursor: string | null }>({ name, cursor: null })
  const [moreError, setMoreError] = useState<unknown>(null)
  const isReading = useRef(false)
  const from = order === 'oldest' && tail.name === name ? tail.cursor : null
  const query = { limit: PAGE, order, cursor: from }
  const { data, error, isLoading } = useRead<Page<Item<P>>>(path, query, { enabled })
  let now = known.name === name ? known : { name, from: null, items: [], cursor: null }
  // Settled while rendering, so that no older state is ever shown as this one.
  if (data && now.from !== data) {
    now = order === 'newest' ? withNewest(now, data, keyOf) : withOldest(now, data, keyOf)
    setKnown(now)
  }
  const { cursor } = now
  const isStarted = now.from !== null
  const more = useCallback(async () => {
    if (cursor === null || isReading.current) return
    if (order === 'oldest') return setTail({ name, cursor })
    isReading.current = true
    try {
      const page = await waitedOut(() => send<Page<Item<P>>>('GET', path, { query: { limit: PAGE, order, cursor } }))
      setMoreError(null)
      setKnown((at) =>
        at.name === name && at.cursor === cursor ? { ...at, items: union(at.items, page.data, keyOf), cursor: page.next_cursor } : at,
      )
    } catch (problem) {
      setMoreError(problem)
    } finally {
      isReading.current = false
    }
  }, [path, name, order, cursor, keyOf])
  return { items: now.items, isDone: enabled ? isStarted && cursor === null : true, error: error ?? moreError, isLoading, more }
}

const union = <Row>(known: Row[], fresh: Row[], keyOf: (row: Row) => string): Row[] => {
  const keys = new Set(known.map(keyOf))
  const added = fresh.filter((item) => !keys.has(keyOf(item)))
  return added.length > 0 ? [...known, ...added] : known
}

const withNewest = <Row>(known: Known<Row>, data: Page<Row>, keyOf: (row: Row) => string): Known<Row> => {
  const merged = known.from !== null && data.next_cursor !== null ? mergeFirstPage(data.data, known.items, keyOf) : null
  const isLonger = merged !== null && merged.length > data.data.length
  return { name: known.name, from: data, items: merged ?? data.data, cursor: isLonger ? known.cursor : data.next_cursor }
}

const withOldest = <Row>(known: Known<Row>, data: Page<Row>, keyOf: (row: Row) => string): Known<Row> => ({
  name: known.name,
  from: data,
  items: union(known.items, data.data, keyOf),
  cursor: data.next_cursor,
})
