import type { DropOffLocation } from '@backhaul/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../../shared/api.ts'
import { readStored } from './read-stored.ts'

const KEPT = 'backhaul.counter.store'
const STALE_MS = 3_600_000

const storedStore = (store_id: string | null): DropOffLocation | undefined => {
  const store = readStored<DropOffLocation>(KEPT)
  return store?.store_id === store_id ? (store ?? undefined) : undefined
}

export const forgetStore = (): void => localStorage.removeItem(KEPT)

/**
 * Returns the store of the session as the service sends it. Until the answer arrives, returns the store as last loaded on this device, or
 * null if it was never loaded.
 */
export const useStore = (store_id: string | null): DropOffLocation | null => {
  const { data } = useQuery({
    queryKey: ['store', store_id],
    queryFn: () => request('GET', `/v2/drop-off-locations/${store_id}`),
    enabled: store_id !== null,
    staleTime: STALE_MS,
    initialData: () => storedStore(store_id),
    // The stored version may be out of date. It is shown immediately, but the store is loaded again anyway.
    initialDataUpdatedAt: 0,
  })
  useEffect(() => {
    if (data) localStorage.setItem(KEPT, JSON.stringify(data))
  }, [data])
  return data ?? null
}
