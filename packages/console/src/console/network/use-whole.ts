import { useQuery } from '@tanstack/react-query'
import { request } from '../../shared/api.ts'
import { useCurrentSession } from '../frame/session.tsx'
import type { Query } from '../live/use-live.ts'

const PAGE = 100
/** More than a network has of what is read whole. */
const MOST_PAGES = 20
const EVERY_MS = 4_000

interface Page<Item> {
  data: Item[]
  next_cursor: string | null
}

/** A small list of the API, all of it: facilities, carriers, markets, cards, what is open for a carrier. */
export const useWhole = <Item>(path: string, enabled = true, filters: Query = {}, every = EVERY_MS) => {
  const { ended } = useCurrentSession()
  const { data, error, isLoading } = useQuery({
    queryKey: [path, 'whole', filters],
    enabled: enabled && !ended,
    refetchInterval: every,
    queryFn: async ({ signal }) => {
      const items: Item[] = []
      for (let cursor: string | null = '', pages = 0; cursor !== null && pages < MOST_PAGES; pages++) {
        const query: Query = cursor === '' ? { ...filters, limit: PAGE } : { ...filters, limit: PAGE, cursor }
        const page: Page<Item> = await request('GET', path, { query, signal })
        items.push(...page.data)
        cursor = page.next_cursor
      }
      return items
    },
  })
  return { items: data ?? [], error, isLoading }
}
