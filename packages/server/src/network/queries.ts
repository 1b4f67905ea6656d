import type { Store } from '../domain/network.ts'
import type { Database } from '../platform/db.ts'
import { boxAround, EARTH_KM, SAME_DEGREE } from './geo.ts'

const ID = /^sto_[0-9a-z]{26}$/
export const isStoreId = (text: string): boolean => ID.test(text)

/** A store and how far it is from the point that was asked about. */
export type StoreNearby = Store & { distance_km: number }

/** Where a page ended. */
export interface NearPosition {
  distance_km: number
  id: string
}

export interface Nearby {
  lat: number
  lon: number
  radius_km: number
  /** Null: on either side of a border. */
  country: string | null
  after: NearPosition | null
  /** How many rows at most. */
  limit: number
}

/** Degrees as PostgreSQL can reckon with them: see SAME_DEGREE. */
const degrees = (sql: string): string => `(case when abs(${sql}) < ${SAME_DEGREE} then 0 else ${sql} end)`

const DISTANCE_KM = `2 * ${EARTH_KM} * asin(least(1, sqrt(power(sin(radians(${degrees('lat - $1')}) / 2), 2)
  + cos(radians(${degrees('$1::float8')})) * cos(radians(${degrees('lat')})) * power(sin(radians(${degrees('lon - $2')}) / 2), 2))))`

/** Stores in use within a radius, nearest first: a box of degrees by the index, then great circles (haversine). */
export const listNearby = (db: Database, { lat, lon, radius_km, country, after, limit }: Nearby): Promise<StoreNearby[]> => {
  const { south, north, lons } = boxAround(lat, lon, radius_km)
  const [first = [-180, 180], second = first] = lons
  return db.query<StoreNearby>(
    'stores_nearby',
    `select * from (
       select *, ${DISTANCE_KM} as distance_km from stores
        where active and lat between $3 and $4 and (lon between $5 and $6 or lon between $7 and $8) and ($9::text is null or country = $9)
     ) s
      where distance_km <= $10 and ($11::float8 is null or (distance_km, id) > ($11::float8, $12::text))
      order by distance_km, id limit $13`,
    [lat, lon, south, north, ...first, ...second, country, radius_km, after?.distance_km ?? null, after?.id ?? null, limit],
  )
}

/** Fewer characters of a postal code than these say too little of where it is. */
const LEAST_PREFIX = 3
/** As the index stores_postal_code has it. */
const PLAIN_CODE = `(regexp_replace(upper(postal_code), '[^A-Z0-9]', '', 'g') collate "C")`

/** A postal code by its letters and digits only. */
export const plainCode = (postalCode: string): string => postalCode.toUpperCase().replace(/[^A-Z0-9]/g, '')

/**
 * The middle of the stores in use whose postal codes are most like this one: the same, else those that begin alike for as long as
 * possible, at least for three characters. Null: no store is known that near. There is no gazetteer here, so this is an estimate.
 */
export const findRegion = (db: Database, country: string, plain: string): Promise<{ lat: number; lon: number } | null> =>
  db.one<{ lat: number; lon: number }>(
    'stores_region',
    `select avg(s.lat) as lat, avg(s.lon) as lon
       from generate_series($3::int, $4::int, -1) as n(length)
       join stores s on s.active and s.country = $1 and ${PLAIN_CODE} >= left($2, n.length) and ${PLAIN_CODE} < left($2, n.length) || '~'
      group by n.length order by n.length desc limit 1`,
    [country, plain, plain.length, Math.min(LEAST_PREFIX, plain.length)],
  )

/** A store as a file brings it. */
export interface StoreImport extends Omit<Store, 'id' | 'pudo_code' | 'active' | 'created_at'> {
  /** For a code that is new. */
  id: string
  /** Of the line in the audit trail. */
  audit_id: string
}

/**
 * Writes all or none, by code, with a line in the audit trail for each store that is new or changes. A store that is known keeps its id,
 * its pick-up/drop-off code and whether it is in use; without `with_hours` also its hours.
 */
export const upsertStores = async (
  db: Database,
  stores: readonly StoreImport[],
  by: { at: string; actor: string },
  with_hours: boolean,
): Promise<void> => {
  await db.query(
    'stores_import',
    `with r as materialized (select * from json_to_recordset($1::json) as r(id text, audit_id text, code text, name text, line1 text,
            city text, state text, postal_code text, country text, lat float8, lon float8, timezone text, hours jsonb)),
       old as materialized (select s.* from stores s join r using (code) order by s.id for update of s),
       put as (
         insert into stores (id, code, pudo_code, name, line1, city, state, postal_code, country, lat, lon, timezone, hours, created_at)
         select r.id, r.code, r.code, r.name, r.line1, r.city, r.state, r.postal_code, r.country, r.lat, r.lon, r.timezone, r.hours, $2
           from r left join old using (code)
         on conflict (code) do update set name = excluded.name, line1 = excluded.line1, city = excluded.city, state = excluded.state,
           postal_code = excluded.postal_code, country = excluded.country, lat = excluded.lat, lon = excluded.lon,
           timezone = excluded.timezone, hours = case when $3 then excluded.hours else stores.hours end
         returning *)
     insert into operator_audit
     select r.audit_id, $2, $4, case when old.id is null then 'store.created' else 'store.changed' end, put.id, to_jsonb(old), to_jsonb(put)
       from put join r using (code) left join old using (code) where to_jsonb(old) is distinct from to_jsonb(put)`,
    [JSON.stringify(stores), by.at, with_hours, by.actor],
  )
}
