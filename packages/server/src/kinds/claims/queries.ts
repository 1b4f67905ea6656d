import type { ClaimRow, ClaimType } from '@backhaul/core/claim.ts'
import type { Database } from '../../database/db.ts'
import { type Filters, findRow, listRows, type PageWindow } from '../../database/list-rows.ts'

/** Finds a claim by id within a tenant (null: of any partner). */
export const findClaim = (db: Database, tenant: string | null, id: string) => findRow<ClaimRow>(db, 'claim', 'claims', tenant, id)

/** Finds at most one claim; a unique index enforces this. */
export const findOpenClaim = (db: Database, shipmentId: string, type: ClaimType): Promise<ClaimRow | null> =>
  db.one<ClaimRow>('claim_open', "select * from claims where shipment_id = $1 and type = $2 and status = 'open'", [shipmentId, type])

export type ClaimFilters = Filters<'status' | 'shipment_id' | 'type'>

/** Newest first unless the window says otherwise. */
export const listClaims = (db: Database, window: PageWindow, { status, shipment_id, type }: ClaimFilters): Promise<ClaimRow[]> =>
  listRows<ClaimRow>(db, 'claims', window, { shipment_id, status, type })
