import { plain } from '@backhaul/core/shipment.ts'
import { marketCountry } from '@backhaul/core/territories.ts'
import type { Database } from '../../database/db.ts'
import { areaOf, type Point, regionOf } from './centroids.ts'
import { findRegion } from './queries.ts'

/** A shorter beginning of a postal code says too little about where it is. */
const LEAST_PREFIX = 3

/** Only the letters and digits of a postal code, in capitals. */
export const plainCode = (postalCode: string | null | undefined): string => plain(postalCode).replace(/[^A-Z0-9]/g, '')

/**
 * Estimates where a postal code is: in the middle of its area, or else at the most central of the stores in use that have it, or else in the
 * middle of all areas with its first characters, or else at the most central of the stores that share the longest prefix with it. Areas come
 * first, as a store may have a wrong position. Null: none of these is known. docs/guide/counters.md#drop-off-locations
 */
export const whereIs = async (db: Database, country: string, code: string): Promise<Point | null> =>
  (await areaOf(marketCountry(country), code)) ??
  (await findRegion(db, country, code, code.length)) ??
  (await regionOf(marketCountry(country), code)) ??
  (await findRegion(db, country, code, Math.min(LEAST_PREFIX, code.length)))
