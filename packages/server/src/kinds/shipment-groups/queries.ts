import type { Direction, Fulfillment, ServiceLevel } from '@backhaul/core/shipment.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'
import { listRows, type PageWindow } from '../../database/list-rows.ts'

/** One row of `shipment_groups`. */
export interface ShipmentGroupRow extends Row<'shipment_groups'> {
  direction: Direction
  fulfillment: Fulfillment
  service_level: ServiceLevel
}

const ID = /^grp_[0-9a-z]{26}$/

/** By id within a tenant (null: any partner's). */
export const findShipmentGroup = async (db: Database, tenant: string | null, id: string): Promise<ShipmentGroupRow | null> =>
  ID.test(id)
    ? db.one<ShipmentGroupRow>('shipment_group', 'select * from shipment_groups where id = $1 and ($2::text is null or partner_id = $2)', [
        id,
        tenant,
      ])
    : null

interface Filters {
  order_id?: string | undefined
  master_number?: string | undefined
}

/** Newest first. */
export const listGroups = (db: Database, window: PageWindow, { order_id, master_number }: Filters): Promise<ShipmentGroupRow[]> =>
  listRows<ShipmentGroupRow>(db, 'shipment_groups', window, { order_id, master_number })
