// Draws where counters are relative to each other: numbered points, a scale, and a north arrow.
import { type Drawn, type Point, placeOnMap } from '@backhaul/core/place-on-map.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Formats } from './formats.ts'

const WIDTH = 400
const HEIGHT = 260
const MARGIN = 36

/** Places the points on a map of the size that ./style.ts reserves for it. */
export const place = (points: readonly Point[], unit_km = 1): Drawn =>
  placeOnMap(points, { width: WIDTH, height: HEIGHT, margin: MARGIN, unit_km })

const at = (value: number): string => value.toFixed(1)

/** The points are in the order of the list next to the map. The list has the same content as text. */
export const mapHtml = (points: readonly Point[], label: string, north: string, formats: Formats): Html => {
  const drawn = place(points, formats.unit_km)
  // The nearest point is drawn last, so that it is on top.
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
