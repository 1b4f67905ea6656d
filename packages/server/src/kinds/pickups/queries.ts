import { isId } from '@backhaul/core/ids.ts'
import type { PickupRow } from '@backhaul/core/pickup.ts'
import type { Database } from '../../database/db.ts'
import { type Filters, listRows, type PageWindow } from '../../database/list-rows.ts'
import type { StoreReach } from '../../service/reach.ts'

const WITHIN = '($2::text is null or partner_id = $2) and ($3::text is null or store_id = $3)'
/** Finds a pickup by id within the caller's reach. */
export const findPickup = async (db: Database, { tenant, store }: StoreReach, id: string): Promise<PickupRow | null> =>
  isId('pickup', id) ? db.one<PickupRow>('pickup', `select * from pickups where id = $1 and ${WITHIN}`, [id, tenant, store]) : null

/**
 * A shipment has one live pickup at a time. But several processes may book and cancel at the same moment, and then the order of the last
 * few pickups is uncertain. So several pickups are read.
 */
const MOST_AT_A_TIME = 10
const BOOKED_AT = `
  select distinct p.* from unnest($1::text[], $2::timestamptz[]) as c(shipment_id, at) cross join lateral (
    select * from pickups where shipment_id = c.shipment_id and created_at <= c.at
     order by created_at desc, id desc limit ${MOST_AT_A_TIME}) p`

/** Finds the pickups that were booked last for each of these shipments by the given time. The pickup that was live then is among them. */
export const findPickupsAt = (db: Database, collections: readonly { shipment_id: string; at: string }[]): Promise<PickupRow[]> =>
  db.query<PickupRow>('pickups_of_shipments', BOOKED_AT, [
    collections.map(({ shipment_id }) => shipment_id),
    collections.map(({ at }) => at),
  ])

/**
 * Whether a driver's collection of the parcel has been recorded since its pickup was booked. The time of the collection itself does not
 * matter, because after any collection the parcel keeps its sweep.
 */
export const wasCollected = async (db: Database, { shipment_id, created_at }: PickupRow): Promise<boolean> => {
  const collected = "select 1 from scans where shipment_id = $1 and kind = 'collect' and recorded_at >= $2::timestamptz limit 1"
  return (await db.one('pickup_collected', collected, [shipment_id, created_at])) !== null
}

export type PickupFilters = Filters<'shipment_id' | 'sweep_id' | 'store_id' | 'date' | 'status'>

export const listPickups = (db: Database, window: PageWindow, filters: PickupFilters): Promise<PickupRow[]> =>
  listRows<PickupRow>(db, 'pickups', window, { ...filters })
