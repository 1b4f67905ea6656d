import type { AdjustmentRow } from '@backhaul/core/adjustment.ts'
import { type Money, ZERO } from '@backhaul/core/money.ts'
import type { Database } from '../../database/db.ts'
import { type Filters, findRow, listRows, type PageWindow } from '../../database/list-rows.ts'

/** Finds an adjustment by id within a tenant (null: of any partner). */
export const findAdjustment = (db: Database, tenant: string | null, id: string) =>
  findRow<AdjustmentRow>(db, 'adjustment', 'adjustments', tenant, id)

export type AdjustmentFilters = Filters<'shipment_id' | 'dispute_status'>

/** Newest first unless the window says otherwise. */
export const listAdjustments = (
  db: Database,
  window: PageWindow,
  { shipment_id, dispute_status }: AdjustmentFilters,
): Promise<AdjustmentRow[]> => listRows<AdjustmentRow>(db, 'adjustments', window, { shipment_id, dispute_status })

/** The sum of a shipment's adjustments in one currency, in cents, without those whose dispute was upheld. */
export const sumAdjustments = async (db: Database, shipmentId: string, currency: string): Promise<Money> => {
  const row = await db.one<{ cents: Money }>(
    'adjustments_sum',
    `select coalesce(sum(delta_amount), 0)::bigint as cents from adjustments
      where shipment_id = $1 and currency = $2 and dispute_status is distinct from 'upheld'`,
    [shipmentId, currency],
  )
  return row?.cents ?? ZERO
}
