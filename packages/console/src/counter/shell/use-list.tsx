import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LineLost, request } from '../../shared/api.ts'

const PAGE = 100
/** More than this is nobody's day at a counter; what lies beyond is said. */
const MOST_PAGES = 10

interface Page<Item> {
  data: Item[]
  has_more: boolean
  next_cursor: string | null
}

type Filters = Record<string, string | undefined>

const readAll = async <Item,>(path: string, filters: Filters, signal: AbortSignal) => {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { ...filters, limit: PAGE, cursor }
    const answer: Page<Item> = await request<Page<Item>>('GET', path, { query, signal })
    items.push(...answer.data)
    if (!answer.has_more || answer.next_cursor === null) return { items, isPartial: false }
    cursor = answer.next_cursor
  }
  return { items, isPartial: true }
}

export interface ListState<Item> {
  items: readonly Item[] | null
  isPartial: boolean
  error: Error | null
  reload: () => void
}

/** A list of the service, all of it, as it was read last. `enabled`: whether everything is known that it is asked with. */
export const useList = <Item,>(path: string, filters: Filters, enabled = true): ListState<Item> => {
  const { data, error, refetch } = useQuery({
    queryKey: ['list', path, filters],
    queryFn: ({ signal }) => readAll<Item>(path, filters, signal),
    enabled,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchOnMount: 'always',
  })
  return { items: data?.items ?? null, isPartial: data?.isPartial ?? false, error, reload: () => void refetch() }
}

interface Props<Item> {
  list: ListState<Item>
  /** What is said when there is nothing. */
  empty: string
  children: (items: readonly Item[]) => ReactNode
}

/** A list with what is to be said when it is not there, or not new. */
export const Listed = <Item,>({ list, empty, children }: Props<Item>) => {
  const { items, error, isPartial, reload } = list
  const fault = error && (error instanceof LineLost ? 'This list needs the service, which cannot be reached.' : error.message)
  return (
    <>
      {fault && (
        <p className="notice warn" role="status">
          {fault} {items && 'It shows what was known last. '}
          <button type="button" onClick={reload}>
            Try again
          </button>
        </p>
      )}
      {!items && !fault && <p className="soft">Loading…</p>}
      {items && (items.length === 0 ? <p className="notice">{empty}</p> : children(items))}
      {isPartial && <p className="soft">There are more than can be shown here.</p>}
    </>
  )
}
