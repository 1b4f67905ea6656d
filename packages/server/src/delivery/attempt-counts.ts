// Counts attempts by hour for `GET /v2/today`: deliveries and their latency, failures, and deliveries that were given up. A worker keeps
// its counts in memory, a few numbers for each partner and hour, and adds them to the database every two seconds. So counting adds no cost
// to recording an attempt.
//
// An attempt is counted at most once. Counts whose statement ends without an answer are not written again, and a worker that is killed
// loses the counts of its last two seconds.
import type { Logger } from 'pino'
import { addCounts, bucketOf, COUNTS_LOCK, type CountOf } from '../commit/hourly-counts.ts'
import { BackgroundLoop } from '../database/background-loop.ts'
import type { Database } from '../database/db.ts'
import { deliveryMade_ms } from '../process/ids.ts'
import type { AttemptRecord } from './recorder.ts'
import { RETRY_DELAYS_MS } from './schedule.ts'

const REST_MS = 2_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Count {
  partner_id: string
  hour_ms: number
  what: CountOf
  bucket: number
  n: number
}

const ADD = `
  with l as materialized (select pg_try_advisory_xact_lock(${COUNTS_LOCK}) as mine),
  c as materialized (
    select partner_id, to_timestamp(hour_ms / 1000) as hour, what, bucket, n
      from json_to_recordset($1::json) as c(partner_id text, hour_ms float8, what text, bucket int, n bigint) where (select mine from l)),
  added as (${addCounts('c')})
  select mine from l`

/**
 * Returns the outcome of the attempt, and the latency if it succeeded. A delivery that was sent again by hand has no meaningful latency.
 */
const countsOf = (record: AttemptRecord): Count[] => {
  const { backlog, attempt, result } = record
  const { delivery, started_ms, at_ms } = attempt
  const { partner_id } = backlog.webhook
  const count = (what: CountOf, slot_ms: number, bucket = 0): Count => {
    return { partner_id, hour_ms: Math.floor(at_ms / slot_ms) * slot_ms, what, bucket, n: 1 }
  }
  const outcome = outcomeOf(record)
  if (outcome !== 'delivered') return [count(`delivery ${outcome}`, HOUR_MS)]
  const latency_ms = started_ms + result.duration_ms - deliveryMade_ms(delivery.id)
  const isFirst = delivery.trigger === 'schedule'
  return [count('delivery', HOUR_MS), ...(isFirst ? [count('delivery latency', DAY_MS, bucketOf(latency_ms))] : [])]
}

export type Outcome = 'delivered' | 'failed' | 'exhausted'
/** The initial counts of attempts by outcome: all zero. */
export const NO_ATTEMPTS: Readonly<Record<Outcome, number>> = { delivered: 0, failed: 0, exhausted: 0 }

const outcomeOf = ({ attempt: { delivery }, result }: AttemptRecord): Outcome => {
  if (result.ok) return 'delivered'
  return RETRY_DELAYS_MS[delivery.attempts] === undefined ? 'exhausted' : 'failed'
}

export class AttemptCounts {
  readonly #db: Database
  readonly #log: Logger
  readonly #loop = new BackgroundLoop()
  #counts = new Map<string, Count>()
  /** Totals since this process started. */
  readonly totals = { ...NO_ATTEMPTS }

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Counts attempts that were recorded. */
  add(ended: readonly AttemptRecord[]): void {
    for (const one of ended) {
      this.totals[outcomeOf(one)]++
      for (const count of countsOf(one)) this.#add(count)
    }
  }

  #add(count: Count): void {
    const key = `${count.partner_id} ${count.hour_ms} ${count.what} ${count.bucket}`
    const before = this.#counts.get(key)
    if (before) before.n += count.n
    else this.#counts.set(key, count)
  }

  /** Runs until `stop`, then writes the remaining counts. */
  async run(): Promise<void> {
    const onError = (err: unknown) => this.#log.error({ err }, 'saving the counts of attempts failed')
    await this.#loop.run(REST_MS, () => this.#write(), onError)
    await this.#write().catch(onError)
  }

  stop(): void {
    this.#loop.stop()
  }

  async #write(): Promise<void> {
    const counts = [...this.#counts.values()]
    if (counts.length === 0) return
    this.#counts = new Map()
    const row = await this.#db.one<{ mine: boolean }>('attempt_counts', ADD, [JSON.stringify(counts)])
    // Another process holds the lock, so these counts wait for the next pass.
    if (!row?.mine) for (const count of counts) this.#add(count)
  }
}
