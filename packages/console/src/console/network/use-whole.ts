import { useQuery } from '@tanstack/react-query'
import { type Path, requestAll } from '../../shared/api.ts'
import { useCurrentSession } from '../frame/session.tsx'
import type { Query } from '../live/use-live.ts'

/** Maximum number of pages that are loaded. No network is large enough to need so many. */
const MAX_PAGES = 20
const EVERY_MS = 4_000

/** Loads a small list of the API in full: facilities, carriers, markets, rate cards, open tenders of a carrier. */
export const useWhole = <P extends Path>(path: P, enabled = true, filters: Query = {}, every: number | false = EVERY_MS) => {
  const { ended } = useCurrentSession()
  const { data, error, isLoading } = useQuery({
    queryKey: [path, 'whole', filters],
    enabled: enabled && !ended,
    refetchInterval: every,
    queryFn: ({ signal }) => requestAll(path, filters, MAX_PAGES, signal),
  })
  return { items: data?.items ?? [], error, isLoading }
}
