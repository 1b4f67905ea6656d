// Where counters lie to each other, drawn: numbered points, a scale, and which way is north.
import { type Html, html } from '../apidoc/html.ts'
import { MAP_HEIGHT, MAP_WIDTH, type Point, place } from '../domain/drawn-map.ts'
import type { Formats } from './formats.ts'

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
  return html`<svg class="map" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}" role="img" aria-label="${label}">
<rect class="ground" width="${MAP_WIDTH}" height="${MAP_HEIGHT}" rx="8"/>${marks}
<path class="line" d="M${MAP_WIDTH - 24} 40V14m-6 8l6-8l6 8"/><text class="note" x="${MAP_WIDTH - 24}" y="54" text-anchor="middle">${north}</text>
<path class="line" d="M14 ${MAP_HEIGHT - 20}v6h${at(length)}v-6"/><text class="note" x="18" y="${MAP_HEIGHT - 22}">${formats.distance(km)}</text></svg>`
}
