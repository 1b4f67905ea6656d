// Computes the positions of places on a drawing, and its scale. The drawing has no streets and no map projection.

const KM_PER_DEGREE = 111.2
/**
 * Smallest distance that is stretched over the whole drawing. If all places are nearer to each other, they are drawn as if they were this
 * far apart.
 */
const MIN_SPAN_KM = 0.5
/** Lengths of the scale, in miles or kilometers. */
const SCALES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]
/** Maximum length of the scale, as a share of the width. */
const SCALE_PART = 0.3

export interface Point {
  lat: number
  lon: number
}

export interface Drawn {
  points: { x: number; y: number }[]
  /** `length` is in pixels. */
  scale: { km: number; length: number }
}

/** Sizes in pixels, and the unit of the scale. */
export interface Sheet {
  width: number
  height: number
  margin: number
  unit_km: number
}

/** Degrees from `west` to `lon`, in the shorter direction. Negative toward the west. */
const eastOf = (west: number, lon: number): number => ((((lon - west + 180) % 360) + 360) % 360) - 180

/**
 * Returns the positions on the map, and the scale with a round length in units of `unit_km`. The positions are accurate enough for places
 * within a hundred kilometers.
 */
export const placeOnMap = (points: readonly Point[], { width, height, margin, unit_km }: Sheet): Drawn => {
  const [first] = points
  if (!first) throw new Error('a map needs at least one place')
  const shrink = Math.max(0.01, Math.cos((first.lat * Math.PI) / 180))
  const km = points.map(({ lat, lon }) => ({
    x: eastOf(first.lon, lon) * shrink * KM_PER_DEGREE,
    y: (first.lat - lat) * KM_PER_DEGREE,
  }))
  const [xs, ys] = [km.map(({ x }) => x), km.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const per_km = Math.min(
    (width - 2 * margin) / Math.max(right - left, MIN_SPAN_KM),
    (height - 2 * margin) / Math.max(bottom - top, MIN_SPAN_KM),
  )
  const scale = (SCALES.filter((one) => one * unit_km * per_km <= width * SCALE_PART).at(-1) ?? (SCALES[0] as number)) * unit_km
  return {
    points: km.map(({ x, y }) => ({
      x: width / 2 + (x - (left + right) / 2) * per_km,
      y: height / 2 + (y - (top + bottom) / 2) * per_km,
    })),
    scale: { km: scale, length: scale * per_km },
  }
}
