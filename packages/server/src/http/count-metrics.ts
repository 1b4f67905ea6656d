// How far the counts of `GET /v2/today` are behind the feeds.
import { Gauge, type Registry } from 'prom-client'
import type { Service } from '../service/service.ts'

/** The first event of each partner that is not counted. A partner's clock may be ahead. */
const BEHIND = `
  select coalesce(max(extract(epoch from now() + make_interval(secs => p.clock_offset_s) - e.created_at)), 0)::float8 as behind_s
    from partners p left join today_reached r on r.partner_id = p.id
    cross join lateral (
      select created_at from events
       where partner_id = p.id and (xid, seq) > (coalesce(r.xid, '0'), coalesce(r.seq, 0)) and xid >= coalesce(r.xid, '0') order by events.xid, events.seq limit 1) e`

export const countMetrics = ({ reads }: Service, registers: Registry[]): void => {
  new Gauge({
    name: 'backhaul_today_behind_seconds',
    help: 'Age of the oldest event that the numbers of /v2/today do not count yet; 0: they count all',
    registers,
    aggregator: 'max',
    async collect() {
      const row = await reads.one<{ behind_s: number }>('metrics_today', BEHIND).catch(() => null)
      this.set(row === null ? Number.NaN : Math.max(0, row.behind_s))
    },
  })
}
