import { SCAN_EVENTS } from '@backhaul/core/events/by-scan.ts'
import { ALL_PARTNERS, isByDay } from '../../commit/hourly-counts.ts'
import type { Database } from '../../database/db.ts'

export interface CountRow {
  what: string
  bucket: number
  n: number
}

export interface HourRow {
  hour: string
  n: number
}

const SCANS = SCAN_EVENTS.map((type) => `'${type}'`).join(', ')

/** SQL: the rows of the window. Counts that are kept per day are included from the start of the day on which the window begins. */
const SHOWN = (c: string, ahead = ''): string =>
  `${c}.hour between date_trunc('day', $2::timestamptz${ahead}) and $3::timestamptz${ahead} and (${c}.hour >= $2::timestamptz${ahead} or ${isByDay(`${c}.what`)})`

const OWN = `select hour, what, bucket, n from today_counts c where partner_id = $1 and ${SHOWN('c')}`

/**
 * An operator's numbers are the sums over all partners, by real time. If a partner's clock is ahead, the query subtracts the partner's
 * counts for these hours. Instead it adds the partner's counts for the last seven days on its own clock, shifted to real time.
 */
const ALL = `
  with ahead as materialized (
    select id, date_trunc('hour', $3::timestamptz + make_interval(secs => clock_offset_s)) - date_trunc('hour', $3::timestamptz) as by
      from partners where clock_offset_s <> 0)
  ${OWN}
  union all
  select c.hour, c.what, c.bucket, -c.n from ahead a
    cross join lateral (select * from today_counts c where c.partner_id = a.id and ${SHOWN('c')}) c
  union all
  select c.hour - a.by, c.what, c.bucket, c.n from ahead a
    cross join lateral (select * from today_counts c where c.partner_id = a.id and ${SHOWN('c', ' + a.by')}) c`

const summed = (rows: string): string => `
  with c as materialized (${rows})
  select json_build_object('what', what, 'bucket', bucket, 'n', sum(n)) as sum, null::json as hour from c group by what, bucket having sum(n) <> 0
  union all
  select null, json_build_object('hour', hour, 'n', sum(n)) from c where what in (${SCANS}) group by hour`

/** Reads the counts from `from` (the start of an hour) to `now`: the sum of each kind and bucket, and the scans in each hour. */
export const readCounts = async (
  db: Database,
  partnerId: string,
  from: string,
  now: string,
): Promise<{ sums: CountRow[]; hours: HourRow[] }> => {
  const isAll = partnerId === ALL_PARTNERS
  const rows = await db.query<{ sum: CountRow | null; hour: HourRow | null }>(
    isAll ? 'today_read_all' : 'today_read',
    summed(isAll ? ALL : OWN),
    [partnerId, from, now],
  )
  return { sums: rows.flatMap(({ sum }) => sum ?? []), hours: rows.flatMap(({ hour }) => hour ?? []) }
}
