// Boxes of degrees around a point, as a first sieve for an index; the distance itself is computed in ./queries.ts.

/** Mean radius of the earth. */
export const EARTH_KM = 6371.0088
const DEGREE = Math.PI / 180

/**
 * Degrees that are a tenth of a millimeter. PostgreSQL refuses arithmetic whose result is too small for a double, as the square of less
 * than 1e-162 is; what is closer than this counts as the same degree.
 */
export const SAME_DEGREE = 1e-9

export interface Box {
  south: number
  north: number
  /** One or two ranges of longitude: two where the box lies across the 180th meridian. */
  lons: [west: number, east: number][]
}

/** A box that holds every point within `radius_km` of the given one; around a pole it spans all longitudes. */
export const boxAround = (lat: number, lon: number, radius_km: number): Box => {
  const angle = radius_km / EARTH_KM
  const south = lat - angle / DEGREE
  const north = lat + angle / DEGREE
  if (south <= -90 || north >= 90) return { south: Math.max(south, -90), north: Math.min(north, 90), lons: [[-180, 180]] }
  const reach = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * DEGREE))) / DEGREE
  const [west, east] = [lon - reach, lon + reach]
  // At the meridian itself, too: 180 and -180 are one place.
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
