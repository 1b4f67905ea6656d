import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '../../shared/api.ts'

interface Page<Item> {
  data: Item[]
  has_more: boolean
  next_cursor: string | null
}

/** A list of the API, page by page as it is asked for. Its items are read again whenever `path` is invalidated. */
export const useList = <Item>(path: string, enabled = true) => {
  const query = useInfiniteQuery({
    queryKey: [path],
    enabled,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => request<Page<Item>>('GET', path, { query: { limit: 50, cursor: pageParam }, signal }),
    getNextPageParam: (last) => last.next_cursor,
  })
  const items = query.data?.pages.flatMap(({ data }) => data) ?? []
  return { items, error: query.error, isLoading: query.isLoading, more: query.hasNextPage ? () => query.fetchNextPage() : null }
}
