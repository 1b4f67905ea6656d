import type { Status } from '../domain/shipment.ts'
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

/** The members' statuses as they are now, by id. Expire what is overdue first. */
export const readStatuses = async (db: Database, shipmentIds: readonly string[]): Promise<Map<string, Status>> => {
  const rows = await db.query<{ id: string; status: Status }>(
    'shipment_statuses',
    'select id, status from shipments where id = any($1::text[])',
    [shipmentIds],
  )
  return new Map(rows.map(({ id, status }) => [id, status]))
}
