import type { Store } from '@backhaul/core/network.ts'
import { round3 } from '@backhaul/core/parcel.ts'
import { placeFields } from './resource.ts'

/** A store as a drop-off location. The distance is null when there was no point to measure from (docs/guide/counters.md#drop-off-locations). */
export const locationResource = (store: Store, distance_km: number | null) => ({
  object: 'drop_off_location',
  store_id: store.id,
  code: store.code,
  ...placeFields(store),
  distance_km: distance_km === null ? null : round3(distance_km),
  hours: store.hours,
  timezone: store.timezone,
})
