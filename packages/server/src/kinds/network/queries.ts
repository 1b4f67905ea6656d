import { isId } from '@backhaul/core/ids.ts'
import type { Store } from '@backhaul/core/network.ts'
import { withCountedTimezone } from '@backhaul/core/regions.ts'
import { codesOfMarket } from '@backhaul/core/territories.ts'
import type { Database } from '../../database/db.ts'
import type { Point } from './centroids.ts'
import { boxAround, EARTH_KM, medoidOf, SAME_DEGREE } from './geo.ts'

export const isStoreId = (text: string): boolean => isId('store', text)

export type StoreNearby = Store & { distance_km: number }

/** The place in the list at which a page ended. */
export interface NearPosition {
  distance_km: number
  id: string
}

export interface Nearby {
  lat: number
  lon: number
  radius_km: number
  /** Null for any country. */
  country: string | null
  after: NearPosition | null
  limit: number
}

/** SQL: degrees that PostgreSQL can square; see SAME_DEGREE. */
const degrees = (sql: string): string => `(case when abs(${sql}) < ${SAME_DEGREE} then 0 else ${sql} end)`

const DISTANCE_KM = `2 * ${EARTH_KM} * asin(least(1, sqrt(power(sin(radians(${degrees('lat - $1')}) / 2), 2)
  + cos(radians(${degrees('$1::float8')})) * cos(radians(${degrees('lat')})) * power(sin(radians(${degrees('lon - $2')}) / 2), 2))))`

/** Active stores within a radius, nearest first. An index finds the stores in a box, and the great-circle distance (haversine) decides. */
export const listNearby = async (db: Database, { lat, lon, radius_km, country, after, limit }: Nearby): Promise<StoreNearby[]> => {
  const { south, north, lons } = boxAround(lat, lon, radius_km)
  const [first = [-180, 180], second = first] = lons
  const rows = await db.query<StoreNearby>(
    'stores_nearby',
    `select * from (
       select *, ${DISTANCE_KM} as distance_km from stores
        where active and lat between $3 and $4 and (lon between $5 and $6 or lon between $7 and $8) and ($9::text[] is null or country = any($9))
     ) s
      where distance_km <= $10 and ($11::float8 is null or (distance_km, id) > ($11::float8, $12::text))
      order by distance_km, id limit $13`,
    [
      lat,
      lon,
      south,
      north,
      ...first,
      ...second,
      country && codesOfMarket(country),
      radius_km,
      after?.distance_km ?? null,
      after?.id ?? null,
      limit,
    ],
  )
  return rows.map(withCountedTimezone)
}

/** Must equal the expression of the index stores_postal_code. Otherwise PostgreSQL does not use that index. */
const PLAIN_CODE = `(regexp_replace(upper(postal_code), '[^A-Z0-9]', '', 'g') collate "C")`

/** Maximum number of stores of a region that are compared. */
const MAX_PER_REGION = 200
const WITH_PREFIX = `s.active and s.country = any($1::text[]) and ${PLAIN_CODE} >= left($2, n.length) and ${PLAIN_CODE} < left($2, n.length) || '~'`

/**
 * The position of the most central active store among those whose postal codes share the longest prefix with this one. The prefix must have
 * at least `least` characters. One store with a wrong position does not change the result. Null if there is no such store.
 */
export const findRegion = async (db: Database, country: string, plain: string, least: number): Promise<Point | null> => {
  const stores = await db.query<Point>(
    'stores_region',
    `select s.lat, s.lon
       from (select n.length from generate_series($3::int, $4::int, -1) as n(length)
              where exists (select from stores s where ${WITH_PREFIX}) order by n.length desc limit 1) n
       join stores s on ${WITH_PREFIX}
      order by s.code collate "C" limit $5`,
    [codesOfMarket(country), plain, plain.length, least, MAX_PER_REGION],
  )
  return medoidOf(stores)
}

/** A store with its `xmin`, which lets a plan check that the store has not changed. */
export type WholeStore = Store & { xmin: string }

/** Finds the stores with these codes, in no particular order. Unknown codes are left out. */
export const findStoresByCode = (db: Database, codes: readonly string[]): Promise<WholeStore[]> =>
  db.query<WholeStore>('stores_by_code', 'select *, xmin::text as xmin from stores where code = any($1::text[])', [codes])
