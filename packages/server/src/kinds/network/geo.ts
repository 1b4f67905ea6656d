// Boxes of latitude and longitude around a point, so that an index can preselect stores. ./queries.ts computes the real distances.

export const EARTH_KM = 6371.0088
const DEGREE = Math.PI / 180

/** Great-circle distance (haversine). */
export const kmBetween = (a: { lat: number; lon: number }, b: { lat: number; lon: number }): number => {
  const [lat, lon] = [((b.lat - a.lat) * DEGREE) / 2, ((b.lon - a.lon) * DEGREE) / 2]
  const square = Math.sin(lat) ** 2 + Math.cos(a.lat * DEGREE) * Math.cos(b.lat * DEGREE) * Math.sin(lon) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(square)))
}

/**
 * The place with the smallest total distance to all others. A distant outlier has little effect on this result. If several places are
 * equally good, it is the first of them. Null if there are no places. The cost grows with the square of the number of places.
 */
export const medoidOf = <Place extends { lat: number; lon: number }>(places: readonly Place[]): Place | null => {
  let [best, least]: [Place | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const place of places) {
    const total = places.reduce((sum, other) => sum + kmBetween(place, other), 0)
    if (total < least) [best, least] = [place, total]
  }
  return best
}

/**
 * Differences in degrees below this (a tenth of a millimeter) count as 0. PostgreSQL raises an error when a result is too small for a
 * double, such as the square of a number below 1e-162.
 */
export const SAME_DEGREE = 1e-9

export interface Box {
  south: number
  north: number
  /** There are two ranges if the box crosses the 180th meridian. */
  lons: [west: number, east: number][]
}

/** Returns a box that contains every point within `radius_km` of the given point. Around a pole, the box spans all longitudes. */
export const boxAround = (lat: number, lon: number, radius_km: number): Box => {
  const angle = radius_km / EARTH_KM
  const south = lat - angle / DEGREE
  const north = lat + angle / DEGREE
  if (south <= -90 || north >= 90) return { south: Math.max(south, -90), north: Math.min(north, 90), lons: [[-180, 180]] }
  const reach = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * DEGREE))) / DEGREE
  const [west, east] = [lon - reach, lon + reach]
  // The box crosses the 180th meridian or has an edge on it. An edge counts as well, because 180 and -180 are the same place.
  if (west <= -180)
    return {
      south,
      north,
      lons: [
        [west + 360, 180],
        [-180, east],
      ],
    }
  if (east >= 180)
    return {
      south,
      north,
      lons: [
        [west, 180],
        [-180, east - 360],
      ],
    }
  return { south, north, lons: [[west, east]] }
}
