import type { Event, Scan } from '@backhaul/client'
import { placeOnMap } from '@backhaul/core/place-on-map.ts'
import { useMemo } from 'react'
import { useLive } from '../../live/use-live.ts'
import type { ShownShipment } from '../types.ts'
import { placeText } from '../words.ts'

const SHEET = { width: 400, height: 260, margin: 36, unit_km: 1 }
const { width: WIDTH, height: HEIGHT } = SHEET

interface Place {
  lat: number
  lon: number
  name: string
  at: string
}

/** The map uses this many of the latest events and scans. The timeline has all of them. */
const LATEST = 100
/** Points closer together than this many degrees count as one place. */
const SAME = 0.0005

const named = (lat: number, lon: number, place: object | null | undefined, at: string): Place => ({
  lat,
  lon,
  name: placeText(place) || `${lat.toFixed(3)}, ${lon.toFixed(3)}`,
  at,
})

/** Handling events carry the place of a counter or a facility; scans carry the place of the device. */
const seen = (events: readonly Event[], scans: readonly Scan[]): Place[] => [
  ...events.flatMap(({ event_info: { lat, lon, location, scannedDateTime, eventDateTime } }) =>
    lat === undefined || lon === undefined ? [] : named(Number(lat), Number(lon), location, scannedDateTime ?? eventDateTime),
  ),
  ...scans.flatMap(({ lat, lon, location, occurred_at }) => (lat === null || lon === null ? [] : named(lat, lon, location, occurred_at))),
]

const isSame = (one: Place, other: Place): boolean => Math.abs(one.lat - other.lat) < SAME && Math.abs(one.lon - other.lon) < SAME

/** Returns the places in the order in which the parcel reached them. Consecutive records of one place are merged. */
const placesOf = (events: readonly Event[], scans: readonly Scan[]): Place[] => {
  const places: Place[] = []
  for (const one of seen(events, scans).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const last = places.at(-1)
    if (!last || !isSame(last, one)) places.push(one)
  }
  return places
}

const at = (value: number): string => value.toFixed(1)

const Drawn = ({ places }: { places: readonly Place[] }) => {
  const { points, scale } = placeOnMap(places, SHEET)
  const words = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'kilometer' }).format(scale.km)
  return (
    <svg className="way-map" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Map of the places in the list below">
      <rect className="ground" width={WIDTH} height={HEIGHT} rx="8" />
      <polyline className="route" points={points.map(({ x, y }) => `${at(x)},${at(y)}`).join(' ')} />
      {points.map(({ x, y }, i) => (
        <g key={`${places[i]?.at} ${x} ${y}`}>
          <circle className="mark" cx={at(x)} cy={at(y)} r="13" />
          <text className="number" x={at(x)} y={at(y + 5)} textAnchor="middle">
            {i + 1}
          </text>
        </g>
      ))}
      <path className="line" d={`M${WIDTH - 24} 40V14m-6 8l6-8l6 8`} />
      <text className="note" x={WIDTH - 24} y="54" textAnchor="middle">
        N
      </text>
      <path className="line" d={`M14 ${HEIGHT - 20}v6h${at(scale.length)}v-6`} />
      <text className="note" x="18" y={HEIGHT - 22}>
        {words}
      </text>
    </svg>
  )
}

/** A map of the places where the parcel was, with a list of them in words. */
export const Places = ({ shipment: { id } }: { shipment: ShownShipment }) => {
  const events = useLive(`/v2/shipments/${id}/events`, { limit: LATEST }).data
  const scans = useLive(`/v2/shipments/${id}/scans`, { limit: LATEST }).data
  const places = useMemo(() => placesOf(events?.data ?? [], scans?.data ?? []), [events, scans])
  if (places.length === 0) return null
  return (
    <section aria-labelledby="places">
      <h2 id="places">Places</h2>
      <Drawn places={places} />
      <ol>
        {places.map(({ at: when, name }) => (
          <li key={`${when} ${name}`}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ol>
    </section>
  )
}
