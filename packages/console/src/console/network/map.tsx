import { placeOnMap } from '@backhaul/core/place-on-map.ts'
import { Go } from '../frame/address.ts'
import './network.css'

const SHEET = { width: 960, height: 420, margin: 36, unit_km: 1 }
const { width: WIDTH, height: HEIGHT } = SHEET

export interface MapPoint {
  key: string
  name: string
  lat: number
  lon: number
  /** The target of a click. If absent, the point is not a link. */
  to?: string
  isOff?: boolean
}

const at = (value: number): string => value.toFixed(1)

/**
 * A map of places with points, a scale and a north arrow. It shows no streets, because map tiles would have to come from another server.
 * The list next to the map has the same content and can be used with the keyboard.
 */
export const PlaceMap = ({ points, label }: { points: readonly MapPoint[]; label: string }) => {
  if (points.length === 0) return null
  const { points: places, scale } = placeOnMap(points, SHEET)
  const mark = ({ name, isOff }: MapPoint, i: number) => (
    <circle className={isOff ? 'mark off' : 'mark'} cx={at(places[i]?.x ?? 0)} cy={at(places[i]?.y ?? 0)} r={points.length > 200 ? 4 : 7}>
      <title>{name}</title>
    </circle>
  )
  return (
    <figure className="map" aria-label={label}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
        <title>{label}</title>
        <rect className="ground" width={WIDTH} height={HEIGHT} rx="8" />
        {points.map((point, i) =>
          point.to ? (
            <Go key={point.key} to={point.to} tabIndex={-1} aria-label={point.name}>
              {mark(point, i)}
            </Go>
          ) : (
            <g key={point.key}>{mark(point, i)}</g>
          ),
        )}
        <path className="line" d={`M${WIDTH - 24} 40V14m-6 8l6-8l6 8`} />
        <text className="note" x={WIDTH - 24} y="56" textAnchor="middle">
          N
        </text>
        <path className="line" d={`M14 ${HEIGHT - 20}v6h${at(scale.length)}v-6`} />
        <text className="note" x="18" y={HEIGHT - 22}>
          {scale.km} km
        </text>
      </svg>
    </figure>
  )
}
