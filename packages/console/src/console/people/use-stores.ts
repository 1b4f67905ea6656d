import { useQuery } from '@tanstack/react-query'
import { requestAll } from '../../shared/api.ts'

/** Maximum number of pages. With more stores, the picker would not be usable. */
const MAX_PAGES = 10
/** The locator searches around a point. This radius covers every place. */
const EVERYWHERE = { lat: 0, lon: 0, radius_km: 21_000 }

/** Loads all stores that accept parcels, by name. */
export const useStores = (enabled = true) =>
  useQuery({
    queryKey: ['stores'],
    enabled,
    queryFn: async ({ signal }) => {
      const { items } = await requestAll('/v2/drop-off-locations', EVERYWHERE, MAX_PAGES, signal)
      return items.sort((a, b) => a.name.localeCompare(b.name))
    },
    staleTime: 60_000,
  })
