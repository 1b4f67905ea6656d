import type { ClaimRow, ClaimType } from '../domain/claim.ts'
import type { Database } from '../platform/db.ts'
import { listRows, type PageWindow } from '../platform/list-rows.ts'

const ID = /^clm_[0-9a-z]{26}$/

type StoredClaim = Omit<ClaimRow, 'currency'> & { currency: string | null }

/** Claims from before they had a currency have that of their shipment. */
const withCurrency = async (db: Database, rows: readonly StoredClaim[]): Promise<ClaimRow[]> => {
  const ids = rows.filter(({ currency }) => currency === null).map(({ shipment_id }) => shipment_id)
  const found =
    ids.length === 0
      ? []
      : await db.query<{ id: string; currency: string }>('claim_currencies', 'select id, currency from shipments where id = any($1)', [ids])
  const currencies = new Map(found.map(({ id, currency }) => [id, currency]))
  return rows.map((row) => ({ ...row, currency: row.currency ?? currencies.get(row.shipment_id) ?? '' }))
}

const one = async (db: Database, row: StoredClaim | null): Promise<ClaimRow | null> => (row && (await withCurrency(db, [row]))[0]) ?? null

/** By id within a tenant (null: any partner's). */
export const findClaim = async (db: Database, tenant: string | null, id: string): Promise<ClaimRow | null> =>
  ID.test(id)
    ? one(db, await db.one('claim', 'select * from claims where id = $1 and ($2::text is null or partner_id = $2)', [id, tenant]))
    : null

/** At most one: a unique index enforces it. */
export const findOpenClaim = async (db: Database, shipmentId: string, type: ClaimType): Promise<ClaimRow | null> =>
  one(db, await db.one('claim_open', "select * from claims where shipment_id = $1 and type = $2 and status = 'open'", [shipmentId, type]))

export interface ClaimFilters {
  status?: string | undefined
  shipment_id?: string | undefined
  type?: string | undefined
}

/** Newest first unless the window says otherwise. */
export const listClaims = async (db: Database, window: PageWindow, { status, shipment_id, type }: ClaimFilters): Promise<ClaimRow[]> =>
  withCurrency(db, await listRows<StoredClaim>(db, 'claims', window, { shipment_id, status, type }))
