// The parcels behind a step on the Today page: the newest parcels that reached a status, sorted by the time from the previous status,
// slowest first.
import type { Status } from '@backhaul/core/shipment.ts'
import type { Database } from '../../database/db.ts'
import { HORIZON } from '../../storage/event-ranges.ts'
import { HOURS_AHEAD } from '../events/feed-of-all.ts'
import { previousMove } from './count.ts'
import { eventOf } from './model.ts'

/** Number of newest arrivals at the status that are searched, no matter what their previous status was. */
export const NEWEST_STEPS = 200

export interface StepRow {
  shipment_id: string
  tracking: string
  partner_id: string
  from_at: string
  to_at: string
  seconds: number
}

/**
 * Reads each feed backward from its end along its index, up to the displayed limit. Afterward, events before the window's first day
 * (kinds/events/by-time.ts) are removed from the result. If the day were a condition of the read, PostgreSQL would expect few rows, and
 * might therefore read and sort all rows of a week. $1: the tenant, $2: the start of the window on the tenant's clock (without a tenant: in
 * real time), $3, $4: event types.
 */
const STEPS = `
  with ps as materialized (
    select id, date_trunc('day', $2::timestamptz + ahead) as since
      from (select id, case when $1::text is null
                            then ${HOURS_AHEAD}
                            else interval '0' end as ahead
              from partners where $1::text is null or id = $1) p),
  starts as materialized (
    select ps.id, ps.since, f.xid, f.seq from ps left join lateral (
      select xid, seq from events_by_time where partner_id = ps.id and latest < ps.since order by latest desc, xid desc, seq desc limit 1) f on true),
  newest as materialized (
    select e.*, s.since from starts s cross join lateral (
      select * from (
        select partner_id, shipment_id, created_at, xid, seq from events
         where partner_id = s.id and type = $4 and xid < ${HORIZON}
           and (xid = coalesce(s.xid, '0'::xid8) or xid > coalesce(s.xid, '0'::xid8))
         order by events.xid desc, events.seq desc limit ${NEWEST_STEPS + 1}) e
       where (e.xid, e.seq) > (coalesce(s.xid, '0'::xid8), coalesce(s.seq, 0))) e
     order by e.xid desc, e.seq desc limit ${NEWEST_STEPS + 1}),
  steps as (
    select n.shipment_id, n.partner_id, b.created_at as from_at, n.created_at as to_at,
           extract(epoch from n.created_at - b.created_at)::float8 as seconds
      from (select * from newest limit ${NEWEST_STEPS}) n cross join lateral (${previousMove('n')}) b
     where n.created_at >= n.since and b.created_at < n.created_at and b.type = $3)
  select t.shipment_id, t.tracking, t.partner_id, t.from_at, t.to_at, t.seconds, l.looked_at
    from (select count(*) as looked_at from newest where created_at >= since) l
    left join (select steps.*, p.tracking from steps cross join lateral (select tracking from shipments where id = steps.shipment_id offset 0) p) t on true
   order by t.seconds desc, t.shipment_id`

/** `since` is the start of the window. `is_all`: whether all arrivals at the status since the start of the window were searched. */
export const readSteps = async (db: Database, tenant: string | null, since: string, from: Status, to: Status) => {
  const rows = await db.query<StepRow & { looked_at: number }>('today_steps', STEPS, [tenant, since, eventOf(from), eventOf(to)])
  return { rows: rows.filter(({ shipment_id }) => shipment_id !== null), is_all: (rows[0]?.looked_at ?? 0) <= NEWEST_STEPS }
}
