// How `today_counts` is written: what happened in which hour, of each partner and of all together.

/** Whoever writes them has it, so that nobody waits for rows of another in another order. */
export const COUNTS_LOCK = 7_215_005

/**
 * What is counted of attempts at webhooks; everything else is a type of an event, or a step from one status to the next (`a>b`). Only steps
 * and `delivery latency` have buckets, of durations.
 */
export type CountOf = 'delivery' | 'delivery latency' | 'delivery failed' | 'delivery exhausted'

/** What has buckets is kept by the day (UTC) instead of the hour: it would be a hundred thousand rows to read. */
export const isByDay = (what: string): string => `(${what} like '%>%' or ${what} = 'delivery latency')`

/** `partner_id` of the sums over all partners. */
export const ALL_PARTNERS = ''

/** Each bucket reaches this much further than the one before. */
const GROWTH = 1.2
const LAST_BUCKET = 120

/** The bucket of a duration, in whatever unit: the first takes all below GROWTH. */
export const bucketOf = (duration: number): number =>
  duration <= 1 ? 0 : Math.min(LAST_BUCKET, Math.floor(Math.log(duration) / Math.log(GROWTH)))

/** The same in SQL. */
export const bucketSql = (duration: string): string => `least(${LAST_BUCKET}, floor(ln(greatest(1, ${duration})) / ln(${GROWTH})))::int`

/** What so large a part of the durations is at most; null: there are none. `buckets`: how many durations are in each. */
export const quantileOf = (buckets: ReadonlyMap<number, number>, part: number): number | null => {
  const all = [...buckets.values()].reduce((sum, n) => sum + n, 0)
  if (all === 0) return null
  let below = 0
  for (const [bucket, n] of [...buckets].sort(([a], [b]) => a - b)) {
    if (below + n >= part * all) {
      const within = (part * all - below) / n
      return Math.round(GROWTH ** (bucket + within) * 10) / 10
    }
    below += n
  }
  return null
}

/**
 * Adds rows (partner_id, hour, what, bucket, n) of `source` to the counts of their partners and to the sums. `source` is a
 * CTE, and its statement has COUNTS_LOCK.
 */
export const addCounts = (source: string): string => `
  insert into today_counts as t (partner_id, hour, what, bucket, n)
  select partner_id, hour, what, bucket, n
    from (select partner_id, hour, what, bucket, n from ${source}
          union all
          select '${ALL_PARTNERS}', hour, what, bucket, sum(n)::bigint from ${source} group by hour, what, bucket) c
  on conflict (partner_id, hour, what, bucket) do update set n = t.n + excluded.n`
