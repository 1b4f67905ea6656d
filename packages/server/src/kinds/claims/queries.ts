import type { ClaimRow, ClaimType } from '@backhaul/core/claim.ts'
import type { Database } from '../../database/db.ts'
import { listRows, type PageWindow } from '../../database/list-rows.ts'

const ID = /^clm_[0-9a-z]{26}$/

/** By id within a tenant (null: any partner's). */
export const findClaim = async (db: Database, tenant: string | null, id: string): Promise<ClaimRow | null> =>
  ID.test(id)
    ? db.one<ClaimRow>('claim', 'select * from claims where id = $1 and ($2::text is null or partner_id = $2)', [id, tenant])
    : null

/** At most one: a unique index enforces it. */
export const findOpenClaim = (db: Database, shipmentId: string, type: ClaimType): Promise<ClaimRow | null> =>
  db.one<ClaimRow>('claim_open', "select * from claims where shipment_id = $1 and type = $2 and status = 'open'", [shipmentId, type])

export interface ClaimFilters {
  status?: string | undefined
  shipment_id?: string | undefined
  type?: string | undefined
}

/** Newest first unless the window says otherwise. */
export const listClaims = (db: Database, window: PageWindow, { status, shipment_id, type }: ClaimFilters): Promise<ClaimRow[]> =>
  listRows<ClaimRow>(db, 'claims', window, { shipment_id, status, type })
