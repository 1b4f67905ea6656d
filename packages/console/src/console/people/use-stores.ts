import { useQuery } from '@tanstack/react-query'
import { requestAll } from '../../shared/api.ts'

/** A picker of more is of no use to anybody. */
const MOST_PAGES = 10
/** The locator looks around a point; this far is everywhere. */
const EVERYWHERE = { lat: 0, lon: 0, radius_km: 21_000 }

/** All counters that take parcels, by name. */
export const useStores = () =>
  useQuery({
    queryKey: ['stores'],
    queryFn: async ({ signal }) => {
      const { items } = await requestAll('/v2/drop-off-locations', EVERYWHERE, MOST_PAGES, signal)
      return items.sort((a, b) => a.name.localeCompare(b.name))
    },
    staleTime: 60_000,
  })
