// The shares of rate limits that each machine has, in the common database. http/allotments.ts applies them.
import type { DatabaseWatch } from '../database/database-watch.ts'
import { Database } from '../database/db.ts'

/**
 * A machine that has been silent for this long is not using its shares. If a machine cannot report, it stops using them before this time
 * (http/allotments.ts).
 */
export const SILENT_AFTER_S = 10
/** After this time, all uses by a silent machine are older than any rate limit window. */
const FORGOTTEN_AFTER_S = SILENT_AFTER_S + 62

const SWEEP_EVERY_MS = 60_000
/** Shorter than the pause of a machine that is alone (http/allotments.ts), so that each of its look-ups also reports that it is alive. */
const BEAT_EVERY_MS = 1_900
const STATEMENT_MS = 5_000

export interface ShareAsk {
  bucket: string
  limit: number
  /** The part of the share used in the last 60 s. It cannot be given up. */
  used: number
  /** The share that the machine wants. If it is less than the machine's share, the machine gives up the difference. */
  desired: number
}

export interface ShareAnswer {
  /** The shares, in the order in which they were requested. */
  shares: number[]
  /** Buckets of which this machine has a share and another machine wants more. */
  wanted: string[]
  /** Number of machines that are alive or were recently, including this one. */
  machines: number
}

/** $1 is the machine. LOOK counts this machine separately, because its first look-up does not find it in the table yet. */
const BEAT = `
  with beat as (insert into rate_machines (machine, seen_at) values ($1, clock_timestamp())
                on conflict (machine) do update set seen_at = excluded.seen_at)`

/**
 * $1: machine, $2 to $5: buckets in order, limits, used, desired. The row lock serializes machines, so each one sees the shares given to
 * those before it. A share can grow to the part of the limit that other machines leave. It never falls below its used part.
 */
const ASK = `
  insert into rate_shares as s (bucket, shares, wanted)
  select bucket, jsonb_build_object($1::text, jsonb_build_array(least(desired, max), desired, used, max)), false
    from unnest($2::text[], $3::int[], $4::int[], $5::int[]) as asked(bucket, max, used, desired) order by bucket
  on conflict (bucket) do update set (shares, wanted) = (
    select others.shares || jsonb_build_object($1::text, jsonb_build_array(given.share, case when desired > given.share then desired else 0 end, used)),
           others.want or desired > given.share
      from (select coalesce(jsonb_object_agg(key, value), '{}') as shares, coalesce(sum((value->>0)::int), 0)::int as held,
                   coalesce(bool_or((value->>1)::int > 0), false) as want
              from jsonb_each(s.shares)
             where key <> $1 and exists (select from rate_machines m where m.machine = key and m.seen_at > now() - interval '${FORGOTTEN_AFTER_S} s')) as others,
           (select (excluded.shares->$1->>1)::int as desired, (excluded.shares->$1->>2)::int as used, (excluded.shares->$1->>3)::int as max,
                   coalesce((s.shares->$1->>0)::int, 0) as before) as mine,
           lateral (select least(mine.desired, mine.max, greatest(least(mine.used, mine.before), mine.max - others.held)) as share) as given)
  returning bucket, (shares->$1->>0)::int as share`

const LOOK = `
  select (select 1 + count(*)::int from rate_machines where machine <> $1 and seen_at > now() - interval '${FORGOTTEN_AFTER_S} s') as machines,
         coalesce((select array_agg(bucket) from rate_shares r
                    where wanted and shares ? $1 and exists (select from jsonb_each(r.shares) where key <> $1 and (value->>1)::int > 0)), '{}') as wanted`

/** Deletes rows in which no machine has a share anymore, and machines that are gone. */
const SWEEP = [
  `delete from rate_shares s where not exists (
     select from jsonb_each(s.shares) join rate_machines m on m.machine = key
      where (value->>0)::int > 0 and m.seen_at > now() - interval '${FORGOTTEN_AFTER_S} s')`,
  `delete from rate_machines where seen_at < now() - interval '${2 * FORGOTTEN_AFTER_S} s'`,
]

/** Requests shares and reads what other machines want. `beats` also reports this machine as alive. */
export const exchangeShares = async (db: Database, machine: string, asks: readonly ShareAsk[], beats = true): Promise<ShareAnswer> => {
  const [name, text] = beats ? ['rate_beat', BEAT + LOOK] : ['rate_look', LOOK]
  const look = await db.one<{ machines: number; wanted: string[] }>(name, text, [machine])
  const given = new Map<string, number>()
  if (asks.length > 0) {
    const columns = [
      asks.map(({ bucket }) => bucket),
      ...(['limit', 'used', 'desired'] as const).map((name) => asks.map((ask) => String(ask[name]))),
    ]
    for (const { bucket, share } of await db.query<{ bucket: string; share: number }>('rate_ask', ASK, [machine, ...columns]))
      given.set(bucket, share)
  }
  return { shares: asks.map(({ bucket }) => given.get(bucket) ?? 0), wanted: look?.wanted ?? [], machines: look?.machines ?? 1 }
}

const sweepShares = async (db: Database): Promise<void> => {
  for (const [i, text] of SWEEP.entries()) await db.query(`rate_sweep_${i}`, text)
}

/** The shares have their own connection, because the admission of new work must not wait behind work that was already admitted. */
export class ShareExchange {
  readonly #db: Database
  #beat_ms = Number.NEGATIVE_INFINITY
  /** The first clean-up comes after a minute, because a starting service has other work. */
  #swept_ms = performance.now()

  constructor({ config }: Database, watch: DatabaseWatch) {
    this.#db = new Database(config, 1, '', { statement_ms: STATEMENT_MS, watch })
  }

  async exchange(machine: string, asks: readonly ShareAsk[]): Promise<ShareAnswer> {
    const now_ms = performance.now()
    const beats = now_ms - this.#beat_ms > BEAT_EVERY_MS
    const answer = await exchangeShares(this.#db, machine, asks, beats)
    if (beats) this.#beat_ms = now_ms
    if (now_ms - this.#swept_ms > SWEEP_EVERY_MS) {
      this.#swept_ms = now_ms
      await sweepShares(this.#db)
    }
    return answer
  }

  close(): Promise<void> {
    return this.#db.close()
  }
}
