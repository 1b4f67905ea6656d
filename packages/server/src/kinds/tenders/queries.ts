import type { Shipment } from '@backhaul/core/shipment.ts'
import type { TenderRow } from '@backhaul/core/tender.ts'
import type { Database } from '../../database/db.ts'
import { type Filters, findRow, listRows, type PageWindow, type Position } from '../../database/list-rows.ts'

/** Finds a tender by id within a tenant (null: any partner's). */
export const findTender = (db: Database, tenant: string | null, id: string) => findRow<TenderRow>(db, 'tender', 'tenders', tenant, id)

/** Finds tenders of any partner, in no order. */
export const findTenders = (db: Database, ids: readonly string[]): Promise<TenderRow[]> =>
  db.query<TenderRow>('tenders', 'select * from tenders where id = any($1::text[])', [ids])

/** Counts the surplus numbers of a partner's tenders in the inbox. */
export const countSurplus = async (db: Database, partner_id: string): Promise<number> => {
  const found = await db.one<{ count: number }>(
    'tender_surplus',
    `select count(*)::int as count from carrier_scans where surplus_of = $1 and state = 'open' and reason = 'surplus'`,
    [partner_id],
  )
  return found?.count ?? 0
}

export interface TenderFilters extends Filters<'carrier' | 'status'> {
  discrepancy?: 'short' | 'over' | undefined
  /** Allowed only together with `discrepancy`. */
  accepted_after?: string | undefined
  /** Allowed only together with `accepted_after`. */
  dismissed?: 'false' | undefined
}

/**
 * Few tenders have a discrepancy. Three partial indexes cover only these, by time of creation and of acceptance. The query reads at most
 * one page for each partner.
 */
const differing = (at: 'created_at' | 'accepted_at', since: string): string => `
  select t.* from partners p cross join lateral (
    select * from tenders
     where partner_id = p.id and discrepancy is not null and discrepancy ->> 'type' = $2
       and ($3::text is null or carrier = $3) and ($4::text is null or status = $4)
       and ($5::timestamptz is null or (${at}, id) < ($5, $6)) ${since}
     order by ${at} desc, id desc limit $7) t
   where $1::text is null or p.id = $1
   order by t.${at} desc, t.id desc limit $7`
const DIFFERING = differing('created_at', '')
const SINCE = 'and accepted_at > $8::timestamptz + make_interval(secs => case when $1::text is null then p.clock_offset_s else 0 end)'
const DIFFERING_SINCE = differing('accepted_at', SINCE)
const TO_CLEAR_SINCE = differing('accepted_at', `${SINCE} and dismissal is null`)

/** The page position of a tender. With `accepted_after`, the list is ordered by time of acceptance. */
export const tenderPosition =
  ({ accepted_after }: Pick<TenderFilters, 'accepted_after'>) =>
  (row: TenderRow): Position =>
    accepted_after === undefined ? row : { created_at: row.accepted_at as string, id: row.id }

export const listTenders = (
  db: Database,
  window: PageWindow,
  { discrepancy, accepted_after, dismissed, ...filters }: TenderFilters,
): Promise<TenderRow[]> => {
  if (discrepancy === undefined) return listRows<TenderRow>(db, 'tenders', window, { ...filters })
  const { tenant, after, limit } = window
  const { carrier = null, status = null } = filters
  const values = [tenant, discrepancy, carrier, status, after?.created_at ?? null, after?.id ?? null, limit]
  if (accepted_after === undefined) return db.query<TenderRow>('list_tenders_differing', DIFFERING, values)
  const since = [...values, accepted_after]
  return dismissed === undefined
    ? db.query<TenderRow>('list_tenders_differing_since', DIFFERING_SINCE, since)
    : db.query<TenderRow>('list_tenders_to_clear_since', TO_CLEAR_SINCE, since)
}

export type Member = Pick<Shipment, 'id' | 'partner_id' | 'status' | 'expires_at'>

/** Reads the stored columns from which the status of each shipment follows. */
export const readMembers = (db: Database, shipmentIds: readonly string[]): Promise<Member[]> =>
  db.query<Member>('shipment_statuses', 'select id, partner_id, status, expires_at from shipments where id = any($1::text[])', [
    shipmentIds,
  ])
