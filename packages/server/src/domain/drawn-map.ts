// Where places lie to each other, for maps that are drawn: positions and a scale. No streets: tiles would come from elsewhere.

export const MAP_WIDTH = 400
export const MAP_HEIGHT = 260
const MARGIN = 36
const KM_PER_DEGREE = 111.2
/** Places nearer to each other than this are drawn as if they were so far apart. */
const LEAST_SPAN_KM = 0.5
/** In miles or kilometers. */
const SCALES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000]
/** The scale is at most so much of the width. */
const SCALE_PART = 0.3

export interface Point {
  lat: number
  lon: number
}

export interface Drawn {
  points: { x: number; y: number }[]
  /** Pixels. */
  scale: { km: number; length: number }
}

/** Degrees from `west` to `lon`, the short way round. */
const eastOf = (west: number, lon: number): number => ((((lon - west + 180) % 360) + 360) % 360) - 180

/** Positions on the map, and a round length in units of `unit_km`. Near enough to the truth for places within a hundred kilometers. */
export const place = (points: readonly Point[], unit_km = 1): Drawn => {
  const [first] = points
  if (!first) throw new Error('a map needs a place')
  const shrink = Math.max(0.01, Math.cos((first.lat * Math.PI) / 180))
  const km = points.map(({ lat, lon }) => ({
    x: eastOf(first.lon, lon) * shrink * KM_PER_DEGREE,
    y: (first.lat - lat) * KM_PER_DEGREE,
  }))
  const [xs, ys] = [km.map(({ x }) => x), km.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const per_km = Math.min(
    (MAP_WIDTH - 2 * MARGIN) / Math.max(right - left, LEAST_SPAN_KM),
    (MAP_HEIGHT - 2 * MARGIN) / Math.max(bottom - top, LEAST_SPAN_KM),
  )
  const scale = (SCALES.filter((one) => one * unit_km * per_km <= MAP_WIDTH * SCALE_PART).at(-1) ?? (SCALES[0] as number)) * unit_km
  return {
    points: km.map(({ x, y }) => ({
      x: MAP_WIDTH / 2 + (x - (left + right) / 2) * per_km,
      y: MAP_HEIGHT / 2 + (y - (top + bottom) / 2) * per_km,
    })),
    scale: { km: scale, length: scale * per_km },
  }
}
