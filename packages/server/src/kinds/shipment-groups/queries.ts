import type { Direction, Fulfillment, ServiceLevel } from '@backhaul/core/shipment.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'
import { type Filters, findRow, listRows, type PageWindow } from '../../database/list-rows.ts'

export interface ShipmentGroupRow extends Row<'shipment_groups'> {
  direction: Direction
  fulfillment: Fulfillment
  service_level: ServiceLevel
}

/** Finds a group by id within a tenant (null: any partner's). */
export const findShipmentGroup = (db: Database, tenant: string | null, id: string) =>
  findRow<ShipmentGroupRow>(db, 'shipment_group', 'shipment_groups', tenant, id)

type GroupFilters = Filters<'order_id' | 'master_number'>

/** Lists groups, newest first. */
export const listGroups = (db: Database, window: PageWindow, { order_id, master_number }: GroupFilters): Promise<ShipmentGroupRow[]> =>
  listRows<ShipmentGroupRow>(db, 'shipment_groups', window, { order_id, master_number })
