// Ages the events table. Every few seconds it ends the current partition and dates closed partitions back by a year, so that workers
// archive events that are minutes old. So readers, receivers and retries meet events that are archived, or being archived, during the run.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ALONE, endAt, LOCK, LOCK_MS, readEventPartitions } from '@backhaul/server/testing'
import type pg from 'pg'
import { connected } from '../lib/database.ts'

/** The `--import` module of workers, which makes them archive every few seconds. */
export const PRELOAD = fileURLToPath(new URL('preload.js', import.meta.url))

const MIN_PAUSE_MS = 7000
/**
 * The number of partitions is limited, because statements that read many partitions cost more. Years of use create no more partitions than
 * this.
 */
const MAX_PARTITIONS = 40
/** Changing a partition must not make other sessions wait long for the events table. */
const LIMITS = `set local lock_timeout = ${LOCK_MS}; set local statement_timeout = '2s'`
/** The lock that workers use too, so that partitions are changed one at a time. */
const TRY_LOCK = `select pg_try_advisory_lock(${LOCK.key}) as mine`
const HAS_EVENTS = (name: string) => `select exists (select from ${name}) as some`
const OLD = "update event_partitions set closed_at = closed_at - interval '1 year' where closed_at > now() - interval '1 day'"

const endLast = async (client: pg.Client): Promise<void> => {
  const { parts, next } = await readEventPartitions(client)
  const last = parts.at(-1)
  if (last && (await client.query(HAS_EVENTS(last.name))).rows[0].some) await client.query(endAt(last, next + 1n).join(';\n'))
}

export class Aging {
  readonly #url: string
  readonly #pause_ms: number
  #isOver = false
  readonly #running: Promise<void>

  /** `lasts_ms` is the length of the run. It limits the number of partitions in a long run. */
  constructor(url: string, lasts_ms = 0) {
    this.#url = url
    this.#pause_ms = Math.max(MIN_PAUSE_MS, lasts_ms / MAX_PARTITIONS)
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      // If the database is down or the table is in use, the next attempt follows soon.
      await this.#once().catch(() => {})
      for (const end_ms = performance.now() + this.#pause_ms; !this.#isOver && performance.now() < end_ms; ) await sleep(100)
    }
  }

  #once(): Promise<void> {
    return connected({ connectionString: this.#url, connectionTimeoutMillis: 2000 }, async (client) => {
      await client.query(OLD)
      if (!(await client.query(TRY_LOCK)).rows[0].mine) return
      await client.query(`begin; ${LIMITS}; ${ALONE}`)
      await endLast(client)
      await client.query('commit')
    })
  }

  /** Number of archived events. */
  async archived(): Promise<number> {
    const text = "select count(*)::int as n from events where body like E'\\x1e%'"
    return (await connected(this.#url, (client) => client.query(text))).rows[0].n
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }
}
