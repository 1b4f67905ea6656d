import { plain } from '@backhaul/core/shipment.ts'
import { marketCountry } from '@backhaul/core/territories.ts'
import type { Database } from '../../database/db.ts'
import { areaOf, type Point, regionOf } from './centroids.ts'
import { findRegion } from './queries.ts'

/** With fewer characters, a postal code does not narrow down the place enough. */
const MIN_PREFIX = 3

/** Only the letters and digits of a postal code, in capitals. */
export const plainCode = (postalCode: string | null | undefined): string => plain(postalCode).replace(/[^A-Z0-9]/g, '')

/**
 * Estimates the place of a postal code. It tries, in this order: the center of its area; the most central active store with this code; the
 * center of all areas with its first characters; the most central of the stores that share the longest prefix with it. Areas come first,
 * because a store may have a wrong position. Null if none of these is known. See docs/guide/counters.md#drop-off-locations.
 */
export const whereIs = async (db: Database, country: string, code: string): Promise<Point | null> =>
  (await areaOf(marketCountry(country), code)) ??
  (await findRegion(db, country, code, code.length)) ??
  (await regionOf(marketCountry(country), code)) ??
  (await findRegion(db, country, code, Math.min(MIN_PREFIX, code.length)))
