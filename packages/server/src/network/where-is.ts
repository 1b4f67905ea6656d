import { plain } from '../domain/shipment.ts'
import { marketCountry } from '../domain/territories.ts'
import type { Database } from '../platform/db.ts'
import { areaOf, type Point, regionOf } from './centroids.ts'
import { findRegion } from './queries.ts'

/** A shorter beginning of a postal code says too little about where it is. */
const LEAST_PREFIX = 3

/** Only the letters and digits of a postal code, in capitals. */
export const plainCode = (postalCode: string | null | undefined): string => plain(postalCode).replace(/[^A-Z0-9]/g, '')

/**
 * Estimates where a postal code is: at the center of the stores in use that have it, or else in the middle of its area, or else at the
 * center of the stores whose codes share the longest beginning with it, or else in the middle of all areas that begin like it. Null: none
 * of these is known. docs/guide/counters.md#drop-off-locations
 */
export const whereIs = async (db: Database, country: string, code: string): Promise<Point | null> =>
  (await findRegion(db, country, code, code.length)) ??
  (await areaOf(marketCountry(country), code)) ??
  (await findRegion(db, country, code, Math.min(LEAST_PREFIX, code.length))) ??
  (await regionOf(marketCountry(country), code))
