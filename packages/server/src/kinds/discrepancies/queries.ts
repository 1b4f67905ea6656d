import type { DiscrepancyRow } from '@backhaul/core/discrepancy.ts'
import type { Database } from '../../database/db.ts'
import { listRows, type PageWindow } from '../../database/list-rows.ts'

const ID = /^dsc_[0-9a-z]{26}$/

/** By id within a tenant (null: any partner's). */
export const findDiscrepancy = async (db: Database, tenant: string | null, id: string): Promise<DiscrepancyRow | null> =>
  ID.test(id)
    ? db.one<DiscrepancyRow>('discrepancy', 'select * from discrepancies where id = $1 and ($2::text is null or partner_id = $2)', [
        id,
        tenant,
      ])
    : null

export interface DiscrepancyFilters {
  shipment_id?: string | undefined
  stage?: string | undefined
  reason?: string | undefined
  store_id?: string | undefined
  chargeable?: 'true' | 'false' | undefined
}

/** Newest first. */
export const listDiscrepancies = (db: Database, window: PageWindow, filters: DiscrepancyFilters): Promise<DiscrepancyRow[]> =>
  listRows<DiscrepancyRow>(db, 'discrepancies', window, { ...filters })

/** Which of these shipments a late custody scan has opened a discrepancy of. */
export const findLateCustody = async (db: Database, shipmentIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db.query<{ shipment_id: string }>(
    'discrepancies_late_custody',
    "select shipment_id from discrepancies where shipment_id = any($1::text[]) and reason = 'late_custody'",
    [shipmentIds],
  )
  return new Set(rows.map(({ shipment_id }) => shipment_id))
}
