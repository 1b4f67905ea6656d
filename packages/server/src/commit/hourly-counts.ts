// Writes the table `today_counts`: how often something occurred in each hour or day, for each partner and for all partners together.

/**
 * Advisory lock that every writer of the counts holds. Without it, two writers could lock the same rows in different orders and wait for
 * each other.
 */
export const COUNTS_LOCK = 7_215_005

/**
 * Counts about webhook deliveries. Every other count is named after an event type, or after a step from one status to the next (`a>b`).
 * Only steps and `delivery latency` have buckets, which are ranges of durations.
 */
export type CountOf = 'delivery' | 'delivery latency' | 'delivery failed' | 'delivery exhausted'

/**
 * SQL: whether a count is kept by day (UTC) instead of by hour. Counts with buckets are kept by day, because by hour there would be a
 * hundred thousand rows to read.
 */
export const isByDay = (what: string): string => `(${what} like '%>%' or ${what} = 'delivery latency')`

/** `partner_id` of the totals over all partners. */
export const ALL_PARTNERS = ''

/** Ratio between the upper limits of two consecutive buckets. */
const GROWTH = 1.2
const LAST_BUCKET = 120

/** Returns the bucket of a duration in any unit. The first bucket contains every duration below GROWTH. */
export const bucketOf = (duration: number): number =>
  duration <= 1 ? 0 : Math.min(LAST_BUCKET, Math.floor(Math.log(duration) / Math.log(GROWTH)))

/** `bucketOf` in SQL. */
export const bucketSql = (duration: string): string => `least(${LAST_BUCKET}, floor(ln(greatest(1, ${duration})) / ln(${GROWTH})))::int`

/**
 * Estimates the duration that a fraction `part` of all durations does not exceed; null when there are no durations. `buckets`: number of
 * durations by bucket.
 */
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
 * Adds the rows (partner_id, hour, what, bucket, n) of `source` to the counts of their partners and to the totals. `source` is a CTE, and
 * its statement must hold COUNTS_LOCK.
 */
export const addCounts = (source: string): string => `
  insert into today_counts as t (partner_id, hour, what, bucket, n)
  select partner_id, hour, what, bucket, n
    from (select partner_id, hour, what, bucket, n from ${source}
          union all
          select '${ALL_PARTNERS}', hour, what, bucket, sum(n)::bigint from ${source} group by hour, what, bucket) c
  on conflict (partner_id, hour, what, bucket) do update set n = t.n + excluded.n`
