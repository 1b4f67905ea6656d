import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Item, LineLost, type Path, requestAll } from '../../shared/api.ts'

/** Maximum number of pages. A day at a counter has fewer. If there are more, the page says so. */
const MAX_PAGES = 10

export interface ListState<Row> {
  items: readonly Row[] | null
  isPartial: boolean
  error: Error | null
  reload: () => void
}

/**
 * Loads a whole list of the service. Returns its last loaded state, even if a later request fails. `enabled` is true when all parameters of
 * the request are known.
 */
export const useList = <P extends Path>(path: P, filters: Record<string, string | undefined>, enabled = true): ListState<Item<P>> => {
  const { data, error, refetch } = useQuery({
    queryKey: ['list', path, filters],
    queryFn: ({ signal }) => requestAll(path, filters, MAX_PAGES, signal),
    enabled,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchOnMount: 'always',
  })
  return { items: data?.items ?? null, isPartial: data?.isPartial ?? false, error, reload: () => void refetch() }
}

interface Props<Row> {
  list: ListState<Row>
  empty: string
  children: (items: readonly Row[]) => ReactNode
}

/** Shows a list, with a message if it is missing or out of date. */
export const Listed = <Row,>({ list, empty, children }: Props<Row>) => {
  const { items, error, isPartial, reload } = list
  const fault = error && (error instanceof LineLost ? 'The service cannot be reached, so this list cannot be loaded.' : error.message)
  return (
    <>
      {fault && (
        <p className="notice warn" role="status">
          {fault} {items && 'The list shows the last known state. '}
          <button type="button" onClick={reload}>
            Try again
          </button>
        </p>
      )}
      {!items && !fault && <p className="soft">Loading…</p>}
      {items && (items.length === 0 ? <p className="notice">{empty}</p> : children(items))}
      {isPartial && <p className="soft">This list is too long to be shown completely.</p>}
    </>
  )
}
