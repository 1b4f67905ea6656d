import type { DropOffLocation } from '@backhaul/client'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../shared/api.ts'

const PAGE = 100
/** A picker of more is of no use to anybody. */
const MOST = 1_000
/** The locator looks around a point; this far is everywhere. */
const EVERYWHERE = { lat: 0, lon: 0, radius_km: 21_000 }

interface Page {
  data: DropOffLocation[]
  next_cursor: string | null
}

const readStores = async (signal: AbortSignal): Promise<DropOffLocation[]> => {
  const stores: DropOffLocation[] = []
  let cursor: string | null = null
  do {
    const page: Page = await request<Page>('GET', '/v2/drop-off-locations', { query: { ...EVERYWHERE, limit: PAGE, cursor }, signal })
    stores.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null && stores.length < MOST)
  return stores.sort((a, b) => a.name.localeCompare(b.name))
}

/** All counters that take parcels, by name. */
export const useStores = () => useQuery({ queryKey: ['stores'], queryFn: ({ signal }) => readStores(signal), staleTime: 60_000 })
