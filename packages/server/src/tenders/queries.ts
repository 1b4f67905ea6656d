import type { Shipment } from '../domain/shipment.ts'
import type { TenderRow } from '../domain/tender.ts'
import type { Database } from '../platform/db.ts'
import { listRows, type PageWindow } from '../platform/list-rows.ts'

const ID = /^tnd_[0-9a-z]{26}$/

/** By id within a tenant (null: any partner's). */
export const findTender = async (db: Database, tenant: string | null, id: string): Promise<TenderRow | null> =>
  ID.test(id)
    ? db.one<TenderRow>('tender', 'select * from tenders where id = $1 and ($2::text is null or partner_id = $2)', [id, tenant])
    : null

export interface TenderFilters {
  carrier?: string | undefined
  status?: string | undefined
}

export const listTenders = (db: Database, window: PageWindow, filters: TenderFilters): Promise<TenderRow[]> =>
  listRows<TenderRow>(db, 'tenders', window, { ...filters })

export type Member = Pick<Shipment, 'id' | 'partner_id' | 'status' | 'expires_at'>

/** What tells the status of each of these shipments, as it is stored. */
export const readMembers = (db: Database, shipmentIds: readonly string[]): Promise<Member[]> =>
  db.query<Member>('shipment_statuses', 'select id, partner_id, status, expires_at from shipments where id = any($1::text[])', [
    shipmentIds,
  ])
