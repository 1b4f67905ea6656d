import { invalid, invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import type { Database } from '../../database/db.ts'
import { answer, endpoint } from '../../http/endpoint.ts'
import { COUNTRY_PATTERN, Coordinate, DEFAULT_PAGE, ListOf, Paging, Text } from '../../http/schemas.ts'
import { locationResource } from './location-resource.ts'
import { LocationOut } from './location-schema.ts'
import { listNearby, type NearPosition } from './queries.ts'
import { plainCode, whereIs } from './where-is.ts'

const DEFAULT_RADIUS_KM = 50
/** Half the circumference of the earth: a larger radius finds nothing more. */
const EVERYWHERE_KM = 20_040

interface Query {
  lat?: number
  lon?: number
  postal_code?: string
  country?: string
}
type Point = { lat: number; lon: number; country: string | null }

const missing = (names: readonly string[]): Refusal =>
  invalid(
    names.map((name) => ({
      path: `?${name}`,
      rule: 'required',
      message: 'is required; send either lat and lon, or postal_code and country',
    })),
  )

/**
 * The point to search around: the given coordinates, or an estimate for the postal code. Null if nothing is known about the postal code.
 */
const pointOf = async (db: Database, { lat, lon, postal_code, country }: Query): Promise<Point | null | Refusal> => {
  const byPoint = lat !== undefined || lon !== undefined
  if (!byPoint && postal_code === undefined && country === undefined) return missing(['lat', 'lon'])
  if (byPoint) {
    const conflicting = postal_code === undefined ? (country === undefined ? null : 'country') : 'postal_code'
    if (conflicting)
      return invalidField(
        `?${conflicting}`,
        'exclusive',
        'cannot be combined with lat and lon; send either lat and lon, or postal_code and country',
      )
    return lat === undefined || lon === undefined ? missing([lat === undefined ? 'lat' : 'lon']) : { lat, lon, country: null }
  }
  if (postal_code === undefined || country === undefined) return missing([country === undefined ? 'country' : 'postal_code'])
  const plain = plainCode(postal_code)
  if (plain === '') return invalidField('?postal_code', 'pattern', 'must contain letters or digits')
  const region = await whereIs(db, country, plain)
  return region && { ...region, country }
}

const POSITION = /^(\d{1,5}(?:\.\d{1,30})?(?:e-\d{1,3})?) (sto_[0-9a-z]{26})$/

const decodePosition = (cursor: string | undefined): NearPosition | null | Refusal => {
  if (cursor === undefined) return null
  const [, distance, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (!distance || !id) return refuse('invalid_cursor', 'The cursor was not issued by this list; start without a cursor.')
  return { distance_km: Number(distance), id }
}

export const listDropOffLocations = endpoint(
  {
    method: 'GET',
    path: '/v2/drop-off-locations',
    scope: 'shipments:read',
    tag: 'Locations',
    summary: 'Find drop-off locations',
    description: `Lists drop-off locations, nearest first. Search by \`lat\` and \`lon\`, or by \`postal_code\` and \`country\`. The position of a postal code is estimated: it is the center of its area (ZIP codes of the US, the first three characters in Canada). For codes without an area it is the most central of the network's own locations with that code, or else the center of all areas with its first three characters, or else the most central of the locations that share the longest prefix with it (at least three characters). Distances are then estimates too, and only locations in that country are listed. If nothing is known about the code, the list is empty; search by coordinates instead. Locations farther away than \`radius_km\` (${DEFAULT_RADIUS_KM} when absent) are omitted.`,
    query: Type.Object(
      {
        lat: Type.Optional(Coordinate(90, 'Degrees north')),
        lon: Type.Optional(Coordinate(180, 'Degrees east')),
        postal_code: Type.Optional(Text(20, 'Postal code; only its letters and digits count')),
        country: Type.Optional(
          Type.String({ ...COUNTRY_PATTERN, description: 'Country of the postal code, as an ISO 3166-1 alpha-2 code' }),
        ),
        radius_km: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'Search radius in kilometers' })),
        ...Paging,
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of locations', schema: ListOf(LocationOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service: { db } }, { query }) => {
    const after = decodePosition(query.cursor)
    if (isRefusal(after)) return after
    const point = await pointOf(db, query)
    if (isRefusal(point)) return point
    const size = query.limit ?? DEFAULT_PAGE
    const radius_km = Math.min(query.radius_km ?? DEFAULT_RADIUS_KM, EVERYWHERE_KM)
    const rows = point ? await listNearby(db, { ...point, radius_km, after, limit: size + 1 }) : []
    const data = rows.slice(0, size).map((row) => locationResource(row, row.distance_km))
    const last = rows.length > size ? rows[size - 1] : undefined
    const next_cursor = last ? Buffer.from(`${last.distance_km} ${last.id}`).toString('base64url') : null
    return answer(200, { object: 'list', data, has_more: last !== undefined, next_cursor })
  },
)
