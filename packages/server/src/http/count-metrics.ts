// Metrics of counts: how far the counts of `GET /v2/today` are behind the events, and how many scanned codes name no parcel.
import type { Registry } from 'prom-client'
import type { Service } from '../service/service.ts'
import { gaugesOf, oneReading } from './one-reading.ts'

/** Uses the first uncounted event of each partner. A partner's clock may be ahead. */
const BEHIND = `
  select coalesce(max(extract(epoch from now() + make_interval(secs => p.clock_offset_s) - e.created_at)), 0)::float8 as behind_s
    from partners p left join today_reached r on r.partner_id = p.id
    cross join lateral (
      select created_at from events
       where partner_id = p.id and (xid, seq) > (coalesce(r.xid, '0'), coalesce(r.seq, 0)) and xid >= coalesce(r.xid, '0') order by events.xid, events.seq limit 1) e`

/** The table has one row for each person who scanned a code that names no parcel. */
const UNKNOWN = `
  select coalesce(sum(misses), 0)::float8 as codes,
         count(*) filter (where cardinality(recent) >= 20 and recent[1] > now() - interval '10 minutes'
           or cardinality(recent_foreign) >= 60 and recent_foreign[1] > now() - interval '10 minutes')::int as slowed
    from person_misses`

const unknownCodes = ({ reads }: Service) => reads.one<{ codes: number; slowed: number }>('metrics_unknown_codes', UNKNOWN)
const behind = ({ reads }: Service) => reads.one<{ behind_s: number }>('metrics_today', BEHIND)

export const countMetrics = (service: Service, registers: Registry[]): void => {
  const codes = oneReading(() => unknownCodes(service))
  const today = oneReading(() => behind(service))
  gaugesOf(registers, codes, {
    backhaul_unknown_codes: [
      'Number of scanned codes that match no parcel, summed over all people at counters and handlers who scanned such a code in the last 90 days',
      (found) => found.codes,
    ],
    backhaul_sessions_slowed: ['Sessions that scanned 20 codes that match no parcel within the last 10 minutes', ({ slowed }) => slowed],
  })
  gaugesOf(registers, today, {
    backhaul_today_behind_seconds: [
      'Age of the oldest event that the numbers of /v2/today do not include yet; 0 if they include all events',
      ({ behind_s }) => Math.max(0, behind_s),
    ],
  })
}
