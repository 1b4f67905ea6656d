import { ALL_PARTNERS, type CountOf, quantileOf } from '../../commit/hourly-counts.ts'
import type { Database } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import { partnerNowMs, type Service } from '../../service/service.ts'
import { beginCounting, behind, type CountProgress, countOn, readProgress } from './count.ts'
import { eventOf, HOUR_MS, REACHED, WINDOW_HOURS } from './model.ts'
import { readNeeds } from './needs.ts'
import { type CountRow, readCounts } from './queries.ts'

/** Limits for the counting that a reader does: number of statements, and events of a partner per statement. Workers count the rest. */
const STEPS = 4
const EVENTS_AT_ONCE = 1_000
const PATIENCE_MS = 100

/**
 * Starts counting a partner's feed. A long feed may have to be read before counting starts, so the request waits for PATIENCE_MS at most.
 */
const beginSoon = async (service: Service, partnerId: string): Promise<void> => {
  const begun = beginCounting(service.reads, partnerId, service.clock.now()).catch(() => {})
  await Promise.race([begun, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())])
}

/** Counts some of the uncounted events. Returns the partners that are still behind. */
const catchUp = async (service: Service, tenant: string | null): Promise<CountProgress[]> => {
  const db: Database = service.reads
  const look = async () =>
    (tenant === null ? behind(db) : [await readProgress(db, tenant)].filter((one) => one?.is_behind)) as Promise<CountProgress[]>
  let late = await look()
  for (let step = 0; step < STEPS && late.some(({ begun, has_settled }) => !begun || has_settled); step++) {
    const unbegun = late.find(({ begun }) => !begun)
    if (unbegun) await beginSoon(service, unbegun.partner_id)
    await countOn(
      db,
      late.map(({ partner_id }) => partner_id),
      EVENTS_AT_ONCE,
    )
    late = await look()
  }
  return late
}

/** The time up to which everything is counted, on the caller's clock. Null if nothing is counted yet for at least one partner. */
const asOf = (late: readonly CountProgress[], tenant: string | null, now_ms: number): string | null => {
  if (late.length === 0) return iso(now_ms)
  const times = late.map(({ at, clock_offset_s }) => (at === null ? null : Date.parse(at) - (tenant === null ? clock_offset_s * 1000 : 0)))
  return times.includes(null) ? null : iso(Math.min(...(times as number[]), now_ms))
}

const stepsOf = (rows: readonly CountRow[]) => {
  const steps = new Map<string, Map<number, number>>()
  for (const { what, bucket, n } of rows) {
    if (!what.includes('>')) continue
    const buckets = steps.get(what) ?? new Map<number, number>()
    steps.set(what, buckets.set(bucket, (buckets.get(bucket) ?? 0) + n))
  }
  return [...steps]
    .map(([what, buckets]) => {
      const [from, to] = what.split('>')
      const count = [...buckets.values()].reduce((sum, n) => sum + n, 0)
      const list = `/v2/today/steps?from=${from}&to=${to}`
      return { from, to, count, median_s: quantileOf(buckets, 0.5), p95_s: quantileOf(buckets, 0.95), list }
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

const deliveryLists = (tenant: string | null, from_ms: number) => {
  const list = (status: string) =>
    `${tenant === null ? '/v2/ops' : '/v2'}/webhook-deliveries?status=${status}&created_after=${iso(from_ms - 1)}`
  return { delivered: list('delivered'), exhausted: list('exhausted') }
}

const deliveriesOf = (rows: readonly CountRow[]) => {
  const latencies = new Map(rows.filter(({ what }) => what === 'delivery latency').map(({ bucket, n }) => [bucket, n]))
  const sum = (wanted: CountOf) => rows.filter(({ what }) => what === wanted).reduce((all, { n }) => all + n, 0)
  return {
    delivered: sum('delivery'),
    failed: sum('delivery failed') + sum('delivery exhausted'),
    exhausted: sum('delivery exhausted'),
    median_ms: quantileOf(latencies, 0.5),
    p95_ms: quantileOf(latencies, 0.95),
  }
}

/** The time on the tenant's clock. Without a tenant: real time. */
export const nowMs = async (service: Service, tenant: string | null): Promise<number> =>
  tenant === null ? service.clock.now() : partnerNowMs(service, tenant)

/** The start of the window that ends at `now_ms`. */
export const windowFrom = (now_ms: number): number => Math.floor(now_ms / HOUR_MS - WINDOW_HOURS + 1) * HOUR_MS

/** Reads the answer of `GET /v2/today`. `tenant` is null for an operator. */
export const readToday = async (service: Service, tenant: string | null) => {
  const late = await catchUp(service, tenant)
  const now_ms = await nowMs(service, tenant)
  const from_ms = windowFrom(now_ms)
  const [needs, { sums, hours }] = await Promise.all([
    readNeeds(service, tenant, now_ms),
    readCounts(service.reads, tenant ?? ALL_PARTNERS, iso(from_ms), iso(now_ms)),
  ])
  const reached = new Map(sums.map(({ what, n }) => [what, n]))
  const scans = new Map(hours.map(({ hour, n }) => [Date.parse(hour), n]))
  const events = tenant === null ? '/v2/ops/events?order=newest&' : '/v2/events?'
  const since = `created_after=${iso(from_ms - 1)}`
  return {
    object: 'today',
    now: iso(now_ms),
    as_of: asOf(late, tenant, now_ms),
    complete: late.length === 0,
    window: { from: iso(from_ms), to: iso(now_ms) },
    needs,
    funnel: REACHED.map((status) => ({
      status,
      count: reached.get(eventOf(status)) ?? 0,
      list: `${events}type=${eventOf(status)}&${since}`,
    })),
    scans_per_hour: Array.from({ length: WINDOW_HOURS }, (_, i) => from_ms + i * HOUR_MS).map((hour_ms) => ({
      hour: iso(hour_ms),
      count: scans.get(hour_ms) ?? 0,
    })),
    stages: stepsOf(sums),
    deliveries: { ...deliveriesOf(sums), lists: deliveryLists(tenant, from_ms) },
  }
}
