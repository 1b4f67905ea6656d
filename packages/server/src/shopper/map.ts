// Where counters lie to each other, drawn: numbered points, a scale, and which way is north. No streets: tiles would come from elsewhere.
import { type Html, html } from '../apidoc/html.ts'
import type { Formats } from './formats.ts'

const WIDTH = 400
const HEIGHT = 260
const MARGIN = 36
const KM_PER_DEGREE = 111.2
/** Places nearer to each other than this are drawn as if they were so far apart. */
const LEAST_SPAN_KM = 0.5
/** In miles or kilometers. */
const SCALES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200]
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
    (WIDTH - 2 * MARGIN) / Math.max(right - left, LEAST_SPAN_KM),
    (HEIGHT - 2 * MARGIN) / Math.max(bottom - top, LEAST_SPAN_KM),
  )
  const scale = (SCALES.filter((one) => one * unit_km * per_km <= WIDTH * SCALE_PART).at(-1) ?? (SCALES[0] as number)) * unit_km
  return {
    points: km.map(({ x, y }) => ({
      x: WIDTH / 2 + (x - (left + right) / 2) * per_km,
      y: HEIGHT / 2 + (y - (top + bottom) / 2) * per_km,
    })),
    scale: { km: scale, length: scale * per_km },
  }
}

const at = (value: number): string => value.toFixed(1)

/** Points in the order of the list beside it, which says the same in words. */
export const mapHtml = (points: readonly Point[], label: string, north: string, formats: Formats): Html => {
  const drawn = place(points, formats.unit_km)
  // The nearest is drawn last, so that it lies on top.
  const marks = drawn.points
    .map(
      ({ x, y }, i) =>
        html`<g><circle class="mark" cx="${at(x)}" cy="${at(y)}" r="13"/><text class="number" x="${at(x)}" y="${at(y + 5)}" text-anchor="middle">${i + 1}</text></g>`,
    )
    .reverse()
  const { km, length } = drawn.scale
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>${marks}
<path class="line" d="M${WIDTH - 24} 40V14m-6 8l6-8l6 8"/><text class="note" x="${WIDTH - 24}" y="54" text-anchor="middle">${north}</text>
<path class="line" d="M14 ${HEIGHT - 20}v6h${at(length)}v-6"/><text class="note" x="18" y="${HEIGHT - 22}">${formats.distance(km)}</text></svg>`
}
