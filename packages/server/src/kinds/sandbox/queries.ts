import type { Partner } from '@backhaul/core/partner.ts'
import type { Database } from '../../database/db.ts'
import type { Service } from '../../service/service.ts'

/**
 * Reads the partner from the database rather than the cache, so that it can be changed. The partner must exist, because one of its keys
 * signed the request.
 */
export const readPartnerForChange = async (db: Database, id: string): Promise<Partner> =>
  (await db.one<Partner>('partner_now', 'select * from partners where id = $1', [id])) as Partner

/** The last store-local day for which a visit of this carrier to the store has been ordered. Null if no visit is ordered. */
export const lastSweepDay = async (db: Database, partnerId: string, storeId: string, carrier: string): Promise<string | null> => {
  const row = await db.one<{ day: string | null }>(
    'last_sweep_day',
    "select max(sweep_date) as day from sweeps where partner_id = $1 and store_id = $2 and dp = $3 and status = 'ordered'",
    [partnerId, storeId, carrier],
  )
  return row?.day ?? null
}

/** Sets back the clock of a partner that has no parcels yet. Once a partner has parcels, its clock only goes forward. */
export const setClockBack = async ({ db, keyCache }: Service, id: string, offset_s: number): Promise<void> => {
  const set = `update partners set clock_offset_s = $2, version = version + 1
    where id = $1 and not exists (select from shipments where partner_id = $1)`
  await db.query('clock_back', set, [id, String(offset_s)])
  await keyCache.forget(id)
}
