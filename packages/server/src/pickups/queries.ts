import type { PickupRow } from '../domain/pickup.ts'
import type { Database } from '../platform/db.ts'
import { listRows, type PageWindow } from '../platform/list-rows.ts'
import type { StoreReach } from '../service/reach.ts'

const WITHIN = '($2::text is null or partner_id = $2) and ($3::text is null or store_id = $3)'
const ID = /^pku_[0-9a-z]{26}$/

/** By id within the caller's reach. */
export const findPickup = async (db: Database, { tenant, store }: StoreReach, id: string): Promise<PickupRow | null> =>
  ID.test(id) ? db.one<PickupRow>('pickup', `select * from pickups where id = $1 and ${WITHIN}`, [id, tenant, store]) : null

/** All pickups of these shipments. */
export const findPickupsOf = (db: Database, shipmentIds: readonly string[]): Promise<PickupRow[]> =>
  db.query<PickupRow>('pickups_of_shipments', 'select * from pickups where shipment_id = any($1::text[])', [shipmentIds])

/** Whether a driver's collection of the parcel has come in since its pickup was booked, whenever it happened: the sweep is kept by any. */
export const wasCollected = async (db: Database, { shipment_id, created_at }: PickupRow): Promise<boolean> => {
  const collected = "select 1 from scans where shipment_id = $1 and kind = 'collect' and recorded_at >= $2::timestamptz limit 1"
  return (await db.one('pickup_collected', collected, [shipment_id, created_at])) !== null
}

export interface PickupFilters {
  shipment_id?: string | undefined
  sweep_id?: string | undefined
  store_id?: string | undefined
  date?: string | undefined
  status?: string | undefined
}

export const listPickups = (db: Database, window: PageWindow, filters: PickupFilters): Promise<PickupRow[]> =>
  listRows<PickupRow>(db, 'pickups', window, { ...filters })
