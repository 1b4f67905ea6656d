import type { AdjustmentRow } from '@backhaul/core/adjustment.ts'
import { type Money, ZERO } from '@backhaul/core/money.ts'
import type { Database } from '../../database/db.ts'
import { listRows, type PageWindow } from '../../database/list-rows.ts'

const ID = /^adj_[0-9a-z]{26}$/

/** By id within a tenant (null: any partner's). */
export const findAdjustment = async (db: Database, tenant: string | null, id: string): Promise<AdjustmentRow | null> =>
  ID.test(id)
    ? db.one<AdjustmentRow>('adjustment', 'select * from adjustments where id = $1 and ($2::text is null or partner_id = $2)', [id, tenant])
    : null

export interface AdjustmentFilters {
  shipment_id?: string | undefined
  dispute_status?: string | undefined
}

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
