// The shares that machines have of rate limits, in the database that they share. What a machine does with them: http/allotments.ts.
import type { DatabaseWatch } from '../database/database-watch.ts'
import { Database } from '../database/db.ts'

/** A machine that has not been heard of for so long has not used its shares since: it ceases to before (http/allotments.ts). */
export const SILENT_AFTER_S = 10
/** What it had used is gone from every window by then. */
const FORGOTTEN_AFTER_S = SILENT_AFTER_S + 62

const SWEEP_EVERY_MS = 60_000
/** Less than the rest of a machine that is alone (http/allotments.ts), so that each of its looks says so. */
const BEAT_EVERY_MS = 1_900
const STATEMENT_MS = 5_000

export interface ShareAsk {
  bucket: string
  limit: number
  /** Of the share, in the last 60 s: it cannot be given up. */
  used: number
  /** The share that the machine would like; less than it has: it gives up the rest. */
  desired: number
}

export interface ShareAnswer {
  /** Of what was asked for, in this order. */
  shares: number[]
  /** Buckets of which this machine has a share and another would like more. */
  wanted: string[]
  /** Machines that are there, or were a moment ago; this one too. */
  machines: number
}

/** $1: machine. Before the first look it is not among the machines, which it counts itself. */
const BEAT = `
  with beat as (insert into rate_machines (machine, seen_at) values ($1, clock_timestamp())
                on conflict (machine) do update set seen_at = excluded.seen_at)`

/**
 * $1: machine, $2 to $5: buckets in their order, limits, used, desired. The row's lock makes machines take turns: each sees what the one before
 * was given. A share grows by what the others leave of the limit, and never falls below what was used of it.
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

/** Rows in which nobody has a share any more, and machines that are gone. */
const SWEEP = [
  `delete from rate_shares s where not exists (
     select from jsonb_each(s.shares) join rate_machines m on m.machine = key
      where (value->>0)::int > 0 and m.seen_at > now() - interval '${FORGOTTEN_AFTER_S} s')`,
  `delete from rate_machines where seen_at < now() - interval '${2 * FORGOTTEN_AFTER_S} s'`,
]

/** Asks, and looks what others want. `beats`: says that the machine is there, too. */
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

/** Over a connection of its own: what a machine may admit must not wait behind what it has admitted. */
export class ShareExchange {
  readonly #db: Database
  #beat_ms = Number.NEGATIVE_INFINITY
  /** The first after a minute: a service that begins has other things to do. */
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
