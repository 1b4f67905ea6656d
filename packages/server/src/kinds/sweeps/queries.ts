import { isId } from '@backhaul/core/ids.ts'
import { readSweepRow, type StoredSweep, type SweepRow } from '@backhaul/core/sweep.ts'
import type { Database } from '../../database/db.ts'
import { type Filters, listRows, type PageWindow } from '../../database/list-rows.ts'
import type { StoreReach } from '../../service/reach.ts'

/** Finds a sweep by id within the caller's reach. */
export const findSweep = async (db: Database, { tenant, store }: StoreReach, id: string): Promise<SweepRow | null> => {
  if (!isId('sweep', id)) return null
  const text = 'select * from sweeps where id = $1 and ($2::text is null or partner_id = $2) and ($3::text is null or store_id = $3)'
  const row = await db.one<StoredSweep>('sweep', text, [id, tenant, store])
  return row && readSweepRow(row)
}

/** Finds the visit that a booking joins. Null: the booking has to order one. */
export const findOrderedSweep = async (
  db: Database,
  partnerId: string,
  visit: { store_id: string; date: string; carrier: string },
): Promise<SweepRow | null> => {
  const row = await db.one<StoredSweep>(
    'sweep_ordered',
    "select * from sweeps where partner_id = $1 and store_id = $2 and sweep_date = $3 and dp = $4 and status = 'ordered'",
    [partnerId, visit.store_id, visit.date, visit.carrier],
  )
  return row && readSweepRow(row)
}

/** Finds the visits ordered at these stores on these days, by any carrier. */
export const findOrderedSweeps = async (
  db: Database,
  visits: readonly { partner_id: string; store_id: string; date: string }[],
): Promise<SweepRow[]> => {
  const rows = await db.query<StoredSweep>(
    'sweeps_ordered',
    `select s.* from unnest($1::text[], $2::text[], $3::text[]) as v(partner_id, store_id, sweep_date)
       join sweeps s using (partner_id, store_id, sweep_date) where s.status = 'ordered'`,
    [visits.map(({ partner_id }) => partner_id), visits.map(({ store_id }) => store_id), visits.map(({ date }) => date)],
  )
  return rows.map(readSweepRow)
}

/** Finds a sweep, with the number of its live pickups other than the given one. Both are read at the same moment. */
export const findSweepWithOthers = async (
  db: Database,
  id: string,
  pickupId: string,
): Promise<{ sweep: SweepRow; others_live: number } | null> => {
  const row = await db.one<StoredSweep & { others_live: number }>(
    'sweep_with_others',
    `select s.*, (select count(*) from pickups p where p.sweep_id = s.id and p.status = 'scheduled' and p.id <> $2) as others_live
       from sweeps s where s.id = $1`,
    [id, pickupId],
  )
  if (!row) return null
  const { others_live, ...sweep } = row
  return { sweep: readSweepRow(sweep), others_live }
}

export type SweepFilters = Filters<'store_id' | 'date' | 'status'>

export const listSweeps = async (db: Database, window: PageWindow, { store_id, date, status }: SweepFilters): Promise<SweepRow[]> =>
  (await listRows<StoredSweep>(db, 'sweeps', window, { store_id, sweep_date: date, status })).map(readSweepRow)
