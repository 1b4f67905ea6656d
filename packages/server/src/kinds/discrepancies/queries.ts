import type { DiscrepancyRow } from '@backhaul/core/discrepancy.ts'
import type { Database } from '../../database/db.ts'
import { type Filters, findRow, listRows, type PageWindow } from '../../database/list-rows.ts'

/** Finds a discrepancy by id within a tenant (null: of any partner). */
export const findDiscrepancy = (db: Database, tenant: string | null, id: string) =>
  findRow<DiscrepancyRow>(db, 'discrepancy', 'discrepancies', tenant, id)

export interface DiscrepancyFilters extends Filters<'shipment_id' | 'stage' | 'reason' | 'store_id'> {
  chargeable?: 'true' | 'false' | undefined
}

/** Newest first. */
export const listDiscrepancies = (db: Database, window: PageWindow, filters: DiscrepancyFilters): Promise<DiscrepancyRow[]> =>
  listRows<DiscrepancyRow>(db, 'discrepancies', window, { ...filters })

/** Returns which of these shipments have a discrepancy that a late custody scan opened. */
export const findLateCustody = async (db: Database, shipmentIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db.query<{ shipment_id: string }>(
    'discrepancies_late_custody',
    "select shipment_id from discrepancies where shipment_id = any($1::text[]) and reason = 'late_custody'",
    [shipmentIds],
  )
  return new Set(rows.map(({ shipment_id }) => shipment_id))
}
