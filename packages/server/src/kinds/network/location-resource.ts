import type { Store } from '@backhaul/core/network.ts'
import { round3 } from '@backhaul/core/parcel.ts'
import { showAs } from '../../http/show-as.ts'
import { LocationOut } from './location-schema.ts'

/**
 * A store as a drop-off location. The distance is null if there was no point to measure from (docs/guide/counters.md#drop-off-locations).
 */
export const locationResource = (store: Store, distance_km: number | null) =>
  showAs(LocationOut, store, {
    store_id: store.id,
    postal_code: store.postal_code || null,
    distance_km: distance_km === null ? null : round3(distance_km),
  })
