// Checks whether a position matches the postal code. If it does not, latitude and longitude may be swapped or mistyped.
import type { FieldError } from '@backhaul/core/refusal.ts'
import { withLeadingZeros } from '@backhaul/core/regions.ts'
import type { Address } from '@backhaul/core/shipment.ts'
import { marketCountry } from '@backhaul/core/territories.ts'
import { type Point, readAllAreas } from './centroids.ts'
import { kmBetween } from './geo.ts'
import { plainCode } from './where-is.ts'

/** No place is farther than this from the center of its own postal area. */
const FARTHEST_KM = 150

type Positioned = Pick<Address, 'country' | 'state' | 'postal_code'> & Point

/** Warnings about a position. There are none if no table has the postal area. A position is never refused because of a warning. */
export type WarningsOfPosition = (place: Positioned) => FieldError[]

/** Reads the tables of postal areas. The returned function needs no further I/O. */
export const knownAreas = async (): Promise<WarningsOfPosition> => {
  const areaAt = await readAllAreas()
  return (place) => {
    const area = areaAt(marketCountry(place.country), plainCode(withLeadingZeros(place)))
    const km = area ? Math.round(kmBetween(place, area)) : 0
    if (!area || km <= FARTHEST_KM) return []
    const isSwapped = kmBetween({ lat: place.lon, lon: place.lat }, area) <= FARTHEST_KM
    const remedy = isSwapped ? 'swap latitude and longitude' : 'check latitude, longitude and postal code'
    return [{ path: '/lat', rule: 'far_from_postal_code', message: `is ${km} km from postal code ${place.postal_code}; ${remedy}` }]
  }
}
