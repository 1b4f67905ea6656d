import type { DropOffLocation } from '@backhaul/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../../shared/api.ts'
import { readKept } from './read-kept.ts'

const KEPT = 'backhaul.counter.store'
const STALE_MS = 3_600_000

const keptStore = (store_id: string | null): DropOffLocation | undefined => {
  const store = readKept<DropOffLocation>(KEPT)
  return store?.store_id === store_id ? (store ?? undefined) : undefined
}

export const forgetStore = (): void => localStorage.removeItem(KEPT)

/** Returns the session's store: as loaded now, or as last loaded on this device; null if it was never loaded. */
export const useStore = (store_id: string | null): DropOffLocation | null => {
  const { data } = useQuery({
    queryKey: ['store', store_id],
    queryFn: () => request('GET', `/v2/drop-off-locations/${store_id}`),
    enabled: store_id !== null,
    staleTime: STALE_MS,
    initialData: () => keptStore(store_id),
    // The stored version may be out of date. It is shown at once and loaded again anyway.
    initialDataUpdatedAt: 0,
  })
  useEffect(() => {
    if (data) localStorage.setItem(KEPT, JSON.stringify(data))
  }, [data])
  return data ?? null
}
